package second

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// checkFollow compares how games follow a tree of the first moves of some of them.
func (b *bench) checkFollow(questions int) {
	for k := range questions {
		var own []*record // whose first moves are the tree
		for range 200 {
			r := b.records[b.random.IntN(len(b.records))]
			plain := r.moves >= 3 && len(r.line) >= 4 && (len(own) == 0 || r.rows == own[0].rows && r.cols == own[0].cols)
			for i, n := range r.line[:min(4, len(r.line))] {
				plain = plain && (i == 0) == (n.color == 0) && (i == 0 || n.move != "") && len(n.props["AB"])+len(n.props["AW"]) == 0
			}
			if plain && len(own) < 5 {
				own = append(own, r)
			}
		}
		if len(own) == 0 {
			b.t.Fatal("no records for a tree")
		}
		text := map[string]string{"go": fmt.Sprintf("(;GM[1]SZ[%d:%d]", own[0].cols, own[0].rows), "othello": "(;GM[2]"}[b.game]
		if own[0].rows == own[0].cols {
			text = strings.Replace(text, fmt.Sprintf("[%d:%d]", own[0].cols, own[0].rows), fmt.Sprintf("[%d]", own[0].cols), 1)
		}
		for _, r := range own {
			text += "("
			for _, n := range r.line[1 : 3+b.random.IntN(2)] {
				text += fmt.Sprintf(";%c[%s]", n.color, n.value(string(n.color)))
			}
			text += ")"
		}
		file := filepath.Join(b.t.TempDir(), fmt.Sprintf("tree%d.sgf", k))
		if err := os.WriteFile(file, []byte(text+")"), 0o666); err != nil {
			b.t.Fatal(err)
		}
		trees, ok := readRecords(text + ")")
		if !ok {
			b.t.Fatal(text)
		}
		b.follow(file, trees[0])
	}
}

// A stay is how far a game follows a tree.
type stay struct {
	r    *record
	at   int   // the last node of the tree that it reached
	last *node // where it did
	left *node // the move that left the tree, nil if none did
	came int   // by which move it reached it
}

// follow compares the answer about one tree.
func (b *bench) follow(file string, tree *record) {
	got, page := b.ask("follow", file, "--limit", "10000")
	positions := make([]target, len(tree.nodes))
	same := make([]int, len(tree.nodes)) // the first node with the position
	leaf := map[int]bool{}
	for i, n := range tree.nodes {
		positions[i] = positionOf(tree, n)
		same[i] = i
		for j := range i {
			if len(positions[j].is(tree, n)) > 0 {
				same[i] = same[j]
				break
			}
		}
	}
	for i, n := range tree.nodes {
		if _, ok := leaf[same[i]]; !ok {
			leaf[same[i]] = true
		}
		if len(n.children) > 0 {
			leaf[same[i]] = false
		}
	}
	depths := make([]int, len(tree.nodes)) // by the shortest line
	for i, n := range tree.nodes {
		depths[i] = n.played
	}
	for i := range tree.nodes {
		depths[same[i]] = min(depths[same[i]], depths[i])
	}
	at := func(r *record, n *node) int {
		for i := range positions {
			if same[i] == i && len(positions[i].is(r, n)) > 0 {
				return i
			}
		}
		return -1
	}
	var matching []*record
	for _, r := range b.records {
		if slices.ContainsFunc(r.line, func(n *node) bool { return len(positions[0].is(r, n)) > 0 }) {
			matching = append(matching, r)
		}
	}
	games, folded := b.fold(matching)
	reached := map[int][]*record{}
	var stays []stay
	transposed, following := 0, 0
	for _, r := range games {
		s := stay{r: r, at: -1}
		seen := map[int]bool{}
		out, back := false, false
		for _, n := range r.line {
			i := at(r, n)
			if s.at < 0 && i != 0 {
				continue
			}
			if s.last != nil && n.color == 0 && n.cells != n.parent.cells {
				break // what is set up anew is not followed
			}
			if i < 0 {
				out = true
				continue
			}
			back = back || out
			if !seen[i] {
				seen[i] = true
				reached[i] = append(reached[i], r)
			}
			if s.at != i {
				s.came = n.played // a pass leaves the position as it is
			}
			s.at, s.last = i, n
		}
		if back {
			transposed++
		}
		if len(seen) > 1 {
			following++
		}
		s.left = onwardMain(s.last)
		stays = append(stays, s)
	}
	nodes := []any{}
	unplayed := []any{}
	index := map[*node]int{}
	for i, n := range tree.nodes {
		index[n] = i
		list := reached[same[i]]
		o := object{
			"parent": -1, "depth": n.played, "move": nil, "name": nil, "same_as": nil, "games": len(list), "hits": len(list), "share": nil, "won": count(list).results(),
			"example": nil, "left_black": 0, "left_white": 0, "ended": 0, "done": 0, "left": nil,
		}
		if i > 0 {
			o["parent"], o["share"], o["name"] = index[n.parent], wilson(len(list), len(games)), unchecked("text")
			o["move"] = object{"color": string(n.color), "point": n.move}
			if len(list) == 0 && len(reached[same[index[n.parent]]]) > 0 {
				unplayed = append(unplayed, i)
			}
		}
		if same[i] != i {
			o["same_as"] = same[i]
		}
		if len(list) > 0 {
			var ids []string
			for _, r := range list {
				ids = append(ids, fmt.Sprint(r.id))
			}
			o["example"] = oneOf(ids)
		}
		departures := map[string]*continuation{}
		black, whites, ended, done := 0, 0, 0, 0
		for _, s := range stays {
			switch {
			case s.at != same[i]:
			case leaf[same[i]]:
				done++
			case s.left == nil:
				ended++
			default:
				if s.left.color == 'B' {
					black++
				} else {
					whites++
				}
				name, all := positions[i].asked(s.left, positions[i].is(s.r, s.last))
				if departures[name] == nil {
					departures[name] = &continuation{color: s.left.color, all: all}
				}
				departures[name].games = append(departures[name].games, s.r)
			}
		}
		o["left_black"], o["left_white"], o["ended"], o["done"] = black, whites, ended, done
		if len(departures) > 0 {
			rows := map[string]object{}
			for name, d := range departures {
				rows[name] = object{
					"move": object{"color": string(d.color), "point": oneOf(d.all)}, "name": unchecked("text"), "hits": len(d.games), "won": count(d.games).results(),
				}
			}
			o["left"] = deferred(func(s *sheet, path string, got any) any {
				return s.matched(path, rows, func(o object) string {
					move, _ := o["move"].(object)
					for name, d := range departures {
						if string(d.color) == move["color"] && slices.Contains(d.all, fmt.Sprint(move["point"])) {
							return name
						}
					}
					return fmt.Sprint(move)
				}, got)
			})
		}
		nodes = append(nodes, o)
	}
	best := map[string]object{}
	for _, s := range stays {
		if s.at <= 0 || s.came == 0 { // setup is no move of the tree
			continue
		}
		o := shown(s.r).(object)
		o["node"], o["depth"], o["move_number"], o["by"], o["with"] = s.at, depths[s.at], s.came, "", ""
		if s.left != nil && !leaf[s.at] {
			o["by"], o["with"] = string(s.left.color), unchecked("text")
		}
		best[fmt.Sprint(s.r.id)] = o
	}
	page.compare("", object{
		"query": unchecked("text"), "tree": unchecked("text"), "game": b.game, "region": "board", "games": len(games), "hits": len(games), "folded": folded,
		"follow": following, "transposed": transposed, "outside": 0, "nodes": nodes, "unplayed": unplayed, "notices": unchecked("text"),
		"best":       page.matched("best", best, func(o object) string { return fmt.Sprint(o["id"]) }, got["best"]),
		"provenance": provenance(len(games), len(matching), len(games), len(b.records)),
	}, got)
}

package second

import (
	"fmt"
	"slices"
	"strings"
)

// A stem is a line of moves after a position, up to symmetry.
type stem struct {
	games []*record
	hits  int
	ended int
}

// lineName names a line of moves in the coordinates of the target: of all ways to turn it the first.
func (t target) lineName(line []*node, turned []turning) string {
	name := ""
	board := &goban{rows: t.rows, cols: t.cols}
	for k, w := range turned {
		var back [1000]int
		for i := range t.rows * t.cols {
			back[w.of(i, t.rows, t.cols)] = i
		}
		var text strings.Builder
		for _, n := range line {
			move := n.move
			if i := board.index(move); i >= 0 && (t.game == "go" || t.game == "othello") {
				move = pointName(t.game, back[i], t.cols)
			}
			fmt.Fprintf(&text, "%c%s ", n.color, move)
		}
		if k == 0 || text.String() < name {
			name = text.String()
		}
	}
	return name
}

// stems returns all lines up to a depth in some records, and their parents.
func (t target) stems(records []*record, depth int) (all map[string]*stem, parents map[string]string) {
	all, parents = map[string]*stem{"": {}}, map[string]string{}
	for _, r := range records {
		for _, hit := range t.hits(r) {
			turned := t.is(r, hit)
			var grow func(at *node, line []*node)
			grow = func(at *node, line []*node) {
				name := t.lineName(line, turned)
				s := all[name]
				if s == nil {
					s = &stem{}
					all[name] = s
					parents[name] = t.lineName(line[:len(line)-1], turned)
				}
				s.hits++
				if len(s.games) == 0 || s.games[len(s.games)-1] != r {
					s.games = append(s.games, r)
				}
				next := onward(at)
				if len(next) == 0 && len(line) < depth { // further down a tree does not look
					s.ended++
				}
				if len(line) == depth {
					return
				}
				for _, n := range next {
					grow(n, append(slices.Clone(line), n))
				}
			}
			grow(hit, nil)
		}
	}
	return all, parents
}

// own are the ways to turn the position that leave it as it is.
func (t target) own() (list []turning) {
	for _, w := range ways(t.game, t.rows, t.cols) {
		if w.board(t.cells, t.rows, t.cols) == t.cells {
			list = append(list, w)
		}
	}
	return list
}

// checkTree compares trees of moves.
func (b *bench) checkTree(questions int) {
	for range questions {
		t := b.target()
		depth, least := 1+b.random.IntN(4), 1+b.random.IntN(2)
		got, page := b.ask("tree", t.term, "--depth", fmt.Sprint(depth), "--min-games", fmt.Sprint(least))
		var matching []*record
		for _, r := range b.records {
			if len(t.hits(r)) > 0 {
				matching = append(matching, r)
			}
		}
		games, folded := b.fold(matching)
		all, parents := t.stems(games, depth)
		more, moreGames := map[string]int{}, map[string]int{}
		kept := func(name string) bool { return name == "" || len(all[name].games) >= least }
		for name := range all {
			if !kept(name) {
				more[parents[name]]++
				moreGames[parents[name]] += len(all[name].games)
			}
		}
		printed, _ := got["nodes"].([]any)
		names := make([]string, len(printed)) // of the nodes that are printed
		lines := make([][]*node, len(printed))
		var nodes []any
		left := map[string]bool{}
		for name := range all {
			if kept(name) && (name == "" || kept(parents[name])) {
				left[name] = true
			}
		}
		for i, g := range printed {
			o, _ := g.(object)
			parent := -1
			if v, ok := o["parent"].(float64); ok {
				parent = int(v)
			}
			if i > 0 && (parent < 0 || parent >= i) {
				page.differs("nodes", "node %d comes before its parent %d", i, parent)
				return
			}
			depth := 0
			if i > 0 {
				move, _ := o["move"].(object)
				n := &node{color: (fmt.Sprint(move["color"]) + " ")[0], move: fmt.Sprint(move["point"])}
				lines[i] = append(slices.Clone(lines[parent]), n)
				depth = len(lines[i])
			}
			names[i] = t.lineName(lines[i], t.own())
			if !left[names[i]] {
				page.differs("nodes", "node %d, %q, is not expected, or printed twice: %s", i, names[i], short(g))
				nodes = append(nodes, unchecked("row that is not expected"))
				continue
			}
			delete(left, names[i])
			s := all[names[i]]
			want := object{
				"parent": parent, "depth": depth, "move": nil, "name": nil, "label": unchecked("letters"), "here": len(s.games), "share": nil,
				"games": len(s.games), "hits": s.hits, "won": count(s.games).results(), "ended": s.ended, "example": "", "same_as": nil, "not_shown": nil,
				"more": nil, "more_games": nil,
			}
			if len(s.games) > 0 {
				want["example"] = fmt.Sprint(s.games[0].id)
			}
			if i > 0 {
				want["move"], want["name"] = object{"color": unchecked("the move itself"), "point": unchecked("the move itself")}, unchecked("text")
				want["share"] = wilson(len(s.games), len(all[names[parent]].games))
			}
			if more[names[i]] > 0 {
				want["more"], want["more_games"] = more[names[i]], moreGames[names[i]]
			}
			nodes = append(nodes, want)
		}
		for name := range left {
			page.differs("nodes", "the line %q of %d games is missing", name, len(all[name].games))
		}
		page.compare("", object{
			"query": unchecked("text"), "game": t.game, "position": unchecked("text"), "depth": depth, "min_games": least, "max_moves": 0, "merged": false,
			"local": false, "games": len(games), "folded": folded, "nodes": nodes, "notices": unchecked("text"),
			"provenance": provenance(len(games), len(matching), all[""].hits, len(b.records)),
		}, got)
	}
}

// stones is how many stones stand on the board of a target.
func (t target) stones() int {
	return len(t.cells) - strings.Count(t.cells, ".")
}

// checkTrend compares in what share of the games of each year a position came up.
func (b *bench) checkTrend(questions int) {
	for range questions {
		t, f := b.target(), b.filter()
		step := []int{1, 10, 100}[b.random.IntN(3)]
		got, page := b.ask("trend", t.term, f.term, "--by", map[int]string{1: "year", 10: "decade", 100: "century"}[step])
		chosen := b.matching(f)
		var with, among []*record
		for _, r := range chosen {
			if r.game != t.game || r.rows != t.rows && r.rows != t.cols || r.rows*r.cols != t.rows*t.cols || (t.game == "go" && r.moves < t.stones()) {
				continue
			}
			among = append(among, r)
			for _, n := range r.line {
				if len(t.is(r, n)) > 0 {
					with = append(with, r)
					break
				}
			}
		}
		with, _ = b.fold(with)
		among, _ = b.fold(among)
		line := object{
			"name": unchecked("text"), "query": unchecked("text"), "among": unchecked("text"), "games": len(with), "of": len(among),
			"share": wilson(len(with), len(among)), "undated": without(with, "year"),
		}
		byYear, ofYear := map[int]int{}, map[int]int{}
		first, last := 9999, 0
		for _, r := range with {
			byYear[r.year()/step*step]++
		}
		for _, r := range among {
			if y := r.year(); y != 0 {
				ofYear[y/step*step]++
				first, last = min(first, y/step*step), max(last, y/step*step)
			}
		}
		years := []any{}
		for y := first; y <= last; y += step {
			if ofYear[y] > 0 {
				years = append(years, object{"year": y, "games": byYear[y], "of": ofYear[y], "share": wilson(byYear[y], ofYear[y])})
			}
		}
		line["years"] = years
		folded, _ := b.fold(chosen)
		page.compare("", object{
			"step": step, "lines": []any{line}, "notices": unchecked("text"), "provenance": provenance(len(folded), len(chosen), 0, len(b.records)),
		}, got)
	}
}

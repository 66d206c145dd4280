package second

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ref names a node as kifudb does: by its move if that leads to it, otherwise by its number.
func (r *record) ref(n *node) string {
	if r.at(n.played) == n {
		return fmt.Sprintf("%d@%d", r.id, n.played)
	}
	return fmt.Sprintf("%d@n%d", r.id, n.number)
}

// at returns the node of a move of the main line; of 0 the last one before the first move.
func (r *record) at(move int) (found *node) {
	for _, n := range r.line {
		if n.played == move && (found == nil || move == 0) {
			found = n
		}
	}
	return found
}

// node returns what a reference names, nil if it names nothing of the record.
func (r *record) node(ref string) *node {
	id, place, _ := strings.Cut(ref, "@")
	if id != strconv.Itoa(r.id) {
		return nil
	}
	number, byNumber := strings.CutPrefix(place, "n")
	k, err := strconv.Atoi(number)
	if err != nil || k < 0 || byNumber && k >= len(r.nodes) {
		return nil
	}
	if byNumber {
		return r.nodes[k]
	}
	return r.at(k)
}

// path returns the moves that lead to a node.
func path(n *node) (moves []*node) {
	for ; n != nil; n = n.parent {
		if n.color != 0 {
			moves = append(moves, n)
		}
	}
	slices.Reverse(moves)
	return moves
}

// positionOf is the position of a node as a target.
func positionOf(r *record, n *node) target {
	return target{r.ref(n), r.game, r.rows, r.cols, n.cells, n.turn, n.rest}
}

// followed expects the moves after a node, in the coordinates of a target under one of its turnings.
func (t target) followed(n *node, turned []turning) any {
	return deferred(func(s *sheet, path string, got any) any {
		list := []any{}
		for _, m := range onward(n) {
			_, all := t.asked(m, turned)
			list = append(list, object{"color": string(m.color), "point": oneOf(all)})
		}
		return list
	})
}

// A kinship is how near a record is.
type kinship struct {
	r    *record
	n    *node // one of the places
	near int   // the last shared move, or how many points differ
}

// checkSimilar compares which games are nearest to a game, and to a position.
func (b *bench) checkSimilar(questions int) {
	for k := range questions {
		of := b.records[b.random.IntN(len(b.records))]
		if k%2 == 1 && of.game == "go" {
			b.similarPosition(of)
			continue
		}
		got, page := b.ask("similar", fmt.Sprint(of.id), "--limit", "0")
		targets := map[int]target{}
		for _, n := range of.line {
			if n.color != 0 && !n.broken && !slices.ContainsFunc(of.line, func(o *node) bool { // a position counts where it came up
				return o.played < n.played && len(positionOf(of, o).is(of, n)) > 0
			}) {
				targets[n.played] = positionOf(of, n)
			}
		}
		near := map[*record]kinship{}
		var matching []*record
		left := []any{}
		var others []*record
		for _, r := range b.records {
			if r.group == of.group {
				left = append(left, fmt.Sprint(r.id))
			} else {
				others = append(others, r)
			}
		}
		others, folded := b.fold(others) // the query chooses all, of which one record counts
		for _, r := range others {
			for move := of.moves; move > 0; move-- {
				t, ok := targets[move]
				if !ok {
					continue
				}
				if hits := t.hits(r); len(hits) > 0 {
					near[r] = kinship{r, hits[0], move}
					matching = append(matching, r)
					break
				}
			}
		}
		games := matching
		rows := map[string]object{}
		for _, r := range games {
			move := near[r].near
			t := targets[move]
			rows[fmt.Sprint(r.id)] = object{"game": shown(r), "shared": move, "swapped": nil, "differs": []any{}, "symmetry": unchecked("number of the turning"),
				"ref": test(func(got any) string {
					n := r.node(fmt.Sprint(got))
					if n == nil || len(t.is(r, n)) == 0 {
						return fmt.Sprintf("is %v, where the position of move %d is not", got, move)
					}
					return ""
				}), "move": unchecked("set below"), "next": unchecked("set below"), "reordered": unchecked("set below"),
			}
		}
		b.similarRows(page, got, rows, func(r *record, n *node) (t target, turned []turning) {
			t = targets[near[r].near]
			return t, t.is(r, n)
		}, of)
		counts := map[int]int{}
		for _, r := range games {
			counts[near[r].near]++
		}
		list := []any{}
		for move := of.moves; move > 0; move-- {
			if counts[move] > 0 {
				list = append(list, object{"shared": move, "games": counts[move]})
			}
		}
		page.compare("", object{
			"provenance": provenance(len(games), len(games)+folded, 0, len(b.records)), "query": unchecked("text"), "notices": unchecked("text"), "of": shown(of), "ref": nil,
			"without": left, "near": nil, "total": len(games), "folded": folded, "counts": list,
			"games": page.matched("games", rows, idOf, got["games"]),
		}, got)
	}
}

// idOf names a row by its game.
func idOf(o object) string {
	game, _ := o["game"].(object)
	return fmt.Sprint(game["id"])
}

// similarRows completes what is expected of rows by the places that they print.
func (b *bench) similarRows(page *sheet, got object, rows map[string]object, lies func(*record, *node) (target, []turning), of *record) {
	list, _ := got["games"].([]any)
	for _, g := range list {
		o, _ := g.(object)
		row, ok := rows[idOf(o)]
		if !ok {
			continue
		}
		id, _ := strconv.Atoi(idOf(o))
		r := b.records[id-1]
		n := r.node(fmt.Sprint(o["ref"]))
		if n == nil {
			continue
		}
		t, turned := lies(r, n)
		if len(turned) == 0 {
			continue
		}
		row["move"], row["next"] = n.played, t.followed(n, turned)
		if row["shared"] == nil && (slices.ContainsFunc(onward(n), func(m *node) bool { return m.move == "" }) || setUp(n)) {
			row["next"] = unchecked("moves after a pass or setup")
		}
		row["reordered"] = nil
		if row["shared"] == nil {
			continue
		}
		asked := path(of.at(row["shared"].(int)))
		there := path(n)
		reordered := true
		board := &goban{rows: t.rows, cols: t.cols}
		for _, w := range turned {
			same := len(asked) == len(there)
			for i := range asked {
				same = same && asked[i].color == there[i].color
				if x := board.index(asked[i].move); same && x >= 0 && (t.game == "go" || t.game == "othello") {
					same = w.of(x, t.rows, t.cols) == board.index(there[i].move)
				} else if same {
					same = asked[i].move == there[i].move
				}
				if !same {
					break
				}
			}
			if same {
				reordered = false
			}
		}
		if reordered {
			row["reordered"] = true
		}
	}
}

// similarPosition compares which games come near a position.
func (b *bench) similarPosition(of *record) {
	n := of.at(b.random.IntN(min(of.moves, 9) + 1))
	if n == nil {
		return
	}
	t := positionOf(of, n)
	within := min(b.random.IntN(4), max(0, t.stones()-1))
	got, page := b.ask("similar", fmt.Sprintf("%d@%d", of.id, n.played), "--near", fmt.Sprint(within), "--limit", "0")
	distance := func(r *record, n *node) (least int, turned []turning) {
		least = within + 1
		for _, w := range ways(t.game, t.rows, t.cols) {
			differ := 0
			for i, c := range []byte(w.board(t.cells, t.rows, t.cols)) {
				if n.cells[i] != c {
					differ++
				}
			}
			if differ < least {
				least, turned = differ, nil
			}
			if differ == least {
				turned = append(turned, w)
			}
		}
		return least, turned
	}
	near := map[*record]int{}
	var matching []*record
	left := []any{}
	for _, r := range b.records {
		if r.group == of.group {
			left = append(left, fmt.Sprint(r.id))
			continue
		}
		if r.game != t.game || r.rows != t.rows || r.cols != t.cols {
			continue
		}
		least := within + 1
		for _, n := range r.nodes {
			if n.turn == t.turn {
				d, _ := distance(r, n)
				least = min(least, d)
			}
		}
		if least <= within {
			near[r] = least
			matching = append(matching, r)
		}
	}
	games, folded := b.fold(matching)
	rows := map[string]object{}
	counts := map[int]int{}
	for _, r := range games {
		counts[near[r]]++
		rows[fmt.Sprint(r.id)] = object{"game": shown(r), "shared": nil, "reordered": nil, "swapped": nil, "symmetry": unchecked("number of the turning"),
			"move": unchecked("set below"), "next": unchecked("set below"),
			"differs": test(func(got any) string {
				if list, ok := got.([]any); !ok || len(list) != near[r] {
					return fmt.Sprintf("has %s, want %d points", short(got), near[r])
				}
				return ""
			}),
			"ref": test(func(got any) string {
				n := r.node(fmt.Sprint(got))
				if n == nil {
					return fmt.Sprintf("%v is no place", got)
				}
				if d, _ := distance(r, n); d != near[r] {
					return fmt.Sprintf("is %v, where %d points differ, want %d", got, d, near[r])
				}
				return ""
			}),
		}
	}
	b.similarRows(page, got, rows, func(r *record, n *node) (target, []turning) {
		_, turned := distance(r, n)
		return t, turned
	}, of)
	list := []any{}
	for _, d := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, object{"differs": d, "games": counts[d]})
	}
	want := object{
		"provenance": provenance(len(games), len(matching), 0, len(b.records)), "query": unchecked("text"), "notices": unchecked("text"), "of": shown(of),
		"ref": fmt.Sprintf("%d@%d", of.id, n.played), "without": left, "near": nil, "total": len(games), "folded": folded, "counts": list,
		"games": page.matched("games", rows, idOf, got["games"]),
	}
	if within > 0 {
		want["near"] = within
	}
	page.compare("", want, got)
}

// checkRemarks compares what was written about positions.
func (b *bench) checkRemarks(questions int) {
	for range questions {
		t := b.target()
		got, page := b.ask("remarks", t.term, "--limit", "0")
		type remark struct {
			texts, properties []string
			games             map[int]bool
			records           map[int]bool
			places            []string
			of                map[string]*record
		}
		all := map[string]*remark{}
		games, records := map[int]bool{}, map[int]bool{}
		for _, r := range b.records {
			stands := map[*node]bool{} // a pass is about something else
			for _, n := range r.nodes {
				if len(t.is(r, n)) == 0 || n.parent != nil && len(t.is(r, n.parent)) > 0 && (n.color != 0 || !stands[n.parent]) {
					continue
				}
				stands[n] = true
				for _, property := range []string{"C", "N", "GC"} {
					text := n.value(property)
					if property == "GC" && n.number != 0 { // a comment on the game as a whole
						continue
					}
					key := strings.Join(strings.Fields(text), " ")
					if key == "" {
						continue
					}
					m := all[key]
					if m == nil {
						m = &remark{games: map[int]bool{}, records: map[int]bool{}, of: map[string]*record{}}
						all[key] = m
					}
					group := r.group
					if b.all {
						group = r.id
					}
					m.texts, m.properties = append(m.texts, text), append(m.properties, property)
					m.games[group], games[group], records[r.id] = true, true, true
					m.places = append(m.places, r.ref(n))
					m.of[r.ref(n)] = r
				}
			}
		}
		rows := map[string]object{}
		for key, m := range all {
			places := map[string]object{}
			for _, p := range m.places {
				places[p] = object{"ref": p, "game": shown(m.of[p]), "annotator": nil, "user": nil}
			}
			rows[key] = object{"text": oneOf(m.texts), "property": oneOf(m.properties), "games": len(m.games), "places": deferred(func(s *sheet, path string, got any) any {
				return s.matched(path, places, func(o object) string { return fmt.Sprint(o["ref"]) }, got)
			})}
		}
		page.compare("", object{
			"provenance": provenance(len(games), len(records), 0, len(b.records)), "query": unchecked("text"), "notices": unchecked("text"),
			"games": len(games), "records": len(records), "total": len(all), "unread": 0,
			"remarks": page.matched("remarks", rows, func(o object) string { return strings.Join(strings.Fields(fmt.Sprint(o["text"])), " ") }, got["remarks"]),
		}, got)
	}
}

// setUp reports whether the board is set up anew after a node, before a move.
func setUp(n *node) bool {
	return slices.ContainsFunc(n.children, func(c *node) bool { return c.color == 0 && (c.cells != n.cells || setUp(c)) })
}

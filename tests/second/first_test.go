package second

import (
	"fmt"
	"maps"
	"slices"
)

// A play is how a position came up in a game first.
type play struct {
	r *record
	n *node
}

// dateText writes the days of a date, as precise as they are.
func dateText(r *record) any {
	switch {
	case r.from == [3]int{}:
		return nil
	case r.from == r.to:
		return fmt.Sprintf("%04d-%02d-%02d", r.from[0], r.from[1], r.from[2])
	case r.from == [3]int{r.from[0], 1, 1} && r.to == [3]int{r.from[0], 12, 31}:
		return fmt.Sprintf("%04d", r.from[0])
	case r.from[0] == r.to[0] && r.from[1] == r.to[1] && r.from[2] == 1 && r.to[2] == daysOf(r.to[0], r.to[1]):
		return fmt.Sprintf("%04d-%02d", r.from[0], r.from[1])
	}
	return fmt.Sprintf("%04d-%02d-%02d..%04d-%02d-%02d", r.from[0], r.from[1], r.from[2], r.to[0], r.to[1], r.to[2])
}

// checkFirst compares who played a position first.
func (b *bench) checkFirst(questions int) {
	for k := 0; k < questions; k++ {
		t := b.target()
		f := filter{"*", func(*record) bool { return true }}
		args := []string{"first", t.term, "--limit", "0"}
		if b.random.IntN(2) == 0 {
			f = b.filter()
			args = append(args, f.term)
		}
		got, page := b.ask(args...)
		var matching []*record
		plays := map[*record]play{}
		for _, r := range b.matching(f) {
			for _, n := range r.line {
				if len(t.is(r, n)) > 0 {
					matching = append(matching, r)
					plays[r] = play{r, n}
					break
				}
			}
		}
		games, folded := b.fold(matching)
		var played []play
		setup := 0
		for _, r := range games {
			if plays[r].n.color == 0 {
				setup++
			} else {
				played = append(played, plays[r])
			}
		}
		page.compare("", b.first(t, f, played, setup, folded, len(games), len(matching)), got)
	}
}

// outcomeOfPlays counts how games ended for whoever played.
func outcomeOfPlays(plays []play) (w tally) {
	for _, p := range plays {
		w = w.plus(count([]*record{p.r}).by(p.n.color))
	}
	return w
}

// first returns what is expected of an answer.
func (b *bench) first(t target, f filter, played []play, setup, folded, games, matching int) object {
	var dated, undated []play
	unnamed := 0
	for _, p := range played {
		if p.r.year() == 0 {
			undated = append(undated, p)
		} else {
			dated = append(dated, p)
		}
		if p.r.player(p.n.color) == "" {
			unnamed++
		}
	}
	byOver := func(a, b play) int { // certainly over first
		switch {
		case before(a.r.to, b.r.to):
			return -1
		case before(b.r.to, a.r.to):
			return 1
		case before(a.r.from, b.r.from):
			return -1
		case before(b.r.from, a.r.from):
			return 1
		}
		return a.r.id - b.r.id
	}
	byBegun := func(a, b play) int { // begun last
		switch {
		case before(b.r.from, a.r.from):
			return -1
		case before(a.r.from, b.r.from):
			return 1
		case before(b.r.to, a.r.to):
			return -1
		case before(a.r.to, b.r.to):
			return 1
		}
		return a.r.id - b.r.id
	}
	seen := func(p play, maybe bool) object {
		o := object{
			"game": shown(p.r), "ref": fmt.Sprintf("%d@%d", p.r.id, p.n.played), "date": dateText(p.r), "color": string(p.n.color),
			"player": nil, "maybe_first": nil,
		}
		if name := p.r.player(p.n.color); name != "" {
			o["player"] = name
		}
		if maybe {
			o["maybe_first"] = true
		}
		return o
	}
	slices.SortStableFunc(dated, byOver)
	var first, last, without []any
	maybe := 0
	for i, p := range dated {
		may := !before(dated[0].r.to, p.r.from)
		if may {
			maybe++
		}
		first = append(first, seen(p, may && i > 0))
	}
	latest := slices.Clone(dated)
	slices.SortStableFunc(latest, byBegun)
	for _, p := range latest {
		last = append(last, seen(p, false))
	}
	for _, p := range undated {
		without = append(without, seen(p, false))
	}
	all := []*record{} // games of the same kind and size that match the rest
	for _, r := range b.matching(f) {
		if r.game == t.game && r.rows*r.cols == t.rows*t.cols && min(r.rows, r.cols) == min(t.rows, t.cols) {
			all = append(all, r)
		}
	}
	all, _ = b.fold(all)
	of := grouped("year", all, both)
	years := []any{}
	byYear := map[int][]play{}
	for _, p := range dated {
		byYear[p.r.year()] = append(byYear[p.r.year()], p)
	}
	known := slices.Sorted(maps.Keys(byYear))
	for y := 0; len(known) > 0 && y <= known[len(known)-1]; y++ {
		n, m := len(byYear[y]), len(of[fmt.Sprint(y)])
		if y < known[0] || m == 0 {
			continue
		}
		years = append(years, object{"year": y, "games": n, "of": m, "share": wilson(n, m), "outcome": outcomeOfPlays(byYear[y]).outcome()})
	}
	since := 0
	for _, r := range all {
		if len(latest) > 0 && r.year() > latest[0].r.year() {
			since++
		}
	}
	players := deferred(func(s *sheet, path string, got any) any {
		by := map[string][]play{}
		for _, p := range played {
			if name := p.r.player(p.n.color); name != "" {
				by[name] = append(by[name], p)
			}
		}
		rows := map[string]object{}
		for name, plays := range by {
			o := object{"name": name, "games": len(plays), "undated": 0, "outcome": outcomeOfPlays(plays).outcome(), "first": nil, "last": nil}
			var dated []play
			for _, p := range plays {
				if p.r.year() != 0 {
					dated = append(dated, p)
				}
			}
			o["undated"] = len(plays) - len(dated)
			if len(dated) > 0 {
				slices.SortStableFunc(dated, byOver)
				o["first"] = seen(dated[0], false)
				slices.SortStableFunc(dated, byBegun)
				o["last"] = seen(dated[0], false)
			}
			rows[name] = o
		}
		return s.matched(path, rows, nameOf, got)
	})
	list := func(l []any) []any {
		if l == nil {
			return []any{}
		}
		return l
	}
	return object{
		"query": unchecked("text"), "notices": unchecked("text"), "provenance": provenance(games, matching, 0, len(b.records)),
		"games": len(played), "folded": folded, "setup": setup, "undated": len(undated), "unnamed": unnamed,
		"outcome": outcomeOfPlays(played).outcome(), "first": list(first), "maybe_first": maybe, "last": list(last), "since": since,
		"undated_games": list(without), "years": years, "no_year": 0, "players": players,
	}
}

// shown returns what lists show of a game.
func shown(r *record) any {
	o := object{"id": r.id, "game": r.game, "size": r.size(), "moves": r.moves, "file": unchecked("text"), "komi": nil, "handicap": nil}
	for key, text := range map[string]string{
		"place": r.nodes[0].value("PC"), "round": r.nodes[0].value("RO"),
		"black": r.black, "white": r.white, "blackrank": r.ranks[0], "whiterank": r.ranks[1], "event": r.event, "result": r.result, "date": r.date,
	} {
		o[key] = nil
		if text != "" {
			o[key] = text
		}
	}
	if r.komi != "" {
		o["komi"] = test(func(got any) string {
			if fmt.Sprint(got) != r.komi {
				return fmt.Sprintf("is %v, want %s", got, r.komi)
			}
			return ""
		})
	}
	if r.handicap > 0 {
		o["handicap"] = r.handicap
	}
	return o
}

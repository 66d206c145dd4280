package second

import (
	"fmt"
	"slices"
)

// checkAnnotate compares games with what was known on their days.
func (b *bench) checkAnnotate(questions int) {
	for range questions {
		of := b.records[b.random.IntN(len(b.records))]
		now := of.year() == 0 || b.random.IntN(4) == 0
		args := []string{"annotate", fmt.Sprint(of.id), "--limit", "0"}
		if now {
			args = append(args, "--asof", "now")
		}
		got, page := b.ask(args...)
		when := func(r *record) string {
			switch {
			case now:
				return "earlier"
			case r.year() == 0:
				return "undated"
			case before(r.to, of.from):
				return "earlier"
			case before(of.to, r.from):
				return "later"
			}
			return "meanwhile"
		}
		byTime := func(games []*record) object {
			o := map[string]int{}
			for _, r := range games {
				o[when(r)]++
			}
			return object{"earlier": o["earlier"], "meanwhile": o["meanwhile"], "undated": o["undated"], "later": o["later"]}
		}
		earlier := func(games []*record) (list []*record) {
			for _, r := range games {
				if when(r) == "earlier" {
					list = append(list, r)
				}
			}
			return list
		}
		var others []*record
		left := []any{of.id}
		for _, r := range b.records {
			switch {
			case r == of:
			case r.group == of.group:
				left = append(left, r.id)
			case r.game == of.game && r.rows*r.cols == of.rows*of.cols && min(r.rows, r.cols) == min(of.rows, of.cols):
				others = append(others, r)
			}
		}
		same, _ := b.fold(others)
		moves := []any{}
		departures, returns := []any{}, []any{}
		lastKnown := 0
		for _, n := range of.line {
			if n.color == 0 {
				continue
			}
			t := positionOf(of, n.parent)
			after := positionOf(of, n)
			_, asked := t.asked(n, t.own())
			var known, played, reached []*record
			replies := map[string][]*record{}
			for _, r := range others {
				knows, plays, reaches := false, false, false
				own := map[string]bool{}
				for i, m := range r.line {
					if came(after, r.line, i) {
						reaches = toPlay(m) == other(n.color)
					}
					turned := t.is(r, m)
					if !came(t, r.line, i) {
						continue
					}
					if toPlay(m) != n.color {
						continue
					}
					knows = true
					next := onwardMain(m)
					if next == nil || next.color != n.color {
						continue
					}
					name, all := t.asked(next, turned)
					own[name] = true
					if slices.Contains(all, asked[0]) {
						plays = true
					}
				}
				if knows {
					known = append(known, r)
				}
				if plays {
					played = append(played, r)
				}
				if reaches {
					reached = append(reached, r)
				}
				for name := range own {
					replies[name] = append(replies[name], r)
				}
			}
			known, _ = b.fold(known)
			played, _ = b.fold(played)
			reached, _ = b.fold(reached)
			k, m, e := len(earlier(known)), len(earlier(played)), len(earlier(reached))
			standing := ""
			switch {
			case m > 0 && float64(m) <= 0.05*float64(k):
				standing = "rare"
			case m > 0:
				standing = "usual"
			case k > 0 && e > 0:
				standing = "transposition"
			case k > 0:
				standing = "new"
				departures = append(departures, n.played)
			case e > 0:
				standing = "return"
				returns = append(returns, n.played)
			default:
				standing = "unknown"
			}
			if e > 0 {
				lastKnown = n.played
			}
			row := object{
				"number": n.played, "node": n.number, "color": string(n.color), "point": n.move, "name": unchecked("text"), "tenuki": nil, "standing": standing,
				"known": byTime(known), "played": byTime(played), "reached": byTime(reached), "rank": nil, "of": nil, "share": wilson(m, k),
				"won": count(earlier(played)).results(), "doubtful": unchecked("doubts"), "usually": unchecked("the usual move"), "last": unchecked("the latest game"), "maybe": unchecked("doubts"),
			}
			rank, different := 1, 0
			for _, games := range replies {
				folded, _ := b.fold(games)
				if l := len(earlier(folded)); l > 0 {
					different++
					if l > m {
						rank++
					}
				}
			}
			if m > 0 {
				row["rank"] = rank
			}
			if different > 0 {
				row["of"] = different
			}
			moves = append(moves, row)
		}
		from := "game"
		if now {
			from = "now"
		}
		page.compare("", object{
			"provenance": unchecked("provenance"), "notices": unchecked("text"), "game": shown(of), "as_of": unchecked("text"), "as_of_from": from, "query": unchecked("text"),
			"games": byTime(same), "left": left, "moves": moves, "departures": departures, "returns": returns, "last_known": lastKnown, "nearest": unchecked("the latest game"),
			"corners": unchecked("corners"),
		}, got)
	}
}

// onwardMain returns the next move on the main line, unless setup comes before it.
func onwardMain(n *node) *node {
	for m := n; len(m.children) > 0; {
		m = m.children[0]
		if m.color != 0 {
			return m
		}
		if m.cells != n.cells {
			return nil
		}
	}
	return nil
}

// came reports whether a position comes up at a node of a line for the first time.
func came(t target, line []*node, i int) bool {
	r := &record{game: t.game, rows: t.rows, cols: t.cols}
	return len(t.is(r, line[i])) > 0 && !slices.ContainsFunc(line[:i], func(n *node) bool { return len(t.is(r, n)) > 0 })
}

// toPlay is who moves after a node of the main line: who does, or if the record ends, who did not
// move last.
func toPlay(n *node) byte {
	if next := onwardMain(n); next != nil {
		return next.color
	}
	for ; n != nil; n = n.parent {
		if n.color != 0 {
			return other(n.color)
		}
	}
	return 'B'
}

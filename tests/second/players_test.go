package second

import (
	"fmt"
	"slices"
)

// rankOrder is where a rank stands: kyu below dan below professional.
func rankOrder(rank string) int {
	n, kind := 0, rank[len(rank)-1]
	fmt.Sscanf(rank, "%d", &n)
	switch kind {
	case 'k':
		return -n
	case 'd':
		return n
	}
	return 100 + n
}

// side is a game as one of its players has it.
type side struct {
	r     *record
	color byte
}

// gamesOf returns the games of sides, each once.
func gamesOf(sides []side) (games []*record) {
	for _, s := range sides {
		if !slices.Contains(games, s.r) {
			games = append(games, s.r)
		}
	}
	return games
}

// results counts how games ended for the sides.
func outcomeOf(sides []side) (w tally) {
	for _, s := range sides {
		w = w.plus(count([]*record{s.r}).by(s.color))
	}
	return w
}

// entry returns what lists say of a name.
func entry(name string, sides []side, player bool) object {
	games := gamesOf(sides)
	o := object{"name": name, "games": len(games), "outcome": nil, "won": count(games).results(), "first_year": 0, "last_year": 0, "lowest": "", "highest": ""}
	if player {
		o["outcome"] = outcomeOf(sides).outcome()
	}
	first, last := 0, 0
	for _, r := range games {
		if y := r.year(); y != 0 {
			if first == 0 || y < first {
				first = y
			}
			last = max(last, y)
		}
	}
	o["first_year"], o["last_year"] = first, last
	lowest, highest := "", ""
	for _, s := range sides {
		if rank := s.r.rank(s.color); rank != "" && player {
			if lowest == "" || rankOrder(rank) < rankOrder(lowest) {
				lowest = rank
			}
			if highest == "" || rankOrder(rank) > rankOrder(highest) {
				highest = rank
			}
		}
	}
	o["lowest"], o["highest"] = lowest, highest
	return o
}

// nameOf names an entry.
func nameOf(o object) string { return fmt.Sprint(o["name"]) }

// entries expects a list of names with their games, in any order.
func entries(by map[string][]side, list string) any {
	return deferred(func(s *sheet, path string, got any) any {
		rows := map[string]object{}
		for name, sides := range by {
			rows[name] = entry(name, sides, true)
			if list != "players" {
				rows[name]["lowest"], rows[name]["highest"] = "", ""
			}
		}
		return s.matched(path, rows, nameOf, got)
	})
}

// checkPlayers compares the list of players, and the pages of some.
func (b *bench) checkPlayers(questions int) {
	for k := range questions {
		f := b.filter()
		matching := b.matching(f)
		games, _ := b.fold(matching)
		by := map[string][]side{}
		nameless := 0
		for _, r := range games {
			for _, color := range []byte("BW") {
				if name := r.player(color); name != "" {
					by[name] = append(by[name], side{r, color})
				}
			}
			if r.black == "" && r.white == "" {
				nameless++
			}
		}
		if k%2 == 0 {
			got, page := b.ask("players", f.term, "--limit", "0")
			page.compare("", object{
				"provenance": provenance(len(games), len(matching), 0, len(b.records)), "notices": unchecked("text"), "kind": "players",
				"distinct": len(by), "few": 0, "without": nameless, "shrunken": false, "names": entries(by, "players"),
			}, got)
			continue
		}
		var known []string
		for name := range by {
			known = append(known, name)
		}
		if len(known) == 0 {
			continue
		}
		slices.Sort(known)
		name := known[b.random.IntN(len(known))]
		got, page := b.ask("players", name, f.term, "--limit", "0")
		own := by[name]
		var black, white []side
		lists := map[string]map[string][]side{"opponents": {}, "ranks": {}, "events": {}, "years": {}}
		add := func(list, name string, s side) {
			if name != "" {
				lists[list][name] = append(lists[list][name], s)
			}
		}
		for _, s := range own {
			if s.color == 'B' {
				black = append(black, s)
			} else {
				white = append(white, s)
			}
			add("opponents", s.r.player(other(s.color)), s)
			add("ranks", s.r.rank(s.color), s)
			add("events", s.r.event, s)
			if y := s.r.year(); y != 0 {
				add("years", fmt.Sprint(y), s)
			}
		}
		want := entry(name, own, true)
		want["provenance"], want["notices"], want["kind"], want["spellings"] = provenance(len(games), len(matching), 0, len(b.records)), unchecked("text"), "players", []any{}
		want["as_black"], want["as_white"] = outcomeOf(black).outcome(), outcomeOf(white).outcome()
		want["corners"], want["openings"] = unchecked("corners and openings"), unchecked("corners and openings")
		for list, by := range lists {
			want[list] = nil
			if list == "years" {
				want[list] = []any{}
			}
			if len(by) > 0 {
				want[list] = entries(by, list)
			}
		}
		page.compare("", want, got)
	}
}

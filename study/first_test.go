package study_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/book/duplicate"
	"kifudb/position"
	"kifudb/store"
	"kifudb/study"
)

// How positions spread is what a scan of all games says.
func TestSpread(t *testing.T) {
	a := newRandomArchive(t, 1, 240)
	asked, setup, undated, maybe := 0, 0, 0, 0
	every := 6
	if testing.Short() {
		every = 40
	}
	for i, g := range a.games {
		if i%every != 0 {
			continue
		}
		for node := range min(4, g.script.Nodes()) {
			for _, clusters := range []*duplicate.Clusters{nil, a.clusters} {
				text := fmt.Sprintf("pos:%d@n%d variations:off -player:cho", g.id, node)
				limit := []int{0, 3}[i/every%2]
				got := a.ask(t, text, &study.First{Limit: limit}, clusters).(*study.FirstFound)
				want := a.spread(g.boardAt(node), clusters, limit)
				if d := gocmp.Diff(want, got); d != "" {
					t.Fatalf("%s, limit %d (-want +got):\n%s", text, limit, d)
				}
				asked++
				setup += got.Setup
				undated += got.Undated
				if len(got.First) > 1 && got.First[1].Lo <= got.First[0].Hi {
					maybe++
				}
			}
		}
	}
	if asked < 500/every || setup < 100/every || undated < 100/every || maybe < 60/every {
		t.Errorf("%d questions, %d games set up, %d undated, %d doubtful firsts are no test", asked, setup, undated, maybe)
	}
}

// spread is the slow twin.
func (a *randomArchive) spread(asked *position.Board, clusters *duplicate.Clusters, limit int) *study.FirstFound {
	want := &study.FirstFound{}
	var found []*randomGame
	for _, g := range a.games {
		if g.info["PB"] != "Cho" && g.info["PW"] != "Cho" && len(g.hits(asked, true, false)) > 0 {
			found = append(found, g)
		}
	}
	days := map[string]*study.Days{}
	players := map[string]*study.FirstPlayer{}
	for _, g := range a.counted(clusters, found) {
		node := g.hits(asked, true, false)[0]
		by := position.Empty
		g.nodes(func(_ *position.Board, s *position.Step) bool {
			if s.Node == node && s.Moved {
				by = s.Move.Color
			}
			return s.Node < node
		})
		if by == position.Empty {
			want.Setup++
			continue
		}
		f := g.facts
		one := study.Sighting{Game: g.id, Node: node, Lo: f.DateLo, Hi: f.DateHi, By: by}
		var served study.Served
		switch won := map[position.Color]store.Winner{position.Black: store.WinnerBlack, position.White: store.WinnerWhite}; {
		case f.Winner == store.WinnerNone:
			served.Drawn = 1
		case f.Winner == won[by]:
			served.Won = 1
		case f.Winner == won[by.Opponent()]:
			served.Lost = 1
		default:
			served.Unknown = 1
		}
		sum := func(s *study.Served) {
			s.Won, s.Lost, s.Drawn, s.Unknown = s.Won+served.Won, s.Lost+served.Lost, s.Drawn+served.Drawn, s.Unknown+served.Unknown
		}
		want.Games++
		sum(&want.Served)
		if f.DateLo == 0 {
			want.Undated++
			want.Without = append(want.Without, one)
		} else {
			key := fmt.Sprint(f.DateLo, f.DateHi)
			if days[key] == nil {
				days[key] = &study.Days{Lo: f.DateLo, Hi: f.DateHi}
			}
			days[key].Games++
			sum(&days[key].Served)
			want.First, want.Last = append(want.First, one), append(want.Last, one)
		}
		name := g.info[map[position.Color]string{position.Black: "PB", position.White: "PW"}[by]]
		if name == "" {
			want.Unnamed++
			continue
		}
		p := players[name]
		if p == nil {
			p = &study.FirstPlayer{Name: name}
			players[name] = p
		}
		p.Games++
		sum(&p.Served)
		if f.DateLo != 0 {
			if p.Dated == 0 || byHi(one, p.First) < 0 {
				p.First = one
			}
			if p.Dated == 0 || byLo(one, p.Last) < 0 {
				p.Last = one
			}
			p.Dated++
		}
	}
	slices.SortFunc(want.First, byHi)
	slices.SortFunc(want.Last, byLo)
	slices.SortFunc(want.Without, byHi)
	for _, list := range []*[]study.Sighting{&want.First, &want.Last, &want.Without} {
		if limit > 0 && len(*list) > limit {
			*list = (*list)[:limit]
		}
	}
	for _, d := range days {
		want.Days = append(want.Days, *d)
	}
	slices.SortFunc(want.Days, func(a, b study.Days) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi)) })
	for _, p := range players {
		want.Players = append(want.Players, *p)
	}
	slices.SortFunc(want.Players, func(a, b study.FirstPlayer) int {
		if (a.Dated == 0) != (b.Dated == 0) {
			return cmp.Compare(min(b.Dated, 1), min(a.Dated, 1))
		}
		if a.Dated > 0 {
			return byHi(a.First, b.First)
		}
		return cmp.Or(b.Games-a.Games, strings.Compare(a.Name, b.Name))
	})
	return want
}

func byHi(a, b study.Sighting) int {
	return cmp.Or(cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Game, b.Game))
}

func byLo(a, b study.Sighting) int {
	return cmp.Or(cmp.Compare(b.Lo, a.Lo), cmp.Compare(b.Hi, a.Hi), cmp.Compare(a.Game, b.Game))
}

// A pattern in other colors was played by who played it.
func TestSpreadOfPatterns(t *testing.T) {
	a := newRandomArchive(t, 2, 120)
	for _, text := range []string{"pat:corner[..../.X../..../....] colors:either", "seq:corner[B[bb];W[cc]] variations:off", "then(pat:NW[..../.X../..../....], pat:NE[..../..X./..../....])"} {
		found := a.ask(t, text, &study.First{}, a.clusters).(*study.FirstFound)
		if found.Games < 3 {
			t.Errorf("%s: %d games are no test", text, found.Games)
		}
		for _, one := range slices.Concat(found.First, found.Without) {
			g, by := a.game(one.Game), position.Empty
			g.nodes(func(_ *position.Board, s *position.Step) bool {
				if s.Node == one.Node {
					by = s.Move.Color
				}
				return true
			})
			if by != one.By {
				t.Errorf("%s: node %d of game %d was played by %v, not %v", text, one.Node, one.Game, by, one.By)
			}
		}
	}
}

package study_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/book/duplicate"
	"kifudb/position"
	"kifudb/search"
	"kifudb/store"
	"kifudb/study"
)

// What was known of positions on the days of games, and played there, is what a scan of
// all games says.
func TestPrecedents(t *testing.T) {
	a := newRandomArchive(t, 4, 240)
	every := 16
	if testing.Short() {
		every = 30
	}
	var games, played [4]int
	folded, doubtful := 0, 0
	for i, g := range a.games {
		if i%every != 0 {
			continue
		}
		g.nodes(func(b *position.Board, s *position.Step) bool {
			if !s.MainLine || s.Parent < 0 || !s.Moved {
				return true
			}
			before := g.boardAt(s.Parent)
			move := asAsked(before, before, s.Move)
			what := &study.Annotation{Lo: g.facts.DateLo, Hi: g.facts.DateHi, Moves: true, Played: &move, Limit: []int{0, 2}[s.Node%2]}
			text := fmt.Sprintf("pos:%d@n%d next:%s variations:off", g.id, s.Parent, s.Move.Color.Letter())
			for _, clusters := range []*duplicate.Clusters{nil, a.clusters} {
				got := a.ask(t, text, what, clusters).(*study.AnnotationFound)
				want := a.precedent(before, s.Move.Color, what, clusters)
				if d := gocmp.Diff(want, got); d != "" {
					t.Fatalf("%s on %d..%d (-want +got):\n%s", text, what.Lo, what.Hi, d)
				}
				for when, n := range got.Games {
					games[when] += n
					played[when] += got.Played[when]
				}
				doubtful += len(got.Doubtful)
				folded += got.Ended
			}
			return true
		})
	}
	for when := range games {
		if games[when] < 10 || played[when] < 5 {
			t.Errorf("%v games and %v with the move are no test", games, played)
			break
		}
	}
	if doubtful < 10 || folded == 0 {
		t.Errorf("%d doubtful games, %d ended are no test", doubtful, folded)
	}
}

// asAsked maps a move on a board to another that it is an image of, and to the one of
// all moves there that mean the same which stands for them.
func asAsked(asked, board *position.Board, m position.Move) position.Move {
	if m.Point == position.Pass {
		return m
	}
	size := asked.Size()
	p := mapsTo(asked, board)[0].Inverse().Apply(m.Point, size)
	best := p
	for _, s := range mapsTo(asked, asked) {
		q := s.Apply(p, size)
		if cmp.Or(q.X()-best.X(), best.Y()-q.Y()) > 0 {
			best = q
		}
	}
	return position.Move{Color: m.Color, Point: best}
}

// precedent is the slow twin.
func (a *randomArchive) precedent(asked *position.Board, next position.Color, what *study.Annotation, clusters *duplicate.Clusters) *study.AnnotationFound {
	type hit struct {
		node int
		move *position.Move
	}
	hits := map[store.GameID]hit{}
	var found []*randomGame
	for _, g := range a.games {
		nodes := g.hits(asked, true, false)
		if len(nodes) == 0 {
			continue
		}
		h := hit{node: nodes[0]}
		var board *position.Board
		color, over := position.Empty, false
		g.nodes(func(b *position.Board, s *position.Step) bool {
			switch {
			case s.Node == h.node:
				board, color = b.Clone(), b.ToPlay()
			case s.Node < h.node || !s.MainLine || over:
			case s.Moved:
				move := asAsked(asked, board, s.Move)
				h.move, color, over = &move, move.Color, true
			default:
				over = len(s.Changes) > 0
			}
			return true
		})
		if color == next {
			found, hits[g.id] = append(found, g), h
		}
	}
	want := &study.AnnotationFound{}
	moves := map[position.Move]*study.AnnotationMove{}
	for _, g := range a.counted(clusters, found) {
		h, f := hits[g.id], g.facts
		when := study.Meanwhile
		switch {
		case what.Lo == 0:
			when = study.Earlier
		case f.DateLo == 0:
			when = study.Undated
		case f.DateHi < what.Lo:
			when = study.Earlier
		case f.DateLo > what.Hi:
			when = study.Later
		}
		same := h.move != nil && *h.move == *what.Played
		one := study.Sighting{Game: g.id, Node: h.node, Lo: f.DateLo, Hi: f.DateHi}
		want.Games[when]++
		if same {
			want.Played[when]++
			if when == study.Meanwhile || when == study.Undated {
				want.Doubtful = append(want.Doubtful, one)
			}
		}
		if when != study.Earlier {
			continue
		}
		won := search.Results{Other: 1}
		switch f.Winner {
		case store.WinnerBlack:
			won = search.Results{Black: 1}
		case store.WinnerWhite:
			won = search.Results{White: 1}
		case store.WinnerNone:
			won = search.Results{Draw: 1}
		}
		add := func(r *search.Results) {
			*r = search.Results{Black: r.Black + won.Black, White: r.White + won.White, Draw: r.Draw + won.Draw, Other: r.Other + won.Other}
		}
		add(&want.Won)
		want.Latest = append(want.Latest, one)
		if same {
			want.Follows = append(want.Follows, one)
		}
		if h.move == nil {
			want.Ended++
			continue
		}
		if moves[*h.move] == nil {
			moves[*h.move] = &study.AnnotationMove{Move: *h.move}
		}
		moves[*h.move].Games++
		add(&moves[*h.move].Won)
	}
	for _, m := range moves {
		want.Moves = append(want.Moves, *m)
	}
	slices.SortFunc(want.Moves, func(a, b study.AnnotationMove) int {
		return cmp.Or(b.Games-a.Games, int(a.Move.Color)-int(b.Move.Color), int(a.Move.Point)-int(b.Move.Point))
	})
	for _, list := range []*[]study.Sighting{&want.Latest, &want.Follows, &want.Doubtful} {
		slices.SortFunc(*list, byLo)
		if what.Limit > 0 && len(*list) > what.Limit {
			*list = (*list)[:what.Limit]
		}
	}
	return want
}

// Games that have a shape in a corner are counted by their days without a replay.
func TestPrecedentsOfShapes(t *testing.T) {
	a := newRandomArchive(t, 5, 160)
	const text = "pat:NW4x4[..../.X../..../....] colors:either variations:off"
	for _, day := range []int32{0, 18460912, 19000101} {
		got := a.ask(t, text, &study.Annotation{Lo: day, Hi: day, Limit: 3}, nil).(*study.AnnotationFound)
		spread := a.ask(t, text, &study.First{}, nil).(*study.FirstFound)
		var want [4]int
		for _, one := range slices.Concat(spread.First, spread.Without) {
			switch {
			case day == 0 || one.Lo != 0 && one.Hi < day:
				want[study.Earlier]++
			case one.Lo == 0:
				want[study.Undated]++
			case one.Lo > day:
				want[study.Later]++
			default:
				want[study.Meanwhile]++
			}
		}
		if spread.Setup > 0 {
			t.Fatalf("the shape was set up in %d games, which First does not list", spread.Setup)
		}
		if got.Ended != 0 || got.Games != want || len(got.Latest) != min(3, want[study.Earlier]) || want[study.Earlier] == 0 {
			t.Errorf("on %d: %v games, the latest %v; want %v", day, got.Games, got.Latest, want)
		}
	}
}

package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/search/statistics"
	"kifudb/store"
)

// naiveDetail is the slow twin of what is known of a row: it keeps its games.
type naiveDetail struct {
	by    string
	games []naiveGame
}

type naiveGame struct {
	id      store.GameID
	game    *store.Game
	moved   position.Color // by the player of this color of the game
	swapped bool
}

// info returns the first value of an identifier.
func (g *naiveGame) info(ident string) string {
	for _, v := range g.game.Info {
		if v.Ident == ident {
			return v.Text
		}
	}
	return ""
}

func (g *naiveGame) player() string {
	return map[position.Color]string{position.Black: g.info("PB"), position.White: g.info("PW")}[g.moved]
}

// values are those of the field for which tables are made here.
func (g *naiveGame) values(field string) []string {
	f := &g.game.Facts
	ranks := map[position.Color]int16{position.Black: f.BlackRank, position.White: f.WhiteRank}
	var list []string
	switch {
	case field == "rank" && g.moved == position.Empty:
		list = []string{query.RankName(f.BlackRank), query.RankName(f.WhiteRank)}
	case field == "rank":
		list = []string{query.RankName(ranks[g.moved])}
	case (field == "player" || field == "opponent") && g.moved == position.Empty:
		list = []string{g.info("PB"), g.info("PW")}
	case field == "player":
		list = []string{g.player()}
	case field == "opponent" && g.moved == position.Black:
		list = []string{g.info("PW")}
	case field == "opponent" && g.moved == position.White:
		list = []string{g.info("PB")}
	case field == "event":
		list = []string{g.info("EV")}
	case field == "winner":
		list = []string{query.WinnerName(f.Winner)}
	}
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	slices.Sort(list)
	return slices.Compact(list)
}

func (d *naiveDetail) detail() *Detail {
	out := &Detail{Players: map[string]int{}, By: map[string]Counted{}}
	slices.SortFunc(d.games, func(a, b naiveGame) int { return int(a.id) - int(b.id) })
	row := newRowDetail()
	for _, g := range d.games {
		f := &g.game.Facts
		if name := g.player(); name != "" {
			out.Players[name]++
		}
		if f.DateLo != 0 && (out.First.Game == 0 || f.DateHi < out.First.Day) {
			out.First = Occasion{f.DateHi, f.DateLo, g.id, g.player()}
		}
		if f.DateLo != 0 && (out.Last.Game == 0 || f.DateLo > out.Last.Day) {
			out.Last = Occasion{f.DateLo, f.DateLo, g.id, g.player()}
		}
		won := map[store.Winner]statistics.Results{store.WinnerBlack: {Won: 1}, store.WinnerWhite: {Lost: 1}, store.WinnerNone: {Drawn: 1}}
		if r, ok := won[f.Winner]; ok && f.BlackRank != 0 && f.WhiteRank != 0 {
			key := pairingKey{naivePairing(f), g.swapped}
			row.pairings[key] = row.pairings[key].Add(r)
		}
		for _, value := range g.values(d.by) {
			n := out.By[value]
			n.Games++
			n.Won.Count(f.Winner, g.swapped)
			out.By[value] = n
		}
	}
	out.Pairings = row.detail().Pairings
	return out
}

// naiveTable counts what Continuations do with details, from the hits of games.
func naiveTable(a *testArchive, found map[store.GameID][]match.Hit, by string) *Table {
	tally := naiveTally{moves: make(map[position.Move]*Continuation)}
	total, rows := naiveDetail{by: by}, map[position.Move]*naiveDetail{}
	for id, hits := range found {
		g := a.games[id]
		hits = slices.DeleteFunc(slices.Clone(hits), func(h match.Hit) bool { return h.Board == nil })
		tally.game(g.Facts.Winner, hits)
		total.games = append(total.games, naiveGame{id, g, position.Empty, hits[0].Board.Swapped})
		seen := map[position.Move]bool{}
		for _, h := range hits {
			for _, reply := range h.Board.Next {
				if seen[reply.Move] {
					continue
				}
				seen[reply.Move] = true
				if rows[reply.Move] == nil {
					rows[reply.Move] = &naiveDetail{by: by}
				}
				color := reply.Move.Color
				if h.Board.Swapped {
					color = color.Opponent()
				}
				rows[reply.Move].games = append(rows[reply.Move].games, naiveGame{id, g, color, h.Board.Swapped})
			}
		}
	}
	table := tally.table()
	table.Detail = total.detail()
	if by == "rank" || by == "player" || by == "opponent" { // each game has the values of the sides that move
		table.Detail.By = map[string]Counted{}
		for _, g := range total.games {
			own := map[string]bool{}
			for _, row := range rows {
				for _, o := range row.games {
					if o.id == g.id {
						for _, value := range o.values(by) {
							own[value] = true
						}
					}
				}
			}
			for value := range own {
				n := table.Detail.By[value]
				n.Games++
				n.Won.Count(g.game.Facts.Winner, g.swapped)
				table.Detail.By[value] = n
			}
		}
	}
	for i := range table.Continuations {
		table.Continuations[i].Detail = rows[table.Continuations[i].Move].detail()
	}
	return table
}

// Details are those that are found game by game, of positions that the index
// knows, that are replayed, and of patterns.
func TestContinuationDetails(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	o := newOpenings(r)
	var meeting []*store.Game
	for i, like := range testGames(600) {
		g := o.game(i)
		g.Info = like.Info
		size, moves, nodes, number := g.Facts.Size, g.Facts.Moves, g.Facts.Nodes, g.Facts.Game
		g.Facts = like.Facts
		g.Facts.Size, g.Facts.Moves, g.Facts.Nodes, g.Facts.Game = size, moves, nodes, number
		meeting = append(meeting, g)
	}
	rows, swapped, dated, paired, valued := 0, 0, 0, 0, 0
	for n, games := range [][]*store.Game{testGames(300), meeting} {
		a := newArchiveOf(t, games, 200)
		random := &randomQuery{r, a, a.ids()}
		questions := rounds(80)
		for i := range questions {
			if i == questions/2 { // from here on
				a.correct(r)
			}
			text := random.pick("", "-player:nobody ", "id:<=200 ") + random.pick(random.pattern(), random.position(), random.then())
			if n == 1 && i%4 > 0 {
				id := random.ids[r.IntN(len(random.ids))]
				text = fmt.Sprintf("pos:%d@n%d", id, r.IntN(min(int(a.games[id].Facts.Nodes), 8))) + random.pick("", " colors:either", " symmetry:off")
			}
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			_, hits := collect(t, Run(t.Context(), a.Snapshot, q, nil))
			by := random.pick("rank", "player", "opponent", "event", "winner")
			want := naiveTable(a, hits, by)
			found, err := askFor(t.Context(), a.Snapshot, q, &Continuations{Detail: true, By: by}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, found); d != "" {
				t.Fatalf("%s by %s: (-naive +found)\n%s", text, by, d)
			}
			for _, c := range want.Continuations {
				rows++
				paired += len(c.Detail.Pairings)
				valued += len(c.Detail.By)
				dated += c.Detail.Last.Year() - c.Detail.First.Year()
				if slices.ContainsFunc(c.Detail.Pairings, func(p PairingResults) bool { return p.Swapped }) {
					swapped++
				}
			}
			plain, err := Next(t.Context(), a.Snapshot, q, nil)
			if err != nil {
				t.Fatal(err)
			}
			want.Detail = nil
			for i := range want.Continuations {
				want.Continuations[i].Detail = nil
			}
			if d := cmp.Diff(want, plain); d != "" {
				t.Fatalf("%s without details: (-naive +found)\n%s", text, d)
			}
		}
	}
	t.Logf("%d rows, %d of exchanged colors, %d years, %d pairings, %d values", rows, swapped, dated, paired, valued)
	if least := rounds(100); rows < least || swapped < least/4 || dated < least || paired < least || valued < least {
		t.Error("the test tests little")
	}
}

// naivePairing is what a result depends on.
func naivePairing(f *store.Facts) statistics.Pairing {
	p := statistics.Pairing{First: f.BlackRank, Second: f.WhiteRank, Handicap: f.Handicap, Komi: -128}
	if f.Komi != store.NoKomi {
		p.Komi = statistics.KomiClass(math.Round(math.Min(math.Max(float64(f.Komi)/50, -20), 40)))
	}
	switch year := f.DateLo / 10000; {
	case year >= 2000:
		p.Era = statistics.Era(7 + (year-2000)/10)
	case year >= 1900:
		p.Era = statistics.Era(2 + (year-1900)/20)
	case year > 0:
		p.Era = 1
	}
	return p
}

// Pairings are those of all games of a kind, counted one by one.
func TestPairings(t *testing.T) {
	a := newTestArchive(t, 200)
	for _, size := range []int{9, 13, 19} {
		want := map[statistics.Pairing]statistics.Results{}
		for _, g := range a.games {
			if f := &g.Facts; f.Game == goNumber && f.Size == position.Square(size) {
				if key, won, ok := pairingOf(f); ok {
					want[key] = want[key].Add(won)
				}
			}
		}
		found, err := askFor(t.Context(), a.Snapshot, query.Query{}, &Pairings{goNumber, position.Square(size)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := map[statistics.Pairing]statistics.Results{}
		for _, p := range found.([]PairingResults) {
			got[p.Pairing] = p.Results
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%d: (-want +got)\n%s", size, d)
		}
	}
}

// What does not count anything is refused.
func TestContinuationsRefuse(t *testing.T) {
	empty := func() *tally {
		return (&Continuations{Detail: true}).Empty(&Question{}).(*tally)
	}
	for _, text := range []string{
		`{"Continuations":[{"Move":{"Color":3,"Point":0}}],"Detail":{}}`,
		`{"Continuations":[{"Games":-1,"Detail":{}}],"Detail":{}}`,
		`{"Continuations":[{"Won":{"Black":-1},"Detail":{}}],"Detail":{}}`,
		`{"Continuations":[{}],"Detail":{}}`,
		`{"Continuations":[]}`,
		`{"Detail":{"Players":{"a":-1}}}`,
		`{"Detail":{"Pairings":[{"Pairing":{},"Results":{"Won":-1}}]}}`,
		`{"Detail":{"By":{"a":{"games":-1}}}}`,
	} {
		if err := query.ReadJSON([]byte(text), empty()); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
	if err := query.ReadJSON([]byte(`{"Detail":{}}`), empty()); err != nil {
		t.Error(err)
	}
}

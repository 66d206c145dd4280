package search

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/indexer"
	"kifudb/query"
	"kifudb/store"
)

// seatedGame is a game of two of three people in which a stone in the corner is captured or not, by either
// side, which the engine likes or not. The board of those who capture recurs without a capture.
func seatedGame(r *rand.Rand, n int) string {
	people := []string{"Anna", "Berta", "Clara"}
	var b strings.Builder
	fmt.Fprintf(&b, "(;SZ[9]GN[%d]PB[%s]PW[%s]RE[%s]V[0]", n, people[r.IntN(3)], people[r.IntN(3)], pick(r, "B+R", "W+2", "0"))
	black := r.IntN(2) == 0 // it captures
	who := func(mover bool) string {
		if mover == black {
			return "B"
		}
		return "W"
	}
	fmt.Fprintf(&b, ";%s[ba]V[0];%s[%s]V[0];%s[ab]V[%s]", who(true), who(false), pick(r, "aa", "aa", ""), who(true), pick(r, "0", "9", "-9"))
	follow := func() {
		mover := r.IntN(2) == 0
		for range r.IntN(4) {
			fmt.Fprintf(&b, ";%s[%s]", who(mover), pick(r, "bb", "aa", "cb", "ac", "gg", ""))
			mover = !mover
		}
	}
	if r.IntN(3) > 0 {
		follow()
		return b.String() + ")"
	}
	for range 2 {
		b.WriteString("(;C[a variation]")
		follow()
		b.WriteString(")")
	}
	return b.String() + ")"
}

// seatedQuestions are questions about Anna's moves, with %s where a side stands in the names of terms.
var seatedQuestions = []struct{ players, moves, board string }{
	{"player:anna", "%scaptures:1", `pos:"SZ[9]AB[ba][ab]"`},
	{"player:anna", "%scaptures:1", `pos:"SZ[9]AB[ba][ab]" colors:either`},
	{"player:anna opponent:berta", "%scaptures:yes", `pos:"SZ[9]AB[ba][ab]" colors:either symmetry:off`},
	{"player:anna", "%sloss:>5", `pos:"SZ[9]AB[ba][ab]" colors:either`},
	{"player:anna opponent:clara", "%sloss:>=0 -%scaptures:yes", `pos:"SZ[9]AB[ba][ab]" colors:either`},
	{"player:anna", "%sgroupsize:1 -%scaptures:yes", `pos:"SZ[9]AB[ba][ab]" colors:either next:b`},
	{"player:anna -opponent:berta", "%scaptures:1 %sloss:<=5", `pos:"SZ[9]AB[ba][ab]" colors:either`},
	{"player:anna", "%scaptures:1", `pat:[.X|X.] colors:either anchor:@aa symmetry:off`},
	{"player:anna opponent:berta", "%scaptures:1", `pat:[.X] anchor:anywhere`},
	{"player:anna", "(%scaptures:1 or %sloss:>5)", `pat:[.X|X.] anchor:anywhere`},
	{"player:anna", "then(%scaptures:1, pat:[XX] anchor:anywhere colors:either)", ""},
	{"player:anna", "%sliberties:>=2", `pat:[.X|XO] near:1 anchor:@aa symmetry:off`},
}

// What came next where a move of a player did something is what came next in the games in which it was
// Black's and the player is Black, and the same of White. That a board stands at the move says which games
// are found, as without players.
func TestNextSeated(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 1))
	var games []*store.Game
	for n := range rounds(400) {
		text := seatedGame(r, n)
		g, err := indexer.Derive(store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8", Confidence: 1}})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	a := newArchiveOf(t, games, 100)
	names := map[store.GameID][2]string{}
	for id, g := range a.games {
		players := regexp.MustCompile(`PB\[(\w+)\]PW\[(\w+)\]`).FindSubmatch(g.Record.Raw)
		names[id] = [2]string{string(players[1]), string(players[2])}
	}
	next := func(text string, o *Options) *Table {
		t.Helper()
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Next(t.Context(), a.Snapshot, q, o)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return table
	}
	for _, c := range seatedQuestions {
		side := func(name string) string { return strings.ReplaceAll(c.moves, "%s", name) + " " + c.board }
		text := c.players + " " + side("")
		tally := newTally()
		add := func(question string, may func(black, white string) bool) {
			among := roaring.New()
			for id, n := range names {
				if may(n[0], n[1]) {
					among.Add(uint32(id))
				}
			}
			table := next(question, &Options{Among: among})
			part := newTally()
			part.total = *table
			part.total.Continuations = nil
			for _, m := range table.Continuations {
				part.list[part.number(m.Move)] = m
			}
			tally.Merge(part)
		}
		may := func(player, opponent string) bool {
			switch {
			case player != "Anna", strings.Contains(c.players, " opponent:berta") && opponent != "Berta":
				return false
			case strings.Contains(c.players, "-opponent:berta") && opponent == "Berta":
				return false
			}
			return !strings.Contains(c.players, "opponent:clara") || opponent == "Clara"
		}
		add(side("black"), func(black, white string) bool { return may(black, white) && !may(white, black) })
		add(side("white"), func(black, white string) bool { return may(white, black) && !may(black, white) })
		add(side(""), func(black, white string) bool { return may(black, white) && may(white, black) })
		want := tally.Finish().(*Table)
		got := next(text, nil)
		if want.Games < rounds(4) || want.Games > len(a.games)*2/3 {
			t.Errorf("%s: found in %d games, which shows little", text, want.Games)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		found, err := gamesFound(a.Snapshot, q)
		if err != nil || len(found) != want.Games {
			t.Errorf("%s: found %d games, %v; what came next is of %d", text, len(found), err, want.Games)
		}
		// In parts, as bytes, and with details it is the same.
		question, err := Resolve(t.Context(), a.Snapshot, q, map[string]Aggregation{"n": &Continuations{}, "d": &Continuations{Detail: true, By: "winner"}}, &Options{Records: true})
		if err != nil {
			t.Fatal(err)
		}
		answer := mustAsk(t, bytesOnly(NewLocal(a.Snapshot, nil)), question)
		if diff := cmp.Diff(want, answer.Found["n"]); diff != "" {
			t.Errorf("%s, as bytes (-want +got):\n%s", text, diff)
		}
		detailed := *answer.Found["d"].(*Table)
		detailed.Detail, detailed.Continuations = nil, slices.Clone(detailed.Continuations)
		for i := range detailed.Continuations {
			detailed.Continuations[i].Detail = nil
		}
		if diff := cmp.Diff(want, &detailed); diff != "" {
			t.Errorf("%s, with details (-want +got):\n%s", text, diff)
		}
	}
}

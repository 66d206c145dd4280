package duplicate

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// branch is a game of a merged tree by itself: moves, game-info in the node of the next one, and the others.
func branch(root string, stem []position.Move, info string, own ...position.Move) testRecord {
	var b strings.Builder
	b.WriteString("(;GM[1]SZ[19]" + root)
	for _, m := range stem {
		b.WriteString(";" + m.String())
	}
	b.WriteString(";" + info)
	for i, m := range own {
		if i > 0 {
			b.WriteString(";")
		}
		b.WriteString(m.String())
	}
	return testRecord{raw: b.String() + ")"}
}

// Games of one tree, however long they begin alike, are never of one cluster; records of one of them are.
func TestStems(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	game, other := randomGame(r, 240), randomGame(r, 361)
	ann := names("Ann", "Bo") + "DT[1996-07-05]RE[B+R]"
	carl := names("Carl", "Dora") + "DT[1996-07-06]RE[W+R]"
	match := names("Ann", "Bo") + "EV[Match]"
	rest := func(n, from int) []position.Move { return parting(game[:n], other, from)[from:] }
	for _, n := range []int{120, 20, 60, 90, 200}[:testsize.Of(5, 2)] {
		stem := game[:n]
		tests := []struct {
			name    string
			records []testRecord
			want    string
		}{
			{"other players", []testRecord{branch("", stem, ann, game[n:n+12]...), branch("", stem, carl, rest(n+12, n)...)}, ""},
			{"the beginning of another", []testRecord{branch("", stem, ann, game[n:n+12]...), branch("", stem, carl)}, ""},
			{"no moves of their own", []testRecord{branch("", stem, ann), branch("", stem, carl)}, ""},
			{"a match on one day", []testRecord{
				branch(match+"DT[1996-07-05]", stem, "RO[1]RE[B+R]", game[n:n+8]...), branch(match+"DT[1996-07-05]", stem, "RO[2]RE[B+R]", rest(n+8, n)...), branch(match+"DT[1996-07-05]", stem, "RO[3]RE[B+2]")}, ""},
			{"a match", []testRecord{
				branch(match, stem, "RO[first]DT[1996-07-05]RE[B+R]", game[n:n+8]...), branch(match, stem, "RO[second]DT[1996-07-06]RE[B+R]", rest(n+8, n)...)}, ""},
			{"results alone", []testRecord{branch("", stem, "RE[B+R]", game[n:n+8]...), branch("", stem, "RE[B+2]", rest(n+8, n)...)}, ""},
			{"a game quoted in another", []testRecord{of(ann, slices.Concat(stem, game[n:n+20])), branch("", stem, carl, rest(n+10, n)...)}, ""},
			{"a round quoted in another", []testRecord{of(match+"RO[Game 1]RE[B+R]", slices.Concat(stem, game[n:n+20])), branch(match, stem, "RO[2]RE[B+R]")}, ""},
			{"a branch that says nothing", []testRecord{of("EV[Cup]", slices.Concat(stem, game[n:n+20])), branch("EV[Cup]", stem, ann, rest(n+8, n)...)}, ""},
		}
		if n >= minShared {
			own := game[n : n+40]
			tests = append(tests, []struct {
				name    string
				records []testRecord
				want    string
			}{
				{"no moves of their own, and a record that says nothing", []testRecord{branch("", stem, ann), branch("", stem, carl), of("", stem)}, "1 exact, 3 exact"},
				{"a record of one", []testRecord{branch("", stem, ann, own...), branch("", stem, carl, rest(n+12, n)...), of(ann+"EV[x]", game[:n+40])}, "3 exact, 1 exact"},
				{"a record of one without moves of its own", []testRecord{branch("", stem, ann), branch("", stem, carl), of(ann+"EV[x]", stem)}, "3 exact, 1 exact"},
				{"a part of one", []testRecord{branch("", stem, ann, own...), branch("", stem, carl, rest(n+12, n)...), of("", game[:n+35])}, "1 prefix, 3 prefix"},
				{"the stem alone", []testRecord{branch("", stem, ann, own...), branch("", stem, carl, rest(n+12, n)...), of("", stem)}, ""},
				{"with a typo", []testRecord{branch("", stem, ann, own...), branch("", stem, carl, rest(n+12, n)...), of(ann, typo(game[:n+40], 10, position.At(18, 18)))}, "1 near, 3 near"},
				{"in two trees", []testRecord{branch("", stem, ann, own...), branch("", stem[:n-5], ann, game[n-5:n+40]...), branch("", stem, carl, rest(n+12, n)...)}, "1 exact, 2 exact"},
			}...)
		}
		for _, test := range tests {
			_, s := openRecords(t, 2, test.records)
			if got := find(t, s).text(); got != test.want {
				t.Errorf("a stem of %d moves, %s: got %q, want %q", n, test.name, got, test.want)
			}
		}
	}
}

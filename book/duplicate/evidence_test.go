package duplicate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
)

// How many moves make one game, from both sides of each measure.
func TestMeasures(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	game, other := randomGame(r, 300), randomGame(r, 300)
	for e, want := range map[Evidence]int{For: 10, Silent: 30, Against: 60, Contradicted: 100} {
		if got := least(e); got != want {
			t.Errorf("equal games, %v: %d moves are needed, want %d", e, got, want)
		}
		want = max(want, 30)
		for n, kind := range map[int]Kinds{want - 1: 0, want: Prefix} {
			if got := Compare(played(game), played(game[:n]), board, e); got.Kind != kind {
				t.Errorf("%v: the first %d moves: got %v, want %v", e, n, got.Kind, kind)
			}
		}
	}
	// Games of so many moves that share a beginning and then part.
	tests := []struct {
		e             Evidence
		moves, enough int
	}{
		{For, 37, 30}, {For, 50, 40}, {For, 100, 80}, {For, 124, 100}, {For, 200, 100}, {For, 250, 125},
		{Silent, 66, 60}, {Silent, 100, 90}, {Silent, 111, 100}, {Silent, 125, 100}, {Silent, 200, 160},
		{Against, 111, 100}, {Against, 200, 180},
		{Contradicted, 105, 100}, {Contradicted, 200, 190},
	}
	for _, test := range tests {
		for n, kind := range map[int]Kinds{test.enough: Near, test.enough - 1: 0} {
			a, b := played(game[:test.moves]), played(parting(game[:test.moves], other, n))
			if got := Compare(a, b, board, test.e); got.Kind != kind {
				t.Errorf("%v: %d of %d moves: got %+v, want %v", test.e, n, test.moves, got, kind)
			}
		}
	}
}

// parting is a game of the same length that shares the first n moves and no
// point after them.
func parting(game, other []position.Move, n int) []position.Move {
	moves := slices.Clone(game[:n])
	used := map[position.Point]bool{}
	for _, m := range game {
		used[m.Point] = true
	}
	for _, m := range other {
		if len(moves) < len(game) && !used[m.Point] {
			moves = append(moves, position.Move{Color: position.Black + position.Color(len(moves)%2), Point: m.Point})
		}
	}
	for len(moves) < len(game) {
		moves = append(moves, position.Move{Color: position.Black + position.Color(len(moves)%2), Point: position.Pass})
	}
	return moves
}

// moved returns a game in which some moves from i on come after as many others.
func moved(moves []position.Move, i, n int) []position.Move {
	return slices.Concat(moves[:i], moves[i+n:i+2*n], moves[i:i+n], moves[i+2*n:])
}

// Records in which blocks of moves changed places are of one game.
func TestBlocksOfMovesInAnotherOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	game := randomGame(r, 200)
	several := game
	for _, i := range []int{0, 50, 100} {
		several = moved(several, i, 20)
	}
	twelve, thirteen := game, game // stretches
	for i := range 4 {
		twelve, thirteen = moved(twelve, 50*i, 20), moved(thirteen, 50*i+5, 20)
	}
	many := game
	for i := 0; i < 200; i += 20 {
		many = moved(many, i, 10)
	}
	mixed := slices.Clone(game)
	r.Shuffle(len(mixed)/2, func(i, j int) { mixed[2*i], mixed[2*j] = mixed[2*j], mixed[2*i] })
	tests := []struct {
		name string
		a, b []position.Move
		e    Evidence
		want Kinds
	}{
		{"ten and ten", game, moved(game, 80, 10), Silent, Near},
		{"fifty and fifty", game, moved(game, 40, 50), Silent, Near},
		{"at once", game, moved(game, 0, 20), Silent, Near},
		{"three times", game, several, Silent, Near},
		{"with a typo", game, typo(moved(game, 80, 20), 10, position.At(18, 18)), Silent, Near},
		{"cut a little", game, moved(game, 80, 20)[:194], Silent, Near},
		{"cut to half", game, moved(game, 10, 20)[:100], Silent, 0},
		{"four times, from the first move on", game, twelve, Silent, Near},
		{"four times", game, thirteen, Silent, 0},
		{"ten times", game, many, Silent, 0},
		{"all mixed", game, mixed, Silent, 0},
		{"of 60 moves", game[:60], moved(game[:60], 10, 20), Silent, Near},
		{"of 58 moves", game[:58], moved(game[:58], 10, 20), Silent, 0},
		{"of other days", game, moved(game, 40, 50), Against, 0},
		{"of the players and the day", game, moved(game, 40, 50), For, Near},
	}
	for _, test := range tests {
		if got := Compare(played(test.a), played(test.b), board, test.e); got.Kind != test.want {
			t.Errorf("%s: got %+v, want %v", test.name, got, test.want)
		}
	}
	if got := blocks(played(game), played(moved(game, 80, 20))); got != 4 {
		t.Errorf("two blocks that changed places make %d stretches, want 4", got)
	}
	_, s := openRecords(t, 100, []testRecord{of("", game), of("", moved(game, 40, 20)), of("", moved(game, 5, 10))})
	if got, want := find(t, s).text(), "1 near, 2 near, 3 near"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestInOtherOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	game := randomGame(r, 100)
	rest := parting(game, randomGame(r, 361), 0)
	for n, want := range map[int]bool{0: false, 69: false, 70: true, 100: true} {
		mixed := slices.Concat(game[:n], rest[n:])
		slices.Reverse(mixed)
		if got := inOtherOrder(played(game), played(mixed)); got != want {
			t.Errorf("%d of 100 moves are there: got %v", n, got)
		}
	}
}

// What records say of players, days and winners.
func TestEvidence(t *testing.T) {
	who := names("Cho Chikun 9d", "Otake Hideo")
	tests := []struct {
		a, b string
		want Evidence
	}{
		{"", "", Silent},
		{who, "", Silent},
		{who, who, Silent},
		{who + "DT[1980-09-15]", who + "DT[1980-09-15]", For},
		{who + "DT[1980-09-15]", names("Hideo Otake", "Cho") + "DT[1980-09-15]", For},
		{who + "DT[1980-09-15]", names("Otake Hideo", "Cho Chikun") + "DT[1980-09-15]", For},
		{who + "DT[1980-09-15]", names("趙治勲", "大竹英雄") + "DT[1980-09-15]", Silent},
		{names("趙治勲", "大竹英雄") + "DT[1980-09-15]", names("大竹英雄九段", "趙治勲") + "DT[1980-09-15]", For},
		{who + "DT[1980-09]", who + "DT[1980-09-15]", Silent},
		{who + "DT[1980-09-15]", who + "DT[1980-09-17]", Silent},
		{who + "DT[1980-09-15]", who + "DT[1980-09-18]", Against},
		{"DT[1980-09-15]", "DT[1980-09-18]", Silent},
		{"DT[1980-01-15]", "DT[1980-04-22]", Silent},
		{"DT[1980-01-15]", "DT[1980-04-23]", Against},
		{"DT[1980-04-23]", "DT[1980-01-15]", Against},
		{who, names("Cho Chikun", "Kato Masao"), Against},
		{who, names("Takemiya Masaki", "Kato Masao"), Against},
		{who, names("Cho Chikun", "?"), Silent},
		{who, names("Cho Chikun", ""), Silent},
		{names("Takemiya", "bot1"), names("Takemya", "bot1"), Silent},
		{names("Takemiya", "bot1"), names("Takemiya", "bot2"), Against},
		{names("石工", "夜花"), names("石匠", "夜花"), Against},
		{who + "DT[1980-09-15]", names("Kato Masao", "Otake Hideo") + "DT[1980-09-15]", Against},
		{who + "DT[1980-09-15]", names("Kato Masao", "Otake Hideo") + "DT[1990-09-15]", Contradicted},
		{"RE[B+R]", "RE[B+2.5]", Silent},
		{"RE[B+R]", "RE[W+R]", Against},
		{"RE[B+R]", "RE[0]", Silent},
		{"RE[B+R]", "RE[?]", Silent},
		{"RE[Void]", "RE[0]", Silent},
		{who + "RE[B+R]", names("Kato Masao", "Otake Hideo") + "RE[W+R]", Contradicted},
		{who + "DT[1980-09-15]RE[B+R]", who + "DT[1980-09-15]RE[W+R]", Silent},
		{"DT[1980]RE[B+R]", "DT[1990]RE[W+R]", Contradicted},
	}
	r := rand.New(rand.NewPCG(10, 10))
	moves := randomGame(r, 40)
	exchanged := slices.Clone(moves) // Black's are White's
	for i := range exchanged {
		exchanged[i].Color = exchanged[i].Color.Opponent()
	}
	for _, test := range tests {
		_, s := openRecords(t, 100, []testRecord{of(test.a, moves), of(test.b, moves)})
		f := &finder{}
		f.gather(s.Segments()[0])
		a, b := &f.games[0], &f.games[1]
		if got, back := evidence(a, b, false), evidence(b, a, false); got != test.want || back != test.want {
			t.Errorf("%s and %s: got %v and %v, want %v", test.a, test.b, got, back, test.want)
		}
	}
	_, s := openRecords(t, 100, []testRecord{of("RE[B+R]", moves), of("RE[W+R]", exchanged), of("RE[B+R]", exchanged)})
	f := &finder{}
	f.gather(s.Segments()[0])
	for i, want := range []Evidence{1: Silent, 2: Against} {
		if got := evidence(&f.games[0], &f.games[i], false); i > 0 && got != want {
			t.Errorf("with the colors exchanged, record %d: got %v, want %v", i+1, got, want)
		}
	}
}

// Equal games under other names, of other days or with other winners are of one
// game only if they are long.
func TestEqualGamesOfOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	game := randomGame(r, 120)
	first := names("A Anders", "B Bauer") + "DT[2003-08-01]RE[W+R]"
	tests := []struct {
		info         string
		moves, least int
	}{
		{names("A Anders", "B Bauer") + "DT[2003-08-01]RE[W+R]EV[x]", 10, 10},
		{names("A Anders", "B Bauer") + "DT[2003-08-01]RE[B+R]", 30, 30},
		{"", 30, 30},
		{"DT[2003-12-30]", 60, 60},
		{names("C Conrad", "B Bauer"), 60, 60},
		{"RE[B+R]", 60, 60},
		{names("C Conrad", "B Bauer") + "DT[2003-12-30]", 100, 100},
	}
	for _, test := range tests {
		for n, want := range map[int]string{test.least - 1: "", test.least: "1 exact, 2 exact"} {
			_, s := openRecords(t, 100, []testRecord{of(first, game[:n]), of(test.info, game[:n])})
			got := find(t, s).text()
			if got != want && got != "2 exact, 1 exact" || got == "" != (want == "") {
				t.Errorf("%s, %d moves: got %q, want %q", test.info, n, got, want)
			}
		}
	}
	// Several games of the same moves stay apart, and each keeps its records.
	var records []testRecord
	for i := range 6 {
		records = append(records, of(names(fmt.Sprintf("%cx", 'A'+i%3), "Bauer")+fmt.Sprintf("EV[%d]", i), game[:40]))
	}
	_, s := openRecords(t, 100, records)
	if got, want := find(t, s).text(), "1 exact, 4 exact; 2 exact, 5 exact; 3 exact, 6 exact"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Games against one program share an opening and then part; that makes them no
// more one game than other players make them.
func TestGamesAgainstOneProgram(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	long, other := randomGame(r, 220), randomGame(r, 300)
	short := parting(long[:84], other, 74)
	program := func(name, rest string) string { return names("Robot", name) + rest }
	tests := []struct {
		name, a, b string
		want       string
	}{
		{"others", program("Anders", "DT[2010-09-18]"), program("Bauer", "DT[2011-09-08]"), ""},
		{"a rematch with another winner", program("Anders", "DT[2010-09-18]RE[B+R]"), program("Anders", "DT[2010-09-18]RE[W+R]"), ""},
		{"nobody", "", "", ""},
	}
	for _, test := range tests {
		_, s := openRecords(t, 100, []testRecord{of(test.a, long), of(test.b, short)})
		if got := find(t, s).text(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// One move of 25 may differ, and one more.
func TestHowManyMovesMayDiffer(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	for _, test := range []struct {
		moves, differ int
		want          Kinds
	}{{200, 1, Near}, {200, 9, Near}, {200, 10, 0}, {300, 12, Near}, {300, 13, 0}} {
		game := randomGame(r, test.moves)
		unused := parting(game, randomGame(r, 361), 0) // points that the game does not use
		moves := game
		for i := range test.differ {
			moves = typo(moves, 10+20*i, unused[i].Point)
		}
		if got := Compare(played(game), played(moves), board, Silent); got.Kind != test.want {
			t.Errorf("%d of %d moves differ: got %+v, want %v", test.differ, test.moves, got, test.want)
		}
	}
}

// A beginning that looks the same when the board is turned does not say how the
// lines lie.
func TestCompareTurnedAfterASymmetricBeginning(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	var diagonal []position.Move
	for i, at := range []int{3, 15, 9, 2, 16, 5} {
		diagonal = append(diagonal, position.Move{Color: position.Black + position.Color(i%2), Point: position.At(at, at)})
	}
	var rest []position.Move
	for _, m := range randomGame(r, 150) {
		if !slices.ContainsFunc(diagonal, func(d position.Move) bool { return d.Point == m.Point }) {
			m.Color = position.Black + position.Color(len(rest)%2)
			rest = append(rest, m)
		}
	}
	game := played(slices.Concat(diagonal, rest))
	for s := range position.Symmetries(board) {
		turned := game.Image(position.Orientation{Symmetry: position.Symmetry(s)}, board)
		if got := Compare(game, turned, board, Silent); got.Kind != Exact {
			t.Errorf("symmetry %d: got %+v, want the same", s, got)
		}
	}
}

// A point that one line has once and the other often is there once.
func TestBlocksCountEachMoveOnce(t *testing.T) {
	var a, b position.Sequence
	for i := range 100 {
		a, b = append(a, 7), append(b, uint16(i))
	}
	if got := blocks(a, b); got <= maxBlocks {
		t.Errorf("got %d stretches of lines that have one move in common", got)
	}
}

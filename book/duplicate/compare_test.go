package duplicate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
)

var board = position.Square(19)

// randomGame is a game of n moves, each point at most once.
func randomGame(r *rand.Rand, n int) []position.Move {
	var moves []position.Move
	for i, p := range r.Perm(board.Area())[:n] {
		moves = append(moves, position.Move{Color: position.Black + position.Color(i%2), Point: board.At(p)})
	}
	return moves
}

// played returns the sequence of moves.
func played(moves []position.Move) position.Sequence {
	var b position.ScriptBuilder
	b.Node()
	for _, m := range moves {
		b.Node()
		b.Move(m)
	}
	return b.Script().Sequence()
}

// The ways in which records of one game differ.
func typo(moves []position.Move, i int, p position.Point) []position.Move {
	moves = slices.Clone(moves)
	moves[i].Point = p
	return moves
}

func exchanged(moves []position.Move, i int) []position.Move {
	moves = slices.Clone(moves)
	moves[i], moves[i+2] = moves[i+2], moves[i]
	return moves
}

func without(moves []position.Move, i int) []position.Move {
	return slices.Delete(slices.Clone(moves), i, i+1)
}

func TestCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	game := randomGame(r, 200)
	other := randomGame(r, 200)
	opening := func(n int) []position.Move { return slices.Concat(game[:n], other[n:]) }
	far := position.At(18, 18)
	tests := []struct {
		name     string
		a, b     []position.Move
		evidence Evidence
		want     Kinds
	}{
		{"the same", game, game, Silent, Exact},
		{"another game", game, other, Silent, 0},
		{"another game of the players on that day", game, other, For, 0},
		{"cut short", game, game[:150], Silent, Prefix},
		{"cut to 30 moves", game, game[:30], Silent, Prefix},
		{"cut to 29 moves", game, game[:29], Silent, 0},
		{"cut to 40 moves, of other days", game, game[:40], Against, 0},
		{"cut to 100 moves, of other days", game, game[:100], Against, Prefix},
		{"a typo", game, typo(game, 100, far), Silent, Near},
		{"a typo in the first move", game, typo(game, 0, far), Silent, Near},
		{"a typo in the last move", game, typo(game, 199, far), Silent, Near},
		{"two moves in another order", game, exchanged(game, 80), Silent, Near},
		{"a move is missing", game, without(game, 80), Silent, Near},
		{"the first move is missing", game, without(game, 0), Silent, Near},
		{"a typo, cut short", game, typo(game, 100, far)[:150], Silent, Near},
		{"another end", game, opening(170), Silent, Near},
		{"another second half, same day", game, opening(110), For, Near},
		{"another second half", game, opening(110), Silent, 0},
		{"the same opening of 50 moves", game, opening(50), Silent, 0},
		{"the same opening of 50 moves, same day", game, opening(50), For, 0},
		{"nothing", nil, nil, Silent, Exact},
		{"nothing and something", nil, game, Silent, 0},
	}
	for _, test := range tests {
		for _, o := range []position.Orientation{{}, {Symmetry: 6}, {Symmetry: 1, Swapped: true}} {
			a, b := played(test.a), played(test.b)
			if got := Compare(a, b.Image(o, board), board, test.evidence); got.Kind != test.want {
				t.Errorf("%s, %+v: got %v (%+v), want %v", test.name, o, got.Kind, got, test.want)
			} else if got.Kind != 0 {
				if back := b.Image(o, board).Image(got.Orientation, board); !slices.Equal(back[:got.Common], a[:got.Common]) {
					t.Errorf("%s: %+v: the first %d words are not the same as they are said to lie", test.name, o, got.Common)
				}
			}
			if x, y := Compare(a, b, board, test.evidence), Compare(b, a, board, test.evidence); x.Kind != y.Kind || x.Edits != y.Edits {
				t.Errorf("%s: %+v one way, %+v the other", test.name, x, y)
			}
		}
	}
}

func TestCompareCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	game := randomGame(r, 150)
	twice := typo(typo(game, 60, position.At(9, 9)), 100, position.At(10, 9))
	got := Compare(played(game), played(twice), board, Silent)
	want := Comparison{Kind: Near, Common: 60, Shared: 150, Edits: 2}
	if game[60].Point == position.At(9, 9) || game[100].Point == position.At(10, 9) {
		t.Fatal("the typos are none")
	}
	if got != want {
		t.Errorf("two typos: got %+v, want %+v", got, want)
	}
}

// A setup that differs is another problem, whatever follows.
func TestCompareSetup(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	problem := func(drop int, moves []position.Move) position.Sequence {
		var b position.ScriptBuilder
		for i := range 120 {
			if i != drop {
				b.Add(position.Black+position.Color(i%2), board.At(i))
			}
		}
		for _, m := range moves {
			b.Node()
			b.Move(m)
		}
		return b.Script().Sequence()
	}
	short := randomGame(r, 5)
	if got := Compare(problem(-1, short), problem(3, short), board, For); got.Kind != 0 {
		t.Errorf("problems that differ in a stone: got %+v", got)
	}
	if got := Compare(problem(-1, short), problem(-1, short[:3]), board, For); got.Kind != 0 {
		t.Errorf("a problem and the beginning of its solution: got %+v", got)
	}
	if got := Compare(problem(-1, short), problem(-1, short), board, Silent); got.Kind != Exact {
		t.Errorf("the same problem: got %+v", got)
	}
}

// naiveReaches is the table that reaches leaves out most of.
func naiveReaches(a, b position.Sequence) []int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			default:
				d[i][j] = min(d[i-1][j], d[i][j-1]) + 1
				cost := 1
				if a[i-1] == b[j-1] {
					cost = 0
				}
				d[i][j] = min(d[i][j], d[i-1][j-1]+cost)
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d[i][j] = min(d[i][j], d[i-2][j-2]+1)
				}
			}
		}
	}
	var list []int
	for e := 0; e <= maxEdits; e++ {
		reach := 0
		for i := range d {
			if slices.Min(d[i]) <= e {
				reach = i
			}
		}
		list = append(list, reach)
		if reach == len(a) && e > 0 {
			break
		}
	}
	return list
}

func TestReachesEqualsTable(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		a := make(position.Sequence, 1+r.IntN(40))
		for i := range a {
			a[i] = uint16(r.IntN(6))
		}
		b := slices.Clone(a)
		for range r.IntN(10) {
			switch i := r.IntN(len(b)); r.IntN(4) {
			case 0:
				b[i] = uint16(r.IntN(6))
			case 1:
				b = slices.Insert(b, i, uint16(r.IntN(6)))
			case 2:
				if len(b) > 1 {
					b = slices.Delete(b, i, i+1)
				}
			case 3:
				b[0], b[i] = b[i], b[0]
			}
		}
		if len(a) > len(b) {
			a, b = b, a
		}
		if common(a, b) == len(a) {
			continue
		}
		if got, want := reaches(a, b, common(a, b)), naiveReaches(a, b); !slices.Equal(got, want) {
			t.Fatalf("reaches(%v, %v) = %v, want %v", a, b, got, want)
		}
	}
}

// Words that are missing are counted as the plain way counts them, and the counts leave nothing behind.
func TestMissingFrom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	for range 300 {
		a, b := make(position.Sequence, r.IntN(60)), make(position.Sequence, r.IntN(60))
		for _, line := range []position.Sequence{a, b} {
			for i := range line {
				line[i] = uint16(r.IntN(40)) * 1638
			}
		}
		left, want := slices.Clone(b), 0
		for _, w := range a {
			if i := slices.Index(left, w); i >= 0 {
				left = slices.Delete(left, i, i+1)
			} else {
				want++
			}
		}
		if got := missingFrom(a, b); got != want {
			t.Fatalf("%v in %v: %d are missing, want %d", a, b, got, want)
		}
	}
}

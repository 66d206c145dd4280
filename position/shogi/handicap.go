package shogi

// Handicap names the pieces White gives: they leave the game before it starts,
// and White moves first.
type Handicap string

// The handicaps, by the names of the converter of 1996 where it has one. Left
// and right are White's.
const (
	NoHandicap  Handicap = "NONE"
	LanceGiven  Handicap = "L"
	BishopGiven Handicap = "B"
	RookGiven   Handicap = "R"
	RookLance   Handicap = "R+L"
	TwoPieces   Handicap = "2P"
	FourPieces  Handicap = "4P"
	SixPieces   Handicap = "6P"
	EightPieces Handicap = "8P"
	TenPieces   Handicap = "10P"
)

// given lists the squares that each handicap empties, as file and rank.
var given = []struct {
	name    Handicap
	squares []Square
}{
	{NoHandicap, nil},
	{LanceGiven, squaresOf(11)},
	{BishopGiven, squaresOf(22)},
	{RookGiven, squaresOf(82)},
	{RookLance, squaresOf(82, 11)},
	{TwoPieces, squaresOf(82, 22)},
	{FourPieces, squaresOf(82, 22, 11, 91)},
	{SixPieces, squaresOf(82, 22, 11, 91, 21, 81)},
	{EightPieces, squaresOf(82, 22, 11, 91, 21, 81, 31, 71)},
	{TenPieces, squaresOf(82, 22, 11, 91, 21, 81, 31, 71, 41, 61)},
}

func squaresOf(numbers ...int) (list []Square) {
	for _, n := range numbers {
		list = append(list, SquareAt(n/10, n%10))
	}
	return list
}

// NewHandicap returns the start of a game at a handicap, White to move unless
// it is NoHandicap. It reports false for a name that is none of the constants.
func NewHandicap(h Handicap) (*Position, bool) {
	for _, g := range given {
		if g.name == h {
			p := New()
			for _, s := range g.squares {
				p.Set(s, NoPiece)
			}
			if len(g.squares) > 0 {
				p.SetToPlay(White)
			}
			return p, true
		}
	}
	return nil, false
}

// Given returns how many pieces White gives, 0 for a name that is none of the
// constants.
func (h Handicap) Given() int {
	for _, g := range given {
		if g.name == h {
			return len(g.squares)
		}
	}
	return 0
}

// Handicap returns the handicap of which p is the start; false if p is no
// game's start.
func (p *Position) Handicap() (Handicap, bool) {
	for _, g := range given {
		if q, _ := NewHandicap(g.name); *q == *p {
			return g.name, true
		}
	}
	return "", false
}

package notation

import (
	"fmt"
	"strconv"
	"strings"
)

// Notation is one of the two notations of the converter.
type Notation uint8

// The notations.
const (
	Western  Notation = iota // P-7f
	Japanese                 // 76 FU
)

// String returns the notation's name.
func (n Notation) String() string { return [...]string{"Western", "Japanese"}[n&1] }

func (n Notation) keyword() string { return strings.ToUpper(n.String()) }

// Numbers says which moves carry a number.
type Numbers uint8

// The ways to number moves.
const (
	NoNumbers Numbers = iota // none
	Single                   // every move has its own number
	Pairs                    // Black's and White's move share one
)

// String returns the keyword: NONE, SINGLE, PAIRS.
func (n Numbers) String() string { return [...]string{"NONE", "SINGLE", "PAIRS", "?"}[n&3] }

// Format is how moves are written: the parameters of INPUT and OUTPUT. The
// zero value is Western without numbers in columns.
//
// In columns there is a line for each pair of moves, Black's move on the left:
//
//	PAIRS    "%3d. " left ", " right
//	SINGLE   "%3d. " left "  " "%3d. " right
//	NONE     left "  " right
//
// where left is filled up to 8 columns (Western) or 16 (Japanese), and stands
// for "..." or blanks if White moves first. An ending has its own line.
// Otherwise moves and endings are packed into lines, which are broken between
// units only: "1.P7f,P3d" or "2...,P3d", "1.P7f", "P7f". Packed text has no '-'
// and no blanks within a move. A pair that a statement breaks is taken up with "...".
type Format struct {
	Notation Notation
	Numbers  Numbers
	First    int  // number of the first move; 0: not given, which means 1
	Width    int  // lines are packed to at most this many characters; 0: columns
	DropChar byte // marks drops; 0: not given
}

// The bounds of Width and First.
const (
	MinWidth  = 20
	MaxWidth  = 255
	maxNumber = 99_999
)

// dropChars may be given as DROPCHAR, and all are understood in a move.
const dropChars = "'*@/\\~^#$%&:<>|_`"

// defaultDrop marks drops in Western notation.
const defaultDrop = '\''

// Input returns the INPUT statement for text written in this format. The drop
// mark is left out if it is one that readers expect.
func (f Format) Input() string {
	var b strings.Builder
	fmt.Fprintf(&b, "INPUT=(%s", f.parameters())
	if f.DropChar != 0 && f.DropChar != defaultDrop && f.DropChar != '*' {
		fmt.Fprintf(&b, ",DROPCHAR=%c", f.DropChar)
	}
	b.WriteByte(')')
	return b.String()
}

// Output returns the OUTPUT statement that asks for this format.
func (f Format) Output() string {
	var b strings.Builder
	fmt.Fprintf(&b, "OUTPUT=(%s,FORMAT=", f.parameters())
	if f.Width == 0 {
		b.WriteString("COLUMNS")
	} else {
		b.WriteString(strconv.Itoa(f.Width))
	}
	if f.DropChar != 0 {
		fmt.Fprintf(&b, ",DROPCHAR=%c", f.DropChar)
	}
	b.WriteByte(')')
	return b.String()
}

func (f Format) parameters() string {
	if f.First > 0 && f.Numbers != NoNumbers {
		return fmt.Sprintf("%s,NUMBERS=(%s,%d)", f.Notation.keyword(), f.Numbers, f.First)
	}
	return fmt.Sprintf("%s,NUMBERS=%s", f.Notation.keyword(), f.Numbers)
}

// counter numbers the moves of a line of play.
type counter struct {
	plies, whites int // moves so far in the game, and White's among them
	base          int // number of the game's first move or pair
}

// restart counts from the start of a game written in format f.
func (c *counter) restart(f *Format) {
	*c = counter{base: 1}
	if f != nil && f.First > 0 {
		c.base = f.First
	}
}

// rebase takes up a format in the middle of a game: First is the number of the
// next move.
func (c *counter) rebase(f Format) {
	c.base = 1
	if f.First > 0 {
		c.base = f.First - c.done(f.Numbers)
	}
}

func (c *counter) done(n Numbers) int {
	if n == Pairs {
		return c.whites
	}
	return c.plies
}

// number returns the next move's number.
func (c *counter) number(n Numbers) int { return c.base + c.done(n) }

// count adds a move.
func (c *counter) count(white bool) {
	c.plies++
	if white {
		c.whites++
	}
}

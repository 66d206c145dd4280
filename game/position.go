package game

import (
	"io"

	"kifudb/position"
)

// A Position is a state of a game: what lies on the board and in hands, and whose
// turn it is. How it came about does not belong to it.
type Position interface {
	Game() Game
	ToPlay() position.Color
	// Text returns the position as ReadPosition reads it.
	Text() string
	// Subject returns one text for the position and its images that mean the same
	// to people; notes are kept under it. ReadPosition reads it.
	Subject() string
	// Canonical returns a key that the position shares with all its images, and
	// with no position of another game.
	Canonical() position.Key
	// Equal reports whether another position of the game is the same.
	Equal(Position) bool
	Clone() Position
}

// Placed is a position whose start the info of a record in SGF says: not as stones
// that are set up, but as one text.
type Placed interface {
	// StartInfo returns the property and its value, from which [Replayer] starts there.
	StartInfo() (ident, value string)
}

// An Imager is a position that has images under the symmetries of its game.
type Imager interface {
	// Images returns the different images, the position itself first.
	Images(o ImageOptions) []Image
	// Image returns one of them, by what Images says of it.
	Image(s position.Symmetry, swapped bool) Position
}

// Counted is a position of a game whose result can be counted on the board.
type Counted interface {
	// Result returns the result as RE has it in SGF, "" as long as the game goes on.
	Result() string
}

// Decided is a position of a game that is won on the board, where nothing is counted.
type Decided interface {
	// Winner returns who has won, Empty if nobody has.
	Winner() position.Color
}

// Laid is a position on whose cells a disc of one color lies or none, wherever the game
// has moved or turned it: patterns can be looked for in it.
type Laid interface {
	Size() position.Size
	At(at position.Point) position.Color
}

// Symmetric is a position that may be its own image: then several moves mean the same.
type Symmetric interface {
	// Selves returns the images that equal the position, itself first.
	Selves(o ImageOptions) []Image
}

// ImageOptions say which images count as the position.
type ImageOptions struct {
	Mirror bool // turned or mirrored, as far as the colors stay
	Swap   bool // with the colors exchanged
}

// An Image is a position under a symmetry.
type Image struct {
	Symmetry position.Symmetry // as those of square boards are numbered
	Swapped  bool              // the colors are exchanged
	Position Position
	// Back returns the move in the position that a move in the image stands for, and
	// Forth is its inverse.
	Back, Forth func(code position.Point) position.Point
}

// A Mover is a position in which moves can be made.
type Mover interface {
	// Moves returns the legal moves.
	Moves() []Move
	// ReadMove returns the code of a move as people or programs write it here.
	ReadMove(text string) (position.Point, error)
	// Name returns a move as players write it: "Q16"; Native in their own script.
	Name(code position.Point, native bool) string
	// Play executes a move and returns how it is against the rules, "" if it is
	// not, and whether it was executed at all.
	Play(code position.Point) (fault string, done bool)
}

// A Drawing says how a position is drawn.
type Drawing struct {
	Style  position.Style
	Native bool                      // pieces as the characters that are written on them
	Last   *position.Point           // the code of the move that led here, which is marked
	Labels map[position.Point]string // on points
}

// A Drawer is a position that can be drawn in text, in lines that end in a newline.
type Drawer interface {
	Draw(d Drawing) string
}

// Pictured is a position that can be drawn as an SVG picture.
type Pictured interface {
	WriteSVG(w io.Writer, d Drawing) error
}

// Shown is a position that can be shown as plain data.
type Shown interface {
	Data() *Board
}

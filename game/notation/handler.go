package notation

import "kifudb/position/shogi"

// Handler is told what a text says, in its order. Walk calls it; so does
// [Record.Events], so that one printer serves converter and export.
type Handler interface {
	OnGame(Start)
	OnMove(Played)
	OnEnding(Ending)
	OnComment(line string) // one line without its end, in whatever encoding the text has
	OnMemorize()
	OnRecall()
	OnResume()
}

// LayoutHandler is implemented by Handlers that also want to know how the text
// is laid out.
type LayoutHandler interface {
	Handler
	OnMode(Mode)               // the text that follows is Score or Comments
	OnInput(Format)            // INPUT=(…)
	OnOutput(Format)           // OUTPUT=(…)
	OnDiagram(*shogi.Position) // OUTPUT=DIAGRAM, of the present position
}

// Mode says what text is.
type Mode uint8

// The modes.
const (
	Score    Mode = iota // moves; the mode at the start
	Comments             // words, to be copied
	Diagram              // a drawing, to be skipped
)

var modeWords = [...]string{"SCORE", "COMMENTS", "DIAGRAM"}

// String returns the mode's keyword.
func (m Mode) String() string { return modeWords[m] }

// Start is how a game begins.
type Start struct {
	Handicap shogi.Handicap // of START; "" otherwise
	Tsume    bool           // Black is to mate; what is not on the board is in White's hand
	Position *shogi.Position
}

// Played is a move with what the text says about it.
type Played struct {
	Before *shogi.Position // valid during the call
	Move   shogi.Move
	Marks  string      // "!", "?!", …
	Fault  shogi.Fault // 0 if the move is legal
}

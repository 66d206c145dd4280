package notation

import (
	"fmt"
	"io"
	"strings"

	"kifudb/position/shogi"
)

// The limits of a text. A text of MaxSize takes a few times as much memory.
const (
	MaxSize      = 64 << 20 // bytes
	MaxErrors    = 10       // after which Convert stops reading
	MaxMemorized = 10_000   // positions on the stack
)

// WalkOptions are the options of Walk; nil means the zero value.
type WalkOptions struct {
	// Report is called for each problem, in the text's order.
	Report func(Problem)
	// Convert demands an OUTPUT statement before the first move, refuses all
	// moves that go against more than the rules of [shogi.Fault.Slip], and stops
	// after MaxErrors errors.
	Convert bool
}

// Walk reads a text of the converter of 1996 and tells h what it says. After an
// error in a move the position is not known, so the moves up to the next
// GAME, RECALL or RESUME are skipped; after an error in a statement reading goes on
// at the next line that begins with a keyword. It returns the number of errors.
func Walk(text []byte, h Handler, o *WalkOptions) int {
	if o == nil {
		o = &WalkOptions{}
	}
	r := &reader{
		reporter: reporter{source: newSource(text), report: o.Report},
		handler:  h,
		convert:  o.Convert,
	}
	if o.Convert {
		r.limit = MaxErrors
	}
	r.read()
	return r.errors
}

// read reads the text to its end, or until there were too many errors.
func (r *reader) read() {
	r.layout, _ = r.handler.(LayoutHandler)
	r.state.last = shogi.NoSquare
	r.number.at = -1
	for r.at < len(r.text) && !r.stopped() {
		if r.mode == Score {
			r.readScore()
		} else {
			r.readProse()
		}
	}
	if !r.stopped() {
		r.dropNumber()
		for _, s := range r.stack {
			r.problem(s.memorizedAt, NotResumed, "MEMORIZE without its RESUME")
		}
	}
}

// reader is the state of one Walk.
type reader struct {
	reporter
	at      int // the offset of what is next
	handler Handler
	layout  LayoutHandler // the same, or nil
	convert bool          // OUTPUT=(…) is needed
	before  func(keyword) // called before each statement, at r.at; or nil

	mode    Mode
	input   *Format // nil: not given
	output  bool    // OUTPUT=(…) was given
	started bool    // there is a game
	state
	stack []state

	number         moveNumber // read, its move not yet
	mayBeSeparated bool       // a ',' or ';' may follow
}

// state is what MEMORIZE keeps: a place in a game.
type state struct {
	position    shogi.Position
	unknown     bool // after an error
	counter     counter
	last        shogi.Square // the previous move's destination
	ended       bool
	memorizedAt int
}

// moveNumber is a number before a move.
type moveNumber struct {
	at    int // -1: there is none
	value int
	dots  bool // with "...": it is White's move
}

// readProse reads a line of words.
func (r *reader) readProse() {
	k, like := r.inProse(r.at)
	if k != noKeyword {
		r.statement(k)
		return
	}
	if like != noKeyword {
		r.problem(r.at, KeywordInText, "line of %s text begins with the word %s; not taken as a command",
			strings.ToLower(r.mode.String()), like)
	}
	end := r.lineEnd(r.at)
	r.comment(r.text[r.at:end])
	r.at = min(end+1, len(r.text))
}

// comment passes on a line of words, unless it belongs to a diagram.
func (r *reader) comment(line string) {
	if r.mode == Comments {
		r.handler.OnComment(line)
	}
}

// statement executes the statement whose keyword stands at r.at.
func (r *reader) statement(k keyword) {
	if r.before != nil {
		r.before(k)
	}
	start := r.at
	r.at += len(k)
	r.mayBeSeparated = false
	ok := true
	switch k {
	case kwGame:
		ok = r.readGame(start)
	case kwInput:
		ok = r.readInput(start)
	case kwOutput:
		ok = r.readOutput(start)
	case kwMemorize:
		ok = r.memorize(start)
	case kwRecall, kwResume:
		ok = r.recall(start, k)
	case kwScore:
		r.setMode(Score)
	case kwComments:
		r.setMode(Comments)
	case kwDiagram:
		r.mode = Diagram
	}
	if !ok {
		r.resync()
		return
	}
	if r.mode == Score {
		return // the rest of the line are moves
	}
	// Line ends mean nothing after a statement: the rest of its line is text.
	end := r.lineEnd(r.at)
	if rest := strings.Trim(r.text[r.at:end], " \t"); rest != "" {
		r.comment(rest)
	}
	r.at = min(end+1, len(r.text))
}

func (r *reader) setMode(m Mode) {
	r.mode = m
	if r.layout != nil {
		r.layout.OnMode(m)
	}
}

// resync skips to the next line that begins with a keyword. Moves that are
// skipped make the position unknown.
func (r *reader) resync() {
	for r.at < len(r.text) {
		if r.lineStart(r.at) {
			k, _ := r.inProse(r.at)
			if r.mode == Score {
				k = r.inScore(r.at + len(indentation(r.text[r.at:])))
			}
			if k != noKeyword {
				return
			}
		}
		end := r.lineEnd(r.at)
		if r.mode == Score && !isBlank(r.text[r.at:end]) {
			r.state.unknown = true
		}
		r.at = min(end+1, len(r.text))
	}
}

func indentation(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " \t"))] }

// startGame begins a game with a position.
func (r *reader) startGame(s Start) {
	r.dropNumber()
	r.started = true
	r.state = state{position: *s.Position, last: shogi.NoSquare}
	r.state.counter.restart(r.input)
	r.handler.OnGame(s)
}

// needGame starts an even game if there is none.
func (r *reader) needGame() {
	if !r.started {
		unknown := r.state.unknown
		r.startGame(Start{Handicap: shogi.NoHandicap, Position: shogi.New()})
		r.state.unknown = unknown
	}
}

func (r *reader) memorize(at int) bool {
	r.needGame()
	if len(r.stack) == MaxMemorized {
		r.problem(at, BadStack, "more than %d positions memorized", MaxMemorized)
		r.state.unknown = true
		return false
	}
	s := r.state
	s.memorizedAt = at
	r.stack = append(r.stack, s)
	r.handler.OnMemorize()
	return true
}

func (r *reader) recall(at int, k keyword) bool {
	r.dropNumber()
	if len(r.stack) == 0 {
		r.problem(at, BadStack, "%s, but no position is memorized", k)
		r.state.unknown = true
		return false
	}
	top := len(r.stack) - 1
	r.state = r.stack[top]
	if k == kwRecall {
		r.handler.OnRecall()
	} else {
		r.stack = r.stack[:top]
		r.handler.OnResume()
	}
	return true
}

// readAll reads a text that must not be longer than MaxSize.
func readAll(in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, MaxSize+1))
	if err == nil && len(text) > MaxSize {
		err = fmt.Errorf("the text is longer than %d bytes", MaxSize)
	}
	return text, err
}

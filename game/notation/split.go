package notation

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"kifudb/position/shogi"
)

// splitter is the LayoutHandler that finds where the games of a text of the
// converter of 1996 begin and end. A game ends at the next GAME, and one in a
// variation at its RECALL or RESUME; it is part of the game around it, too.
type splitter struct {
	reader *reader
	games  []span
	open   []int  // of games, those that have not ended, by their depth
	input  string // INPUT in force, as a line
	setup  setup
}

// maxSplit is how many positions may be memorized around a game that is to have
// a piece of its own. It bounds the sum of all pieces.
const maxSplit = 16

// span is where a game stands in a source.
type span struct {
	from, to int
	depth    int    // positions memorized when it began
	prefix   string // statements that are in force there
}

// setup is the run of statements just before, which prepare for what follows,
// and what was in force where it begins.
type setup struct {
	at    int // -1: there is none
	mode  Mode
	input string // "" if the run has its own
}

var _ LayoutHandler = (*splitter)(nil)

// uncut is a piece before what is in force is copied to its beginning. Games that lie within
// each other make pieces that are each nearly as large as the text, so they are made one at a time.
type uncut struct {
	Piece
	prefix string
}

func (u *uncut) cut() Piece {
	p := u.Piece
	if u.prefix != "" {
		p.Text = slices.Concat([]byte(u.prefix), p.Text)
		p.Line -= strings.Count(u.prefix, "\n")
	}
	return p
}

// split returns the pieces of a text of the converter of 1996. Except for the
// first they begin with copies of the statements that are in force, so that
// each can be read by itself.
func split(text []byte) (pieces []uncut, rest []byte) {
	s := &splitter{setup: setup{at: -1}}
	s.reader = &reader{reporter: reporter{source: newSource(text)}, handler: s, before: s.statement}
	s.reader.read()
	s.end(0, len(s.reader.text))
	places := newPlaces(text, &s.reader.source)
	last := 0
	for _, g := range s.games {
		from, line := places.at(g.from)
		to, _ := places.at(g.to)
		to = from + len(bytes.TrimRight(text[from:to], " \t\r\n"))
		piece := uncut{Piece{Text: text[from:to:to], Line: line}, g.prefix}
		if g.depth == 0 && from > last {
			piece.Lead = text[last:from:from]
		}
		if g.depth == 0 {
			last = to
		}
		pieces = append(pieces, piece)
	}
	return pieces, text[last:]
}

// statement is called before a statement is executed.
func (s *splitter) statement(k keyword) {
	switch k {
	case kwInput, kwOutput, kwScore, kwComments, kwDiagram:
		s.prepare()
		return
	case kwGame:
		s.prepare()
		return // OnGame comes if it can be read
	case kwRecall, kwResume:
		if depth := len(s.reader.stack); depth > 0 {
			s.end(depth, s.reader.at)
		}
	}
	s.setup.at = -1
}

// prepare begins a run of statements unless there is one.
func (s *splitter) prepare() {
	if s.setup.at < 0 {
		s.setup = setup{s.reader.at, s.reader.mode, s.input}
	}
}

// end ends all open games of at least a depth.
func (s *splitter) end(depth, at int) {
	for n := len(s.open); n > 0 && s.games[s.open[n-1]].depth >= depth; n-- {
		s.games[s.open[n-1]].to = at
		s.open = s.open[:n-1]
	}
}

// OnGame begins a game, and ends the one before it. The first has all words
// before it, too, and may have no GAME.
func (s *splitter) OnGame(Start) {
	g := span{depth: len(s.reader.stack)}
	if g.depth > maxSplit {
		return
	}
	if len(s.games) > 0 {
		s.end(g.depth, s.setup.at)
		g.from, g.prefix = s.setup.at, s.setup.input
		if s.setup.mode != Score {
			g.prefix += s.setup.mode.String() + "\n"
		}
	}
	s.open = append(s.open, len(s.games))
	s.games = append(s.games, g)
	s.setup.at = -1
}

func (s *splitter) OnInput(f Format) {
	s.input = f.Input() + "\n"
	s.setup.input = ""
}

func (s *splitter) OnMove(Played)             { s.setup.at = -1 }
func (s *splitter) OnEnding(Ending)           { s.setup.at = -1 }
func (s *splitter) OnComment(string)          { s.setup.at = -1 }
func (s *splitter) OnDiagram(*shogi.Position) { s.setup.at = -1 }
func (s *splitter) OnMemorize()               {}
func (s *splitter) OnRecall()                 {}
func (s *splitter) OnResume()                 {}
func (s *splitter) OnMode(Mode)               {}
func (s *splitter) OnOutput(Format)           {}

// places finds the offsets of a source in the bytes it was made of.
type places struct {
	source *source
	lines  []int // where each line begins in the bytes
}

func newPlaces(text []byte, s *source) *places {
	p := &places{source: s, lines: make([]int, 1, len(s.lines)+1)}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		p.lines[0] = len("\ufeff")
	}
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			p.lines = append(p.lines, i+1)
		}
	}
	return p
}

// at returns where an offset of the source is in the bytes, and its line from 1.
func (p *places) at(offset int) (raw, line int) {
	line = sort.SearchInts(p.source.lines, offset+1)
	return p.lines[line-1] + offset - p.source.lines[line-1], line
}

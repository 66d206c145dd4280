package usi

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kifudb/game"
	"kifudb/position"
	"kifudb/protocol/choice"
	"kifudb/protocol/line"
)

// A Protocol is one of the two that the package knows.
type Protocol struct {
	hello, ready string
	nothing      string // what is answered where no move is known
	uci          bool
}

// The protocols.
var (
	UCI = &Protocol{hello: "uci", ready: "uciok", nothing: "(none)", uci: true}
	USI = &Protocol{hello: "usi", ready: "usiok", nothing: "resign"}
)

// Options say how a session differs from the usual one.
type Options struct {
	Version string
	MultiPV int // how many moves are shown
	// Centipawns makes a score in hundredths of a pawn of the estimate of the score of the games.
	Centipawns bool
}

// maxMultiPV bounds how many moves are shown.
const maxMultiPV = 500

// A Session is one program that asks an archive.
type Session struct {
	protocol *Protocol
	game     game.Game
	book     *choice.Book
	o        Options
	chess960 bool // castling is the king's move onto the rook

	at game.Position

	mu    sync.Mutex // protects out, to which a search writes, too
	out   io.Writer
	fault error // of writing

	lines <-chan line.Line
	held  *line.Line // read while a search went on
}

// New returns a session at the start of a game.
func New(p *Protocol, g game.Game, book *choice.Book, o Options) (*Session, error) {
	if o.MultiPV < 1 || o.MultiPV > maxMultiPV {
		return nil, fmt.Errorf("%d moves cannot be shown; expected 1 to %d", o.MultiPV, maxMultiPV)
	}
	at, err := game.Start(g)
	if err != nil {
		return nil, err
	}
	if _, ok := at.(game.Mover); !ok {
		return nil, game.ErrNoRules
	}
	return &Session{protocol: p, game: g, book: book, o: o, at: at}, nil
}

// maxLine bounds a line of the other program, in bytes.
const maxLine = 1 << 16

// Run answers commands until the program quits, its input ends, or the context is stopped. A search
// that runs when the input ends is finished.
func (s *Session) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines, failed := line.Read(ctx, in, maxLine)
	s.lines, s.out = lines, out
	for {
		l, ok, err := s.next(ctx)
		switch {
		case err != nil:
			return err
		case !ok:
			return failed()
		}
		quit, err := s.answer(ctx, l)
		if err == nil {
			err = s.fault
		}
		if quit || err != nil {
			return err
		}
	}
}

// next returns the next line, false at the end of the input.
func (s *Session) next(ctx context.Context) (l line.Line, ok bool, err error) {
	if s.held != nil {
		l, s.held = *s.held, nil
		return l, true, nil
	}
	select {
	case l, ok = <-s.lines:
		return l, ok, nil
	case <-ctx.Done():
		return l, false, ctx.Err()
	}
}

// print writes a line.
func (s *Session) print(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := fmt.Fprintf(s.out, format+"\n", args...); err != nil && s.fault == nil {
		s.fault = err
	}
}

// note tells the user something, as far as the program shows it.
func (s *Session) note(format string, args ...any) {
	s.print("info string %s", clean(fmt.Sprintf(format, args...)))
}

// clean returns text in one line, without what moves the cursor of a terminal.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// answer carries out a line. Lines with unknown commands are ignored, as the protocols want it.
func (s *Session) answer(ctx context.Context, l line.Line) (quit bool, err error) {
	if l.Cut {
		s.note("the line is too long")
		return false, nil
	}
	words := strings.Fields(l.Text)
	if len(words) == 0 {
		return false, nil
	}
	switch words[0] {
	case s.protocol.hello:
		s.introduce()
	case "isready":
		s.print("readyok")
	case "setoption":
		s.setOption(words[1:])
	case "position":
		s.setPosition(words)
	case "go":
		return s.search(ctx, words[1:])
	case "quit":
		return true, nil
	}
	return false, nil
}

// introduce says what the engine is called and which options it has.
func (s *Session) introduce() {
	s.print("id name kifudb %s", clean(s.o.Version))
	s.print("id author the kifudb authors")
	s.print("option name MultiPV type spin default %d min 1 max %d", s.o.MultiPV, maxMultiPV)
	s.print("option name MinGames type spin default %d min 0 max 1000000", s.book.MinGames)
	s.print("option name Pick type combo default %s var %s", s.book.Options.Pick, strings.Join(choice.Picks, " var "))
	s.print("option name Centipawns type check default %t", s.o.Centipawns)
	if s.protocol.uci {
		s.print("option name UCI_Chess960 type check default false")
	}
	s.print("%s", s.protocol.ready)
}

// setOption sets an option: name, its name, value, its value.
func (s *Session) setOption(words []string) {
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return // options of buttons and of other engines
	}
	value := words[3]
	n, err := strconv.Atoi(value)
	switch name := strings.ToLower(words[1]); {
	case name == "multipv" && err == nil && n >= 1 && n <= maxMultiPV:
		s.o.MultiPV = n
	case name == "mingames" && err == nil && n >= 0:
		s.book.MinGames = n
	case name == "pick" && slices.Contains(choice.Picks, value):
		s.book.Options.Pick = value
	case name == "centipawns" && (value == "true" || value == "false"):
		s.o.Centipawns = value == "true"
	case name == "uci_chess960" && s.protocol.uci && (value == "true" || value == "false"):
		s.chess960 = value == "true"
	case slices.Contains([]string{"multipv", "mingames", "pick", "centipawns", "uci_chess960"}, name):
		s.note("%s cannot be %s", words[1], value)
	}
}

// setPosition reads a position and the moves from there. If something is wrong, there is no position.
func (s *Session) setPosition(words []string) {
	s.at = nil
	reader, ok := s.game.(game.PositionReader)
	if !ok {
		s.note("%v", game.ErrNoRules)
		return
	}
	moves := len(words)
	if i := slices.Index(words, "moves"); i >= 0 {
		moves = i
	}
	p, err := reader.ReadPosition(strings.Join(words[:moves], " "))
	if err != nil {
		s.note("the position cannot be read: %v", err)
		return
	}
	for i := moves + 1; i < len(words); i++ {
		code, err := p.(game.Mover).ReadMove(words[i])
		if err != nil {
			s.note("move %d cannot be read: %v", i-moves, err)
			return
		}
		if fault, done := p.(game.Mover).Play(code); !done || fault != "" {
			s.note("move %d, %s, is illegal: %s", i-moves, words[i], fault)
			return
		}
	}
	s.at = p
}

// term returns what asks the archive for the position.
func (s *Session) term() string {
	return `pos:"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s.at.Text()) + `" game:"` + s.game.About().Name + `"`
}

// A sofar is what a search has found. The search writes to it while the session reads commands.
type sofar struct {
	mu     sync.Mutex
	answer *choice.Answer
	first  chan struct{} // closed when there is an answer
}

func (f *sofar) set(a *choice.Answer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.answer == nil {
		close(f.first)
	}
	f.answer = a
}

func (f *sofar) get() *choice.Answer {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.answer
}

// search answers go: it shows what is known, and then says which move to play. It ends by itself, as soon as
// the archive was searched, or, with infinite or ponder, when the next command comes. Quit ends it at once. Stop
// does so, too, but waits for the first figures: without them there would be no move, and programs take that for
// resignation. How long it may take and how deep it may look does not matter.
func (s *Session) search(ctx context.Context, words []string) (quit bool, err error) {
	if len(words) > 0 && words[0] == "mate" && !s.protocol.uci {
		s.print("checkmate notimplemented")
		return false, nil
	}
	waits := slices.Contains(words, "infinite") || slices.Contains(words, "ponder")
	wanted := wantedMoves(words)
	if s.at == nil {
		s.note("there is no position")
		s.print("bestmove %s", s.protocol.nothing)
		return false, nil
	}
	outer := ctx
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	found := sofar{first: make(chan struct{})}
	searched := make(chan error, 1)
	go func() { searched <- s.find(ctx, wanted, &found) }()
	lines, ended := s.lines, searched
	var first <-chan struct{} // nil unless the search is to end at the first figures
	for (ended != nil || waits) && (lines != nil || first != nil) {
		select {
		case failed := <-ended:
			ended = nil
			if failed != nil && ctx.Err() == nil {
				s.note("%v", failed)
			}
		case <-first:
			stop()
			lines, first = nil, nil
		case l, ok := <-lines:
			word, _, _ := strings.Cut(strings.TrimSpace(l.Text), " ")
			switch {
			case !ok:
				lines = nil
			case word == "isready":
				s.print("readyok")
			case word == "ponderhit":
				waits = false
			case word == "stop":
				first, waits = found.first, false
			case slices.Contains([]string{"position", "go", "setoption", "usinewgame", "ucinewgame", "gameover", "quit"}, word):
				s.held, lines = &l, nil
				if word == "quit" {
					stop()
					first = nil
				} else if waits {
					first, waits = found.first, false
				}
			}
		case <-outer.Done():
			lines, first = nil, nil
		}
	}
	if ended != nil {
		if failed := <-ended; failed != nil && ctx.Err() == nil {
			s.note("%v", failed)
		}
	}
	if outer.Err() != nil {
		return false, outer.Err()
	}
	s.print("bestmove %s", s.best(found.get()))
	return false, nil
}

// wantedMoves returns the moves after searchmoves, nil if all are wanted.
func wantedMoves(words []string) []string {
	i := slices.Index(words, "searchmoves")
	if i < 0 {
		return nil
	}
	words = words[i+1:]
	for n, word := range words {
		if slices.Contains([]string{"ponder", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "infinite"}, word) {
			return words[:n]
		}
	}
	return words
}

// best returns the move to play of what was found.
func (s *Session) best(a *choice.Answer) string {
	if a == nil {
		s.note("stopped before anything was found")
		return s.protocol.nothing
	}
	m, ok := s.book.Pick(a)
	if !ok {
		return s.protocol.nothing
	}
	return m.Texts[0]
}

// find asks the archive and shows what it knows, first as soon as there is something.
func (s *Session) find(ctx context.Context, wanted []string, into *sofar) error {
	last := ""
	show := func(a *choice.Answer) {
		text := s.infos(a)
		if text == last || text == "" || ctx.Err() != nil {
			return
		}
		last = text
		for l := range strings.SplitSeq(text, "\n") {
			s.print("%s", l)
		}
	}
	keep := func(a *choice.Answer) {
		a.Moves = slices.DeleteFunc(a.Moves, func(m choice.Move) bool { return !s.mayPlay(&m, wanted) })
	}
	a, err := s.book.At(ctx, s.term(), s.at.ToPlay(), func(a *choice.Answer) {
		keep(a)
		s.write(a)
		into.set(a)
		show(a)
	})
	if err != nil {
		return err
	}
	keep(a)
	given := *a // what the session plays may be read while lines are added
	given.Moves = slices.Clone(a.Moves)
	s.write(&given)
	into.set(&given)
	for _, n := range a.Notices {
		if n.Incomplete() {
			s.note("%s", n.Text)
		}
	}
	show(&given)
	if err := s.book.Lines(ctx, s.term(), a); err != nil {
		return err
	}
	s.write(a)
	show(a)
	switch {
	case len(a.Moves) > 0:
		s.note("%s this position", have(a.Games))
	case a.Games == 0:
		s.note("no move known: no game has this position")
	default:
		s.note("no move known: %s this position, and no move of %d is wanted", have(a.Games), max(1, s.book.MinGames))
	}
	s.inWords(a)
	return nil
}

// have says how many games have something.
func have(n int) string {
	if n == 1 {
		return "1 game has"
	}
	return strconv.Itoa(n) + " games have"
}

// mayPlay reports whether a move is legal, as those of records may not be, and wanted.
func (s *Session) mayPlay(m *choice.Move, wanted []string) bool {
	p, ok := s.at.Clone().(game.Mover)
	if !ok {
		return false
	}
	if wanted != nil && !slices.ContainsFunc(wanted, func(word string) bool {
		code, err := p.ReadMove(word)
		return err == nil && code == m.Played.Point
	}) {
		return false
	}
	fault, done := p.Play(m.Played.Point)
	return done && fault == ""
}

// write writes the moves of an answer as the protocol has them. A line ends before a move that is illegal.
func (s *Session) write(a *choice.Answer) {
	for i := range a.Moves {
		m := &a.Moves[i]
		at := s.at.Clone()
		texts := make([]string, 0, len(m.Line))
		for _, move := range m.Line {
			text := s.moveText(at, move.Point)
			if fault, done := at.(game.Mover).Play(move.Point); text == "" || !done || fault != "" {
				break
			}
			texts = append(texts, text)
		}
		m.Texts = texts
	}
}

// moveText writes a move. Without Chess960, UCI has castling as a king's move of two squares.
func (s *Session) moveText(at game.Position, code position.Point) string {
	reader, ok := s.game.(game.MoveReader)
	if !ok {
		return ""
	}
	text := reader.MoveText(code)
	if s.protocol.uci && !s.chess960 && len(text) == 4 {
		switch name := strings.TrimRight(at.(game.Mover).Name(code, false), "+#"); name {
		case "O-O":
			return text[:2] + "g" + text[1:2]
		case "O-O-O":
			return text[:2] + "c" + text[1:2]
		}
	}
	return text
}

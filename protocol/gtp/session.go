package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"kifudb/position"
	"kifudb/protocol/choice"
	"kifudb/protocol/line"
)

// Options say how a session differs from the usual one.
type Options struct {
	Version  string // the answer to the command version
	Unknown  string // what genmove answers where no move is known, one of Unknowns
	Estimate bool   // the win rate is the estimate of the score, not the score itself
	Repeats  bool   // moves may repeat a whole board
	// Page returns the address of a page for a place such as 7@40.
	Page func(ref string) (string, error)
	// Say tells the user what the protocol has no place for.
	Say func(text string)
}

// What genmove answers where no move is known.
const (
	Resign = "resign"
	Pass   = "pass"
	Error  = "error"
)

// Unknowns are the answers where no move is known.
var Unknowns = []string{Resign, Pass, Error}

// A Session is one controller that plays with an archive.
type Session struct {
	book *choice.Book
	o    Options

	track track
	komi  string

	out   io.Writer
	lines <-chan line.Line
	held  *line.Line // read while a command went on
	done  bool       // the controller quits
}

// New returns a session with an empty board of 19 by 19.
func New(book *choice.Book, o Options) (*Session, error) {
	if !slices.Contains(Unknowns, o.Unknown) {
		return nil, fmt.Errorf("%q is no answer where no move is known; expected resign, pass or error", o.Unknown)
	}
	s := &Session{book: book, o: o, komi: "0"}
	s.track.repeats = o.Repeats
	s.track.begin(position.NewBoard(position.Square(19)))
	return s, nil
}

// maxLine bounds a line of the controller, in bytes.
const maxLine = 1 << 16

// Run answers commands until the controller quits, its input ends, or the context is stopped. An analysis that
// runs when the input ends is finished.
func (s *Session) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines, failed := line.Read(ctx, in, maxLine)
	s.lines, s.out = lines, out
	for !s.done {
		l, ok, err := s.next(ctx)
		if err != nil {
			return err
		}
		if !ok {
			return failed()
		}
		if err := s.answer(ctx, l); err != nil {
			return err
		}
	}
	return nil
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

// answer carries out a line.
func (s *Session) answer(ctx context.Context, l line.Line) error {
	c := parseCommand(l.Text)
	switch {
	case l.Cut:
		return s.print(fail("the line is too long").write(c.id))
	case c.name == "" && c.id == "":
		return nil
	}
	if run := streams[c.name]; run != nil {
		return run(s, ctx, c)
	}
	do := commands[c.name]
	if do == nil {
		return s.print(fail("unknown command").write(c.id))
	}
	a, err := do(s, ctx, c.args)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		a = fail("%s", oneLine(err.Error()))
	}
	return s.print(a.write(c.id))
}

func (s *Session) print(text string) error {
	_, err := io.WriteString(s.out, text)
	return err
}

// say tells the user something that is not an answer.
func (s *Session) say(format string, args ...any) {
	if s.o.Say != nil {
		s.o.Say(oneLine(fmt.Sprintf(format, args...)))
	}
}

// oneLine returns text without ends of lines.
func oneLine(text string) string {
	return strings.Join(strings.Fields(clean(text)), " ")
}

// A command that is answered at once, and one that is answered bit by bit.
type (
	handler = func(s *Session, ctx context.Context, args []string) (answer, error)
	stream  = func(s *Session, ctx context.Context, c command) error
)

// The commands, which are filled in by init, as some of them list them.
var (
	commands map[string]handler
	streams  map[string]stream
)

// commandNames returns the names of all commands in order.
func commandNames() []string {
	return slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(commands)), slices.Collect(maps.Keys(streams)))))
}

// term returns what asks the archive for the position.
func (s *Session) term() string {
	return `pos:"` + s.track.now().SetupSGF() + `" game:go`
}

// errSyntax is the error of arguments that cannot be read.
var errSyntax = errors.New("syntax error")

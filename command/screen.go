package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"
)

// A screen is what standard output and standard error share where they are a terminal:
// a progress bar is wiped before anything is printed, and while a pager has the
// terminal, all goes through it and no bar is drawn.
type screen struct {
	out, err *stream
	leave    func() // ends the command, as nobody looks any more

	mu    sync.Mutex
	drawn bool   // a progress bar is on the terminal
	paged bool   // a pager is wanted as soon as something is printed
	pager *pager // nil: none runs
	left  bool   // the pager was closed before all was printed
}

// errLeft is the error of printing to a pager that was closed.
var errLeft = errors.New("the pager was closed")

// newScreen makes the streams of a command for its output and its errors.
func newScreen(stdout, stderr io.Writer, leave func()) *screen {
	s := &screen{leave: leave}
	s.out, s.err = &stream{w: stdout, screen: s}, &stream{w: stderr, screen: s}
	return s
}

// setUp does what flags and the environment say of colors and the pager.
func (s *screen) setUp(c *cli.Context) (err error) {
	terminal := isTerminal(s.out)
	if s.out.colored, err = wantsColor(globalFlag(c, "color"), terminal, os.Getenv); err != nil {
		return err
	}
	always, never := globalFlag(c, "pager") == "true", globalFlag(c, "no-pager") == "true"
	if always && never {
		return usage("--pager and --no-pager exclude each other")
	}
	wanted := always || pages(c.Command) && os.Getenv("TERM") != "dumb"
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paged = terminal && wanted && !never
	return nil
}

// globalFlag returns what a flag says that may stand before or after the command's
// name, "" if it was not given.
func globalFlag(c *cli.Context, name string) string {
	for _, ctx := range c.Lineage() {
		if ctx.IsSet(name) {
			if text := ctx.String(name); text != "" {
				return text
			}
			return map[bool]string{true: "true", false: "false"}[ctx.Bool(name)]
		}
	}
	return ""
}

// write prints on one of the streams.
func (s *screen) write(to *stream, b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drawn {
		_, _ = io.WriteString(s.err.w, "\r\x1b[2K")
		s.drawn = false
	}
	if s.paged && to == s.out {
		s.paged = false
		var err error
		if s.pager, err = startPager(s.out.w, s.pagerEnded); err != nil {
			fmt.Fprintf(s.err.w, "kifudb: printed without a pager: %v\n", err)
		}
	}
	if s.pager == nil || to == s.err && !isTerminal(to) {
		return to.w.Write(b)
	}
	n, err := s.pager.Write(b)
	if err != nil {
		s.left = true
		err = errLeft
	}
	return n, err
}

// pagerEnded is told when the pager ends by itself.
func (s *screen) pagerEnded() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = true
	s.leave()
}

// close waits until the pager, if there is one, was closed.
func (s *screen) close() {
	s.mu.Lock()
	p := s.pager
	s.mu.Unlock()
	if p != nil {
		p.close()
	}
}

// ended reports whether an error is that of a command whose pager was closed before all
// was printed.
func (s *screen) ended(err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Is(err, errLeft) || s.left && statusOf(err) == ExitInterrupted
}

// bar is where a progress bar is drawn.
func (s *screen) bar() io.Writer { return barWriter{s} }

type barWriter struct{ *screen }

func (s barWriter) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pager != nil {
		return len(b), nil
	}
	s.drawn = len(strings.TrimSpace(string(b))) > 0
	return s.err.w.Write(b)
}

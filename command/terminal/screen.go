package terminal

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A Screen is what standard output and standard error share where they are a terminal:
// a progress bar is wiped before anything is printed, and while a pager has the
// terminal, all goes through it and no bar is drawn.
type Screen struct {
	Out, Err *Stream
	leave    func() // ends the command, as nobody looks any more

	mu    sync.Mutex
	drawn bool   // a progress bar is on the terminal
	paged bool   // a pager is wanted as soon as something is printed
	pager *pager // nil: none runs
	left  bool   // the pager was closed before all was printed
}

// ErrPagerLeft is the error of printing to a pager that was closed.
var ErrPagerLeft = errors.New("the pager was closed")

// NewScreen makes the streams of a command for its output and its errors.
func NewScreen(stdout, stderr io.Writer, leave func()) *Screen {
	s := &Screen{leave: leave}
	s.Out, s.Err = &Stream{w: stdout, Screen: s}, &Stream{w: stderr, Screen: s}
	return s
}

// SetUp says whether output has colors, and whether it goes through a pager, if there is one.
func (s *Screen) SetUp(colored, paged bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Out.colored, s.paged = colored, paged
}

// write prints on one of the streams.
func (s *Screen) write(to *Stream, b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drawn {
		_, _ = io.WriteString(s.Err.w, "\r\x1b[2K")
		s.drawn = false
	}
	if s.paged && to == s.Out {
		s.paged = false
		var err error
		if s.pager, err = startPager(s.Out.w, s.pagerEnded); err != nil {
			fmt.Fprintf(s.Err.w, "kifudb: printed without a pager: %v\n", err)
		}
	}
	if s.pager == nil || to == s.Err && !IsTerminal(to) {
		return to.w.Write(b)
	}
	n, err := s.pager.Write(b)
	if err != nil {
		s.left = true
		err = ErrPagerLeft
	}
	return n, err
}

// pagerEnded is told when the pager ends by itself.
func (s *Screen) pagerEnded() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = true
	s.leave()
}

// Close waits until the pager, if there is one, was closed.
func (s *Screen) Close() {
	s.mu.Lock()
	p := s.pager
	s.mu.Unlock()
	if p != nil {
		p.close()
	}
}

// PagerLeft reports whether the pager was closed before all was printed.
func (s *Screen) PagerLeft() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left
}

// bar is where a progress bar is drawn.
func (s *Screen) bar() io.Writer { return barWriter{s} }

type barWriter struct{ *Screen }

func (s barWriter) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pager != nil {
		return len(b), nil
	}
	s.drawn = len(strings.TrimSpace(string(b))) > 0
	return s.Err.w.Write(b)
}

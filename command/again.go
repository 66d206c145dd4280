package command

import (
	"io"
	"os"
)

// maxTries bounds how often a command begins anew because another program has
// taken away what it was about to read.
const maxTries = 8

// A stream is standard input, output or error. It knows whether it was used: a command
// that has printed something, or read, cannot begin anew. What is written goes through
// the screen, if there is one.
type stream struct {
	r       io.Reader
	w       io.Writer
	used    bool
	colored bool // what is found and drawn has colors

	screen *screen // nil for input
}

func (s *stream) Read(b []byte) (int, error) {
	s.used = true
	return s.r.Read(b)
}

func (s *stream) Write(b []byte) (int, error) {
	s.used = true
	if s.screen == nil {
		return s.w.Write(b)
	}
	return s.screen.write(s, b)
}

// streamOf returns the stream that a reader or writer of a command is, also where it is
// written to until the command is stopped.
func streamOf(rw any) (*stream, bool) {
	if u, ok := rw.(untilStopped); ok {
		rw = u.w
	}
	s, ok := rw.(*stream)
	return s, ok
}

// osFile returns the file behind a reader or writer of a command, if it is one: the
// terminal, also where a pager shows on it what is written.
func osFile(rw any) (*os.File, bool) {
	if s, ok := streamOf(rw); ok {
		if s.r != nil {
			rw = s.r
		} else {
			rw = s.w
		}
	}
	f, ok := rw.(*os.File)
	return f, ok
}

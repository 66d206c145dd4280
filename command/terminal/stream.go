package terminal

import (
	"context"
	"io"
	"os"
)

// A Stream is standard input, output or error. It knows whether it was used: a command
// that has printed something, or read, cannot begin anew. What is written goes through
// the screen, if there is one.
type Stream struct {
	r       io.Reader
	w       io.Writer
	Used    bool // something was read or written
	colored bool // what is found and drawn has colors

	Screen *Screen // nil for input
}

func (s *Stream) Read(b []byte) (int, error) {
	s.Used = true
	return s.r.Read(b)
}

func (s *Stream) Write(b []byte) (int, error) {
	s.Used = true
	if s.Screen == nil {
		return s.w.Write(b)
	}
	return s.Screen.write(s, b)
}

// StreamOf returns the stream that a reader or writer of a command is, also where it is
// written to until the command is stopped.
func StreamOf(rw any) (*Stream, bool) {
	if u, ok := rw.(untilStopped); ok {
		rw = u.w
	}
	s, ok := rw.(*Stream)
	return s, ok
}

// osFile returns the file behind a reader or writer of a command, if it is one: the
// terminal, also where a pager shows on it what is written.
func osFile(rw any) (*os.File, bool) {
	if s, ok := StreamOf(rw); ok {
		if s.r != nil {
			rw = s.r
		} else {
			rw = s.w
		}
	}
	f, ok := rw.(*os.File)
	return f, ok
}

// untilStopped writes as long as nobody has interrupted the command.
type untilStopped struct {
	ctx context.Context
	w   io.Writer
}

func (u untilStopped) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

// UntilStop returns a writer that writes as long as a context is not stopped: a large answer
// takes seconds to be written out.
func UntilStop(ctx context.Context, w io.Writer) io.Writer { return untilStopped{ctx, w} }

// NewInput makes the stream of a command for what it reads.
func NewInput(r io.Reader) *Stream { return &Stream{r: r} }

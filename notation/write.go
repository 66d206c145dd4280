package notation

import (
	"io"
	"strings"
)

// Write writes a record as a text of the converter of 1996, from which Read
// reads the same game. What such a text cannot say is left out: the game's
// information, the times, and endings without a word in the notation. A line
// of a comment that would be read as a command is indented.
func Write(w io.Writer, r *Record, f Format, o *PrintOptions) error {
	p := newPrinter(w, o)
	p.OnGame(r.Start)
	p.OnOutput(f)
	if err := r.Events(quoting{p}); err != nil {
		return err
	}
	return p.close()
}

// quoting keeps words from being commands.
type quoting struct{ *printer }

func (q quoting) OnComment(line string) {
	line = strings.Map(func(c rune) rune {
		if c == '\r' || c == '\x1a' {
			return -1
		}
		return c
	}, line)
	s := newSource([]byte(line))
	if k, _ := s.inProse(0); k != noKeyword {
		line = " " + line
	}
	q.printer.OnComment(line)
}

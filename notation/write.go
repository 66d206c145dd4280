package notation

import (
	"io"
	"strings"
)

// Write writes a record as a text of the converter of 1996, from which Read
// reads the same game. What such a text cannot say is left out: the times,
// endings without a word in the notation, and the game's information, unless it
// is wanted as words. A line of words that would be read as a command is indented.
func Write(w io.Writer, r *Record, f Format, o *PrintOptions) error {
	p := newPrinter(w, o)
	p.OnGame(r.Start)
	if p.options.Header && len(r.Info) > 0 {
		p.OnMode(Comments)
		for _, field := range r.Info {
			quoting{p}.OnComment(fieldName(field.Ident) + ": " + oneLine(field.Text))
		}
		p.OnMode(Score)
	}
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

// fieldName returns what people call a field of SGF's.
func fieldName(ident string) string {
	switch ident {
	case "PB":
		return "Black"
	case "PW":
		return "White"
	case "EV":
		return "Event"
	case "PC":
		return "Place"
	case "DT":
		return "Date"
	case "TM":
		return "Time limit"
	case "ON":
		return "Opening"
	case "RE":
		return "Result"
	case "GC":
		return "Remark"
	}
	return ident
}

package notation

import (
	"io"
	"strings"
)

// Write writes a record as a text of the converter of 1996, from which Read
// reads the same game. What such a text cannot say is left out, which
// o.Lost is told of: the times, and the game's information unless it is wanted
// as words (PrintOptions.Header).
func Write(w io.Writer, r *Record, f Format, o *PrintOptions) error {
	p := newPrinter(w, o)
	lost := &losses{report: p.options.Lost}
	lost.start(r)
	p.OnGame(r.Start)
	if p.options.Header && len(r.Info) > 0 {
		p.OnMode(Comments)
		for _, field := range r.Info {
			for line := range strings.SplitSeq(fieldText(field), "\n") {
				p.OnComment(strings.TrimRight(fieldName(field.Ident)+": "+line, " \t"))
			}
		}
		p.OnMode(Score)
	} else {
		for _, field := range r.Info {
			lost.field(field.Ident)
		}
	}
	p.OnOutput(f)
	if err := r.Events(&teller{p, lost}); err != nil {
		return err
	}
	for v := range r.Nodes() {
		if v.Node.Timed || v.Node.EndTimed {
			lost.add(LostTimes)
		}
		if v.Node.Bookmark != "" {
			lost.add(LostBookmarks)
		}
	}
	return p.close()
}

// teller is the printer of a record that may hold anything: words may have to be
// kept from being commands, or the end of the text.
type teller struct {
	*printer
	lost *losses
}

func (t *teller) OnComment(line string) {
	line = t.lost.clean(line, inLines)
	if looksLikeCommand(line) {
		line = " " + line
	}
	t.printer.OnComment(line)
}

// looksLikeCommand reports whether a line of words is one of a command but for
// blanks before it. Such lines are written with a blank more, which Read takes
// away again.
func looksLikeCommand(line string) bool {
	s := newSource([]byte(strings.TrimLeft(line, " ")))
	k, _ := s.inProse(0)
	return k != noKeyword
}

// fieldNames are what people call fields of SGF's.
var fieldNames = []struct{ ident, name string }{
	{"PB", "Black"}, {"PW", "White"}, {"EV", "Event"}, {"PC", "Place"}, {"DT", "Date"},
	{identStartTime, "Start"}, {identEndTime, "End"}, {"TM", "Time limit"}, {"OT", "Overtime"},
	{"ON", "Opening"}, {"RE", "Result"}, {"GC", "Remark"},
}

// fieldName returns what people call a field, or its identifier.
func fieldName(ident string) string {
	for _, f := range fieldNames {
		if f.ident == ident {
			return f.name
		}
	}
	return ident
}

// readHeader reads the words that Write puts behind GAME: every line is a field.
func readHeader(lines []string) (fields FieldList, ok bool) {
	for _, line := range lines {
		name, text, found := strings.Cut(line, ":")
		if !found {
			return FieldList{}, false
		}
		ident := identNamed(name)
		if ident == "" {
			return FieldList{}, false
		}
		fields.Add(ident, strings.TrimPrefix(text, " "))
	}
	return fields, true
}

// identNamed returns the identifier of a field's name, which may be one itself; ""
// if it is no name.
func identNamed(name string) string {
	for _, f := range fieldNames {
		if f.name == name {
			return f.ident
		}
	}
	if len(name) < 2 || len(name) > 16 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return name
}

package notation

import "strings"

// Field is a fact about a game, under the identifier that SGF has for it: PB and
// PW are the players, EV the event, PC the place, DT the date, TM the main time
// in seconds, OT what comes after it, ON the opening, GC remarks, which may have
// several lines. SGF has none for the times of day at which a game began and ended:
// they are STARTTIME and ENDTIME.
type Field struct{ Ident, Text string }

const (
	identStartTime = "STARTTIME"
	identEndTime   = "ENDTIME"
	identRemark    = "GC"
)

// Field returns the text of the first field with an identifier, or "".
func (r *Record) Field(ident string) string {
	for _, f := range r.Info {
		if f.Ident == ident {
			return f.Text
		}
	}
	return ""
}

// A FieldList collects fields, of which each is there once. The zero value is
// empty.
type FieldList struct {
	idents []string // in the order in which they came
	texts  map[string][]string
}

// Add adds a text to a field: to remarks as another line, to others after a comma.
func (l *FieldList) Add(ident, text string) {
	if l.texts[ident] == nil {
		if l.texts == nil {
			l.texts = make(map[string][]string)
		}
		l.idents = append(l.idents, ident)
	}
	l.texts[ident] = append(l.texts[ident], text)
}

// has reports whether there is such a field.
func (l *FieldList) has(ident string) bool { return l.texts[ident] != nil }

// Fields returns the fields that are not empty.
func (l *FieldList) Fields() (list []Field) {
	for _, ident := range l.idents {
		text := ""
		if ident == identRemark {
			text = strings.Join(l.texts[ident], "\n")
		} else {
			var parts []string
			for _, part := range l.texts[ident] {
				if part = strings.TrimSpace(part); part != "" {
					parts = append(parts, part)
				}
			}
			text = strings.Join(parts, ", ")
		}
		if text = strings.TrimSpace(text); text != "" {
			list = append(list, Field{ident, text})
		}
	}
	return list
}

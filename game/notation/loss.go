package notation

import "strings"

// A Loss is a kind of thing that a record has and a format cannot hold, so that
// its writer leaves it out.
type Loss string

// The losses. Facts about the game are lost as FieldLoss.
const (
	LostVariations Loss = "variations"
	LostComments   Loss = "comments"
	LostTimes      Loss = "times of moves"
	LostBookmarks  Loss = "names of positions"
	LostMarks      Loss = "marks such as ! and ?"
	LostEnding     Loss = "endings for which there is no word, or behind which play goes on"
	LostResult     Loss = "results that do not follow from the ending"
	LostStart      Loss = "starts that cannot be read again, as they have too many pieces"
	LostControls   Loss = "control characters"
	LostMoves      Loss = "moves that cannot be made, and all after them"
	LostUnread     Loss = "what could not be read of the records"
)

// FieldLoss is the loss of a fact about the game, see [Field].
func FieldLoss(ident string) Loss {
	if name := fieldName(ident); name != ident {
		return Loss(strings.ToLower(name) + " (" + ident + ")")
	}
	return Loss(ident)
}

// WriteOptions are the options of the writers of records; nil means the zero
// value.
type WriteOptions struct {
	// Lost is called once for each kind of thing that was left out.
	Lost func(Loss)
}

func (o *WriteOptions) losses() *losses {
	if o == nil {
		o = &WriteOptions{}
	}
	return &losses{report: o.Lost}
}

// losses passes on what is lost, each kind once.
type losses struct {
	report func(Loss) // or nil
	known  []Loss
}

func (l *losses) add(loss Loss) {
	for _, k := range l.known {
		if k == loss {
			return
		}
	}
	l.known = append(l.known, loss)
	if l.report != nil {
		l.report(loss)
	}
}

func (l *losses) field(ident string) { l.add(FieldLoss(ident)) }

// start tells of a start that no reader takes.
func (l *losses) start(r *Record) {
	if r.Start.Position.Check() != nil {
		l.add(LostStart)
	}
}

// info tells of the facts in a format that has none, but for a result that its endings say.
func (l *losses) info(r *Record) {
	for _, f := range r.Info {
		if f.Ident != "RE" {
			l.field(f.Ident)
		} else if !sameResult(f.Text, r.Result()) {
			l.add(LostResult)
		}
	}
}

// tree tells which things of the nodes are lost in a format that has a main
// line of moves and endings, and of the rest only what is said.
func (l *losses) tree(r *Record, times, comments bool) {
	for n := range r.MainLine() {
		if len(n.Children) > 1 {
			l.add(LostVariations)
		}
		if n.Marks != "" {
			l.add(LostMarks)
		}
		if !times && (n.Timed || n.EndTimed) {
			l.add(LostTimes)
		}
		if !comments && n.Comment != "" {
			l.add(LostComments)
		}
		if n.Bookmark != "" {
			l.add(LostBookmarks)
		}
	}
}

// node tells what is lost of a node where nothing but moves and endings is written.
func (l *losses) node(n *Node) {
	if n.Marks != "" {
		l.add(LostMarks)
	}
	if n.Timed || n.EndTimed {
		l.add(LostTimes)
	}
	if n.Comment != "" {
		l.add(LostComments)
	}
	if n.Bookmark != "" {
		l.add(LostBookmarks)
	}
}

// inLines are the control characters that lines of text cannot have: they end a
// line, or the text. SGF has none but line breaks.
const inLines = "\r\x1a"

// clean puts blanks for control characters, which are given or all but line breaks
// if none are.
func (l *losses) clean(text, controls string) string {
	cleaned := strings.Map(func(c rune) rune {
		if strings.ContainsRune(controls, c) || controls == "" && c < ' ' && c != '\n' {
			return ' '
		}
		return c
	}, strings.ReplaceAll(text, "\r\n", "\n"))
	if cleaned != text {
		l.add(LostControls)
	}
	return cleaned
}

// sameResult reports whether two results in the manner of SGF say the same.
func sameResult(a, b string) bool { return plainResult(a) == plainResult(b) }

// plainResult shortens a result: B+Resign is B+R, Draw is 0.
func plainResult(text string) string {
	text = strings.ToUpper(strings.TrimSpace(text))
	switch text {
	case "DRAW", "JIGO":
		return "0"
	}
	if winner, how, ok := strings.Cut(text, "+"); ok && how != "" && strings.IndexByte("RTF", how[0]) >= 0 {
		return winner + "+" + how[:1]
	}
	return text
}

package notation

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// token is a word in capitals, or one of ( ) , = as text; "" at the end of the
// text, and another character if it is none of these.
type token struct {
	text    string
	raw     string // as it is written
	at, end int
}

// isWord reports whether the token is a word.
func (t token) isWord() bool { return t.text != "" && isWordByte(t.text[0]) }

// String describes the token in messages.
func (t token) String() string {
	if t.text == "" {
		return "the end of the text"
	}
	return strconv.Quote(cut(t.raw))
}

// peek returns the next token of a statement. Blanks and line ends before it
// are free.
func (r *reader) peek() token {
	at := r.at
	for at < len(r.text) && strings.IndexByte(" \t\n", r.text[at]) >= 0 {
		at++
	}
	if word := r.word(at); word != "" {
		return token{strings.ToUpper(word), word, at, at + len(word)}
	}
	_, size := utf8.DecodeRuneInString(r.text[at:])
	c := r.text[at : at+size]
	return token{c, c, at, at + size}
}

// next takes the next token.
func (r *reader) next() token {
	t := r.peek()
	r.at = t.end
	return t
}

// expect takes the next token if it is the given one, else reports it.
func (r *reader) expect(text string) bool {
	t := r.peek()
	if t.text != text {
		r.problem(t.at, SyntaxError, "%q expected, found %s", text, t)
		return false
	}
	r.at = t.end
	return true
}

// expectWord takes the next token if it is a word, else reports it.
func (r *reader) expectWord(what string) (token, bool) {
	t := r.peek()
	// A keyword at the start of a line begins the next statement.
	if !t.isWord() || keywordOf(t.text) != noKeyword && r.lineStart(t.at) {
		r.problem(t.at, SyntaxError, "%s expected, found %s", what, t)
		return t, false
	}
	r.at = t.end
	return t, true
}

// readInput reads = ( parameter { , parameter } ) after INPUT.
func (r *reader) readInput(start int) bool {
	if !r.expect("=") {
		return false
	}
	f, ok := r.readFormat(start, kwInput)
	if !ok {
		return false
	}
	r.input = &f
	r.state.counter.rebase(f)
	if r.layout != nil {
		r.layout.OnInput(f)
	}
	return true
}

// readOutput reads what follows OUTPUT: as for INPUT, or = DIAGRAM.
func (r *reader) readOutput(start int) bool {
	if !r.expect("=") {
		return false
	}
	if t := r.peek(); t.text == string(kwDiagram) {
		r.at = t.end
		r.needGame()
		if r.layout != nil && !r.state.unknown {
			r.layout.OnDiagram(&r.state.position)
		}
		return true
	}
	f, ok := r.readFormat(start, kwOutput)
	if !ok {
		return false
	}
	r.output = true
	if r.layout != nil {
		r.layout.OnOutput(f)
	}
	return true
}

// readFormat reads the parameters of INPUT or OUTPUT.
func (r *reader) readFormat(start int, k keyword) (f Format, ok bool) {
	if t := r.peek(); t.text == string(kwDiagram) {
		r.problem(t.at, NotAllowed, "%s=DIAGRAM", k)
		return f, false
	}
	if !r.expect("(") {
		return f, false
	}
	given := map[string]bool{}
	for {
		t, ok := r.expectWord("a parameter")
		if !ok {
			return f, false
		}
		name := t.text
		switch name {
		case "WESTERN", "JAPANESE":
			if f.Notation = Western; name == "JAPANESE" {
				f.Notation = Japanese
			}
			name = "the notation"
			ok = true
		case "NUMBERS":
			ok = r.readNumbers(&f)
		case "DROPCHAR":
			ok = r.readDropChar(&f)
		case "FORMAT":
			if k == kwInput {
				r.problem(t.at, NotAllowed, "FORMAT is for OUTPUT only")
				return f, false
			}
			ok = r.readWidth(&f)
		default:
			r.problem(t.at, BadValue, "unknown parameter %s", t)
			return f, false
		}
		if !ok {
			return f, false
		}
		if given[name] {
			r.problem(t.at, NotAllowed, "%s is given twice", name)
			return f, false
		}
		given[name] = true
		t = r.peek()
		if t.text == ")" {
			r.at = t.end
			break
		}
		if !r.expect(",") {
			return f, false
		}
	}
	for _, name := range []string{"the notation", "NUMBERS", "FORMAT"} {
		if !given[name] && (name != "FORMAT" || k == kwOutput) {
			r.problem(start, ParameterMissing, "%s without %s", k, name)
			return f, false
		}
	}
	return f, true
}

// readNumbers reads = type or = ( type , number ).
func (r *reader) readNumbers(f *Format) bool {
	if !r.expect("=") {
		return false
	}
	paren := r.peek().text == "("
	if paren {
		r.next()
	}
	t, ok := r.expectWord("NONE, SINGLE or PAIRS")
	if !ok {
		return false
	}
	switch {
	case t.text == "SINGLE":
		f.Numbers = Single
	case t.text == "PAIRS":
		f.Numbers = Pairs
	case t.text == "NONE" && !paren:
		f.Numbers = NoNumbers
	default:
		r.problem(t.at, BadValue, "NUMBERS=%s", t.text)
		return false
	}
	if !paren {
		return true
	}
	if !r.expect(",") {
		return false
	}
	if f.First, ok = r.readInt("a number", 1, maxNumber); !ok {
		return false
	}
	return r.expect(")")
}

// readInt reads a number between bounds.
func (r *reader) readInt(what string, low, high int) (int, bool) {
	t, ok := r.expectWord(what)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(t.text)
	if err != nil || n < low || n > high {
		r.problem(t.at, BadValue, "%s is not between %d and %d", t, low, high)
		return 0, false
	}
	return n, true
}

// readWidth reads = COLUMNS or = number.
func (r *reader) readWidth(f *Format) (ok bool) {
	if !r.expect("=") {
		return false
	}
	if t := r.peek(); t.text == "COLUMNS" {
		r.at = t.end
		return true
	}
	f.Width, ok = r.readInt("COLUMNS or a number", MinWidth, MaxWidth)
	return ok
}

// readDropChar reads = character, which may stand in double quotes.
func (r *reader) readDropChar(f *Format) bool {
	if !r.expect("=") {
		return false
	}
	t := r.next()
	quoted := t.text == `"`
	if quoted {
		t = r.next()
	}
	if len(t.text) != 1 || !strings.Contains(dropChars, t.text) {
		r.problem(t.at, BadValue, "DROPCHAR is %s, not one of %s", t, dropChars)
		return false
	}
	f.DropChar = t.text[0]
	return !quoted || r.expect(`"`)
}

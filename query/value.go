package query

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/store/fulltext"
)

// Kind says how a [Value] is compared.
type Kind uint8

// The kinds of values.
const (
	Word    Kind = iota // a word, in any case and with or without accents
	Phrase              // words that follow one another
	Prefix              // the beginning of a word
	Fuzzy               // a word with a letter or two different
	Exact               // the whole text, literally
	Regexp              // a regular expression that fits somewhere in the text
	Between             // from Text to To, both included
	Less                // less than Text
	AtMost              // Text or less
	More                // more than Text
	AtLeast             // Text or more
)

// isRange reports whether values of this kind are compared by order.
func (k Kind) isRange() bool { return k >= Between }

// A Value is a value in a [Term], which is compared with a field.
type Value struct {
	Kind Kind
	Text string
	To   string // the upper end of Between
}

// String returns the value as it stands after a colon.
func (v Value) String() string {
	var b strings.Builder
	v.print(&b, true)
	return b.String()
}

func (v Value) print(b *strings.Builder, inField bool) {
	switch v.Kind {
	case Word, Exact:
		printText(b, v.Text, inField)
	case Phrase:
		printQuoted(b, v.Text)
	case Prefix:
		printText(b, v.Text, inField)
		b.WriteByte('*')
	case Fuzzy:
		printText(b, v.Text, inField)
		b.WriteByte('~')
	case Regexp:
		b.WriteByte('/')
		printRegexp(b, v.Text)
		b.WriteByte('/')
	case Between:
		printText(b, v.Text, true)
		b.WriteString("..")
		printText(b, v.To, true)
	default:
		b.WriteString(comparisons[v.Kind])
		printText(b, v.Text, true)
	}
}

// comparisons are the operators of the ordered kinds.
var comparisons = map[Kind]string{Less: "<", AtMost: "<=", More: ">", AtLeast: ">="}

// printText writes a text as a word where it can be read back as one.
func printText(b *strings.Builder, s string, inField bool) {
	if isWord(s, inField) {
		b.WriteString(s)
	} else {
		printQuoted(b, s)
	}
}

func printQuoted(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; c {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
}

// printRegexp escapes the slashes that are not yet escaped.
func printRegexp(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '/':
			b.WriteByte('\\')
		case s[i] == '\\' && i+1 < len(s):
			b.WriteByte('\\')
			i++
		}
		b.WriteByte(s[i])
	}
}

// SpelledOut reports whether a value is a text as it is, not a part of one.
func (v Value) SpelledOut() bool { return v.Kind == Word || v.Kind == Phrase }

// checkValue says what is wrong with the spelling of a value that is to be
// read as a word.
func checkValue(v Value, inField bool) error {
	switch v.Kind {
	case Phrase, Prefix, Fuzzy, Exact, Regexp:
		return nil
	}
	for _, s := range [...]string{v.Text, v.To} {
		if s != "" && !isWord(s, inField) {
			return fmt.Errorf("expected a word, not %q; put it in quotation marks if it is meant as a text", s)
		}
	}
	return nil
}

// endsWord reports whether a character cannot be part of a word.
func endsWord(r rune, inField bool) bool {
	return unicode.IsSpace(r) || r == '(' || r == ')' || r == ',' && inField || isQuote(r)
}

// isQuote reports whether a character is a quotation mark, straight or as word
// processors and telephones set it. Guillemets and corner brackets stand in
// texts too often to mean anything here.
func isQuote(r rune) bool {
	return r == '"' || r == '“' || r == '”' || r == '„' || r == '‟'
}

// isWord reports whether the parser reads s back as one plain word.
func isWord(s string, inField bool) bool {
	if s == "" || isOperatorWord(s) && !inField {
		return false
	}
	for _, r := range s {
		if endsWord(r, inField) || r == utf8.RuneError || unicode.IsControl(r) {
			return false
		}
	}
	switch s[len(s)-1] {
	case '*', '~':
		return false
	}
	switch s[0] {
	case '/', '@', '[', '<', '>', '=', '~', '*':
		return false
	case '-':
		return inField
	}
	if strings.ContainsRune(s, '*') {
		return false
	}
	if inField {
		return true
	}
	name := identifier(s)
	return name == "" || len(name) == len(s) || operatorAt(s[len(name):]) == ""
}

// isOperatorWord reports whether a word joins or negates.
func isOperatorWord(s string) bool {
	switch s {
	case "and", "AND", "or", "OR", "not", "NOT":
		return true
	}
	return false
}

// identifier returns the letters, digits and inner hyphens with which s
// begins, if the first is a letter: what can be the name of a field.
func identifier(s string) string {
	for i := range len(s) {
		c := s[i] | 0x20
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || (s[i] < '0' || s[i] > '9') && s[i] != '_' && s[i] != '-') {
			return s[:i]
		}
	}
	return s
}

// operatorAt returns the operator with which s begins, or "".
func operatorAt(s string) string {
	for _, op := range [...]string{":", "!=", "<=", ">=", "=", "<", ">", "~"} {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	return ""
}

// TextQuery asks for the value in the texts of some properties, in the store's
// words.
func (v Value) TextQuery(idents []string) *fulltext.Query {
	kinds := [...]fulltext.Kind{
		Word: fulltext.Words, Phrase: fulltext.Phrase, Prefix: fulltext.Prefix, Fuzzy: fulltext.Fuzzy,
		Exact: fulltext.Exact, Regexp: fulltext.Regexp,
	}
	return &fulltext.Query{Idents: idents, Text: v.Text, Kind: kinds[v.Kind]}
}

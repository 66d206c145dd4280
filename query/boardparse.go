package query

import (
	"errors"
	"kifudb/game"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A boardReader is a board term whose options are still being read.
type boardReader struct {
	board *Board
	start int      // where its text begins
	seen  []string // the options so far
}

// A termReader is a term for what moves do, whose options are still being read.
type termReader struct {
	term *Term
	seen []string // the options so far
}

// An optionHolder is the latest term of a group that may have options: none, or one of these.
type optionHolder struct {
	board *boardReader
	term  *termReader
}

// has reports whether the holder's term has an option.
func (h optionHolder) has(o boardOption) bool {
	switch {
	case h.board != nil:
		return strings.Contains(o.kinds, h.board.board.Kind)
	case h.term != nil:
		return strings.Contains(o.kinds, ofMoves)
	}
	return false
}

// atOption reports whether an option comes next. The name of an option may also be that of a field, which
// it is if the latest term does not have the option, or not with such a value, and the field can have the value.
func (p *parser) atOption(last optionHolder) (boardOption, bool) {
	name := identifier(p.rest())
	op := operatorAt(p.rest()[len(name):])
	if name == "" || op == "" || op == "~" || op == "!=" {
		return boardOption{}, false
	}
	o, ok := findOption(strings.ToLower(name))
	f, field := FindField(name)
	if !ok || !field || f.Kind() != FeatureKind { // an identifier of SGF is no field where an option may stand
		return o, ok
	}
	ahead := *p
	ahead.pos += len(name) + len(op)
	word := ahead.word(true)
	if last.board != nil && last.has(o) && o.parse(&Board{Kind: last.board.board.Kind}, optionValue(op, word)) == nil {
		return o, true
	}
	ahead.pos = p.pos + len(name) + len(op)
	v, err := ahead.value(f, op)
	return o, err != nil || f.meaning.check(v) != nil
}

// optionValue returns the value of an option that stands behind an operator.
func optionValue(op, word string) string {
	if op != ":" && op != "=" {
		return op + word
	}
	return word
}

// option reads an option, and the space after it, into the term it belongs to.
func (p *parser) option(o boardOption, h optionHolder) error {
	start := p.pos
	name := identifier(p.rest())
	op := operatorAt(p.rest()[len(name):])
	p.pos += len(name) + len(op)
	if !h.has(o) {
		kinds := strings.ReplaceAll(strings.Join(strings.Fields(o.kinds), ":, ")+":", ofMoves+":", "one for what a move does, such as captures:")
		return p.errorf(start, "%s: belongs after a term of its group that has it: %s", o.name, kinds)
	}
	seen, of := new([]string), ""
	if h.board != nil {
		seen, of = &h.board.seen, h.board.board.Kind
	} else {
		seen, of = &h.term.seen, h.term.term.Field
	}
	if slices.Contains(*seen, o.name) {
		return p.errorf(start, "%s: is given twice for the same %s:", o.name, of)
	}
	*seen = append(*seen, o.name)
	word := p.word(true)
	if word == "" {
		return p.errorf(p.pos, "expected a value right after %q", name+op)
	}
	value := optionValue(op, word)
	if strings.EqualFold(name, "gap") {
		value = withinOf(value)
	}
	var err error
	if h.board != nil {
		err = o.parse(h.board.board, value)
	} else {
		err = h.term.term.setOption(o.name, value)
	}
	if err != nil {
		return p.errorf(start, "%s: %v", o.name, err)
	}
	if !p.ends(p.pos, p.inThen) {
		return p.errorf(p.pos, "expected a space before %q", p.peek())
	}
	p.skipSpace()
	return nil
}

// board reads what follows the name of a board term.
func (p *parser) board(kind string) (*boardReader, error) {
	b := &Board{Kind: kind}
	r := &boardReader{board: b, start: p.pos}
	p.boards = append(p.boards, r)
	b.File = p.take("@")
	var err error
	switch {
	case isQuote(p.peek()):
		b.Text, err = p.quoted()
	case b.File:
		b.Text = p.word(p.inThen)
	case strings.HasPrefix(p.rest(), "(;"):
		b.Text, err = p.tree()
	default:
		b.Text, err = p.blocks()
	}
	if err != nil {
		return nil, err
	}
	if kind == "pos" && !b.File {
		b.Text = unwrap(b.Text)
	}
	if kind == "seq" && !b.File {
		r.takeAnchor()
	}
	if strings.TrimSpace(b.Text) == "" {
		return nil, p.errorf(r.start, "expected a text, a [block] or an @file after %s:", kind)
	}
	return r, nil
}

// takeAnchor reads seq:corner[B Q16 W R14] as seq:[B Q16 W R14] anchor:corner.
func (r *boardReader) takeAnchor() {
	for _, name := range [...]string{"corner", "side", "center", "anywhere"} {
		if rest, ok := strings.CutPrefix(r.board.Text, name); ok && strings.HasPrefix(rest, "[") {
			r.board.Anchor, r.board.Text = name, rest
			r.seen = append(r.seen, "anchor")
		}
	}
}

// withinOf turns the moves that may come between two of a sequence, as in
// gap:<=2, into how many moves later the next one comes: within:3.
func withinOf(gap string) string {
	n, err := strconv.Atoi(strings.TrimPrefix(gap, "<="))
	if err != nil || n < 0 {
		return gap
	}
	return strconv.Itoa(n + 1)
}

// blocks reads a word in which spaces, quotation marks and parentheses may
// stand between balanced brackets: B[pd];W[dp], NE3x2[..X|.O.], [B Q16 W D4].
func (p *parser) blocks() (string, error) {
	start, open, depth := p.pos, 0, 0
	for p.pos < len(p.text) && (depth > 0 || !p.ends(p.pos, p.inThen)) {
		switch p.text[p.pos] {
		case '[':
			if depth == 0 {
				open = p.pos
			}
			depth++
		case ']':
			depth--
		}
		_, size := utf8.DecodeRuneInString(p.rest())
		p.pos += size
	}
	if depth > 0 {
		return "", p.errorf(open, "this bracket is not closed")
	}
	return p.text[start:p.pos], nil
}

// tree reads a game tree as SGF writes it: parentheses, and values between
// brackets in which a backslash takes the meaning from the next character.
func (p *parser) tree() (string, error) {
	start, depth, inValue := p.pos, 0, false
	for ; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; {
		case inValue && c == '\\':
			p.pos = min(p.pos+1, len(p.text)-1)
		case inValue:
			inValue = c != ']'
		case c == '[':
			inValue = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				p.pos++
				return p.text[start:p.pos], nil
			}
		}
	}
	return "", p.errorf(start, "this game tree is not closed")
}

// unwrap removes brackets around a whole text.
func unwrap(s string) string {
	if !strings.HasPrefix(s, "[") || !strings.HasSuffix(s, "]") {
		return s
	}
	depth := 0
	for i := range len(s) - 1 {
		switch s[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return s
			}
		}
	}
	return s[1 : len(s)-1]
}

// place returns where in the query an error of check lies: at the word that is
// wrong if the text stands there as it is, else where it begins.
func (r *boardReader) place(query string, err error) int {
	var placed *game.TextError
	if errors.As(err, &placed) {
		if i := strings.Index(query[r.start:], r.board.Text); i >= 0 {
			return r.start + i + placed.At
		}
	}
	return r.start
}

// check says what is wrong with a board term of which everything is known.
func (r *boardReader) check() error {
	b := r.board
	switch {
	case b.File: // is read when the query is asked
		return nil
	case b.Kind == "pos":
		if _, _, ok := ParsePlace(b.Text); ok {
			_, err := b.On()
			return err
		}
	}
	return b.checkUntold()
}

package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kifudb/position"
)

// A boardReader is a board term whose options are still being read.
type boardReader struct {
	board *Board
	start int           // where its text begins
	size  position.Size // of the pattern, if it was written before the block
	seen  []string      // the options so far
}

// atOption reports whether an option comes next.
func (p *parser) atOption() (boardOption, bool) {
	name := identifier(p.rest())
	if op := operatorAt(p.rest()[len(name):]); name == "" || op == "" || op == "~" || op == "!=" {
		return boardOption{}, false
	}
	return findOption(strings.ToLower(name))
}

// option reads an option, and the space after it, into the board term it
// belongs to.
func (p *parser) option(o boardOption, r *boardReader) error {
	start := p.pos
	name := identifier(p.rest())
	op := operatorAt(p.rest()[len(name):])
	p.pos += len(name) + len(op)
	if r == nil || !strings.Contains(o.kinds, r.board.Kind) {
		return p.errorf(start, "%s: belongs after a term of its group that has it: %s", o.name,
			strings.ReplaceAll(o.kinds, " ", ":, ")+":")
	}
	if slices.Contains(r.seen, o.name) {
		return p.errorf(start, "%s: is given twice for the same %s:", o.name, r.board.Kind)
	}
	r.seen = append(r.seen, o.name)
	value := p.word(true)
	if value == "" {
		return p.errorf(p.pos, "expected a value right after %q", name+op)
	}
	if op != ":" && op != "=" {
		value = op + value
	}
	if err := o.parse(r.board, value); err != nil {
		return p.errorf(start, "%s: %v", o.name, err)
	}
	if !p.ends(p.pos, false) {
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
	case !b.File && p.anchoredBlock(r):
		b.Text, err = p.block()
	default:
		b.Text = p.word(false)
	}
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(b.Text) == "" {
		return nil, p.errorf(r.start, "expected a text, a [block] or an @file after %s:", kind)
	}
	return r, nil
}

// anchoredBlock reports whether a [block] comes next, and takes the anchor
// and the size that may stand before it, as in NE7x7[…].
func (p *parser) anchoredBlock(r *boardReader) bool {
	prefix, _, ok := strings.Cut(p.rest(), "[")
	if !ok || strings.TrimLeft(prefix, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return false
	}
	if prefix == "" {
		return true
	}
	if r.board.Kind == "pos" {
		return false
	}
	name := prefix
	if i := strings.IndexAny(prefix, "0123456789"); i >= 0 {
		sz, err := parseSize(prefix[i:])
		if err != nil {
			return false
		}
		name, r.size = prefix[:i], sz
	}
	if name != "" && r.board.parseAnchor(name) != nil {
		return false
	}
	r.seen = append(r.seen, "anchor")
	p.pos += len(prefix)
	return true
}

// block reads a text between balanced brackets.
func (p *parser) block() (string, error) {
	start, depth := p.pos, 0
	for p.pos < len(p.text) {
		_, size := utf8.DecodeRuneInString(p.rest())
		c := p.text[p.pos]
		p.pos += size
		switch c {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return p.text[start+1 : p.pos-1], nil
			}
		}
	}
	return "", p.errorf(start, "this bracket is not closed")
}

// check says what is wrong with a board term whose text is known.
func (r *boardReader) check() error {
	if r.size != (position.Size{}) {
		return fmt.Errorf("a size")
	}
	return nil
}

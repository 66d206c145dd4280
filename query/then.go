package query

import (
	"slices"
	"strconv"
	"strings"
)

// A Then is a condition on two terms, each for a board or for what a move does: after the first came
// up, so did the second, later on the same line of the game. The second need not lie
// where the first does, and may have come up before.
type Then struct {
	First, Second Node // each a *Board or a *Term of moves
	Within        int  // how many moves later the second comes at most; 0 for any
}

func (n *Then) print(b *strings.Builder) {
	b.WriteString("then(")
	n.First.print(b)
	b.WriteString(", within:")
	b.WriteString(n.printWithin())
	b.WriteString(", ")
	n.Second.print(b)
	b.WriteByte(')')
}

func (n *Then) printWithin() string {
	within := Board{Within: n.Within}
	return within.printWithin()
}

func (n *Then) parseWithin(s string) error {
	var within Board
	err := within.parseWithin(s)
	n.Within = within.Within
	return err
}

// thenOpens is how a Then begins.
const thenOpens = "then("

// then reads then(A, within:N, B), where the bound may be left out.
func (p *parser) then() (*Then, error) {
	start := p.pos
	p.pos += len(thenOpens)
	p.inThen = true
	defer func() { p.inThen = false }()
	n := &Then{}
	var err error
	if n.First, err = p.part(); err != nil {
		return nil, err
	}
	if !p.take(",") {
		return nil, p.errorf(p.pos, `expected a comma and a second board term in "then(A, within:N, B)"`)
	}
	p.skipSpace()
	if at := p.pos; p.take("within:") {
		value := p.word(true)
		if err := n.parseWithin(value); err != nil {
			return nil, p.errorf(at, "within: %v", err)
		}
		p.skipSpace()
		if !p.take(",") {
			return nil, p.errorf(p.pos, "expected a comma and a board term after within:%s", strconv.Quote(value))
		}
	}
	if n.Second, err = p.part(); err != nil {
		return nil, err
	}
	if !p.take(")") {
		return nil, p.errorf(start, `this "then(" is not closed after its second term`)
	}
	return n, nil
}

// part reads a term for a board, or for what a move does, with its options, and the space around it.
func (p *parser) part() (n Node, err error) {
	p.skipSpace()
	name := fieldName(p.rest())
	kind := strings.ToLower(name)
	f, known := FindField(name)
	board := slices.Contains(boardKinds, kind) && strings.HasPrefix(p.rest()[len(name):], ":")
	if !board && !(known && f.Kind() == FeatureKind && operatorAt(p.rest()[len(name):]) != "") {
		return nil, p.errorf(p.pos, "expected pos:, pat:, seq: or what a move does, such as captures:, within then(A, within:N, B)")
	}
	if p.terms++; p.terms > maxTerms {
		return nil, p.errorf(p.pos, "more than %d terms", maxTerms)
	}
	var holder optionHolder
	if board {
		p.pos += len(name) + 1
		r, err := p.board(kind)
		if err != nil {
			return nil, err
		}
		n, holder = r.board, optionHolder{board: r}
	} else {
		if n, holder, err = p.term(); err != nil {
			return nil, err
		}
		if _, ok := n.(*Term); !ok {
			return nil, p.errorf(p.pos, "expected a term without != within then(A, within:N, B)")
		}
	}
	p.skipSpace()
	for {
		o, ok := p.atOption(holder)
		if !ok {
			return n, nil
		}
		if err := p.option(o, holder); err != nil {
			return nil, err
		}
	}
}

// Parts returns the two terms.
func (n *Then) Parts() [2]Node { return [2]Node{n.First, n.Second} }

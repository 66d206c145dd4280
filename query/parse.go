package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a query. They are far beyond what people write, and keep what
// programs write from exhausting the stack or the memory.
const (
	maxQuery = 1 << 20 // bytes
	maxDepth = 64      // parentheses and negations
	maxTerms = 1000
)

// Parse reads a query. The empty query holds for every game. An error is an
// *Error.
func Parse(s string) (Query, error) {
	p := parser{text: s}
	if len(s) > maxQuery {
		return Query{}, p.errorf(0, "the query is longer than %d bytes", maxQuery)
	}
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return Query{}, p.errorf(i, "the query is not UTF-8")
		}
	}
	if p.skipSpace(); p.pos == len(s) {
		return Query{}, nil
	}
	root, err := p.query()
	if err != nil {
		return Query{}, err
	}
	if p.pos < len(s) {
		return Query{}, p.errorf(p.pos, `this ")" closes nothing`)
	}
	if at := strayAtPattern(root); at != nil {
		return Query{}, p.errorf(p.moves[at], "%s at:%s: expected a term pat: or pos: beside it, on whose points the move is to be", at.Field, AtPattern)
	}
	if t, err := checkFeatures(root); err != nil {
		return Query{}, p.errorf(p.moves[t], "%v", err)
	}
	bound := gamesBeside(root)
	for _, b := range p.boards {
		b.board.Game = bound[b.board]
		if err := b.check(); err != nil {
			return Query{}, p.errorf(b.place(p.text, err), "%s: %v", b.board.Kind, err)
		}
	}
	return Query{root}, nil
}

// A parser reads a query from left to right.
type parser struct {
	text   string
	pos    int // of the next byte
	depth  int
	terms  int
	boards []*boardReader // to be checked when their options are known
	moves  map[*Term]int  // where terms for what moves do begin
	inThen bool           // a comma ends the board term
}

func (p *parser) errorf(pos int, format string, args ...any) error {
	return &Error{
		Column:  utf8.RuneCountInString(p.text[:pos]) + 1,
		Message: abridge(fmt.Sprintf(format, args...)),
	}
}

func (p *parser) rest() string { return p.text[p.pos:] }

// peek returns the next character, or 0 at the end.
func (p *parser) peek() rune {
	if p.pos == len(p.text) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(p.rest())
	return r
}

func (p *parser) skipSpace() {
	p.pos = len(p.text) - len(strings.TrimLeftFunc(p.rest(), unicode.IsSpace))
}

// enter goes one level deeper.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return p.errorf(p.pos, "more than %d levels of parentheses and negations", maxDepth)
	}
	return nil
}

// atKeyword returns the length of an operator, if it stands here as a word of
// its own in lower case or capitals, or 0.
func (p *parser) atKeyword(word string) int {
	rest := p.rest()
	if !strings.HasPrefix(rest, word) && !strings.HasPrefix(rest, strings.ToUpper(word)) {
		return 0
	}
	next, size := utf8.DecodeRuneInString(rest[len(word):])
	if size > 0 && !unicode.IsSpace(next) && next != '(' && next != ')' {
		return 0
	}
	return len(word)
}

// keyword takes an operator and the space after it, if it comes next.
func (p *parser) keyword(word string) bool {
	n := p.atKeyword(word)
	if n > 0 {
		p.pos += n
		p.skipSpace()
	}
	return n > 0
}

// query reads groups joined by "or", up to the end or a closing parenthesis.
func (p *parser) query() (Node, error) {
	var groups []Node
	for {
		n, err := p.group()
		if err != nil {
			return nil, err
		}
		groups = append(groups, n)
		if !p.keyword("or") {
			return AnyOf(groups), nil
		}
	}
}

// group reads units that must all hold. Options of board terms are taken by
// the nearest board term before them.
func (p *parser) group() (Node, error) {
	var units []Node
	var last optionHolder
	for {
		switch o, ok := p.atOption(last); {
		case ok:
			if err := p.option(o, last); err != nil {
				return nil, err
			}
		default:
			n, b, err := p.unit()
			if err != nil {
				return nil, err
			}
			if _, then := n.(*Then); then || b != (optionHolder{}) {
				last = b
			}
			units = append(units, n)
		}
		if p.pos == len(p.text) || p.peek() == ')' || p.atKeyword("or") > 0 {
			return and(units), nil
		}
		p.keyword("and")
	}
}

// unit reads one condition and the space after it. If it is a term with options, or
// the negation of one, the holder of the options to come is returned.
func (p *parser) unit() (n Node, holder optionHolder, err error) {
	start := p.pos
	switch {
	case p.pos == len(p.text):
		return nil, optionHolder{}, p.errorf(p.pos, "the query ends here; expected a word, a field or a parenthesis")
	case p.peek() == ')':
		return nil, optionHolder{}, p.errorf(p.pos, `expected a word or a field before ")"`)
	case p.keyword("or"), p.keyword("and"):
		word := strings.TrimSpace(p.text[start:p.pos])
		return nil, optionHolder{}, p.errorf(start, "expected a word or a field before %q; put it in quotation marks to search for it", word)
	case p.keyword("not"), p.take("-"):
		if err := p.enter(); err != nil {
			return nil, optionHolder{}, err
		}
		n, holder, err := p.unit()
		p.depth--
		if err != nil {
			return nil, optionHolder{}, err
		}
		return Negate(n), holder, nil
	case p.take("("):
		if err := p.enter(); err != nil {
			return nil, optionHolder{}, err
		}
		p.skipSpace()
		n, err := p.query()
		p.depth--
		if err != nil {
			return nil, optionHolder{}, err
		}
		if !p.take(")") {
			return nil, optionHolder{}, p.errorf(start, `this "(" is not closed`)
		}
		p.skipSpace()
		return n, optionHolder{}, nil
	}
	if p.terms++; p.terms > maxTerms {
		return nil, optionHolder{}, p.errorf(p.pos, "more than %d terms", maxTerms)
	}
	if strings.HasPrefix(strings.ToLower(p.rest()[:min(len(p.rest()), len(thenOpens))]), thenOpens) {
		n, err := p.then()
		if err != nil {
			return nil, optionHolder{}, err
		}
		if err := p.space(); err != nil {
			return nil, optionHolder{}, err
		}
		return n, optionHolder{}, nil
	}
	n, holder, err = p.term()
	if err != nil {
		return nil, optionHolder{}, err
	}
	if err := p.space(); err != nil {
		return nil, optionHolder{}, err
	}
	return n, holder, nil
}

// space takes the space that ends a term.
func (p *parser) space() error {
	if next := p.peek(); next != 0 && next != ')' && next != '(' && !unicode.IsSpace(next) {
		return p.errorf(p.pos, "expected a space before %q", next)
	}
	p.skipSpace()
	return nil
}

// take skips a text if it comes next.
func (p *parser) take(s string) bool {
	if !strings.HasPrefix(p.rest(), s) {
		return false
	}
	p.pos += len(s)
	return true
}

// term reads a text, a field with its values, or a board term.
func (p *parser) term() (Node, optionHolder, error) {
	start := p.pos
	name := fieldName(p.rest())
	op := operatorAt(p.rest()[len(name):])
	if name == "" || op == "" || op == "~" && p.ends(p.pos+len(name)+1, false) {
		v, err := p.value(anywhere, "")
		if err != nil {
			return nil, optionHolder{}, err
		}
		if err := anywhere.meaning.check(v); err != nil {
			return nil, optionHolder{}, p.errorf(start, "%v", err)
		}
		return &Term{Values: []Value{v}}, optionHolder{}, nil
	}
	if kind := strings.ToLower(name); slices.Contains(boardKinds, kind) {
		if op != ":" {
			return nil, optionHolder{}, p.errorf(start+len(name), `expected ":" after %s`, kind)
		}
		p.pos += len(name) + len(op)
		r, err := p.board(kind)
		if err != nil {
			return nil, optionHolder{}, err
		}
		return r.board, optionHolder{board: r}, nil
	}
	f, ok := FindField(name)
	if !ok {
		if o, ok := findOption(name); ok {
			return nil, optionHolder{}, p.errorf(start, "%s: is an option of the board term before it and has no - or not", o.name)
		}
		return nil, optionHolder{}, p.errorf(start, "%s", unknownField(name))
	}
	p.pos += len(name) + len(op)
	n, err := p.values(f, op)
	if f.Kind() != FeatureKind || err != nil {
		return n, optionHolder{}, err
	}
	t, ok := n.(*Term)
	if !ok {
		t = n.(Not).Node.(*Term)
	}
	if p.moves == nil {
		p.moves = map[*Term]int{}
	}
	p.moves[t] = start
	return n, optionHolder{term: &termReader{term: t}}, nil
}

// fieldName returns the name of a field with which a text begins, "" for none. Names outside of ASCII are
// words of players, which stand directly before an operator.
func fieldName(s string) string {
	if name := identifier(s); name != "" {
		return name
	}
	end := strings.IndexAny(s[:min(len(s), maxFieldName)], ":=<>!~ \t\"()")
	if end <= 0 || operatorAt(s[end:]) == "" {
		return ""
	}
	if _, ok := FindField(s[:end]); !ok {
		return ""
	}
	return s[:end]
}

// maxFieldName is more bytes than any name of a field has.
const maxFieldName = 100

// values reads what follows a field and its operator.
func (p *parser) values(f Field, op string) (Node, error) {
	t := &Term{Field: f.Name}
	negate := op == "!="
	if negate {
		op = "="
	}
	for {
		start := p.pos
		v, err := p.value(f, op)
		if err != nil {
			return nil, err
		}
		if op == "=" && f.meaning.literal() {
			v = Value{Kind: Exact, Text: v.Text}
		}
		if err := f.meaning.check(v); err != nil {
			return nil, p.errorf(start, "%s: %v", f.Name, err)
		}
		t.Values = append(t.Values, v)
		if p.terms++; p.terms > maxTerms {
			return nil, p.errorf(start, "more than %d terms", maxTerms)
		}
		if p.inThen || !p.take(",") { // between the terms of a Then
			break
		}
	}
	if negate {
		return Negate(t), nil
	}
	return t, nil
}

// value reads one value after an operator, or a text without a field if the
// operator is "".
func (p *parser) value(f Field, op string) (Value, error) {
	inField := op != ""
	start := p.pos
	if p.ends(p.pos, inField) && !isQuote(p.peek()) {
		if !inField {
			return Value{}, p.errorf(p.pos, "expected a word, a field or a parenthesis")
		}
		return Value{}, p.errorf(p.pos, "expected a value right after %q", f.Name+op)
	}
	var v Value
	switch {
	case isQuote(p.peek()):
		s, err := p.quoted()
		if err != nil {
			return Value{}, err
		}
		v = Value{Kind: Phrase, Text: s}
		switch {
		case p.take("*"):
			v.Kind = Prefix
		case p.take("~"):
			v.Kind = Fuzzy
		}
	case p.peek() == '/' && op != "=":
		s, err := p.regexp()
		if err != nil {
			return Value{}, err
		}
		v = Value{Kind: Regexp, Text: s}
	default:
		word := p.word(inField)
		v = Value{Text: word}
		switch {
		case op == "=":
		case f.meaning.ordered():
			v = rangeValue(word)
		case strings.HasSuffix(word, "*"):
			v = Value{Kind: Prefix, Text: strings.TrimSuffix(word, "*")}
		case strings.HasSuffix(word, "~"):
			v = Value{Kind: Fuzzy, Text: strings.TrimSuffix(word, "~")}
		}
	}
	for kind, spelling := range comparisons {
		if op == spelling && inField {
			if v.Kind > Phrase {
				return Value{}, p.errorf(start, "expected a single value after %q", op)
			}
			v.Kind = kind
		}
	}
	if op == "~" {
		if v.Kind > Phrase {
			return Value{}, p.errorf(start, `expected a word after "~"`)
		}
		v.Kind = Fuzzy
	}
	if v.Text == "" && v.Kind.isRange() {
		return Value{}, p.errorf(start, "expected a value after %q", comparisons[v.Kind])
	}
	if v.Text == "" && v.Kind == Prefix && f.Name == "problem" {
		return Value{}, p.errorf(start, "expected a text; has:problems finds games with any problem")
	}
	if v.Text == "" && v.Kind == Prefix && (has{}).check(Value{Text: f.Name}) == nil {
		return Value{}, p.errorf(start, "expected a text; has:%s finds games with any", f.Name)
	}
	if v.Text == "" && v.Kind == Phrase && (has{}).check(Value{Text: f.Name}) == nil {
		return Value{}, p.errorf(start, "expected a text; this one is empty, and -has:%s finds games without", f.Name)
	}
	if v.Text == "" || v.Kind == Between && v.To == "" {
		return Value{}, p.errorf(start, "expected a text; this one is empty")
	}
	if err := checkValue(v, inField); err != nil {
		return Value{}, p.errorf(start, "%v", err)
	}
	return v, nil
}

// ends reports whether no word can begin or go on at a byte.
func (p *parser) ends(pos int, inField bool) bool {
	r, size := utf8.DecodeRuneInString(p.text[pos:])
	return size == 0 || endsWord(r, inField)
}

// word takes everything up to what ends a word.
func (p *parser) word(inField bool) string {
	start := p.pos
	for !p.ends(p.pos, inField) {
		_, size := utf8.DecodeRuneInString(p.rest())
		p.pos += size
	}
	return p.text[start:p.pos]
}

// quoted reads a text in quotation marks. A straight mark is closed by a
// straight one, a typographic one by any mark.
func (p *parser) quoted() (string, error) {
	start := p.pos
	open := p.peek()
	p.pos += utf8.RuneLen(open)
	var b strings.Builder
	for p.pos < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.rest())
		p.pos += size
		switch {
		case r == '"' || open != '"' && isQuote(r):
			return b.String(), nil
		case r == '\\' && p.take("n"):
			b.WriteByte('\n')
		case r == '\\' && p.take(`\`):
			b.WriteByte('\\')
		case r == '\\' && p.take(`"`):
			b.WriteByte('"')
		default:
			b.WriteRune(r)
		}
	}
	return "", p.errorf(start, "this quotation mark is not closed")
}

// regexp reads a regular expression between slashes.
func (p *parser) regexp() (string, error) {
	start := p.pos
	p.pos++
	var b strings.Builder
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		p.pos++
		switch {
		case c == '/':
			return b.String(), nil
		case c == '\\' && p.take("/"):
			b.WriteByte('/')
		case c == '\\' && p.pos < len(p.text):
			b.WriteByte(c)
			b.WriteByte(p.text[p.pos])
			p.pos++
		default:
			b.WriteByte(c)
		}
	}
	return "", p.errorf(start, "this regular expression is not closed by a slash; put a text that begins with / in quotation marks")
}

package pgn

import (
	"bytes"
	"strings"

	"kifudb/format"
	"kifudb/game"
	"kifudb/position"
	"kifudb/position/chess"
)

// deepest is how many variations may lie within one another.
const deepest = 4096

// parser reads one game.
type parser struct {
	text   []byte
	at     int
	line   int // of the text, from 1
	report func(code string, line int, words string)

	game    *Game
	place            // the latest
	pending []string // comments before a line's first move
	open    []place  // what variations go back to
	skipped int      // variations open that lie too deep
	flat    bool     // a comment with another in it was never closed: each ends at its first brace

	uncoded bool        // the game is a variant of chess, whose moves are counted and not made
	first   chess.Color // who begins, of such a game
}

// place is a place in a game.
type place struct {
	node    int32
	present chess.Position // after it
	before  chess.Position // before its move
	moved   bool           // the line has a move, so that before is known
	lost    bool           // a move of the line could not be read
}

// Parse reads the text of a game, in UTF-8. It calls report, which may be nil, for each
// problem: a code as in package format, the line from 1, and words that continue it.
func Parse(text []byte, report func(code string, line int, words string)) *Game {
	if report == nil {
		report = func(string, int, string) {}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if bytes.IndexByte(text, '\n') < 0 { // lines end as on old Macintoshes
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	p := &parser{text: text, line: 1, report: report, game: &Game{}}
	p.game.add(-1, chess.Empty, chess.Move{})
	p.head()
	p.start()
	p.game.expect(len(text) - p.at)
	p.moves()
	if len(p.open) > 0 || p.skipped > 0 {
		p.report(format.BadRecord, p.line, "a variation is not closed")
	}
	if p.game.Result == "" {
		p.game.Result = p.game.Tag("Result")
	}
	return p.game
}

// space passes over white space and counts lines.
func (p *parser) space() {
	for p.at < len(p.text) && (p.text[p.at] <= ' ') {
		if p.text[p.at] == '\n' {
			p.line++
		}
		p.at++
	}
}

// head reads the tag pairs, which may have blank lines and comments before and between
// them.
func (p *parser) head() {
	for {
		p.space()
		switch {
		case p.at < len(p.text) && (p.text[p.at] == '[' || isTag(lineOf(p.text[p.at:]))):
			p.tag()
		case !p.aside():
			return
		}
	}
}

// tag reads a tag pair, or passes over the line.
func (p *parser) tag() {
	line := lineOf(p.text[p.at:])
	name, value, n, fault := readTag(line)
	if n == 0 {
		p.report(format.BadRecord, p.line, "a tag that cannot be read: "+quote(string(line)))
		p.at += len(line)
		return
	}
	if fault == openValue {
		if next := bytes.TrimLeft(p.text[p.at+n:], "\r\n"); endsTag(lineOf(next)) {
			last := string(bytes.TrimRight(lineOf(next), " \t\r"))
			value += " " + strings.TrimSpace(last[:strings.LastIndexByte(last, '"')])
			n = len(p.text) - p.at - len(next) + len(last)
			fault = "a line end in the value"
		}
	}
	if fault != "" {
		p.report(format.BadRecord, p.line, fault+" of the tag "+name+", which is read as "+quote(value))
	}
	p.game.Tags = append(p.game.Tags, Tag{name, value})
	p.line += bytes.Count(p.text[p.at:p.at+n], []byte("\n"))
	p.at += n
}

// start sets up the position from which the game starts.
func (p *parser) start() {
	g := p.game
	g.Game = game.ChessVariant(g.variant()).About().Number
	if g.Game != Chess {
		p.uncoded, p.first = true, chess.White
		if fields := strings.Fields(g.fen()); len(fields) > 1 && strings.EqualFold(fields[1], "b") {
			p.first = chess.Black
		}
		p.present = *chess.New() // which no move changes
		return
	}
	g.Start = chess.New()
	if fen := g.fen(); fen != "" {
		start, err := chess.ParseFEN(fen)
		if err != nil {
			p.report(format.BadStart, 1, err.Error()+"; the game has no positions")
		}
		g.Start = start
	} else if g.Tag("SetUp") == "1" {
		p.report(format.BadStart, 1, "SetUp says that the game starts from a position of its own, and FEN is missing; the moves are read from the usual start")
	}
	if p.lost = g.Start == nil; !p.lost {
		p.present = *g.Start
	}
}

// moves reads the moves with all that stands among them.
func (p *parser) moves() {
	for {
		p.space()
		if p.at >= len(p.text) {
			return
		}
		if p.aside() {
			continue
		}
		c := p.text[p.at]
		switch {
		case c == '(':
			p.at++
			p.begin()
		case c == ')':
			p.at++
			p.end()
		case c == '$':
			p.numbered()
		case c == '!' || c == '?':
			p.suffix()
		case strings.IndexByte("}[]<>", c) >= 0:
			p.report(format.BadRecord, p.line, "a stray "+quote(string(c)))
			p.at++
		case c == '.':
			p.at++
		default:
			p.word()
		}
	}
}

// aside reads a comment, or passes over a line for programs, and reports whether there
// was one.
func (p *parser) aside() bool {
	if p.at >= len(p.text) {
		return false
	}
	switch c := p.text[p.at]; {
	case c == '{':
		p.comment()
	case c == ';', c == '%' && (p.at == 0 || p.text[p.at-1] == '\n'):
		end := bytes.IndexByte(p.text[p.at:], '\n')
		if end < 0 {
			end = len(p.text) - p.at
		}
		if c == ';' {
			p.say(strings.Join(strings.Fields(string(p.text[p.at+1:p.at+end])), " "))
		}
		p.at += end
	default:
		return false
	}
	return true
}

// digits reads a number; 0 if it is too large.
func (p *parser) digits() int {
	n := 0
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		if n = n*10 + int(p.text[p.at]-'0'); n > 1<<20 {
			n = 0
		}
		p.at++
	}
	return n
}

// comment reads a comment in braces.
func (p *parser) comment() {
	begin := p.at + 1
	n := bytes.IndexByte(p.text[begin:], '}')
	line := p.line
	if n < 0 {
		p.report(format.BadRecord, line, "a comment is not closed")
		n = len(p.text) - begin
	} else if whole := p.nested(begin, n); whole > n {
		p.report(format.BadRecord, line, "comments within a comment, which are read as one")
		n = whole
	}
	text := p.text[begin : begin+n]
	p.line += bytes.Count(text, []byte("\n"))
	p.at = min(begin+n+1, len(p.text))
	p.say(strings.Join(strings.Fields(string(text)), " "))
}

// nested returns how long the comment at begin is, which may have others in it, as PGN does not
// allow: up to the brace with which as many are closed as were opened. If no brace is, it and all
// that follow end at the first, n: the text is read to its end for that once, not for each.
func (p *parser) nested(begin, n int) int {
	text := p.text[begin:]
	if p.flat || bytes.IndexByte(text[:n], '{') < 0 {
		return n
	}
	depth := 1
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	p.flat = true
	return n
}

// say keeps a comment: after the latest move, or before the first of a variation.
func (p *parser) say(text string) {
	switch {
	case text == "":
	case p.skipped > 0: // which was said
	case len(p.open) > 0 && !p.moved && !p.lost && p.game.Nodes[p.node].first != 0: // there is a move to vary
		p.pending = append(p.pending, text)
	default:
		n := &p.game.Nodes[p.node]
		n.Comments = append(n.Comments, text)
	}
}

// begin begins a variation to the latest move.
func (p *parser) begin() {
	if len(p.open) == deepest || p.skipped > 0 {
		if p.skipped++; p.skipped == 1 {
			p.report(format.TooMuch, p.line, "variations within variations are read to a depth of 4,096 only")
		}
		return
	}
	p.open = append(p.open, p.place)
	switch {
	case p.moved:
		p.place = place{node: p.game.Nodes[p.node].Parent, present: p.before}
	case p.node == 0 && !p.lost:
		p.report(format.BadRecord, p.line, "a variation before the first move")
	}
}

// end goes back to where the variation began.
func (p *parser) end() {
	if p.skipped > 0 {
		p.skipped--
		return
	}
	n := len(p.open) - 1
	if n < 0 {
		p.report(format.BadRecord, p.line, "a variation ends that has not begun")
		return
	}
	before := &p.open[n]
	if len(p.pending) > 0 { // it has no moves
		at := &p.game.Nodes[before.node]
		at.Comments = append(at.Comments, p.pending...)
		p.pending = nil
	}
	p.place = *before
	p.open = p.open[:n]
}

// suffixes are the glyphs that marks behind a move stand for.
var suffixes = map[string]int{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

func (p *parser) suffix() {
	begin := p.at
	for p.at < len(p.text) && (p.text[p.at] == '!' || p.text[p.at] == '?') {
		p.at++
	}
	p.glyph(suffixes[string(p.text[begin:min(p.at, begin+2)])])
}

// numbered reads a numeric annotation glyph.
func (p *parser) numbered() {
	begin := p.at
	p.at++
	n := p.digits()
	for n == 0 && p.at < len(p.text) && p.text[p.at] > ' ' && strings.IndexByte("{}();$", p.text[p.at]) < 0 {
		p.at++
	}
	if n == 0 && string(p.text[begin:p.at]) != "$0" || n > 255 {
		p.report(format.BadRecord, p.line, quote(string(p.text[begin:p.at]))+" is no glyph from $0 to $255")
	}
	p.glyph(n)
}

// glyph adds a numeric annotation glyph to the latest move.
func (p *parser) glyph(n int) {
	if n <= 0 || n > 255 {
		return
	}
	if p.node > 0 && p.skipped == 0 && !p.lost {
		at := &p.game.Nodes[p.node]
		at.NAGs = append(at.NAGs, uint8(n))
	}
}

// endsWord says which bytes end a word.
var endsWord = func() (ends [256]bool) {
	for c := range ' ' + 1 {
		ends[c] = true
	}
	for _, c := range "{}()[];$!?<>" {
		ends[c] = true
	}
	return ends
}()

// word reads a move, the number of one, or a result.
func (p *parser) word() {
	begin := p.at
	for p.at < len(p.text) && !endsWord[p.text[p.at]] {
		p.at++
	}
	word := string(p.text[begin:p.at])
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*", "1/2", "½-½":
		if len(p.open) == 0 {
			if word == "1/2" || word == "½-½" {
				word = "1/2-1/2"
			}
			p.game.Result = word
		}
		return
	case "+-", "-+", "=", "+/-", "-/+", "+=", "=+", "N", "D", "e.p.", "ep", "ch", "+", "++", "#", "mate": // marks of other notations
		return
	}
	rest := word
	for rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		rest = rest[1:]
	}
	if p.uncoded && len(rest) > 1 && rest != word && rest[1] == '.' && strings.IndexByte("ABab", rest[0]) >= 0 {
		rest = rest[1:] // "12A.", as records of bughouse name the board and who moves
	}
	if rest != word && (rest == "" || rest[0] == '.' || strings.HasPrefix(rest, "…")) {
		if word = strings.TrimLeft(rest, ".…"); word == "" {
			return
		}
	}
	if p.skipped > 0 || p.lost {
		return
	}
	// "b8(Q)": the parentheses are of the move.
	if p.at+3 <= len(p.text) && p.text[p.at] == '(' && p.text[p.at+2] == ')' && strings.IndexByte("QRBN", p.text[p.at+1]) >= 0 {
		word += string(p.text[p.at : p.at+3])
		p.at += 3
	}
	if p.uncoded {
		p.count(word)
		return
	}
	m, err := p.present.Resolve(word)
	if err != nil {
		p.report(format.BadMove, p.line, quote(word)+" after move "+number(&p.present)+": "+err.Error()+"; the line is read no further")
		p.lost = true
		return
	}
	p.add(p.present.ToPlay(), m)
	p.before, p.moved = p.present, true
	p.present.Make(m)
}

// count adds a move that nobody can read.
func (p *parser) count(word string) {
	by := p.first
	if p.node > 0 {
		by = p.game.Nodes[p.node].mover.Opponent()
	}
	p.add(by, chess.Move{})
	p.game.Nodes[p.node].uncoded = position.Uncoded([]byte(strings.TrimRight(word, "+#")))
	p.before, p.moved = p.present, true
}

// add adds a move after the latest.
func (p *parser) add(by chess.Color, m chess.Move) {
	p.node = p.game.add(p.node, by, m)
	if len(p.pending) > 0 {
		p.game.Nodes[p.node].Before, p.pending = p.pending, nil
	}
}

// number returns the number of the last whole move before a position.
func number(p *chess.Position) string {
	side := "White's"
	if p.ToPlay() == chess.White {
		return itoa(p.Number()-1) + " of Black's"
	}
	return itoa(p.Number()) + " of " + side
}

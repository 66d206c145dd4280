package notation

import (
	"strings"
	"unicode/utf8"

	"kifudb/position/shogi"
)

// readScore reads the next thing in a text of moves: a keyword, a number, a move
// or an ending.
func (r *reader) readScore() {
	r.at += blanks(r.text[r.at:])
	if r.at == len(r.text) {
		return
	}
	if k := r.inScore(r.at); k != noKeyword && (!r.state.unknown || r.indented(r.at)) {
		if !r.lineStart(r.at) {
			r.problem(r.at, Indented, "%s is not in column 1", k)
		}
		r.statement(k)
		return
	}
	if c := r.text[r.at]; r.mayBeSeparated && (c == ',' || c == ';') {
		r.mayBeSeparated = false
		r.at++
		return
	}
	if !r.state.unknown && !r.readUnit() {
		r.state.unknown = true
		r.number.at = -1
	}
	if r.state.unknown {
		r.at = r.lineEnd(r.at)
	}
}

// readUnit reads a number, a move or an ending, and reports false after an error.
func (r *reader) readUnit() bool {
	start := r.at
	if strings.IndexByte(",;!?", r.text[r.at]) >= 0 {
		r.problem(start, Unreadable, "%q is out of place", r.text[r.at])
		return false
	}
	if r.input == nil || r.convert && !r.output {
		missing := "INPUT= and OUTPUT="
		if !r.convert {
			missing = "INPUT="
		}
		r.problem(start, FormatsMissing, "%s must be given before any move", missing)
		return false
	}
	r.needGame()
	if c := r.text[r.at]; c >= '0' && c <= '9' && r.startsNumber() {
		return r.readNumber()
	}
	if ending := endingAt(r.text[r.at:]); ending != NoEnding {
		if !r.checkNumber(start, false) {
			return false
		}
		r.at += len(r.moveWord())
		r.state.ended = true
		r.mayBeSeparated = true
		r.handler.OnEnding(ending)
		return true
	}
	d, ok := r.readDescription()
	if !ok {
		r.problem(start, Unreadable, "cannot read %q as a move in %s notation", cut(r.moveText()), r.input.Notation)
		return false
	}
	return r.play(start, d)
}

// play finds the described move and makes it.
func (r *reader) play(start int, d description) bool {
	p := &r.state.position
	if !r.checkNumber(start, true) {
		return false
	}
	if d.side != shogi.Empty && d.side != p.ToPlay() {
		r.problem(start, WrongSide, "a move of %s's, but %s is to move", sideWord(d.side), sideWord(p.ToPlay()))
		return false
	}
	if !d.to.Valid() {
		if d.to = r.state.last; !d.to.Valid() {
			r.problem(start, NoPreviousMove, "the same square as that of which move?")
			return false
		}
	}
	text := strings.Join(strings.Fields(cut(r.text[start:r.at])), " ")
	taken := p.At(d.to)
	if d.capture == 'x' && taken == shogi.NoPiece {
		r.problem(start, NothingToCapture, "%s: there is nothing to capture", text)
		return false
	}
	m, code, fitting := d.resolve(p)
	if foul, ok := d.foul(p); code == NoSuchMove && !r.convert && ok {
		m, code = foul, IllegalMove
	}
	switch code {
	case Ambiguous:
		candidates := make([]string, len(fitting))
		for i, c := range fitting {
			candidates[i] = strings.TrimSpace(westernText(p, c, Format{}, false))
			if !c.IsDrop() && len(rivals(p, c)) == 0 {
				candidates[i] += " from " + c.From.String()
			}
		}
		r.problem(start, Ambiguous, "%s may be %s", text, strings.Join(candidates, " or "))
		return false
	case NoSuchMove:
		r.problem(start, NoSuchMove, "%s: there is no such move", text)
		return false
	}
	if r.state.ended {
		r.problem(start, MoveAfterEnd, "%s comes after the end", text)
		r.state.ended = false
	}
	var fault shogi.Fault
	if code == IllegalMove {
		fault = p.Judge(m)
		r.problem(start, IllegalMove, "%s is illegal: %s", text, fault)
	}
	if d.capture == '-' && taken != shogi.NoPiece {
		r.problem(start, IsCapture, "%s is a capture", text)
	}
	r.handler.OnMove(Played{Before: p, Move: m, Marks: r.readMarks(), Fault: fault})
	r.state.counter.count(p.ToPlay() == shogi.White)
	r.state.last = m.To
	p.PlayLegal(m)
	r.mayBeSeparated = true
	return true
}

// endsMove are the characters that end a move, or an ending, as one word.
const endsMove = " \t\n,;!?　"

// moveWord returns what a move, as one word, can be at most: all up to a blank,
// a separator or a mark.
func (r *reader) moveWord() string {
	rest := r.text[r.at:]
	if i := strings.IndexAny(rest, endsMove); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// moveText returns what to call the text of a move that cannot be read.
func (r *reader) moveText() string {
	if r.input.Notation == Western {
		return r.moveWord()
	}
	rest := r.text[r.at:]
	if i := strings.IndexAny(rest, "\n,;!?"); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimRight(rest, " \t")
}

// readDescription reads a move's text.
func (r *reader) readDescription() (d description, ok bool) {
	n := 0
	if r.input.Notation == Western {
		word := r.moveWord()
		d, ok = parseWestern(word)
		n = len(word)
	} else {
		d, n, ok = parseJapanese(r.text[r.at:])
	}
	if ok {
		r.at += n
	}
	return d, ok
}

// readMarks reads exclamation and question marks after a move.
func (r *reader) readMarks() string {
	at := r.at + len(indentation(r.text[r.at:]))
	end := at
	for end < len(r.text) && (r.text[end] == '!' || r.text[end] == '?') {
		end++
	}
	if end > at {
		r.at = end
	}
	return r.text[at:end]
}

// startsNumber reports whether the digits at r.at are a move's number and not a
// square of the Japanese notation: they are, unless a piece follows two of them.
func (r *reader) startsNumber() bool {
	if r.input.Notation == Western {
		return true
	}
	_, n, ok := parseJapanese(r.text[r.at:])
	if ok {
		return false
	}
	// Not a whole move, but a square and a piece: the move will be called unreadable.
	return n < 2 || !r.pieceFollows(n)
}

func (r *reader) pieceFollows(n int) bool {
	for _, piece := range jpieces {
		if hasWord(r.text[r.at+n:], piece.word) {
			return true
		}
	}
	return false
}

// readNumber reads digits ["."] ["..."] [","].
func (r *reader) readNumber() bool {
	start := r.at
	if r.number.at >= 0 {
		r.problem(start, Unreadable, "a number after a number")
		return false
	}
	n := moveNumber{at: start}
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		n.value = min(n.value*10+int(r.text[r.at]-'0'), maxNumber)
		r.at++
	}
	if r.input.Numbers == NoNumbers {
		r.problem(start, Unreadable, "a number, but NUMBERS=NONE")
		return false
	}
	rest := r.text[r.at:]
	if after, ok := strings.CutPrefix(rest, "."); ok && !strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "....") {
		rest = after
	}
	if after, ok := strings.CutPrefix(rest[blanks(rest):], "..."); ok {
		n.dots = true
		rest = after
	}
	if after := rest[blanks(rest):]; strings.HasPrefix(after, ",") {
		rest = after[1:]
	}
	r.at = len(r.text) - len(rest)
	r.number = n
	r.mayBeSeparated = false
	white := r.state.position.ToPlay() == shogi.White
	switch {
	case n.dots && !white:
		r.problem(start, WrongSide, "\"...\", but SENTE is to move")
		return false
	case !n.dots && white && r.input.Numbers == Pairs:
		r.problem(start, WrongSide, "number without \"...\", but GOTE is to move")
		return false
	}
	return true
}

// checkNumber takes the number before a move or an ending, and reports whether
// it is there if it has to be.
func (r *reader) checkNumber(at int, required bool) bool {
	n := r.number
	r.number.at = -1
	white := r.state.position.ToPlay() == shogi.White
	if n.at < 0 {
		if required && (r.input.Numbers == Single || r.input.Numbers == Pairs && !white) {
			r.problem(at, NumberExpected, "the move's number is missing")
			return false
		}
		return true
	}
	if want := r.state.counter.number(r.input.Numbers); n.value != want {
		r.problem(n.at, WrongNumber, "number %d, counted %d", n.value, want)
	}
	return true
}

// dropNumber reports a number whose move never came.
func (r *reader) dropNumber() {
	if r.number.at >= 0 {
		r.problem(r.number.at, Unreadable, "a number without a move")
		r.number.at = -1
	}
}

// cut shortens a quotation of the text.
func cut(text string) string {
	const most = 24
	if utf8.RuneCountInString(text[:min(len(text), most*utf8.UTFMax)]) <= most && len(text) <= most*utf8.UTFMax {
		return text
	}
	n := 0
	for range most {
		_, size := utf8.DecodeRuneInString(text[n:])
		n += size
	}
	return text[:n] + "…"
}

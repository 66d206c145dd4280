package notation

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"kifudb/position/shogi"
)

// PrintOptions say what a converted text looks like beyond its Format.
type PrintOptions struct {
	Bare  bool // leave out GAME, INPUT and the other keyword lines
	CRLF  bool // end lines as MS-DOS did
	Kanji bool // write the Japanese notation in kanji, in UTF-8: ☗７六歩

	// Header has Write put the game's information behind GAME, as words: what
	// stands before it would be a remark on the game before.
	Header bool

	// Lost is called by Write once for each kind of thing that was left out.
	Lost func(Loss)
}

// printer is the Handler that writes a text. See Format for the layouts.
type printer struct {
	out     *bufio.Writer
	options PrintOptions
	format  *Format // nil: not given yet
	mode    Mode    // of the output
	counter counter
	stack   []counter

	line string // not yet written
	half string // a packed pair that waits for White's move
	open bool   // the line or half holds Black's move of a pair
}

var _ LayoutHandler = (*printer)(nil)

func newPrinter(w io.Writer, o *PrintOptions) *printer {
	p := &printer{out: bufio.NewWriter(w)}
	if o != nil {
		p.options = *o
	}
	p.counter.restart(nil)
	return p
}

// close writes what waits.
func (p *printer) close() error {
	p.endLine()
	return p.out.Flush()
}

// write writes a line, as it is.
func (p *printer) write(line string) {
	p.out.WriteString(line)
	if p.options.CRLF {
		p.out.WriteByte('\r')
	}
	p.out.WriteByte('\n')
}

// command ends the line and writes one of a command, unless the text is to be bare.
func (p *printer) command(line string) {
	p.endLine()
	if !p.options.Bare {
		p.write(line)
	}
}

// endLine writes the line that is being filled.
func (p *printer) endLine() {
	p.endHalf()
	p.breakLine()
	p.open = false
}

func (p *printer) breakLine() {
	if p.line != "" {
		p.write(strings.TrimRight(p.line, " "))
		p.line = ""
	}
}

func (p *printer) OnGame(s Start) {
	p.endLine()
	for _, line := range s.Game() {
		p.command(line)
	}
	p.counter.restart(p.format)
}

func (p *printer) OnMode(m Mode) {
	if m != p.mode {
		p.mode = m
		p.command(m.String())
	}
}

// OnInput ends the line as every statement does; the one that is written is
// that of the output.
func (p *printer) OnInput(Format) { p.endLine() }

func (p *printer) OnOutput(f Format) {
	p.command(f.Input())
	p.format = &f
	p.counter.rebase(f)
}

func (p *printer) OnDiagram(board *shogi.Position) {
	p.command(kwDiagram.String())
	for _, line := range DiagramText(board) {
		p.write(line)
	}
	p.command(p.mode.String())
}

func (k keyword) String() string { return string(k) }

// OnComment indents a line that would be read as a command: "COMMENTS COMMENTS"
// is a command and a line of words.
func (p *printer) OnComment(line string) {
	p.endLine()
	s := newSource([]byte(line))
	if k, _ := s.inProse(0); k != noKeyword {
		line = " " + line
	}
	p.write(line)
}

func (p *printer) OnMemorize() {
	p.command(kwMemorize.String())
	p.stack = append(p.stack, p.counter)
}

func (p *printer) OnRecall() {
	p.command(kwRecall.String())
	p.restore()
}

func (p *printer) OnResume() {
	p.command(kwResume.String())
	p.restore()
	p.stack = p.stack[:max(len(p.stack)-1, 0)]
}

func (p *printer) restore() {
	if n := len(p.stack); n > 0 {
		p.counter = p.stack[n-1]
	}
}

func (p *printer) OnEnding(e Ending) {
	word := e.word(p.format.Notation, p.options.Kanji)
	if p.format.Width == 0 {
		p.endLine()
		p.line = word
		p.endLine()
		return
	}
	p.endHalf()
	p.pack(word)
	p.open = false
}

func (p *printer) OnMove(m Played) {
	white := m.Before.ToPlay() == shogi.White
	text := p.moveText(m) + m.Marks
	if p.format.Width == 0 {
		p.column(text, white)
	} else {
		p.unit(text, white)
	}
	p.counter.count(white)
}

// moveText writes a move. One that no rule leads to needs its origin in any
// case, in Japanese at the end as in KIF: "22 KAKU NARI(88)".
func (p *printer) moveText(m Played) string {
	explicit := !m.Fault.Slip() && !m.Move.IsDrop()
	text := ""
	switch {
	case p.format.Notation == Western:
		return westernText(m.Before, m.Move, *p.format, explicit)
	case p.options.Kanji:
		text = kanjiText(m.Before, m.Move)
	default:
		text = japaneseText(m.Before, m.Move, *p.format)
	}
	if explicit {
		text += "(" + digits(m.Move.From) + ")"
	}
	return text
}

// cellWidth is the width of Black's column.
func (p *printer) cellWidth() int {
	if p.format.Notation == Western {
		return 8
	}
	return 16
}

// column writes a move into its column.
func (p *printer) column(text string, white bool) {
	number := ""
	if p.format.Numbers != NoNumbers {
		number = fmt.Sprintf("%3d. ", p.counter.number(p.format.Numbers))
	}
	if !white {
		p.endLine()
		p.line = number + fill(text, p.cellWidth())
		p.open = true
		return
	}
	if !p.open {
		p.endLine()
		switch p.format.Numbers {
		case Pairs:
			dots := "..."
			if p.format.Notation == Western {
				dots = " ..." // below the letter
			}
			p.line = number + fill(dots, p.cellWidth())
		case Single:
			p.line = fill("", len("  1. ")+p.cellWidth())
		case NoNumbers:
			p.line = fill("", p.cellWidth())
		}
	}
	switch p.format.Numbers {
	case Pairs:
		p.line += ", " + text
	case Single:
		p.line += "  " + number + text
	case NoNumbers:
		p.line += "  " + text
	}
	p.endLine()
}

// unit packs a move, or a pair of them.
func (p *printer) unit(text string, white bool) {
	number := strconv.Itoa(p.counter.number(p.format.Numbers))
	switch p.format.Numbers {
	case NoNumbers:
		p.pack(text)
	case Single:
		p.pack(number + "." + text)
	case Pairs:
		switch {
		case !white:
			p.endHalf()
			p.half, p.open = number+"."+text, true
		case p.open:
			p.half += "," + text
			p.endHalf()
		default:
			p.pack(number + "...," + text)
		}
	}
}

// endHalf packs a pair that has its second move or will have none.
func (p *printer) endHalf() {
	if p.half != "" {
		p.pack(p.half)
		p.half, p.open = "", false
	}
}

// pack puts a unit on the line, or on the next one if it has no room.
func (p *printer) pack(unit string) {
	if p.line != "" && width(p.line)+1+width(unit) > p.format.Width {
		p.breakLine()
	}
	if p.line != "" {
		p.line += " "
	}
	p.line += unit
}

// fill adds blanks up to a width in columns.
func fill(text string, n int) string { return text + strings.Repeat(" ", max(n-width(text), 0)) }

// width returns the columns that text takes: two for each character that is
// not ASCII.
func width(text string) int {
	characters := utf8.RuneCountInString(text)
	ascii := 0
	for i := range len(text) {
		if text[i] < utf8.RuneSelf {
			ascii++
		}
	}
	return 2*characters - ascii
}

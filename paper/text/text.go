// Package text writes printed games as plain text: boards as newsgroups and forums of Go
// players write them, and other boards with the letters of their pieces.
package text

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kifudb/drawing"
	"kifudb/internal/plaintext"
	"kifudb/paper"
	"kifudb/study/chart"
)

// Width is how many columns lines of text have.
const Width = 72

// Moves is how many moves a figure has at most if all its numbers are to be single digits.
const Moves = 10

// Write writes a document. The errors are those of the writer and of the document's parts.
func Write(w io.Writer, d *paper.Document) error {
	b := &writer{Writer: bufio.NewWriter(w), numbers: map[string]int{}}
	for i, e := range d.Contents {
		b.numbers[e.Anchor] = i + 1
	}
	b.title(d)
	for part, err := range d.Parts {
		if err != nil {
			return err
		}
		b.part(part)
	}
	for _, index := range d.Index {
		b.heading(index.Title, '=')
		for _, name := range index.Names {
			var numbers []string
			for _, anchor := range name.Anchors {
				numbers = append(numbers, strconv.Itoa(b.numbers[anchor]))
			}
			label := plaintext.Cut(plaintext.Printable(name.Name), Width/2) + "  "
			b.WriteString(hanging(label, strings.Join(numbers, ", ")))
		}
		b.line("")
	}
	return b.Flush()
}

// A writer writes lines of text. Its errors are those of Flush.
type writer struct {
	*bufio.Writer
	numbers map[string]int // of parts that the contents list, by their anchors
}

func (b *writer) line(text string) {
	b.WriteString(strings.TrimRight(text, " ") + "\n")
}

// prose writes text that may be broken at spaces.
func (b *writer) prose(text string) {
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		b.WriteString(plaintext.Wrapped(plaintext.Printable(line), Width, ""))
	}
}

func (b *writer) heading(text string, under byte) {
	text = plaintext.Cut(plaintext.Printable(text), Width)
	b.line(text)
	b.line(strings.Repeat(string(under), max(plaintext.Width(text), 1)))
	b.line("")
}

func (b *writer) title(d *paper.Document) {
	if d.Title == "" {
		return
	}
	b.heading(d.Title, '=')
	for _, text := range []string{d.Subtitle, d.Author} {
		if text != "" {
			b.prose(text)
			b.line("")
		}
	}
	for _, e := range d.Contents {
		b.WriteString(hanging(fmt.Sprintf("%4d  ", b.numbers[e.Anchor]), plaintext.Printable(e.Title)))
	}
	if len(d.Contents) > 0 {
		b.line("")
	}
}

func (b *writer) part(p *paper.Part) {
	switch number := b.numbers[p.Anchor]; {
	case p.Title == "":
	case number > 0:
		b.heading(fmt.Sprintf("%d. %s", number, p.Title), '=')
	default:
		b.heading(p.Title, '=')
	}
	for _, block := range p.Blocks {
		switch block := block.(type) {
		case *paper.Heading:
			b.heading(block.Text, '-')
		case *paper.Facts:
			b.facts(block)
		case *paper.Paragraph:
			lead := block.Lead
			switch {
			case lead == "" || block.Text == "":
			case strings.HasSuffix(lead, "."):
				lead += " "
			default:
				lead += ": "
			}
			b.prose(lead + block.Text)
			b.line("")
		case *paper.Table:
			b.table(block)
		case *paper.Chart:
			for line := range strings.Lines(block.Chart.Text(chart.Terminal{Width: Width})) {
				b.line(strings.TrimRight(line, "\n"))
			}
			b.line("")
		case *paper.Figure:
			b.figure(block)
		}
	}
}

func (b *writer) facts(f *paper.Facts) {
	wide := 0
	for _, l := range f.Lines {
		wide = max(wide, plaintext.Width(l[0]))
	}
	for _, l := range f.Lines {
		label := l[0] + strings.Repeat(" ", wide-plaintext.Width(l[0])+2)
		first := true
		for line := range strings.SplitSeq(l[1], "\n") {
			if !first {
				label = strings.Repeat(" ", wide+2)
			}
			first = false
			b.WriteString(hanging(label, plaintext.Printable(line)))
		}
	}
	if len(f.Lines) > 0 {
		b.line("")
	}
}

// hanging writes a text behind a label; further lines begin below its first word.
func hanging(label, text string) string {
	blanks := strings.Repeat(" ", plaintext.Width(label))
	wrapped := plaintext.Wrapped(text, Width, blanks)
	return strings.TrimRight(label+strings.TrimPrefix(wrapped, blanks), " ")
}

// table writes rows in as many columns down the page as there is room for.
func (b *writer) table(t *paper.Table) {
	wide := make([]int, len(t.Head))
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		for i, text := range row {
			wide[i] = max(wide[i], plaintext.Width(plaintext.Printable(text)))
		}
	}
	whole := 0
	for _, w := range wide {
		whole += w + 2
	}
	columns := max(1, min((Width+2)/(whole+2), (len(t.Rows)+7)/8)) // a column of fewer rows is hard to follow
	if t.Whole {
		b.whole(t, wide)
		return
	}
	down := (len(t.Rows) + columns - 1) / columns
	write := func(row []string, i int) string {
		text := plaintext.Printable(row[i])
		return text + strings.Repeat(" ", wide[i]-plaintext.Width(text)+2)
	}
	for y := range down {
		var line strings.Builder
		for x := range columns {
			if at := x*down + y; at < len(t.Rows) {
				for i := range t.Rows[at] {
					line.WriteString(write(t.Rows[at], i))
				}
				line.WriteString("  ")
			}
		}
		b.line(line.String())
	}
	b.line("")
}

// whole writes rows below each other. Cells of columns for which there is no room are wrapped.
func (b *writer) whole(t *paper.Table, wide []int) {
	widths := make([]float64, len(wide))
	for i, w := range wide {
		widths[i] = float64(w)
	}
	paper.Squeeze(widths, float64(Width-2*len(wide)))
	for i, w := range widths {
		wide[i] = max(int(w), 1)
	}
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		lines := make([][]string, len(row))
		high := 0
		for i, text := range row {
			wrapped := plaintext.Wrapped(plaintext.Printable(text), wide[i], "")
			lines[i] = strings.Split(strings.TrimRight(wrapped, "\n"), "\n")
			high = max(high, len(lines[i]))
		}
		for y := range high {
			var line strings.Builder
			for i := range row {
				text := ""
				if y < len(lines[i]) {
					text = lines[i][y]
				}
				blanks := strings.Repeat(" ", max(wide[i]-plaintext.Width(text), 0))
				if t.IsNumbers(i) {
					text = blanks + text
				} else {
					text += blanks
				}
				line.WriteString(text + "  ")
			}
			b.line(line.String())
		}
	}
	b.line("")
}

func (b *writer) figure(f *paper.Figure) {
	lines, ok := diagram(f)
	caption := plaintext.Printable(f.Caption)
	switch {
	case ok:
	case f.Board.Cells == "points":
		lines = wide(f)
	default:
		lines = others(f)
	}
	if !ok && caption != "" {
		b.line(caption)
		b.line("")
	}
	for _, line := range lines {
		b.line(line)
	}
	if len(f.Notes) > 0 {
		b.line("")
		b.prose(strings.Join(f.Notes, ", "))
	}
	b.line("")
}

// others writes boards on which pieces have names; numbers of moves stand for stones.
func others(f *paper.Figure) []string {
	if len(f.Marks.Numbers) == 0 {
		return drawing.Text(f.Board)
	}
	return wide(f)
}

package doc

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	table "github.com/yuin/goldmark/extension/ast"

	"kifudb/internal/plaintext"
)

// Terminal returns the document as plain text for a terminal of so many columns. Code stays as it is.
func (d *Document) Terminal(width int) string {
	p := &printer{d: d, width: width}
	p.blocks(d.root(), "")
	return strings.TrimLeft(p.out.String(), "\n")
}

type printer struct {
	d     *Document
	width int
	out   strings.Builder
	tight bool // no blank line before the next block
}

// blocks writes the blocks below a node, each behind some blanks.
func (p *printer) blocks(parent ast.Node, blanks string) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if !p.tight {
			p.out.WriteByte('\n')
		}
		p.tight = false
		switch n := n.(type) {
		case *ast.Heading:
			text := p.d.inline(n, shown)
			if n.Level <= 2 {
				text = strings.ToUpper(text)
			}
			p.out.WriteString(plaintext.Wrapped(text, p.width, blanks))
		case *ast.Paragraph, *ast.TextBlock:
			p.out.WriteString(plaintext.Wrapped(p.d.inline(n, terminal), p.width, blanks))
			p.tight = n.Kind() == ast.KindTextBlock // of a list without blank lines
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			for _, line := range p.d.code(n) {
				p.out.WriteString(strings.TrimRight(blanks+"    "+line, " ") + "\n")
			}
		case *ast.List:
			p.list(n, blanks)
		case *table.Table:
			p.table(n, blanks)
		case *ast.HTMLBlock, *ast.ThematicBreak:
			p.tight = true
		default:
			p.blocks(n, blanks+"  ")
		}
	}
}

// list writes each item behind its sign.
func (p *printer) list(n *ast.List, blanks string) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		sign := "- "
		if n.IsOrdered() {
			sign = fmt.Sprintf("%d. ", number)
			number++
		}
		if item.PreviousSibling() != nil && !n.IsTight {
			p.out.WriteByte('\n')
		}
		inner := &printer{d: p.d, width: p.width, tight: true}
		below := blanks + strings.Repeat(" ", len(sign))
		inner.blocks(item, below)
		p.out.WriteString(blanks + sign + strings.TrimPrefix(inner.out.String(), below))
	}
}

// leastColumns are those that a column of a table keeps at least.
const leastColumns = 12

// table writes rows with aligned columns, of which the widest are narrowed until all fit.
func (p *printer) table(n *table.Table, blanks string) {
	var rows [][]string
	var widths []int
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cells := p.d.cells(row, terminal)
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], plaintext.Width(cell))
		}
		rows = append(rows, cells)
	}
	for {
		sum, widest := len(blanks), 0
		for i, w := range widths {
			sum += w + 2
			if w > widths[widest] {
				widest = i
			}
		}
		if p.width == 0 || sum-2 <= p.width || len(widths) == 0 || widths[widest] <= leastColumns {
			break
		}
		widths[widest]--
	}
	for i, cells := range rows {
		p.row(cells, widths, blanks)
		if i == 0 {
			var rules []string
			for _, w := range widths {
				rules = append(rules, strings.Repeat("-", w))
			}
			p.out.WriteString(blanks + strings.Join(rules, "  ") + "\n")
		}
	}
}

// row writes a row, which takes as many lines as the longest of its cells.
func (p *printer) row(cells []string, widths []int, blanks string) {
	var columns [][]string
	lines := 0
	for i, cell := range cells {
		var broken []string
		for line := range strings.Lines(wrapped(cell, widths[i])) {
			broken = append(broken, strings.TrimRight(line, "\n"))
		}
		columns = append(columns, broken)
		lines = max(lines, len(broken))
	}
	for at := range lines {
		line := blanks
		for i, column := range columns {
			text := ""
			if at < len(column) {
				text = column[at]
			}
			line += text + strings.Repeat(" ", max(0, widths[i]-plaintext.Width(text))+2)
		}
		p.out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// wrapped breaks the text of a cell, which may be narrower than any line of a paragraph.
func wrapped(text string, width int) string {
	var b strings.Builder
	line := ""
	for _, word := range strings.Fields(text) {
		for plaintext.Width(line)+1+plaintext.Width(word) > width && line != "" {
			b.WriteString(line + "\n")
			line = ""
		}
		for line == "" && plaintext.Width(word) > width && width > 1 {
			columns, cut := 0, 0
			for i, r := range word {
				if columns += plaintext.Width(string(r)); columns > width {
					break
				}
				cut = i + len(string(r))
			}
			b.WriteString(word[:cut] + "\n")
			word = word[cut:]
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return b.String() + line + "\n"
}

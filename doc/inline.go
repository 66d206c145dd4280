package doc

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// A style says how the text within a paragraph is written.
type style int

const (
	shown    style = iota // only what a page shows
	terminal              // with signs for code, and with the addresses of links
)

// inline returns the text of a block on one line.
func (d *Document) inline(n ast.Node, as style) string {
	var b strings.Builder
	d.writeInline(&b, n, as)
	return strings.Join(strings.Fields(b.String()), " ")
}

func (d *Document) writeInline(b *strings.Builder, parent ast.Node, as style) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			b.Write(plain(n.Value(d.source)))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(plain(n.Value))
		case *ast.CodeSpan:
			mark := ""
			if as == terminal {
				mark = "`"
			}
			b.WriteString(mark)
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					b.Write(t.Value(d.source))
				}
			}
			b.WriteString(mark)
		case *ast.AutoLink:
			b.Write(n.Label(d.source))
		case *ast.Link:
			d.writeInline(b, n, as)
			if to := string(n.Destination); as == terminal && !strings.HasPrefix(to, "#") {
				writeAddress(b, d.inline(n, shown), to)
			}
		case *ast.RawHTML: // pages leave it out, too
		default:
			d.writeInline(b, n, as)
		}
	}
}

// writeAddress writes where a link leads, unless its text says so.
func writeAddress(b *strings.Builder, text, to string) {
	if !strings.Contains(to, "//") {
		file, _, _ := strings.Cut(to, "#")
		if up, ok := strings.CutPrefix(file, "../"); ok {
			to = up
		} else {
			to = "doc/" + file
		}
	}
	if text != to && "doc/"+text != to {
		b.WriteString(" (" + to + ")")
	}
}

// plain takes escapes and entities out of a text.
func plain(text []byte) []byte {
	return util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(text)))
}

// code returns the lines of a block of code.
func (d *Document) code(n ast.Node) []string {
	var lines []string
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		lines = append(lines, strings.TrimRight(string(line.Value(d.source)), "\n"))
	}
	return lines
}

// cells returns the texts of a row.
func (d *Document) cells(row ast.Node, as style) (list []string) {
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		list = append(list, d.inline(cell, as))
	}
	return list
}

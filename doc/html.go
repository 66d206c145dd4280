package doc

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// markdown reads and writes documents. It leaves HTML out that stands in one.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(codeRenderer{}, 1))),
)

// HTML returns the document as HTML, in which headings have anchors. A link to another document of the list, and a
// picture, gets an address below root, as in "/help/". A link to any other file is plain text.
func (d *Document) HTML(list []*Document, root string) (string, error) {
	copied := parse(d.Name, d.source)
	copied.redirect(list, root)
	var b bytes.Buffer
	err := markdown.Renderer().Render(&b, copied.source, copied.root())
	return emptyHead.ReplaceAllString(b.String(), "<td></td>"), err
}

// emptyHead is the head of a column without a name. Readers of screens would announce it as one.
var emptyHead = regexp.MustCompile(`<th(?: align="[a-z]+")?></th>`)

// redirect changes where links lead and where pictures come from.
func (d *Document) redirect(list []*Document, root string) {
	var plain []ast.Node // nodes of which only the text stays
	_ = ast.Walk(d.root(), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			file, anchor, _ := strings.Cut(string(n.Destination), "#")
			switch {
			case file == "" && anchor != "":
			case strings.HasPrefix(file, "https://"), strings.HasPrefix(file, "http://"):
				n.SetAttributeString("rel", []byte("noreferrer"))
			case documentAt(list, file) != nil:
				n.Destination = []byte(root + documentAt(list, file).Name)
				if anchor != "" {
					n.Destination = append(n.Destination, "#"+anchor...)
				}
			default:
				plain = append(plain, n)
			}
		case *ast.Image:
			name := string(n.Destination)
			if _, ok := Picture(name); ok {
				n.Destination = []byte(root + name)
			} else {
				plain = append(plain, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range plain {
		for child := n.FirstChild(); child != nil; child = n.FirstChild() {
			n.Parent().InsertBefore(n.Parent(), n, child)
		}
		n.Parent().RemoveChild(n.Parent(), n)
	}
}

// documentAt returns the document that a link leads to, nil for other files.
func documentAt(list []*Document, file string) *Document {
	for _, d := range list {
		if d.Name == file {
			return d
		}
	}
	return nil
}

// A codeRenderer writes code so that a keyboard can scroll it.
type codeRenderer struct{}

func (codeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindCodeBlock, renderCode)
	r.Register(ast.KindFencedCodeBlock, renderCode)
}

func renderCode(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</code></pre>\n")
		return ast.WalkContinue, err
	}
	_, err := w.WriteString(`<pre tabindex="0"><code>`)
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		html.DefaultWriter.RawWrite(w, line.Value(source))
	}
	return ast.WalkContinue, err
}

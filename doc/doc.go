// Package doc has the documents for users. They are the Markdown files of this folder, and are part of
// the program. The package writes a [Document] as HTML and for a terminal, and finds its [Section]s by
// words. Pages and commands show the same.
package doc

import (
	"bytes"
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

//go:embed [A-Z]*.md *.png
var files embed.FS

// first are the documents that a reader begins with, in this order. The others follow by name.
var first = []string{"FIRST-HOUR.md", "TOUR.md", "FAQ.md", "SAFETY.md", "GLOSSARY.md"}

// A Document is a text with headings. It is safe for concurrent use.
type Document struct {
	Name  string // of the file, as in TOUR.md, or a word for a text that has no file
	Title string

	source []byte // Markdown
	once   sync.Once
	parsed ast.Node
}

// Documents returns the documents of this folder in reading order. They are the same ones each time, so that each is
// parsed once.
func Documents() []*Document { return slices.Clone(documents()) }

var documents = sync.OnceValue(func() []*Document {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	var list []*Document
	for _, name := range names {
		source, err := files.ReadFile(name)
		if err != nil {
			panic(err) // Glob has just named it
		}
		list = append(list, parse(name, source))
	}
	return list
})

// rank is the place of a document among the first.
func rank(name string) int {
	if i := slices.Index(first, name); i >= 0 {
		return i
	}
	return len(first)
}

// Picture returns a picture that documents show.
func Picture(name string) (data []byte, ok bool) {
	if !strings.HasSuffix(name, ".png") {
		return nil, false
	}
	data, err := files.ReadFile(name)
	return data, err == nil
}

// parse makes a document of a text in Markdown, whose first line is the title.
func parse(name string, source []byte) *Document {
	title, _, _ := strings.Cut(string(source), "\n")
	return &Document{Name: name, Title: strings.ReplaceAll(strings.TrimPrefix(title, "# "), "`", ""), source: source}
}

// root returns the blocks of the document, which are read when they are wanted: every start of the program lists the
// titles.
func (d *Document) root() ast.Node {
	d.once.Do(func() { d.parsed = markdown.Parser().Parse(text.NewReader(d.source)) })
	return d.parsed
}

// About returns the sentence that the text begins with.
func (d *Document) About() string {
	for n := d.root().FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() == ast.KindParagraph {
			return firstSentence(d.inline(n, shown))
		}
	}
	return ""
}

// firstSentence returns the first sentence of a text.
func firstSentence(text string) string {
	if i := strings.Index(text, ". "); i >= 0 {
		return text[:i+1]
	}
	return strings.TrimSuffix(text, ":")
}

// Find returns the document of a name, nil if none has it. Neither case matters nor whether the name
// has its folder and its ending: tour is doc/TOUR.md. A document of exactly that name comes first.
func Find(list []*Document, name string) *Document {
	short := func(name string) string {
		return strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(name), "doc/"), ".md")
	}
	for _, same := range []func(d *Document) bool{
		func(d *Document) bool { return d.Name == name },
		func(d *Document) bool { return strings.EqualFold(d.Name, strings.TrimPrefix(name, "doc/")) },
		func(d *Document) bool { return short(d.Name) == short(name) },
	} {
		if i := slices.IndexFunc(list, same); i >= 0 {
			return list[i]
		}
	}
	return nil
}

// FromHelp makes a document from a help text: lines that two spaces indent are examples, and a
// paragraph that begins with words in capitals begins a section.
func FromHelp(name, title, text string) *Document {
	var b bytes.Buffer
	b.WriteString("# " + escaped(title) + "\n")
	before := "" // what the last line was
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		kind := "prose"
		switch {
		case line == "":
			kind = "blank"
		case strings.HasPrefix(line, "  "):
			kind = "example"
		}
		if kind != before {
			b.WriteString("\n")
		}
		if heading := capitals(line, title+"\n"+text); kind == "prose" && heading != "" && before != "prose" {
			b.WriteString("## " + escaped(heading) + "\n\n")
		}
		switch kind {
		case "prose":
			b.WriteString(escaped(line) + "\n")
		case "example":
			b.WriteString("    " + strings.TrimPrefix(line, "  ") + "\n")
		}
		before = kind
	}
	d := parse(name, b.Bytes())
	d.Title = title
	return d
}

// FromLines makes a document of one section from a text that stays as it stands.
func FromLines(name, title, text string) *Document {
	var b bytes.Buffer
	b.WriteString("# " + escaped(title) + "\n\n")
	for line := range strings.Lines(text) {
		b.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
	}
	d := parse(name, b.Bytes())
	d.Title = title
	return d
}

// capitals returns the words in capitals that a line begins with, as a heading; "" if there are none. A word that
// has capitals within a sentence of the text, too, keeps them.
func capitals(line, text string) string {
	var words []string
	for _, word := range strings.Fields(line) {
		bare := strings.TrimRight(word, ".:,?")
		if strings.ToUpper(word) != word || !strings.ContainsAny(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			break
		}
		if inSentence := regexp.MustCompile(`[a-z],? ` + regexp.QuoteMeta(bare) + `\b`); !inSentence.MatchString(text) {
			word = strings.ToLower(word)
		}
		words = append(words, word)
		if strings.ContainsAny(word[len(word)-1:], ".:?") {
			break
		}
	}
	heading := strings.TrimRight(strings.Join(words, " "), ".:,")
	if len(heading) < 3 {
		return ""
	}
	return strings.ToUpper(heading[:1]) + heading[1:]
}

// escaped writes a text so that Markdown takes it as it stands.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 0x80 && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

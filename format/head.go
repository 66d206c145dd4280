package format

import (
	"bytes"
	"io"
	"iter"
	"strings"

	"kifudb/sgfread/charset"
)

// HeadSize is how much of a file decides in which format it is.
const HeadSize = 64 << 10

// A Head is the beginning of a file, by which its format is recognised.
type Head struct {
	Bytes []byte // as they are in the file
	Size  int64  // of the file; 0 if nobody knows

	whole string            // the encoding from which the file is converted as a whole, or ""
	text  []byte            // of Bytes, in which ASCII is what it seems
	tree  int               // in text, where the first game tree begins; -1: none
	words map[string]string // text by the encoding in which it is read
}

// NewHead returns a head of the first bytes of a file of a size.
func NewHead(b []byte, size int64) *Head {
	h := &Head{Bytes: b[:min(len(b), HeadSize)], Size: size}
	h.text, h.whole = h.Bytes, charset.Whole(h.Bytes)
	if h.whole != "" {
		r, _ := charset.NewReader(bytes.NewReader(h.Bytes))
		h.text, _ = io.ReadAll(r) // a character may be cut at the end
	}
	h.tree = treeIn(h.text)
	return h
}

// Text returns the head as text in which every byte of ASCII means itself: that of
// a file which must be converted as a whole, such as one in UTF-16, is converted.
func (h *Head) Text() []byte { return h.text }

// Whole returns the encoding from which the file must be converted as a whole, ""
// if it need not be; see [charset.Whole].
func (h *Head) Whole() string { return h.whole }

// HasTree reports whether a game tree in the manner of SGF stands in the head.
func (h *Head) HasTree() bool { return h.tree >= 0 }

// OpensTree reports whether the first parenthesis of the head opens a game tree,
// be it empty.
func (h *Head) OpensTree() bool {
	open := bytes.IndexByte(h.text, '(')
	return open >= 0 && bytes.HasPrefix(bytes.TrimLeft(h.text[open+1:], " \t\r\n"), []byte(";"))
}

// Tree returns the text from the first game tree on, nil if there is none.
func (h *Head) Tree() []byte {
	if h.tree < 0 {
		return nil
	}
	return h.text[h.tree:]
}

// BeforeTree returns the text before the first game tree, or all if there is none.
func (h *Head) BeforeTree() []byte {
	if h.tree < 0 {
		return h.text
	}
	return h.text[:h.tree]
}

// TreeInLine reports whether the line in which the first game tree begins starts
// with one of some words.
func (h *Head) TreeInLine(starts ...string) bool {
	before := h.BeforeTree()
	line := before[bytes.LastIndexAny(before, "\r\n")+1:]
	for _, start := range starts {
		if bytes.HasPrefix(line, []byte(start)) {
			return true
		}
	}
	return false
}

// treeIn returns where the first game tree with a property begins, -1 if there is
// none.
func treeIn(text []byte) int {
	for from := 0; ; {
		n := bytes.IndexByte(text[from:], '(')
		if n < 0 {
			return -1
		}
		if from += n; beginsTree(text[from+1:]) {
			return from
		}
		from++
	}
}

// beginsTree reports whether a node and a property follow an opening parenthesis,
// perhaps behind empty nodes and more parentheses.
func beginsTree(b []byte) bool {
	const most = 256                     // such bytes before the first property
	nodes, letters, ended := 0, 0, false // letters of the property's name
	for i, c := range b[:min(len(b), most)] {
		switch {
		case !ended && ('A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'):
			letters++
		case c == '[':
			return nodes > 0 && letters > 0
		case c == ' ' || '\t' <= c && c <= '\r':
			ended = letters > 0
		case letters > 0:
			return false
		case c == ';':
			nodes++
		case c != '(' || nodes == 0 && i > 0:
			return false
		}
	}
	return false
}

// In returns the text as it reads in an encoding.
func (h *Head) In(encoding string) string {
	text, ok := h.words[encoding]
	if !ok {
		text = string(charset.Decode(nil, h.text, encoding))
		if h.words == nil {
			h.words = map[string]string{}
		}
		h.words[encoding] = text
	}
	return text
}

// Lines yields the lines of a text without their ends, at most a number of them.
func Lines(text string, most int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n := 0; n < most && text != ""; n++ {
			end := strings.IndexAny(text, "\r\n")
			if end < 0 {
				yield(text)
				return
			}
			if !yield(text[:end]) {
				return
			}
			if text[end] == '\r' && strings.HasPrefix(text[end+1:], "\n") {
				end++
			}
			text = text[end+1:]
		}
	}
}

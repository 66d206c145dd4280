package format

import (
	"fmt"
	"hash/crc32"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/sgfread/charset"
)

// Certainty says how sure it is that a file is in a format.
type Certainty uint8

// The certainties. Files that only may be in a format are read as such if their
// name says it, too.
const (
	No Certainty = iota
	Maybe
	Likely
	Sure
)

// A Format is a way to record games in files.
type Format struct {
	Name       string   // a word in lower case, by which it is stored, counted and asked for
	Title      string   // for people
	Extensions []string // of files, with their dots: hints for what only may be in the format
	Generic    bool     // files of other kinds have these extensions, too: a name does not claim the format by them
	Games      []int    // what it records, by SGF's numbers; nil for any game
	Binary     bool     // it is not a text
	Seeks      bool     // it is read from its end: File.At
	Table      bool     // its files hold no games, but what those of another format refer to

	// Recognise tells from the beginning of a file whether it is in the format.
	Recognise func(*Head) Certainty
	// Owns reports whether a game tree that stands in the head is not a record in
	// SGF: it is in the format's comments or names, or it is a tree of the
	// format's own. If it is nil, such a file is never in the format.
	Owns func(*Head) bool

	// Whole reports whether the head of a file that was recognised is a record throughout: asked
	// of files whose names claim no format. If it is nil, what recognises the format suffices.
	Whole func(*Head) bool

	// Why says why files in the format are not read, and what to do; "" if they are.
	Why string
	// Split cuts a file into records.
	Split func(*File) Splitter
	// Beside are patterns of the names of files that hold what records refer to,
	// such as tables of players, and that lie in the folder of the file. Case does
	// not matter.
	Beside []string
	// ByBytes says that a record shows its format by its bytes. So it is stored
	// without the format's name, as all records were by older versions.
	ByBytes bool

	// Charset tells the encoding of a record's text, given evidence from others of
	// its folder, which may be nil. It is nil where the text is declared and judged
	// as in SGF.
	Charset func(text []byte, pool *charset.Pool) charset.Guess
	// Derive reads a record. It is nil for SGF itself, in the terms of which
	// drafts are made.
	Derive func(*Draft)
	// Separator stands between records that are written one after the other, each
	// on lines of its own.
	Separator string
	// Writers are the ways to write games in the format.
	Writers []Writer
}

// Read reports whether records are read from files in the format.
func (f *Format) Read() bool { return f.Split != nil }

// named reports whether a file's name promises the format.
func (f *Format) named(path string) bool {
	return slices.Contains(f.Extensions, strings.ToLower(filepath.Ext(path)))
}

// A List is the formats that a program knows, the first of them SGF.
type List []*Format

// judgement is raised when files are recognised by other rules than before, so that those which
// were not read are judged again.
const judgement = 2

// Version tells lists apart: by the names of the formats, which are read, and the rules by which
// files are recognised.
func (l List) Version() string {
	sum := crc32.NewIEEE()
	fmt.Fprintln(sum, judgement)
	for _, f := range l {
		fmt.Fprintln(sum, f.Name, f.Read()) // which never fails
	}
	return fmt.Sprintf("%08x", sum.Sum32())
}

// Named returns the format of a name, nil if there is none.
func (l List) Named(name string) *Format {
	for _, f := range l {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Recognise returns the format of a file with the given path, nil if it is in
// none.
func (l List) Recognise(path string, h *Head) *Format {
	var best *Format
	bestSure := No
	for i, f := range l {
		if i > 0 && !f.may(h) {
			continue
		}
		sure := f.Recognise(h)
		if sure == Maybe && !f.named(path) {
			continue
		}
		if h.HasTree() && i > 0 && sure == Sure {
			return f
		}
		if sure > bestSure {
			best, bestSure = f, sure
		}
	}
	return best
}

// Of returns the format of a record that is stored with the given name of a
// format, or without one. In the latter case the bytes decide, and a record that shows no
// format is SGF.
func (l List) Of(name string, text []byte) *Format {
	if name != "" {
		if f := l.Named(name); f != nil {
			return f
		}
		return unknown(name)
	}
	h := NewHead(text, int64(len(text)))
	for _, f := range l[1:] {
		if f.ByBytes && f.Is(h) {
			return f
		}
	}
	return l[0]
}

// unknown returns the format of records that another version of the program has
// stored: they are kept as they are.
func unknown(name string) *Format {
	return &Format{Name: name, Title: name, Binary: true, Derive: func(d *Draft) {
		d.NoPositions = true
		d.Node()
		d.Report(UnknownFormat, 0, func() error { return fmt.Errorf("%s: this version does not read %q", UnknownFormat, name) })
	}}
}

// Is reports whether a head is surely that of a file in the format, which is not
// SGF.
func (f *Format) Is(h *Head) bool { return f.may(h) && f.Recognise(h) == Sure }

// may reports whether no game tree in SGF speaks against it.
func (f *Format) may(h *Head) bool { return !h.HasTree() || f.Owns != nil && f.Owns(h) }

// Writer returns the writer of a name and its format, nil if there is none.
func (l List) Writer(name string) (*Format, *Writer) {
	for _, f := range l {
		for i := range f.Writers {
			if f.Writers[i].Name == name {
				return f, &f.Writers[i]
			}
		}
	}
	return nil, nil
}

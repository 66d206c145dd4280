package lint

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/format"
	"kifudb/game/record"
	"kifudb/indexer"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// A Lint says in which SGF files problems are looked for. It needs no archive.
type Lint struct {
	Paths []string  // files, folders and containers
	Stdin io.Reader // what the path "-" reads
	Min   string    // from which severity on: note, warning, fault; "" is note
	// Strict also looks for what SGF allows and good records seldom have, such as two
	// moves of the same color.
	Strict bool

	Problem func(*LintProblem) error // if set, is told each problem
	Failed  func(error)              // if set, is told of each file that cannot be read, or not be written clean

	// Folder, if set, is where clean copies are written, in FF[4] and UTF-8 and
	// without loss of text. Those that are there are replaced with Replace only.
	Folder  string
	Replace bool
	Cleaned func(*CleanFile) error // if set, is told of each copy
}

// A LintProblem is something that is wrong in a file.
type LintProblem struct {
	Code     string `json:"code"`
	Column   int    `json:"column"` // in bytes, from 1
	Detail   string `json:"detail"` // such as the value
	File     string `json:"file"`
	Line     int    `json:"line"`
	Message  string `json:"message"` // what is wrong and how it is read
	Offset   int64  `json:"offset"`
	Severity string `json:"severity"`
}

// A LintKind is how often a problem was found.
type LintKind struct {
	Code     string `json:"code"`
	Files    int    `json:"files"`
	Found    int    `json:"found"`
	Message  string `json:"message"`
	Severity string `json:"severity"`

	code sgfread.Code
	last int // the file of the latest, by its number
}

// Linted says what was found.
type Linted struct {
	Failed   int        `json:"failed"` // files
	Files    int        `json:"files"`  // that were looked at
	Kinds    []LintKind `json:"kinds"`  // the most frequent first
	Notes    int        `json:"notes"`  // problems that are only worth a note
	Problems int        `json:"problems"`
}

// linter looks through files, one after the other.
type linter struct {
	*Lint
	min   sgfread.Severity
	kinds map[sgfread.Code]*LintKind
	found Linted
}

// Run looks through the files. Problems are no error.
func (o *Lint) Run(ctx context.Context) (*Linted, error) {
	least, err := severityNamed(cmp.Or(o.Min, sgfread.Note.String()))
	if err != nil {
		return nil, err
	}
	l := newLinter(o, least)
	err = indexer.Files(ctx, o.Paths, &indexer.Options{
		Stdin:   o.Stdin,
		Problem: func(p indexer.Problem) { l.fail(p) },
	}, l.file)
	if err != nil {
		return nil, err
	}
	l.found.Kinds = l.sorted()
	return &l.found, nil
}

func newLinter(o *Lint, least sgfread.Severity) *linter {
	return &linter{Lint: o, min: least, kinds: map[sgfread.Code]*LintKind{}}
}

// sorted returns what was found, the most frequent first.
func (l *linter) sorted() []LintKind {
	kinds := []LintKind{}
	for _, k := range slices.SortedFunc(maps.Values(l.kinds), func(a, b *LintKind) int {
		return cmp.Or(cmp.Compare(b.Found, a.Found), cmp.Compare(a.code, b.code))
	}) {
		kinds = append(kinds, *k)
	}
	return kinds
}

func severityNamed(name string) (sgfread.Severity, error) {
	for s := sgfread.Note; s <= sgfread.Fault; s++ {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, &archive.RequestError{Part: "min", Err: fmt.Errorf("%q is not a severity; expected note, warning or fault", name)}
}

func (l *linter) fail(err error) {
	l.found.Failed++
	if l.Failed != nil {
		l.Failed(err)
	}
}

// file looks through one file.
func (l *linter) file(f *indexer.File) error {
	l.found.Files++
	if err := l.check(f); err != nil || l.Folder == "" {
		return err
	}
	return l.clean(f)
}

// leadOf returns the family of charsets by which a record is read.
func leadOf(r *store.Record) sgfread.Lead {
	return sgfread.Lead(charset.TrailBytes(format.Encoding(r)))
}

// charsetProblems returns what is wrong with the encoding of a file's records. That of
// a file that was converted as a whole its bytes have told.
func charsetProblems(f *indexer.File) []sgfread.Problem {
	var problems []sgfread.Problem
	start := int64(0) // of the record
	first, differ := "", false
	for i := range f.Records {
		r := &f.Records[i]
		tree := format.Game(r)
		declared := charset.Declared(tree)
		name, known := charset.Lookup(declared)
		begin := start + int64(r.Tree[0])
		at := begin + int64(max(0, bytes.Index(tree, []byte("CA["))))
		converted := format.Encoding(r) != r.Charset.Name
		switch used := r.Charset.Name; {
		case declared != "" && !known:
			problems = append(problems, sgfread.Problem{Code: sgfread.UnknownCharset, Offset: at, Detail: declared + ", read as " + used})
		case known && !converted && !charset.Includes(used, name) && r.Charset.Reason != charset.ReasonASCII:
			problems = append(problems, sgfread.Problem{Code: sgfread.WrongCharset, Offset: at, Detail: declared + ", read as " + used})
		}
		switch {
		case declared == "" && !indexer.ReadsAlike(*r) && !converted:
			problems = append(problems, sgfread.Problem{Code: sgfread.MissingCharset, Offset: begin, Detail: "read as " + r.Charset.Name})
		case declared != "" && first == "":
			first = declared
		case declared != "" && !differ && !strings.EqualFold(declared, first):
			differ = true
			problems = append(problems, sgfread.Problem{Code: sgfread.DifferentCharsets, Offset: at, Detail: first + ", " + declared})
		}
		if indexer.IsDoubtful(r.Charset) && !indexer.ReadsAlike(*r) {
			problems = append(problems, sgfread.Problem{Code: sgfread.DoubtfulCharset, Offset: begin, Detail: r.Charset.Name})
		}
		if mixture := indexer.Mixture(r); mixture != "" {
			problems = append(problems, sgfread.Problem{Code: sgfread.MixedCharset, Offset: begin, Detail: mixture})
		}
		if n := f.Lost[i]; n > 0 {
			problems = append(problems, sgfread.Problem{Code: sgfread.LossyCharset, Offset: begin, Detail: fmt.Sprintf("%d, read as %s", n, r.Charset.Name)})
		}
		start += int64(len(r.Raw))
	}
	return problems
}

// problemsAtOnce is how many problems are put in order at once: a file may have
// millions, of which nearly all come in order.
const problemsAtOnce = 1 << 16

// check tells and counts the problems of a file.
func (l *linter) check(f *indexer.File) (err error) {
	found := charsetProblems(f)
	lines := lineCounter{text: f.Text, line: 1, column: 1}
	flush := func() {
		slices.SortStableFunc(found, func(a, b sgfread.Problem) int { return cmp.Compare(a.Offset, b.Offset) })
		for _, p := range found {
			if p.Severity() < l.min || err != nil {
				continue
			}
			l.count(p.Code)
			if l.Problem == nil {
				continue
			}
			line, column := lines.at(p.Offset)
			err = l.Problem(&LintProblem{
				Code: p.Code.String(), Column: column, Detail: p.Detail, File: archive.PathText(f.Path), Line: line,
				Message: p.Error(), Offset: p.Offset, Severity: p.Severity().String(),
			})
		}
		found = found[:0]
	}
	report := func(p sgfread.Problem) {
		if found = append(found, p); len(found) >= problemsAtOnce {
			flush()
		}
	}
	handler := &lintHandler{Checker: sgfread.NewStyleChecker(report)}
	handler.Strict = l.Strict
	handler.Twice = indexer.WasEncodedTwice
	handler.Game = record.GameOf
	for part := range partsOf(f) {
		o := sgfread.Options{Lead: part.lead, Offset: part.offset, Problem: report}
		handler.Text = part.decode
		handler.places, handler.setups = handler.places[:0], handler.setups[:0]
		_ = sgfread.Walk(part.text, handler, &o) // lenient reading has no errors
		o.Problem = nil
		records, _ := record.Read(part.text, &o)
		handler.play(records, report)
	}
	flush()
	return err
}

// A lintPart is a part of a file that is in one charset.
type lintPart struct {
	text    []byte
	offset  int64
	lead    sgfread.Lead
	charset string
}

// decode converts text of the part to UTF-8.
func (p *lintPart) decode(dst, text []byte) []byte { return charset.Decode(dst, text, p.charset) }

// partsOf yields the parts of a file, which is one unless it mixes charsets.
func partsOf(f *indexer.File) iter.Seq[*lintPart] {
	return func(yield func(*lintPart) bool) {
		part, end := &lintPart{}, int64(0)
		for i := range f.Records {
			r := &f.Records[i]
			name := format.Encoding(r)
			if r.Charset.Reason == charset.ReasonASCII && part.charset != "" {
				name = part.charset
			}
			if part.charset != "" && part.charset != name {
				part.text = f.Text[part.offset:end]
				if !yield(part) {
					return
				}
				part = &lintPart{offset: end}
			}
			part.lead, part.charset = sgfread.Lead(charset.TrailBytes(name)), name
			end += int64(len(r.Raw))
		}
		part.text = f.Text[part.offset:]
		yield(part)
	}
}

func (l *linter) count(c sgfread.Code) {
	l.found.Problems++
	if c.Severity() == sgfread.Note {
		l.found.Notes++
	}
	k := l.kinds[c]
	if k == nil {
		_, words, _ := strings.Cut(sgfread.Problem{Code: c}.Error(), ": ")
		k = &LintKind{Code: c.String(), Severity: c.Severity().String(), Message: words, code: c}
		l.kinds[c] = k
	}
	k.Found++
	if k.last != l.found.Files {
		k.last = l.found.Files
		k.Files++
	}
}

// A lineCounter finds the lines of offsets. Ascending ones take one pass.
type lineCounter struct {
	text         []byte
	offset       int64
	line, column int // of offset
}

func (c *lineCounter) at(offset int64) (line, column int) {
	if offset < c.offset {
		c.offset, c.line, c.column = 0, 1, 1
	}
	line, column = sgfread.Position(c.text[c.offset:], offset-c.offset)
	if line == 1 {
		column += c.column - 1
	}
	c.offset, c.line, c.column = offset, c.line+line-1, column
	return c.line, c.column
}

package archive

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"kifudb/indexer"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
)

// A Lint says in which SGF files problems are looked for. It needs no archive.
type Lint struct {
	Paths []string  // files, folders and containers
	Stdin io.Reader // what the path "-" reads
	Min   string    // from which severity on: note, warning, fault; "" is note

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
	Problems int        `json:"problems"`
}

// maxLintFile is the largest file that is read: it is held in memory.
const maxLintFile = 64 << 20

// linter looks through files, one after the other.
type linter struct {
	*Lint
	min   sgfread.Severity
	kinds map[sgfread.Code]*LintKind
	found Linted
}

// Run looks through the files. Problems are no error.
func (o *Lint) Run(ctx context.Context) (*Linted, error) {
	min, err := severityNamed(cmp.Or(o.Min, sgfread.Note.String()))
	if err != nil {
		return nil, err
	}
	l := &linter{Lint: o, min: min, kinds: map[sgfread.Code]*LintKind{}}
	err = indexer.Files(ctx, o.Paths, &indexer.Options{
		Stdin:   o.Stdin,
		Problem: func(p indexer.Problem) { l.fail(p) },
	}, l.file)
	if err != nil {
		return nil, err
	}
	l.found.Kinds = []LintKind{}
	for _, k := range slices.SortedFunc(maps.Values(l.kinds), func(a, b *LintKind) int {
		return cmp.Or(cmp.Compare(b.Found, a.Found), cmp.Compare(a.code, b.code))
	}) {
		l.found.Kinds = append(l.found.Kinds, *k)
	}
	return &l.found, nil
}

func severityNamed(name string) (sgfread.Severity, error) {
	for s := sgfread.Note; s <= sgfread.Fault; s++ {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, badRequest("min", "%q is not a severity; expected note, warning or fault", name)
}

func (l *linter) fail(err error) {
	l.found.Failed++
	if l.Failed != nil {
		l.Failed(err)
	}
}

// file looks through one file.
func (l *linter) file(path string, r io.Reader) error {
	l.found.Files++
	text, records, o, err := lintRecords(r)
	if err != nil {
		l.fail(fmt.Errorf("%s: %w", path, err))
		return nil
	}
	if err := l.check(path, text, records, o); err != nil || l.Folder == "" {
		return err
	}
	return l.clean(path, records)
}

// A lintRecord is a record of a file.
type lintRecord struct {
	sgfread.Record
	guess     charset.Guess
	declared  string
	converted string // the encoding that the whole file was in, or ""
}

// charset returns the encoding that the record was in.
func (r *lintRecord) charset() string { return cmp.Or(r.converted, r.guess.Name) }

// lintRecords reads a file and finds its records, and what each is encoded in. Text
// behind the last one belongs to it.
func lintRecords(r io.Reader) (text []byte, records []lintRecord, o *sgfread.Options, err error) {
	r, converted := charset.NewReader(r)
	text, err = io.ReadAll(io.LimitReader(r, maxLintFile+1))
	if err == nil && len(text) > maxLintFile {
		err = fmt.Errorf("larger than %d bytes: not read", maxLintFile)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	name := converted
	if name == "" {
		name = charset.Detect(text, charset.Declared(text), nil).Name
	}
	o = &sgfread.Options{Lead: sgfread.Lead(charset.TrailBytes(name))}
	var pool charset.Pool // of all trees, for those that say little by themselves
	for s := sgfread.ScanBytes(text, o); s.Scan(); {
		r := s.Record()
		if r.Tree == nil {
			if last := len(records) - 1; last >= 0 {
				records[last].Lead = slices.Concat(records[last].Lead, []byte("\n"), r.Lead)
			}
			continue
		}
		records = append(records, lintRecord{Record: r, declared: charset.Declared(r.Tree), converted: converted})
		pool.Add(r.Tree)
	}
	for i := range records {
		r := &records[i]
		if converted != "" {
			r.guess = charset.Guess{Name: charset.UTF8, Damaged: bytes.Count(r.Tree, []byte("\uFFFD"))}
			continue
		}
		r.guess = charset.Detect(r.Tree, r.declared, pool.Others(r.Tree))
	}
	return text, records, o, nil
}

// charsetProblems returns what is wrong with the encoding of records. That of a file
// that was converted as a whole its bytes have told.
func charsetProblems(records []lintRecord) []sgfread.Problem {
	var problems []sgfread.Problem
	for i := range records {
		r := &records[i]
		name, known := charset.Lookup(r.declared)
		at := r.Offset + int64(max(0, bytes.Index(r.Tree, []byte("CA["))))
		switch used := r.charset(); {
		case r.declared != "" && !known:
			problems = append(problems, sgfread.Problem{Code: sgfread.UnknownCharset, Offset: at, Detail: r.declared + ", read as " + used})
		case known && r.converted == "" && name != used && r.guess.Reason != charset.ReasonASCII:
			problems = append(problems, sgfread.Problem{Code: sgfread.WrongCharset, Offset: at, Detail: r.declared + ", read as " + used})
		}
		if n := r.guess.Damaged; n > 0 {
			problems = append(problems, sgfread.Problem{Code: sgfread.LossyCharset, Offset: r.Offset, Detail: fmt.Sprintf("%d, read as %s", n, r.charset())})
		}
	}
	return problems
}

// problemsAtOnce is how many problems are put in order at once: a file may have
// millions, of which nearly all come in order.
const problemsAtOnce = 1 << 16

// check tells and counts the problems of a file.
func (l *linter) check(path string, text []byte, records []lintRecord, o *sgfread.Options) (err error) {
	found := charsetProblems(records)
	lines := lineCounter{text: text, line: 1, column: 1}
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
				Code: p.Code.String(), Column: column, Detail: p.Detail, File: path, Line: line,
				Message: p.Error(), Offset: p.Offset, Severity: p.Severity().String(),
			})
		}
		found = found[:0]
	}
	checked := *o
	checked.Problem = func(p sgfread.Problem) {
		if found = append(found, p); len(found) >= problemsAtOnce {
			flush()
		}
	}
	_ = sgfread.Walk(text, sgfread.NewChecker(checked.Problem), &checked) // lenient reading has no errors
	flush()
	return err
}

func (l *linter) count(c sgfread.Code) {
	l.found.Problems++
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

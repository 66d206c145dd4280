package command

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/indexer"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "say what is wrong with SGF files, and write them clean",
		ArgsUsage: "PATH...",
		UsageText: `kifudb lint game.sgf
kifudb lint --min fault ~/games collection.zip
kifudb lint --summary ~/games               how often there is which problem
kifudb lint --fix -o clean ~/games          clean FF[4] in UTF-8, below the folder clean`,
		Description: `Prints file:line:column: severity: code: what is wrong and how it is read.
Columns count bytes. Severities are note, warning and fault. A declared charset
that is unknown, that the bytes contradict, or that does not have all characters
is a problem, too, which names the one that is used instead.

--fix loses no text: what has no place in FF[4], such as a value that is not of
its property's type, the second name of a player or text between games, is kept
in the private property KEPT and counted. Faults of the data, such as a komi
that the result contradicts, are marked and never rewritten.

Exit status: 0 nothing found, 1 problems found, 2 wrong usage, 3 some files
could not be read.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "min", Value: "note", Usage: "report from this `SEVERITY` on: note, warning, fault"},
			&cli.BoolFlag{Name: "summary", Usage: "print a line for each kind of problem instead of each problem"},
			&cli.BoolFlag{Name: "json", Usage: "print a JSON object a line"},
			&cli.BoolFlag{Name: "fix", Usage: "write clean files; needs -o"},
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "the `FOLDER` for clean files"},
			forceFlag(),
		},
		Action: action(newLintOptions, runLint),
	}
}

// maxLintFile is the largest file that is read: it is held in memory.
const maxLintFile = 64 << 20

// A lint reads files and counts what is wrong with them.
type lint struct {
	w, errw  io.Writer
	min      sgfread.Severity
	json     bool
	fix      string // folder for clean files, "" for none
	write    func(name string, data []byte) error
	kinds    map[sgfread.Code]*lintKind // nil: each problem is printed
	files    int
	problems int
	failed   int

	converted string // the encoding that the whole file at hand was in, or ""
}

// A lintKind is how often a problem was found.
type lintKind struct {
	problems, files int
	last            int // the file of the latest
}

type lintOptions struct {
	paths   []string
	min     sgfread.Severity
	summary bool
	fix     string // folder for clean files, "" for none
	force   bool   // replace files that are there
}

func newLintOptions(c *cli.Context) (o lintOptions, err error) {
	switch {
	case !c.Args().Present():
		return o, usage("lint needs the path of a file or folder")
	case c.Bool("fix") != (c.String("o") != ""):
		return o, usage("--fix and -o FOLDER belong together")
	}
	o.paths, o.summary, o.fix, o.force = c.Args().Slice(), c.Bool("summary"), c.String("o"), c.Bool("force")
	var ok bool
	if o.min, ok = severity(c.String("min")); !ok {
		return o, usage("%q is no severity; expected note, warning or fault", c.String("min"))
	}
	return o, nil
}

func runLint(ctx context.Context, o lintOptions, s streams) error {
	l := &lint{w: s.out, errw: s.err, json: s.json, fix: o.fix, min: o.min}
	l.write = func(name string, data []byte) error { return output{name, o.force}.bytes(s, data) }
	if o.summary {
		l.kinds = map[sgfread.Code]*lintKind{}
	}
	err := indexer.Files(ctx, o.paths, &indexer.Options{
		Stdin: s.in,
		Problem: func(p indexer.Problem) {
			l.failed++
			fmt.Fprintln(s.err, printable(p.Error()))
		},
	}, l.file)
	if err == nil && l.kinds != nil {
		err = l.summary()
	}
	switch {
	case err != nil:
		return err
	case l.failed > 0:
		return &exitError{status: ExitPartial}
	case l.problems > 0:
		return &exitError{status: ExitFailed}
	}
	return nil
}

func severity(name string) (sgfread.Severity, bool) {
	for s := sgfread.Note; s <= sgfread.Fault; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

// file lints one file.
func (l *lint) file(path string, r io.Reader) error {
	l.files++
	r, converted := charset.NewReader(r)
	text, err := io.ReadAll(io.LimitReader(r, maxLintFile+1))
	if err == nil && len(text) > maxLintFile {
		err = fmt.Errorf("larger than %d bytes: not read", maxLintFile)
	}
	if err != nil {
		l.failed++
		_, err = fmt.Fprintf(l.errw, "%s: %v\n", printable(path), err)
		return err
	}
	name := converted
	if name == "" {
		name = charset.Detect(text, charset.Declared(text), nil).Name
	}
	o := &sgfread.Options{Lead: sgfread.Lead(charset.TrailBytes(name))}
	l.converted = converted
	records := scanRecords(text, converted, o)
	if err := l.check(path, text, records, o); err != nil {
		return err
	}
	if l.fix == "" {
		return nil
	}
	return l.clean(path, records, converted)
}

// A lintRecord is a record of a file.
type lintRecord struct {
	sgfread.Record
	guess    charset.Guess
	declared string
}

// scanRecords finds the records of a text, and what each is encoded in. Text
// behind the last one belongs to it.
func scanRecords(text []byte, converted string, o *sgfread.Options) []lintRecord {
	var records []lintRecord
	var pool charset.Pool // of all trees, for those that say little by themselves
	for s := sgfread.ScanBytes(text, o); s.Scan(); {
		r := s.Record()
		if r.Tree == nil {
			if last := len(records) - 1; last >= 0 {
				records[last].Lead = slices.Concat(records[last].Lead, []byte("\n"), r.Lead)
			}
			continue
		}
		records = append(records, lintRecord{Record: r, declared: charset.Declared(r.Tree)})
		pool.Add(r.Tree)
	}
	for i := range records {
		r := &records[i]
		if converted != "" {
			r.guess = charset.Guess{Name: charset.UTF8, Damaged: bytes.Count(r.Tree, []byte("\uFFFD"))}
			continue
		}
		r.guess = charset.Detect(r.Tree, r.declared, &pool)
	}
	return records
}

// charsets returns what is wrong with the encoding of records. That of a file
// that was converted as a whole its bytes have told.
func charsets(records []lintRecord, converted string) []sgfread.Problem {
	var problems []sgfread.Problem
	for i := range records {
		r := &records[i]
		name, known := charset.Lookup(r.declared)
		at := r.Offset + int64(max(0, bytes.Index(r.Tree, []byte("CA["))))
		switch used := cmp.Or(converted, r.guess.Name); {
		case r.declared != "" && !known:
			problems = append(problems, sgfread.Problem{Code: sgfread.UnknownCharset, Offset: at, Detail: r.declared + ", read as " + used})
		case known && converted == "" && name != used && r.guess.Reason != charset.ReasonASCII:
			problems = append(problems, sgfread.Problem{Code: sgfread.WrongCharset, Offset: at, Detail: r.declared + ", read as " + used})
		}
		if n := r.guess.Damaged; n > 0 {
			problems = append(problems, sgfread.Problem{Code: sgfread.LossyCharset, Offset: r.Offset, Detail: fmt.Sprintf("%d, read as %s", n, cmp.Or(converted, r.guess.Name))})
		}
	}
	return problems
}

// problemsAtOnce is how many problems are put in order at once: a file may have
// millions, of which nearly all come in order.
const problemsAtOnce = 1 << 16

// check prints or counts the problems of a file.
func (l *lint) check(path string, text []byte, records []lintRecord, o *sgfread.Options) (err error) {
	found := charsets(records, l.converted)
	lines := lineCounter{text: text, line: 1, column: 1}
	flush := func() {
		slices.SortStableFunc(found, func(a, b sgfread.Problem) int { return cmp.Compare(a.Offset, b.Offset) })
		for _, p := range found {
			if p.Severity() < l.min || err != nil {
				continue
			}
			l.problems++
			if l.kinds != nil {
				l.count(p.Code)
				continue
			}
			err = l.print(path, lines.at(p.Offset), p)
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

// count notes a problem for the summary.
func (l *lint) count(c sgfread.Code) {
	k := l.kinds[c]
	if k == nil {
		k = &lintKind{}
		l.kinds[c] = k
	}
	k.problems++
	if k.last != l.files {
		k.last = l.files
		k.files++
	}
}

// summary prints how often each problem was found, the most frequent first.
func (l *lint) summary() error {
	codes := slices.SortedFunc(maps.Keys(l.kinds), func(a, b sgfread.Code) int {
		return cmp.Or(cmp.Compare(l.kinds[b].problems, l.kinds[a].problems), cmp.Compare(a, b))
	})
	t := newTable("problem", "severity", "found", "files", "what it is")
	t.alignRight(2, 3)
	for _, c := range codes {
		k := l.kinds[c]
		_, words, _ := strings.Cut(sgfread.Problem{Code: c}.Error(), ": ")
		if l.json {
			if err := printJSONLine(l.w, map[string]any{
				"code": c.String(), "severity": c.Severity().String(), "found": k.problems, "files": k.files, "message": words,
			}); err != nil {
				return err
			}
			continue
		}
		t.row(c.String(), c.Severity().String(), number(k.problems), number(k.files), words)
	}
	if l.json {
		return nil
	}
	if t.rows > 0 {
		if err := t.print(l.w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(l.w, "problems: %s, files read: %s\n", number(l.problems), number(l.files))
	return err
}

func (l *lint) print(path string, at place, p sgfread.Problem) error {
	if l.json {
		return printJSONLine(l.w, map[string]any{
			"file": path, "line": at.line, "column": at.column, "offset": p.Offset,
			"severity": p.Severity().String(), "code": p.Code.String(), "detail": p.Detail, "message": p.Error(),
		})
	}
	_, err := fmt.Fprintf(l.w, "%s:%d:%d: %s: %s\n", printable(path), at.line, at.column, p.Severity(), printable(p.Error()))
	return err
}

// clean writes a file as clean FF[4] in UTF-8 below the output folder. Converted
// is the encoding that the whole file was in, if its text is UTF-8 only now;
// otherwise each tree has its own.
func (l *lint) clean(path string, records []lintRecord, converted string) error {
	var out bytes.Buffer
	games, kept := 0, 0
	var from []string
	for i, record := range records {
		name := record.guess.Name
		large := false
		trees, err := sgfread.Parse(record.Tree, &sgfread.Options{
			Lead:    sgfread.Lead(charset.TrailBytes(name)),
			Problem: func(p sgfread.Problem) { large = large || p.Code == sgfread.NodeTooLarge || p.Code == sgfread.TooDeep },
		})
		if large {
			err = fmt.Errorf("a node of more than %d values, or more than %d variations within each other", sgfread.MaxValues, sgfread.DefaultMaxDepth)
		}
		if err != nil {
			l.failed++
			_, err = fmt.Fprintf(l.errw, "%s: game %d: %v: the file is not written clean\n", printable(path), i+1, err)
			return err
		}
		n := &sgfread.Normalize{
			Text:    func(dst, text []byte) []byte { return charset.Decode(dst, text, name) },
			Outside: record.Lead,
			OnKept:  func() { kept++ },
		}
		if err := sgfread.FormatNormalized(&out, n, trees...); err != nil {
			return err
		}
		games += len(trees)
		if converted != "" {
			name = converted
		}
		if name != charset.UTF8 && !slices.Contains(from, name) {
			from = append(from, name)
		}
	}
	if games == 0 {
		return nil
	}
	target := filepath.Join(l.fix, below(path))
	if same, err := filepath.Abs(target); err == nil {
		if original, err := filepath.Abs(path); err == nil && same == original {
			return fmt.Errorf("%s: the clean file would take the place of the original; choose another folder", path)
		}
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return err
	}
	if err := l.write(target, out.Bytes()); err != nil {
		return err
	}
	words := "1 game"
	if games > 1 {
		words = number(games) + " games"
	}
	if len(from) > 0 {
		words += ", from " + strings.Join(from, ", ")
	}
	if kept > 0 {
		words += fmt.Sprintf("; %s without a place in FF[4], kept as %s", number(kept), sgfread.Kept)
	}
	_, err := fmt.Fprintf(l.w, "%s: written clean to %s (%s)\n", printable(path), printable(target), words)
	return err
}

// below turns a path into one that stays below a folder.
func below(path string) string {
	if path == "-" {
		return "stdin.sgf"
	}
	path = strings.ReplaceAll(filepath.ToSlash(path), "!/", "/")
	path = filepath.ToSlash(filepath.Clean("/" + strings.ReplaceAll(path, ":", "_")))
	return strings.TrimPrefix(path, "/")
}

// A place is a line and a column, both from 1.
type place struct{ line, column int }

// A lineCounter finds the lines of offsets. Ascending ones take one pass.
type lineCounter struct {
	text         []byte
	offset       int64
	line, column int // of offset
}

func (c *lineCounter) at(offset int64) place {
	if offset < c.offset {
		c.offset, c.line, c.column = 0, 1, 1
	}
	line, column := sgfread.Position(c.text[c.offset:], offset-c.offset)
	if line == 1 {
		column += c.column - 1
	}
	c.offset, c.line, c.column = offset, c.line+line-1, column
	return place{c.line, c.column}
}

package command

import (
	"bytes"
	"cmp"
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
Columns count bytes. Severities are note, warning and fault.

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
		Action: runLint,
	}
}

// maxLintFile is the largest file that is read: it is held in memory.
const maxLintFile = 512 << 20

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
}

// A lintKind is how often a problem was found.
type lintKind struct {
	problems, files int
	last            int // the file of the latest
}

func runLint(c *cli.Context) error {
	l := &lint{w: c.App.Writer, errw: c.App.ErrWriter, json: c.Bool("json")}
	switch {
	case !c.Args().Present():
		return usage("lint needs the path of a file or folder")
	case c.Bool("fix") != (c.String("o") != ""):
		return usage("--fix and -o FOLDER belong together")
	}
	l.fix = c.String("o")
	l.write = func(name string, data []byte) error { return writeBytes(c, name, data) }
	if c.Bool("summary") {
		l.kinds = map[sgfread.Code]*lintKind{}
	}
	var ok bool
	if l.min, ok = severity(c.String("min")); !ok {
		return usage("%q is no severity; expected note, warning or fault", c.String("min"))
	}
	err := indexer.Files(c.Context, c.Args().Slice(), &indexer.Options{
		Stdin: c.App.Reader,
		Problem: func(p indexer.Problem) {
			l.failed++
			fmt.Fprintln(c.App.ErrWriter, printable(p.Error()))
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
	place := lineCounter{text: text, line: 1}
	for _, p := range sgfread.Check(text, o) {
		if p.Severity() < l.min {
			continue
		}
		l.problems++
		if l.kinds != nil {
			l.count(p.Code)
			continue
		}
		if err := l.print(path, place.at(p.Offset), p); err != nil {
			return err
		}
	}
	if l.fix == "" {
		return nil
	}
	return l.clean(path, text, converted, o)
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
func (l *lint) clean(path string, text []byte, converted string, o *sgfread.Options) error {
	var records [][]byte
	var pool charset.Pool // of all trees, for those that say little by themselves
	for s := sgfread.ScanBytes(text, o); s.Scan(); {
		if tree := s.Record().Tree; tree != nil {
			records = append(records, tree)
			pool.Add(tree)
		}
	}
	var out bytes.Buffer
	games := 0
	var from []string
	for _, record := range records {
		name := charset.UTF8
		if converted == "" {
			name = charset.Detect(record, charset.Declared(record), &pool).Name
		}
		trees, err := sgfread.Parse(record, &sgfread.Options{Lead: sgfread.Lead(charset.TrailBytes(name))})
		if err != nil {
			return err
		}
		decode := func(dst, text []byte) []byte { return charset.Decode(dst, text, name) }
		if err := sgfread.FormatNormalized(&out, &sgfread.Normalize{Text: decode}, trees...); err != nil {
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

// A lineCounter finds the lines of ascending offsets in one pass.
type lineCounter struct {
	text   []byte
	offset int64
	line   int
}

func (c *lineCounter) at(offset int64) place {
	if offset < c.offset {
		c.offset, c.line = 0, 1
	}
	start := c.offset
	line, column := sgfread.Position(c.text[start:], offset-start)
	if line == 1 { // the part does not begin where its line does
		_, column = sgfread.Position(c.text, offset)
	}
	p := place{c.line + line - 1, column}
	c.offset, c.line = offset, p.line
	return p
}

package lint

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// KeptProperty is the private property that holds what has no place in FF[4].
const KeptProperty = sgfread.Kept

// A CleanFile is a clean copy of a file.
type CleanFile struct {
	File     string   `json:"file"`
	Target   string   `json:"target"` // where it was written
	Games    int      `json:"games"`
	Charsets []string `json:"charsets"` // from which it was converted, in the order of the games
	Kept     int      `json:"kept"`     // values that have no place in FF[4], in KEPT

	// Left are the problems of the copy: those that nobody can mend without knowing what
	// was meant. The most frequent come first.
	Left []LintKind `json:"left"`
}

// clean writes the records of a file as clean FF[4] in UTF-8 below the folder.
func (l *linter) clean(f *indexer.File) error {
	path := f.Path
	clean := CleanFile{File: archive.PathText(path), Charsets: []string{}}
	text, err := clean.format(f)
	if err != nil {
		l.fail(fmt.Errorf("%s: %w; no clean file was written", path, err))
		return nil
	}
	if clean.Games == 0 {
		return nil
	}
	if clean.Left, err = l.left(path, text); err != nil {
		return err
	}
	clean.Target = filepath.Join(l.Folder, below(path))
	if same, err := filepath.Abs(clean.Target); err == nil {
		if original, err := filepath.Abs(path); err == nil && same == original {
			return fmt.Errorf("%s: the clean file would overwrite the original; choose another folder", path)
		}
	}
	if err := os.MkdirAll(filepath.Dir(clean.Target), 0o777); err != nil {
		return err
	}
	_, err = archive.WriteFile(clean.Target, l.Replace, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil || l.Cleaned == nil {
		return err
	}
	return l.Cleaned(&clean)
}

// left returns the problems of a clean copy.
func (l *linter) left(path string, text []byte) ([]LintKind, error) {
	_, records, err := indexer.Records(context.Background(), "clean.sgf", text)
	if err != nil {
		return nil, err
	}
	f, err := indexer.NewFile(path, text, records)
	if err != nil {
		return nil, err
	}
	again := newLinter(&Lint{Strict: l.Strict}, l.min)
	if err := again.check(f); err != nil {
		return nil, err
	}
	return again.sorted(), nil
}

// Clean returns the records of a file as clean FF[4] in UTF-8, each from its own encoding. It
// fails for a file that would lose text.
func Clean(file *indexer.File) ([]byte, error) { return new(CleanFile).format(file) }

// format writes the records of a file as clean FF[4] in UTF-8, each from its own
// encoding. It fails for a file that would lose text.
func (f *CleanFile) format(file *indexer.File) ([]byte, error) {
	var out bytes.Buffer
	for i := range file.Records {
		r := &file.Records[i]
		if n := file.Lost[i]; n > 0 {
			return nil, fmt.Errorf("game %d: %d bytes or characters are damaged or not in the charset %s, and would become U+FFFD", i+1, n, r.Charset.Name)
		}
		name := format.Encoding(r)
		large := false
		trees, err := sgfread.Parse(format.Game(r), &sgfread.Options{
			Lead:    leadOf(r),
			Problem: func(p sgfread.Problem) { large = large || p.Code == sgfread.NodeTooLarge || p.Code == sgfread.TooDeep },
		})
		if large {
			err = fmt.Errorf("a node has more than %d values, or variations are nested more than %d deep", sgfread.MaxValues, sgfread.DefaultMaxDepth)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		n := &sgfread.Normalize{
			Text:    func(dst, text []byte) []byte { return charset.Decode(dst, text, name) },
			Outside: outside(r),
			OnKept:  func() { f.Kept++ },
		}
		if played, _ := record.Read(format.Game(r), &sgfread.Options{Lead: leadOf(r)}); len(played) == len(trees) && len(trees) == 1 {
			n.Game = played[0].Game.About().Number
		}
		if err := sgfread.FormatNormalized(&out, n, trees...); err != nil {
			return nil, err
		}
		f.Games += len(trees)
		if from := r.Charset.Name; from != charset.UTF8 && !slices.Contains(f.Charsets, from) {
			f.Charsets = append(f.Charsets, from)
		}
	}
	return out.Bytes(), nil
}

// outside returns the text before a record and behind it, if it is the last of its file.
func outside(r *store.Record) []byte {
	if r.Tree[1] == len(r.Raw) {
		return r.Raw[:r.Tree[0]]
	}
	return slices.Concat(r.Raw[:r.Tree[0]], []byte("\n"), r.Raw[r.Tree[1]:])
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

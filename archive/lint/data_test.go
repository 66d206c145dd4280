package lint

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/indexer"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// What lint --fix writes has no problem of the format, comes out the same when
// it is fixed again, and holds each text of the input. Of the folder that
// KIFUDB_LINT_DATA names all files are fixed, too.
func TestLintFixKeepsAllOf(t *testing.T) {
	texts := []string{
		"(;PB[\xbf\xc2\xbd\xe0]C[one]C[two](;B[aa]FG[:name])(;W[bb]L[30]))\n between\n(;GM[1]KM[six]PB[a]PB[b])",
		"(;CA[GB2312]PB[\xbf\xc2\xbd\xe0]PW[\x81\x40]C[\\]])",
		"(;SZ[19]AB[aa:cc][bb]HA[two stones]RE[nobody knows];B[zz];C[x]B[ab]AW[cd]KO[])",
	}
	for moves := range 20 { // two nodes are made of one near the end of a line
		texts = append(texts, "(;SZ[19]"+strings.Repeat(";B[aa]", moves)+";PL[B]B[bb])")
	}
	for _, text := range texts {
		for _, fault := range lintFixFaults(t, []byte(text)) {
			t.Errorf("%q: %s", text, fault)
		}
	}
	folder := os.Getenv("KIFUDB_LINT_DATA")
	if folder == "" {
		return
	}
	files, failed := 0, 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.EqualFold(filepath.Ext(path), ".sgf") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		faults := lintFixFaults(t, text)
		if len(faults) > 0 {
			failed++
		}
		for _, fault := range faults[:min(len(faults), 3)] {
			t.Errorf("%s: %s", path, fault)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d failed", files, failed)
}

// lintFixFaults fixes a file and returns what is wrong with that.
func lintFixFaults(t *testing.T, text []byte) (faults []string) {
	clean, errors := lintFixed(t, text)
	if strings.Contains(errors, "would become U+FFFD") {
		return nil // left alone
	}
	if errors != "" || clean == nil {
		if errors == "" && len(lintedRecords(text)) > 0 {
			errors = "nothing is written"
		}
		return append(faults, strings.Fields(errors)...)
	}
	problem := func(p sgfread.Problem) {
		if p.Code < sgfread.KomiTimes100 && p.Code != sgfread.BadSize { // the others are of the data
			faults = append(faults, fmt.Sprintf("the clean file has %v at %d", p, p.Offset))
		}
	}
	_ = sgfread.Walk(clean, sgfread.NewChecker(problem), &sgfread.Options{Problem: problem})
	if again, _ := lintFixed(t, clean); !bytes.Equal(again, clean) {
		at := 0
		for at < min(len(again), len(clean)) && again[at] == clean[at] {
			at++
		}
		faults = append(faults, fmt.Sprintf("fixed again %q becomes %q", clean[max(0, at-20):min(len(clean), at+60)], again[max(0, at-20):min(len(again), at+60)]))
	}
	return append(faults, lostTexts(text, clean)...)
}

// lintFixed returns what a clean copy of a file is, and what kept it from being
// written.
func lintFixed(t *testing.T, text []byte) (clean []byte, faults string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.sgf"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	o := &Lint{
		Paths: []string{"a.sgf"}, Folder: "clean",
		Failed: func(err error) { faults += err.Error() },
		Cleaned: func(f *CleanFile) (err error) {
			clean, err = os.ReadFile(f.Target)
			return err
		},
	}
	if _, err := o.Run(t.Context()); err != nil {
		faults += err.Error()
	}
	return clean, faults
}

func lintedRecords(text []byte) (records []store.Record) {
	_ = indexer.Files(context.Background(), []string{"-"}, &indexer.Options{Stdin: bytes.NewReader(text)}, func(f *indexer.File) error {
		records = f.Records
		return nil
	})
	return records
}

// lostTexts returns the texts of a file that are not in its clean form. White
// space does not count.
func lostTexts(text, clean []byte) (lost []string) {
	squeeze := func(text []byte) string {
		return strings.Join(strings.FieldsFunc(string(text), func(r rune) bool { return r <= ' ' }), "")
	}
	written := map[string]bool{}
	var all strings.Builder
	trees, _ := sgfread.Parse(clean, nil)
	for p := range allProperties(trees) {
		for _, raw := range p.Values {
			v := sgfread.AppendText(nil, raw, 0)
			_, after, _ := bytes.Cut(v, []byte(":"))
			written[squeeze(v)], written[squeeze(after)] = true, true
			all.WriteString(squeeze(v) + "\n")
		}
	}
	for _, r := range lintedRecords(text) {
		lead := leadOf(&r)
		trees, _ := sgfread.Parse(format.Game(&r), &sgfread.Options{Lead: lead})
		for p := range allProperties(trees) {
			typ := sgfread.TypeOf(p.Ident())
			for _, raw := range p.Values {
				if _, _, point := sgfread.ParsePoints(raw); point && typ.Name != "" && !typ.IsText() || typ.Name == "CA" || typ.Name != "" && !hasText(raw) {
					continue
				}
				if _, ok := sgfread.ParseDouble(raw); ok && typ.Kind == sgfread.KindDouble {
					continue
				}
				if c, _ := sgfread.ParseColor(raw); c != 0 && typ.Kind == sgfread.KindColor {
					continue
				}
				v := squeeze(charset.Decode(nil, sgfread.AppendText(nil, raw, lead), format.Encoding(&r)))
				if !written[v] && !strings.Contains(all.String(), v) {
					lost = append(lost, fmt.Sprintf("%s[%.80q] is lost", p.Name, v))
				}
			}
		}
	}
	return lost
}

// allProperties yields the properties of trees.
func allProperties(trees []*sgfread.Tree) func(func(sgfread.TreeProperty) bool) {
	return func(yield func(sgfread.TreeProperty) bool) {
		for _, t := range trees {
			for id := range t.All() {
				for _, p := range t.Properties(id) {
					if !yield(p) {
						return
					}
				}
			}
		}
	}
}

// hasText reports whether a value is more than digits and signs.
func hasText(raw []byte) bool {
	return bytes.ContainsFunc(raw, func(r rune) bool { return r >= 0x80 || r|0x20 >= 'a' && r|0x20 <= 'z' })
}

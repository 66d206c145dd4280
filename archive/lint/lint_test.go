package lint

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/sgfread"
)

// Clean copies stay below the folder that was asked for.
func TestBelow(t *testing.T) {
	for in, want := range map[string]string{
		"a/b.sgf":            "a/b.sgf",
		"../../etc/x.sgf":    "etc/x.sgf",
		"/abs/x.sgf":         "abs/x.sgf",
		"x.zip!/../../y.sgf": "y.sgf",
		"-":                  "stdin.sgf",
	} {
		if got := below(in); got != want {
			t.Errorf("below(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestLint(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"good.sgf": "(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[A];B[aa])\n",
		"bad.sgf":  "(;FF[4]CA[Klingon]GM[1]SZ[9]KM[six]\n;B[zz];B[zz]",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var told []LintProblem
	o := Lint{Paths: []string{"good.sgf", "bad.sgf"}, Problem: func(p *LintProblem) error { told = append(told, *p); return nil }}
	found, err := o.Run(t.Context())
	if err != nil || found.Files != 2 || found.Failed != 0 || found.Problems != len(told) || found.Problems < 3 {
		t.Fatalf("%+v, told %+v, %v", found, told, err)
	}
	sum := 0
	for i, k := range found.Kinds {
		sum += k.Found
		if k.Files != 1 || k.Code == "" || k.Message == "" || i > 0 && k.Found > found.Kinds[i-1].Found {
			t.Errorf("%+v", k)
		}
	}
	if sum != found.Problems {
		t.Errorf("%d problems of kinds, %d in all", sum, found.Problems)
	}
	at := slices.IndexFunc(told, func(p LintProblem) bool { return p.Line == 2 })
	if at < 0 || told[at].File != "bad.sgf" || told[at].Column < 2 || told[at].Offset < 30 || told[at].Severity == "" || told[at].Message == "" {
		t.Errorf("%+v", told)
	}
	o.Min, o.Problem = "fault", nil
	if less, err := o.Run(t.Context()); err != nil || less.Problems == 0 || less.Problems >= found.Problems {
		t.Errorf("%+v, %v", less, err)
	}
	o.Min = "dreadful"
	if _, err := o.Run(t.Context()); archive.KindOf(err) != archive.KindUsage {
		t.Errorf("got %v", err)
	}
}

// Clean copies say what was changed, and replace nothing unasked: neither what is
// there nor the original.
func TestLintCleanCopies(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.sgf", []byte("(;CA[GB18030]PB[\xbf\xc2\xbd\xe0];B[aa]FG[:name]L[30])"), 0o666); err != nil {
		t.Fatal(err)
	}
	var clean []CleanFile
	o := Lint{Paths: []string{"a.sgf"}, Folder: "clean", Cleaned: func(f *CleanFile) error { clean = append(clean, *f); return nil }}
	if _, err := o.Run(t.Context()); err != nil || len(clean) != 1 {
		t.Fatalf("%+v, %v", clean, err)
	}
	if f := clean[0]; f.Games != 1 || f.Kept == 0 || !slices.Equal(f.Charsets, []string{"gb18030"}) || f.Target != filepath.Join("clean", "a.sgf") {
		t.Errorf("%+v", f)
	}
	if text, err := os.ReadFile(clean[0].Target); err != nil || !bytes.Contains(text, []byte("柯洁")) || !bytes.Contains(text, []byte(KeptProperty+"[")) {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := o.Run(t.Context()); !errors.Is(err, archive.ErrExists) {
		t.Errorf("written again: %v", err)
	}
	o.Replace = true
	if _, err := o.Run(t.Context()); err != nil {
		t.Error(err)
	}
	o.Folder = "."
	if _, err := o.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "overwrite the original") {
		t.Errorf("over the original: %v", err)
	}
}

// A file that cannot be read, or not be written clean, costs no other.
func TestLintOfWhatCannotBeRead(t *testing.T) {
	t.Chdir(t.TempDir())
	deep := strings.Repeat("(;", sgfread.DefaultMaxDepth+2)
	if err := os.WriteFile("deep.sgf", []byte(deep), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("good.sgf", []byte("(;FF[4]CA[UTF-8]GM[1]SZ[9];B[aa])"), 0o666); err != nil {
		t.Fatal(err)
	}
	var failed []string
	cleaned := 0
	o := Lint{
		Paths: []string{"nowhere.sgf", "deep.sgf", "good.sgf"}, Folder: "clean",
		Failed:  func(err error) { failed = append(failed, err.Error()) },
		Cleaned: func(*CleanFile) error { cleaned++; return nil },
	}
	found, err := o.Run(t.Context())
	if err != nil || found.Failed != 2 || cleaned != 1 || len(failed) != 2 {
		t.Fatalf("%+v, %q, %d cleaned, %v", found, failed, cleaned, err)
	}
	if all := strings.Join(failed, "\n"); !strings.Contains(all, "nowhere.sgf") || !strings.Contains(all, "deep.sgf: game 1: ") {
		t.Errorf("%q", failed)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// A clean copy has each text in the encoding in which an import of the folder reads it.
func TestLintFixReadsAsImportDoes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("go", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a.sgf":     "\xcf\xc2\xd2\xbb\xca\xd6\xca\xc7\xb4\xf3\xb3\xa1\xa3\xac\xb0\xd7\xb1\xd8\xd0\xeb\xd3\xa6", // 下一手是大场，白必须应
		"b.sgf":     "\xba\xda\xb5\xc4\xcf\xc8\xca\xd6\xb1\xbb\xca\xd5\xbb\xd8\xc1\xcb",                         // 黑的先手被收回了
		"short.sgf": "\xba\xc3\xca\xd6",                                                                         // 好手
	} {
		if err := os.WriteFile(filepath.Join("go", name), []byte("(;GM[1]FF[4]SZ[19];B[pd]C["+text+"])"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o := Lint{Paths: []string{"go"}, Folder: "clean"}
	if _, err := o.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile("clean/go/short.sgf"); err != nil || !bytes.Contains(text, []byte("C[好手]")) {
		t.Errorf("%q, %v", text, err)
	}
}

// A file of which a clean copy would have U+FFFD that it does not have itself is left
// alone and named.
func TestLintFixWritesNoNewReplacement(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		left bool
	}{
		"cut":               {"(;CA[UTF-8]GM[1]FF[4]PB[柯洁]PW[柯洁]C[柯洁 \xe6\x9f])", true},
		"its own":           {"(;CA[UTF-8]GM[1]FF[4]PB[柯洁]C[\uFFFD])", false},
		"both":              {"(;CA[UTF-8]GM[1]FF[4]PB[柯洁柯洁柯洁]C[\uFFFD \xe6\x9f])", true},
		"GB18030":           {"(;CA[GB18030]GM[1]FF[4]PB[\xbf\xc2\xbd\xe0]PW[\xbf\xc2\xbd\xe0]C[\xff])", true},
		"its own, GB18030":  {"(;CA[GB18030]GM[1]FF[4]PB[\xbf\xc2\xbd\xe0]PW[\xbf\xc2\xbd\xe0]C[\x84\x31\xa4\x37])", false},
		"before the game":   {"(;CA[UTF-8]GM[1]FF[4]PB[柯洁])\n\xe6\x9f\n(;CA[UTF-8]GM[1]FF[4]PB[柯洁])", true},
		"UTF-16":            {"\xff\xfe(\x00;\x00C\x00[\x00\x00\xd8]\x00)\x00", true},
		"its own in UTF-16": {"\xff\xfe(\x00;\x00C\x00[\x00\xfd\xff]\x00)\x00", false},
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("a.sgf", []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		failed := ""
		o := Lint{Paths: []string{"a.sgf"}, Folder: "clean", Failed: func(err error) { failed += err.Error() }}
		found, err := o.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = os.Stat("clean/a.sgf")
		if left := os.IsNotExist(err) && found.Failed == 1 && strings.Contains(failed, "a.sgf: game "); left != test.left || !left && failed != "" {
			t.Errorf("%s: left alone %v, want %v: %q", name, left, test.left, failed)
		}
	}
}

// A record that mixes encodings is reported, and its clean copy has each value from its own.
func TestLintFixOfMixedCharsets(t *testing.T) {
	t.Chdir(t.TempDir())
	const gbk = "PB[\xbf\xc2\xbd\xe0]C[\xcf\xc2\xd2\xbb\xca\xd6\xca\xc7\xb4\xf3\xb3\xa1\xa3\xac\xb0\xd7\xb1\xd8\xd0\xeb\xd3\xa6]"
	for name, text := range map[string]string{
		"gbk.sgf":  "(;CA[GBK]GM[1]FF[4]" + gbk + ";B[pd]C[白棋\\]这手棋下得很好\\])",
		"wide.sgf": "(;GM[1]FF[4]PB[Cho];B[pd]C[h\x00\xe9\x00l\x00l\x00o\x00])",
	} {
		if err := os.WriteFile(name, []byte(strings.ReplaceAll(text, "\\\\", "\\")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	told := map[string]string{}
	o := Lint{Paths: []string{"."}, Folder: "clean", Problem: func(p *LintProblem) error {
		if p.Code == "mixed-charset" {
			told[p.File] = p.Detail
		}
		return nil
	}}
	if found, err := o.Run(t.Context()); err != nil || found.Failed != 0 {
		t.Fatal(found, err)
	}
	if want := map[string]string{"gbk.sgf": "values: 1 in utf-8, 2 in gb18030", "wide.sgf": "values: 1 in utf-16le"}; !maps.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	for name, want := range map[string]string{"gbk.sgf": "下一手是大场，白必须应 柯洁 白棋\\]这手棋下得很好", "wide.sgf": "héllo"} {
		text, err := os.ReadFile("clean/" + name)
		for _, w := range strings.Fields(want) {
			if !bytes.Contains(text, []byte(w)) {
				t.Errorf("%s: %q, %v", name, text, err)
			}
		}
	}
}

// The number of the game is written as an import reads it.
func TestLintFixWritesTheGame(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[Othello];B[d3])":     "GM[2]",
		"(;GM[game of go];B[aa])":  "GM[1]",
		"(;GM[go]GM[2];B[aa])":     "GM[1]",
		"(;GM[2]GM[1]FF[4];B[d3])": "GM[2]",
	} {
		if got := string(fixedInMemory(t, []byte(text))); !strings.Contains(got, want) {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
	}
}

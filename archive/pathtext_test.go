package archive

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"unicode/utf8"
)

// Any bytes come back from the text that is written for them, and only paths that are not UTF-8
// are written otherwise than they are.
func TestPathText(t *testing.T) {
	for _, path := range []string{"", "a.sgf", "d/\u5bfe\u5c40.kif", `C:\games\xE9.sgf`, "caf\xe9.sgf", "\xff", "\x83\x5c\\x\xe9", `\xE9` + "\xe9", "a\xf0\x9f\x92", "d\xe9/c.zip!/m.sgf"} {
		text := PathText(path)
		if utf8.ValidString(path) != (text == path) || !utf8.ValidString(text) {
			t.Errorf("%q is written as %q", path, text)
		}
		if got := PathOf(text); got != path {
			t.Errorf("%q comes back from %q as %q", path, text, got)
		}
	}
	for _, text := range []string{`a\xE`, `a\xe9`, `\x41`, `\\`, `a\n`} {
		if got := PathOf(text); got != text {
			t.Errorf("%q becomes %q, which is not written so", text, got)
		}
	}
}

// A file whose name is not UTF-8 has its name in the answers, by which it can be accepted. A file
// whose name only looks so escaped means itself.
func TestNamesThatAreNotUTF8(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"caf\xe9.sgf", "bad\xfe.sgf"} {
		text := "nothing"
		if name[0] == 'c' {
			text = "(;GM[1]SZ[9]PB[A];B[aa])"
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Skipf("this system takes no such names: %v", err)
		}
	}
	a := emptyArchive(t)
	if _, err := a.Import(t.Context(), &Import{Paths: []string{dir}}); err != nil {
		t.Fatal(err)
	}
	found := outcomesOf(t, a, 1, EveryFile)
	if found[`caf\xE9.sgf`] == nil || found[`bad\xFE.sgf`] == nil {
		t.Fatalf("got %v", found)
	}
	if files, err := a.AcceptFiles([]string{found[`bad\xFE.sgf`].Path}); err != nil || len(files) != 1 || filepath.Base(files[0].Path) != `bad\xFE.sgf` {
		t.Errorf("accepted %v, %v", files, err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if g, err := v.Game(1); err != nil || filepath.Base(g.File) != `caf\xE9.sgf` {
		t.Errorf("the game's file: %+v, %v", g, err)
	}
	for query, want := range map[string]int{
		`file:"caf\xE9.sgf"`: 1, `file:"caf\xE8.sgf"`: 0, `file:caf`: 1, `file:"xE9.sgf"`: 0, `-file:"caf\xE9.sgf"`: 0,
		`file="` + PathText(filepath.Join(dir, "caf\xe9.sgf")) + `"`: 1, `file="` + PathText(filepath.Join(dir, "caf\xe8.sgf")) + `"`: 0,
	} {
		parsed := parse(t, query)
		if again := parse(t, parsed.String()); again.String() != parsed.String() {
			t.Errorf("%s is written %s, which is read as %s", query, parsed, again)
		}
		if p, err := v.Count(t.Context(), &Search{Query: parsed}); err != nil || p.Total != want {
			t.Errorf("%s finds %+v, %v; want %d", query, p, err, want)
		}
	}
	if ids, err := v.FromSource(PathText(filepath.Join(dir, "caf\xe9.sgf"))); err != nil || len(ids) != 1 {
		t.Errorf("from the file: %v, %v", ids, err)
	}
	literal := filepath.Join(dir, `x\xE9.sgf`)
	if err := os.WriteFile(literal, nil, 0o666); err != nil || PathOf(literal) != literal {
		t.Errorf("%s means %q, %v", literal, PathOf(literal), err)
	}
}

// What is in a new archive is for its owner, and so is a backup of it. In a folder that others
// may read, an archive is as the folder.
func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "a.sgf")
	if err := os.WriteFile(source, []byte("(;GM[1]SZ[9]PB[A]C[words];B[aa])"), 0o666); err != nil {
		t.Fatal(err)
	}
	made := func(to string) {
		a, err := Open(to, &Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if _, err := a.Import(t.Context(), &Import{Paths: []string{source}}); err != nil {
			t.Fatal(err)
		}
		if _, err := a.BackupFile(t.Context(), to+".backup", false, nil); err != nil {
			t.Fatal(err)
		}
	}
	open := filepath.Join(dir, "open")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	made(filepath.Join(dir, "new"))
	made(open)
	count := func(root string) (others, files int) {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := e.Info()
			if files++; err == nil && info.Mode().Perm()&0o077 != 0 {
				others++
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return others, files
	}
	if others, files := count(filepath.Join(dir, "new")); others > 0 || files < 8 {
		t.Errorf("others may read %d of %d files of a new archive", others, files)
	}
	if others, files := count(open); others < files/2 {
		t.Errorf("others may read %d of %d files of an archive that was open to them", others, files)
	}
	for _, name := range []string{"new.backup", "open.backup"} {
		if others, _ := count(filepath.Join(dir, name)); others > 0 {
			t.Errorf("others may read %s", name)
		}
	}
}

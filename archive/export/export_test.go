package export

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/archive/filename"
)

// exported writes the records of games of an archive with some files.
func exported(t *testing.T, o RecordOptions, query string, texts ...string) (string, *Written) {
	t.Helper()
	a := archivetest.Empty(t)
	dir := t.TempDir()
	for i, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+i))), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{dir}}); err != nil {
		t.Fatal(err)
	}
	all, err := archive.OpenAll([]string{a.Dir()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	vs, err := all.View()
	if err != nil {
		t.Fatal(err)
	}
	defer vs.Close()
	var b bytes.Buffer
	w := NewRecordWriter(&b, o)
	if _, err := vs.Each(t.Context(), &archive.Search{Query: archivetest.Query(t, query), Records: true, PerGame: 1}, func(g *archive.Game) error { return w.Write(g) }); err != nil {
		t.Fatal(err)
	}
	written, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), written
}

// One record is written byte for byte, also one that lacks its end; among others it
// gets what it lacks.
func TestRecordsAsTheyCame(t *testing.T) {
	const open, other = "(;GM[1]SZ[9]PB[\xbf\xc2\xbd\xe0\xbe\xc5\xb6\xce];B[aa]", "(;GM[1] SZ[9]\nPB[B];B[bb])"
	if got, w := exported(t, RecordOptions{}, "", open); got != open+"\n" || w.Records != 1 || w.Mixed {
		t.Errorf("%q, %+v", got, w)
	}
	if got, w := exported(t, RecordOptions{}, "", open, other); got != open+")\n"+other+"\n" || w.Records != 2 {
		t.Errorf("%q, %+v", got, w)
	}
	if got, _ := exported(t, RecordOptions{UTF8: true}, "", open); !strings.Contains(got, "柯洁") || !strings.Contains(got, "CA[UTF-8]") {
		t.Errorf("%q", got)
	}
	const csa = "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"
	if _, w := exported(t, RecordOptions{}, "", open, csa); !w.Mixed || w.Records != 2 {
		t.Errorf("%+v", w)
	}
}

// What a format cannot hold is said, by game.
func TestRecordsInAFormat(t *testing.T) {
	f, err := RecordFormatNamed("csa", 0)
	if err != nil {
		t.Fatal(err)
	}
	const shogi = "(;GM[8]PB[A]PW[B];B[7g7f](;W[3c3d])(;W[8c8d]))"
	got, w := exported(t, RecordOptions{Format: f}, "", shogi, "(;GM[1]SZ[9];B[aa])")
	if !strings.Contains(got, "+7776FU") || w.Records != 1 {
		t.Errorf("%q, %+v", got, w)
	}
	if len(w.Losses) == 0 || !slices.Equal(w.Losses[0].Games, []string{"1"}) || len(w.Unfit) != 1 || !slices.Equal(w.Unfit[0].Games, []string{"2"}) {
		t.Errorf("%+v", w)
	}
	for _, wrong := range []struct {
		name  string
		width int
	}{{"kif2", 0}, {"csa", 40}, {"western", MinWidth - 1}, {"western", MaxWidth + 1}} {
		if f, err := RecordFormatNamed(wrong.name, wrong.width); archive.KindOf(err) != archive.KindUsage {
			t.Errorf("%+v: %v, %v", wrong, f, err)
		}
	}
	if all, wide := RecordFormats(false), RecordFormats(true); !slices.Contains(all, "csa") || slices.Contains(wide, "csa") || !slices.Contains(wide, "western") {
		t.Errorf("%q, %q", all, wide)
	}
}

// The folders that records came from are names that every system takes.
func TestOriginsAreSafe(t *testing.T) {
	for _, name := range []string{"..", "CON", "a:b", "-rf", ".hidden", "a\x00b", "trailing. "} {
		folders := originOf(name + "/" + name + "!/x/a.sgf")
		if len(folders) == 0 || folders[len(folders)-1] != "x" {
			t.Errorf("%q: %q", name, folders)
		}
		for _, folder := range folders {
			if folder != filename.Safe(folder) {
				t.Errorf("%q: %q", name, folder)
			}
		}
	}
}

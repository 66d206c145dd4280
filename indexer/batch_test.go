package indexer_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kifudb/store"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// Nothing of a file is lost: its records, one after the other, are the file.
func TestRecordsAreTheFile(t *testing.T) {
	same := func(name, want string, records []store.Record) {
		t.Helper()
		var got strings.Builder
		for _, r := range records {
			got.Write(r.Raw)
		}
		if got.String() != want {
			t.Errorf("%s: got %d bytes in %d records, want %d:\n%s", name, got.Len(), len(records), len(want),
				cmp.Diff(fmt.Sprintf("%.500q", want), fmt.Sprintf("%.500q", got.String())))
		}
	}
	collected := collection(t)
	folder(t, hostile())
	for name, content := range hostile() {
		a := newArchive(t)
		a.mustRun(name)
		same(name, content, a.records())
	}

	a := newArchive(t)
	a.mustRun(collected)
	records := map[string][]store.Record{}
	for _, r := range a.records() {
		records[r.Source.Path] = append(records[r.Source.Path], r)
	}
	files := 0
	for name, records := range records {
		if strings.Contains(name, "!/") {
			continue
		}
		files++
		b, err := os.ReadFile(name)
		must(t, err)
		same(name, string(b), records)
	}
	if files < 60 {
		t.Errorf("got %d files, want at least 60", files)
	}
}

// hostile returns files that no program should have written. No tree stands
// twice in one of them.
func hostile() map[string]string {
	return map[string]string{
		"around.sgf":     "before (;B[aa]) between (;B[bb])\n\nafter",
		"bom.sgf":        "\uFEFF(;B[aa])\r\n(;W[bb])",
		"unclosed.sgf":   "(;B[aa](;W[bb]",
		"unopened.sgf":   ";B[aa];W[bb])",
		"overclosed.sgf": "(;B[aa]))))(;B[bb])",
		"game in game":   "(;B[aa](;FF[4]GM[1]SZ[19];B[bb])",
		"value.sgf":      "(;C[not closed (;B[aa]) \\",
		"nul.sgf":        "\x00\x00(;\x00B[a\x00a])\x00",
		"deep.sgf":       strings.Repeat("(;B[aa]", 3000),
		"trees.sgf":      manyTrees(3000),
		"noise.sgf":      "\xfd;(;)(;[[]]:;;a[\\]])\x80",
		"spaces.sgf":     " \t\r\n( ; B [aa] ) \v\f",
		"lower.sgf":      "(;GaMe[1]Black[aa])",
		"mail.sgf":       "From: x\nSubject: (none)\n\n(;C[Hello :-) (see below)])\n-- \nme (at home)",
	}
}

func manyTrees(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(;GN[%d];B[aa])\n", i)
	}
	return b.String()
}

// A file that has too much around its trees is read, and the loss is said.
func TestTooMuchText(t *testing.T) {
	text := strings.Repeat("x", 70<<20)
	for name, content := range map[string]string{
		"before": text + gameA,
		"after":  gameA + text,
		"inside": "(;PB[A]C[" + text + "];B[aa])",
	} {
		if testing.Short() && name != "inside" {
			continue
		}
		folder(t, map[string]string{"long.sgf": content, "next.sgf": gameB})
		a := newArchive(t)
		_, problems := a.mustRun("long.sgf", "next.sgf")
		records := a.records()
		if diff := cmp.Diff([]string{"long.sgf#0", "next.sgf#0"}, sources(records)); diff != "" {
			t.Fatalf("%s: -want +got:\n%s", name, diff)
		}
		if n := len(records[0].Raw); n > 65<<20 {
			t.Errorf("%s: got a record of %d bytes", name, n)
		}
		contain(t, problems[len(problems)-1:], []string{"long.sgf: cannot be read to its end: a record, or the text around it, has more than 16777216 bytes"})
	}
}

// Names of two characters are too short to tell their encoding; together with
// their neighbors in the folder they are not.
func TestCharsetOfTheFolder(t *testing.T) {
	gbk := func(s string) string { s, _ = simplifiedchinese.GBK.NewEncoder().String(s); return s }
	sjis := func(s string) string { s, _ = japanese.ShiftJIS.NewEncoder().String(s); return s }
	files := map[string]string{}
	for i, name := range []string{"古力", "常昊", "聂卫平", "马晓春", "柯洁", "陈耀烨", "时越", "罗洗河"} {
		files[fmt.Sprintf("cn/%d.sgf", i)] = gbk(fmt.Sprintf("(;PB[%s]PW[李世石]EV[第%d届中国围棋名人战];B[aa])", name, i))
		files[fmt.Sprintf("jp/%d.sgf", i)] = sjis(fmt.Sprintf("(;PB[高尾紳路]PW[張栩]EV[第%d期本因坊戦];B[aa])", i))
	}
	files["cn/short.sgf"] = gbk("(;PB[王磊];B[bb])")
	files["jp/short.sgf"] = sjis("(;PB[王磊];B[cc])")
	folder(t, files)
	a := newArchive(t)
	a.mustRun("cn", "jp")
	want := map[string]string{"cn": "gb18030", "jp": "shift_jis"}
	records := a.records()
	if len(records) != len(files) {
		t.Fatalf("got %d records, want %d", len(records), len(files))
	}
	for _, r := range records {
		if dir := r.Source.Path[:2]; r.Charset.Name != want[dir] {
			t.Errorf("%s: got %v, want %s", r.Source.Path, r.Charset, want[dir])
		}
	}
}

func TestFilesWithoutGames(t *testing.T) {
	folder(t, map[string]string{
		"d/empty.sgf": "", "d/nul.sgf": strings.Repeat("\x00", 5000), "d/text.sgf": "no game", "d/page.html": "<html>(function(){;})",
		"d/game.txt": gameA,
	})
	a := newArchive(t)
	summary, problems := a.mustRun("d")
	contain(t, problems, []string{
		"d/empty.sgf: the file is empty",
		"d/nul.sgf: nothing but NUL bytes",
		"d/text.sgf: no game record found",
	})
	if summary.Files != 1 || summary.Passed != 1 || summary.Failed != 3 || summary.Added != 1 {
		t.Errorf("got %+v", summary)
	}
}

// The charset of a record is part of what is stored: nothing is guessed again.
func TestCharsetIsStored(t *testing.T) {
	big5 := "(;PB[\xa7\xf5\xaec\xc2\xee];B[aa])" // 李昌鎬
	folder(t, map[string]string{"a.sgf": "(;CA[big5]" + big5[2:]})
	a := newArchive(t)
	a.mustRun("a.sgf")
	want := store.Charset{Name: "big5", Confidence: 1, Reason: "declared"}
	got := a.records()[0].Charset
	got.Confidence = 1
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

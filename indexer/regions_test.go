package indexer_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/google/go-cmp/cmp"

	"kifudb/store"
)

// importAll imports texts as files of one folder and returns the records of each.
// No two of the records may be equal: the archive would hold them once.
func importAll(t *testing.T, texts []string) [][]store.Record {
	t.Helper()
	files := map[string]string{}
	for i, text := range texts {
		files[fmt.Sprintf("d/%d.sgf", i)] = text
	}
	folder(t, files)
	a := newArchive(t)
	a.mustRun("d")
	all := make([][]store.Record, len(texts))
	for _, r := range a.records() {
		var i int
		_, err := fmt.Sscanf(r.Source.Path, "d/%d.sgf", &i)
		must(t, err)
		all[i] = append(all[i], r)
	}
	return all
}

var wideKinds = map[string]encoding.Encoding{
	"utf-16le":           unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	"utf-16be":           unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	"utf-16le with mark": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	"utf-16be with mark": unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
	"utf-32le":           utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM),
	"utf-32be":           utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM),
	"utf-32le with mark": utf32.UTF32(utf32.LittleEndian, utf32.UseBOM),
}

func encode(t *testing.T, e encoding.Encoding, text string) string {
	t.Helper()
	raw, err := e.NewEncoder().String(text)
	must(t, err)
	return raw
}

// Trees in wide characters among trees whose structure is ASCII cost none of the
// others, wherever they stand and however they were written; nor do these cost
// them.
func TestTreesOfSeveralKindsInOneFile(t *testing.T) {
	plain := []string{"(;PB[A#];B[aa])\n", "(;PB[\xE9\xE9#];B[bb])\n", "(\n;GM[1]PB[C#];B[cc])\n", "(;PB[D#];B[dd])\n"}
	const first, second = "(;PB[柯洁#];B[pd];W[dd]C[好棋 𠀀])", "(;PB[古力#];B[qd])"
	var texts, names []string
	var want [][]string
	for name, e := range wideKinds {
		for _, wide := range [][]string{{first}, {first + "\r\n"}, {"( ;" + first[2:] + "\n"}, {first + "\n", second}} {
			for at := range len(plain) + 1 {
				number := func(text string) string { return strings.ReplaceAll(text, "#", strconv.Itoa(len(texts))) }
				var trees []string
				for _, text := range slices.Concat(plain[:at], wide, plain[at:]) {
					trees = append(trees, strings.TrimSpace(number(text)))
				}
				want = append(want, trees)
				names = append(names, name)
				texts = append(texts, number(strings.Join(plain[:at], "")+"|"+strings.Join(plain[at:], "")))
				n := len(texts) - 1
				texts[n] = strings.Replace(texts[n], "|", encode(t, e, strings.ReplaceAll(strings.Join(wide, ""), "#", strconv.Itoa(n))), 1)
			}
		}
	}
	for i, records := range importAll(t, texts) {
		var got []string
		for _, r := range records {
			tree := string(r.Raw[r.Tree[0]:r.Tree[1]])
			got = append(got, tree)
			if isWide := strings.Contains(tree, "柯") || strings.Contains(tree, "古"); isWide != (r.Charset.Name == names[i][:8]) {
				t.Errorf("%s: got charset %s of %q", names[i], r.Charset.Name, tree)
			}
		}
		if diff := cmp.Diff(want[i], got); diff != "" {
			t.Fatalf("%s: %q: -want +got:\n%s", names[i], texts[i], diff)
		}
	}
}

// Text between regions is kept, and games know their lines.
func TestRegionsKeepTextAndLines(t *testing.T) {
	wide := encode(t, wideKinds["utf-16le"], "(;PB[W]\n;B[zz])\nbetween\n")
	file := "before\n(;PB[A]\n;B[zz])\nafter\n" + wide + "(;PB[B]\n\n;B[zz])\nend"
	folder(t, map[string]string{"f.sgf": file})
	a := newArchive(t)
	_, problems := a.mustRun("f.sgf")
	contain(t, problems, []string{"f.sgf: game 1: line 3: ", "f.sgf: game 2: line 6: ", "f.sgf: game 3: line 10: "})
	var all strings.Builder
	for _, r := range a.records() {
		all.Write(r.Raw)
	}
	if got, want := all.String(), "before\n(;PB[A]\n;B[zz])\nafter\n(;PB[W]\n;B[zz])\nbetween\n(;PB[B]\n\n;B[zz])\nend"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A tree that is cut in the middle of its wide characters costs itself alone.
func TestCutWideTreeCostsOnlyItself(t *testing.T) {
	var texts []string
	for _, kind := range []string{"utf-16le", "utf-16be", "utf-32le"} {
		raw := encode(t, wideKinds[kind], "(;PB[柯洁];B[pd]C[好棋])")
		for n := range len(raw) {
			i := len(texts)
			texts = append(texts, fmt.Sprintf("(;PB[A%d];B[aa])", i)+raw[:n]+fmt.Sprintf("(;PB[B%d];B[bb])(;PB[C%d];B[cc])", i, i))
		}
	}
	for i, records := range importAll(t, texts) {
		got := ""
		for _, r := range records {
			got += string(r.Raw)
		}
		for _, want := range []string{"(;PB[A%d];B[aa])", "(;PB[B%d];B[bb])", "(;PB[C%d];B[cc])"} {
			if want = fmt.Sprintf(want, i); !strings.Contains(got, want) {
				t.Errorf("%q: got %q, want %q among them", texts[i], got, want)
			}
		}
		if len(records) < 3 || len(records) > 4 {
			t.Errorf("%q: %d games", texts[i], len(records))
		}
	}
}

// Borders are found wherever the blocks of reading end.
func TestRegionsLongerThanABlock(t *testing.T) {
	wide := encode(t, wideKinds["utf-16be with mark"], "(;PB[W]C["+strings.Repeat("好", 33<<10)+"])")
	var texts []string
	for shift := range 70 {
		long := fmt.Sprintf("(;PB[%02d]C[%s];B[aa])", shift, strings.Repeat("x", 64<<10-40+shift))
		texts = append(texts, long+encode(t, wideKinds["utf-16le"], fmt.Sprintf("(;PB[W%d])", shift))+fmt.Sprintf("(;PB[%02d];B[bb])", shift))
	}
	texts = append(texts, wide+"(;PB[end];B[bb])"+wide[:len(wide)-4]+"\x00]\x00!\x00)(;PB[end];B[cc])")
	for i, records := range importAll(t, texts) {
		if want := 3 + i/70; len(records) != want {
			t.Errorf("text %d: %d games, want %d", i, len(records), want)
		}
	}
}

// Encodings of other widths are not taken for wide ones, and neither is a value
// full of zero bytes.
func TestNoWideTreeWhereNoneIs(t *testing.T) {
	file := encode(t, japanese.ShiftJIS, "(;PB[小林光一]C[表示])") + encode(t, simplifiedchinese.GBK, "(;PB[聂卫平]C[好棋])") + "(;C[\x00\x00\x00(\x00\x00\x00x\x00])(;C[a\x00b(\x00c;\x00)])" + strings.Repeat("\x00", 200) + "(;PB[A];B[aa])"
	folder(t, map[string]string{"f.sgf": file})
	a := newArchive(t)
	a.mustRun("f.sgf")
	got := ""
	for _, r := range a.records() {
		got += string(r.Raw)
	}
	if got != file {
		t.Errorf("got %q, want %q", got, file)
	}
	if n := len(a.records()); n != 5 {
		t.Errorf("%d games, want 5", n)
	}
}

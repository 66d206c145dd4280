package paper_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/paper"
	"kifudb/paper/formats"
	"kifudb/paper/papertest"
)

// escaped writes a text into a value of SGF.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, "]", `\]`, ":", `\:`).Replace(text)
}

// texts gives each property with a text the same one.
func texts(text string) string {
	var b strings.Builder
	for _, ident := range []string{"GN", "PB", "BT", "BR", "PW", "WT", "WR", "EV", "RO", "DT", "PC", "RU", "TM", "OT", "ON", "RE", "AN", "SO", "CP", "GC", "C", "N", "US", "KM", "HA"} {
		b.WriteString(ident + "[" + text + "]")
	}
	return b.String()
}

// moves are so many nodes, on all points of a board in turn.
func moves(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ";%c[%c%c]", "BW"[i%2], 'a'+i%19, 'a'+i/19%19)
	}
	return b.String()
}

// hostile are records that ask too much. The sizes are above those at which documents are made in parts;
// with twenty times as much, the writers take twenty times as long.
func hostile() map[string]string {
	text := escaped(papertest.Hostile)
	return map[string]string{
		"variations":   "(;SZ[19];B[aa]" + strings.Repeat("(;W[bb];B[cc])", 400) + ")",
		"nested":       "(;SZ[9]" + strings.Repeat("(;B[aa];W[bb]", 400) + strings.Repeat("(;B[cc]))", 400) + ")",
		"left behind":  "(;SZ[9]" + strings.Repeat("(;B[aa](;W[cc])", 300) + strings.Repeat(")", 300) + ")",
		"deep":         "(;SZ[19]" + moves(4500) + ")",
		"largest":      "(;SZ[52]AB[aa:ZZ]TR[aa:ZZ];AE[bb]B[bb]LB[aa:long label]VW[aa:ZZ]DD[aa:ZZ])",
		"too large":    "(;SZ[62];B[aa])",
		"smallest":     "(;SZ[1];B[aa];W[aa];B[];FG[515:x]W[aa])",
		"narrow":       "(;SZ[1:52];B[aa];W[aZ];B[ab])",
		"long names":   "(;SZ[3]" + texts(strings.Repeat("Wort ", 1000)) + ";B[aa]FG[0:" + strings.Repeat("x", 100000) + "]LB[bb:" + strings.Repeat("y", 100000) + "])",
		"one word":     "(;SZ[3]" + texts(strings.Repeat("字", 2000)) + ";B[aa])",
		"markup":       "(;SZ[3]" + texts(text) + ";B[aa]" + texts(text) + "FG[0:" + text + "]LB[bb:" + text + "])",
		"shogi":        "(;GM[8]" + texts(text) + strings.Repeat(";B[7g7f];W[3c3d];B[7f7g];W[3d3c]", 300) + ")",
		"many figures": "(;SZ[9]" + strings.Repeat(";FG[]B[aa];FG[]W[]", 250) + ")",
		"all marked":   "(;SZ[19]" + strings.Repeat(";LB[aa:1][bb:2]TB[cc]TW[dd]AR[aa:bb]LN[cc:dd];B[aa]MN[2147483647]PM[2]", 200) + ")",
	}
}

// A pages counts what is written, and fails when it is out of all proportion.
type pages struct{ bytes int }

func (p *pages) Write(b []byte) (int, error) {
	const most = 400 << 20
	if p.bytes += len(b); p.bytes > most {
		return 0, fmt.Errorf("more than %d bytes", most)
	}
	return len(b), nil
}

// Whatever a record asks for, each writer writes it, as a game and as a problem, on any paper.
func TestHostileRecords(t *testing.T) {
	records := hostile()
	for name, record := range records {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := archivetest.OfImports(t, []string{record})
			for _, f := range formats.All {
				d := document(t, v.Views, paper.Options{Usual: f.Usual, Coordinates: true, Language: paper.Japanese, Native: true})
				p := &pages{}
				if _, err := f.Write(p, d, paper.Sheet{Width: 70, Height: 70, Margin: 10, Columns: 2, FontSize: 9}); err != nil || p.bytes == 0 {
					t.Errorf("%s: %d bytes, %v", f.Name, p.bytes, err)
				}
				chosen, err := v.Choose(t.Context(), &archive.Choice{Records: true})
				if err != nil {
					t.Fatal(err)
				}
				sheets, _, err := paper.Problems(t.Context(), v.Views, chosen.GameSet, archive.Query{}, paper.Options{PerPage: 12})
				if err != nil {
					t.Errorf("problems: %v", err)
				} else if sheets != nil {
					if _, err := f.Write(io.Discard, sheets, paper.Sheet{}); err != nil {
						t.Errorf("problems as %s: %v", f.Name, err)
					}
				}
			}
		})
	}
}

// No text of a record becomes markup or disturbs a terminal, whatever format has it.
func TestHostileTexts(t *testing.T) {
	v := archivetest.OfImports(t, []string{hostile()["markup"]})
	for _, f := range formats.All {
		var b bytes.Buffer
		if _, err := f.Write(&b, document(t, v.Views, paper.Options{}), paper.Sheet{}); err != nil {
			t.Fatal(err)
		}
		for _, bad := range map[string][]string{
			"html": {"<script", "<img", "\x1b", "\x00", "\x01"}, "text": {"\x1b", "\x00", "\x01", "\u202e", "\x7f"}, "tex": {"\n\\end{document}$", "\x1b"},
		}[f.Name] {
			if bytes.Contains(b.Bytes(), []byte(bad)) {
				t.Errorf("%s has %q", f.Name, bad)
			}
		}
	}
}

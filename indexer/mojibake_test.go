package indexer

import (
	"strconv"
	"strings"
	"testing"

	"kifudb/sgfread/charset"
	"kifudb/store"
)

// The way back is that of most text; values that came by another one, or by none, stay.
func TestWayBack(t *testing.T) {
	utf8 := store.Charset{Name: charset.UTF8, Confidence: 1, Reason: charset.ReasonValid}
	for _, tt := range []struct {
		tree, way string
		lost      int
	}{
		{"(;PB[AndrÃ©]PW[JosÃ©])", "utf-8-as-windows-1252", 0},
		{"(;PB[André]PW[柯洁])", "", 0},
		{"(;PB[AndrÃ©]C[ºÚÆåÔÚÕâÀïÓ¦¸ÃÏÈÊÖ¶¨ÐÎ])", "gb18030-as-windows-1252", 0},
		{"(;PB[Р\uFFFDР»СЊСЏ РЁРёРєС€РёРЅ])", "", 1},
	} {
		way, lost := WayBack(asRecord(tt.tree, utf8))
		if way != tt.way || lost != tt.lost {
			t.Errorf("%s: %q, %d lost, want %q, %d", tt.tree, way, lost, tt.way, tt.lost)
		}
		if way == "" {
			continue
		}
		g, undefined := Recode(asRecord(tt.tree, utf8), way)
		if undefined != 0 || g.Record.Charset.Name != way || string(g.Record.Raw) != tt.tree {
			t.Errorf("%s: %d undefined, %+v", tt.tree, undefined, g.Record.Charset)
		}
		if again, _ := WayBack(g.Record); again != "" {
			t.Errorf("%s: mended again, by %s", tt.tree, again)
		}
	}
	if way, _ := WayBack(asRecord("(;PB[\xbf\xc2\xbd\xe0])", store.Charset{Name: charset.GB18030})); way != "" {
		t.Errorf("GBK: %s", way)
	}
}

func TestWasEncodedTwice(t *testing.T) {
	for text, want := range map[string]bool{"äöüÄÖÜß": false, "ÄôÎÀÆ½": true, "\xbf\xc2": true} {
		if got := WasEncodedTwice([]byte(text), true); got != want {
			t.Errorf("%s, likely: %v", text, got)
		}
	}
	for text, want := range map[string]bool{"äöüÄÖÜß": false, "AndrÃ©": true, "André": false, "\xbf\xc2": false} {
		if got := WasEncodedTwice([]byte(text), false); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// A value that reads as what it was is no problem any longer.
func TestMendedIsNoProblem(t *testing.T) {
	tree := "(;PB[AndrÃ©]PW[Пётр])"
	for name, want := range map[string]int{charset.UTF8: 1, "utf-8-as-windows-1252": 0, "utf-8-as-windows-1251": 1} {
		g, err := Derive(asRecord(tree, store.Charset{Name: name, Confidence: 1}))
		if got := len(values(g, "problem")); err != nil || got != want {
			t.Errorf("%s: %d problems, %v, want %d", name, got, err, want)
		}
	}
}

// What is remembered is what WasEncodedTwice says, and short values only are remembered.
func TestVerdicts(t *testing.T) {
	var m verdicts
	for range 2 {
		for _, text := range []string{"äöüÄÖÜß", "ÄôÎÀÆ½", "\xbf\xc2", "AndrÃ©", "André", "柯洁", strings.Repeat("AndrÃ© ", maxJudged)} {
			for _, likely := range []bool{false, true, false} {
				if got, want := m.encodedTwice([]byte(text), likely), WasEncodedTwice([]byte(text), likely); got != want {
					t.Errorf("%.20s, likely %v: %v, want %v", text, likely, got, want)
				}
			}
		}
	}
	if len(m) != 6 {
		t.Errorf("%d values remembered, want the 6 short ones", len(m))
	}
	for i := range maxVerdicts {
		m.encodedTwice([]byte("player "+strconv.Itoa(i)), false)
	}
	if len(m) > maxVerdicts {
		t.Errorf("%d values remembered, want at most %d", len(m), maxVerdicts)
	}
}

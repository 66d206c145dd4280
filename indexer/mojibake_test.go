package indexer

import (
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

package indexer

import (
	"slices"
	"testing"

	"kifudb/format"
	"kifudb/sgfread/charset"
	"kifudb/store"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// asRecord makes the record of a tree that is read in an encoding.
func asRecord(tree string, c store.Charset) store.Record {
	return store.Record{Raw: []byte(tree), Tree: [2]int{0, len(tree)}, Source: store.Source{Path: "x.sgf"}, Charset: c}
}

// values returns the values of an identifier.
func values(g *store.Game, ident string) []string {
	var texts []string
	for _, v := range g.Info {
		if v.Ident == ident {
			texts = append(texts, v.Text)
		}
	}
	return texts
}

func TestRecode(t *testing.T) {
	chinese, err := simplifiedchinese.GBK.NewEncoder().String("(;PB[柯洁]PW[芈昱廷]C[好手])")
	if err != nil {
		t.Fatal(err)
	}
	// The second byte of ソ is "\", so the record is cut elsewhere in Latin-1.
	sjis, err := japanese.ShiftJIS.NewEncoder().String(`(;PB[ソ]PW[羽根];C[表]B[aa])`)
	if err != nil {
		t.Fatal(err)
	}
	latin := store.Charset{Name: charset.Windows1252, Confidence: 0, Reason: charset.ReasonDefault}
	tests := []struct {
		name, tree, charset string
		undefined           int
		black, comment      string
	}{
		{"Chinese", chinese, charset.GB18030, 0, "柯洁", "好手"},
		{"second byte is a backslash", sjis, charset.ShiftJIS, 0, "ソ", "表"},
		{"bytes of something else", "(;PB[\xFF\x20]C[x])", charset.EUCJP, 1, "\uFFFD ", "x"},
		{"lost before", "(;PB[\uFFFD]C[x])", charset.UTF8, 0, "\uFFFD", "x"},
	}
	for _, test := range tests {
		g, undefined := Recode(asRecord(test.tree, latin), test.charset)
		if undefined != test.undefined {
			t.Errorf("%s: %d undefined characters, want %d", test.name, undefined, test.undefined)
		}
		if want := (store.Charset{Name: test.charset, Confidence: 1, Reason: ReasonUser}); g.Record.Charset != want {
			t.Errorf("%s: charset %+v, want %+v", test.name, g.Record.Charset, want)
		}
		if got := values(g, "PB"); !slices.Equal(got, []string{test.black}) {
			t.Errorf("%s: Black is %q, want %q", test.name, got, test.black)
		}
		if len(g.Comments) != 1 || g.Comments[0].Text != test.comment {
			t.Errorf("%s: comments %+v, want %q", test.name, g.Comments, test.comment)
		}
		// What Derive makes of the record that is stored is the same.
		again, err := Derive(g.Record)
		if err != nil || !slices.Equal(again.Info, g.Info) {
			t.Errorf("%s: derived again: %q, %v; want %q", test.name, again.Info, err, g.Info)
		}
	}
}

func TestDoubtful(t *testing.T) {
	for confidence, want := range map[float32][]string{
		0:    {charset.Windows1252, "doubtful"},
		0.89: {charset.Windows1252, "doubtful"},
		0.9:  {charset.Windows1252},
		1:    {charset.Windows1252},
	} {
		g, err := Derive(asRecord("(;PB[M\xFCller])", store.Charset{Name: charset.Windows1252, Confidence: confidence}))
		if err != nil {
			t.Fatal(err)
		}
		if got := values(g, format.IdentCharset); !slices.Equal(got, want) {
			t.Errorf("confidence %v: charset %q, want %q", confidence, got, want)
		}
	}
}

func TestFindCharset(t *testing.T) {
	for _, name := range Charsets() {
		if got, ok := FindCharset(name); got != name || !ok {
			t.Errorf("%s: %q, %t; want it to be found", name, got, ok)
		}
	}
	for name, want := range map[string]string{"GBK": charset.GB18030, "sjis": charset.ShiftJIS, "Latin-1": charset.Windows1252, "cp949": charset.EUCKR} {
		if got, ok := FindCharset(name); got != want || !ok {
			t.Errorf("%s: %q, %t; want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "klingon", "utf-16", "utf-32le", "auto"} {
		if got, ok := FindCharset(name); ok {
			t.Errorf("%q was taken for %s", name, got)
		}
	}
}

func TestGuesses(t *testing.T) {
	chinese, err := simplifiedchinese.GBK.NewEncoder().String("(;PB[柯洁]PW[芈昱廷]EV[中国围棋甲级联赛])")
	if err != nil {
		t.Fatal(err)
	}
	got := Guesses([]store.Record{asRecord(chinese, store.Charset{}), asRecord("(;PB[Cho])", store.Charset{})})
	if got[0].Name != charset.GB18030 || got[0].Confidence <= 0.5 || got[1].Reason != charset.ReasonASCII {
		t.Errorf("guesses %+v, want gb18030 and ASCII", got)
	}
}

package indexer_test

import (
	"slices"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/store"
)

// A mended record is the same game with the values that were given, however the
// record was written, and no other.
func TestMended(t *testing.T) {
	for _, tt := range []struct {
		tree, charset string
		values        []store.Value
	}{
		{"(;GM[1]SZ[19]PB[a]DT[1841];B[dd];W[pp])", "utf-8", []store.Value{{Ident: "PB", Text: "b"}, {Ident: "DT", Text: ""}, {Ident: "EV", Text: `a ] in \ it`}}},
		{"(;GaMe[1]PlayerBlack[a];B[dd](;W[pp])(;W[dp]PB[A]C[again]))", "utf-8", []store.Value{{Ident: "PB", Text: "本因坊"}}},
		{"(;;B[dd];W[pp]RE[B+R]", "utf-8", []store.Value{{Ident: "RE", Text: "W+R"}, {Ident: "GC", Text: "two\nlines"}}},
		{"(;PB[\xb1\xbe\xd2\xf2\xb7\xbb]PW[\xc4\xb3];B[dd])", "gb18030", []store.Value{{Ident: "PW", Text: "某某"}}},
		{"(;PB[a]PB[b]XY[own];B[dd])", "utf-8", []store.Value{{Ident: "PB", Text: "c"}, {Ident: "XY", Text: "mine"}}},
	} {
		r := record(tt.tree, tt.charset)
		mended, ok, err := indexer.Mended(r, tt.values)
		if err != nil || !ok {
			t.Errorf("%s: %v, %v", tt.tree, ok, err)
			continue
		}
		before, _ := indexer.Derive(r)
		after, _ := indexer.Derive(mended)
		if !slices.Equal(before.Script, after.Script) || len(before.Comments) != len(after.Comments) {
			t.Errorf("%s: moves or comments are others in %s", tt.tree, mended.Raw)
		}
		for _, v := range tt.values {
			got := slices.DeleteFunc(slices.Clone(after.Info), func(i store.Value) bool { return i.Ident != v.Ident })
			if v.Text == "" && len(got) > 0 || v.Text != "" && !slices.Equal(got, []store.Value{v}) {
				t.Errorf("%s: %v in %s, want %v", tt.tree, got, mended.Raw, v)
			}
		}
		for _, v := range before.Info {
			given := slices.ContainsFunc(tt.values, func(w store.Value) bool { return w.Ident == v.Ident })
			if !given && v.Ident == strings.ToUpper(v.Ident) && !slices.Contains(after.Info, v) {
				t.Errorf("%s: %v is lost in %s", tt.tree, v, mended.Raw)
			}
		}
	}
	csa := "V2.2\nN+a\nPI\n+\n+7776FU\n%TORYO\n"
	if _, ok, err := indexer.Mended(record(csa, "utf-8"), []store.Value{{Ident: "PB", Text: "b"}}); ok || err != nil {
		t.Errorf("a record in CSA: %v, %v", ok, err)
	}
}

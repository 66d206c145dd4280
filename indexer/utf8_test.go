package indexer_test

import (
	"bytes"
	"slices"
	"testing"
	"unicode/utf8"

	"kifudb/indexer"
	"kifudb/store"

	"github.com/google/go-cmp/cmp"
)

func TestUTF8(t *testing.T) {
	tests := []struct{ name, charset, tree, want string }{
		{"ASCII", "utf-8", "(;CA[UTF-8]PB[a]\r\n ;B[aa] ( ;W[bb])(;W[cc]))", "(;CA[UTF-8]PB[a]\r\n ;B[aa] ( ;W[bb])(;W[cc]))"},
		{"UTF-8 is not touched", "utf-8", "(;CA[utf-8]PB[秀\\策\\\n]LB[aa:\\:名];B[aa])", "(;CA[utf-8]PB[秀\\策\\\n]LB[aa:\\:名];B[aa])"},
		{"CA is added", "utf-8", "(;PB[a];B[aa])", "(;PB[a]CA[UTF-8];B[aa])"},
		{"CA is corrected", "gb18030", "(;CA[gb2312]PB[\xb9\xc5\xc1\xa6];B[aa])", "(;CA[UTF-8]PB[古力];B[aa])"},
		{"] as a second byte", "shift_jis", "(;CA[SJIS]C[\x83]] ;B[aa])", "(;CA[UTF-8]C[ゾ] ;B[aa])"},
		{"other nodes stay", "shift_jis", "(\n;CA[SJIS] AB [aa] [bb]\tEV [ \x83\x5c\\] ] ; B[cc]\n)", "(\n;CA[UTF-8]AB[aa][bb]EV[ ソ\\] ] ; B[cc]\n)"},
		{"composed values", "big5", "(;CA[Big5]LB[aa:\xb4\xc1][bb:b])", "(;CA[UTF-8]LB[aa:期][bb:b])"},
		{"what cannot be read is marked", "gb18030", "(;CA[UTF-8]PB[\xff];B[aa])", "(;CA[UTF-8]PB[\uFFFD];B[aa])"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, string(indexer.UTF8(record(tt.tree, tt.charset)))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Every record of the collection becomes UTF-8, says so, and reads the same.
func TestUTF8ReadsTheSame(t *testing.T) {
	a := newArchive(t)
	a.mustRun(collection(t))
	records := a.records()
	converted := 0
	for _, r := range records {
		out := indexer.UTF8(r)
		if !utf8.Valid(out) {
			t.Errorf("%s: not UTF-8", r.Source.Path)
		}
		if !bytes.Equal(out, r.Raw[r.Tree[0]:r.Tree[1]]) {
			converted++
		}
		before, err := indexer.Derive(r)
		must(t, err)
		after, err := indexer.Derive(record(string(out), "utf-8"))
		must(t, err)
		if diff := cmp.Diff(describe(withoutCA(before)), describe(withoutCA(after))); diff != "" {
			t.Errorf("%s: -before +after:\n%s", r.Source.Path, diff)
		}
	}
	if len(records) < 80 || converted == 0 {
		t.Errorf("got %d records, %d of them converted", len(records), converted)
	}
}

// withoutCA takes away what a conversion changes: CA, and the problem that a
// text was damaged.
func withoutCA(g *store.Game) *store.Game {
	g.Info = slices.DeleteFunc(g.Info, func(v store.Value) bool {
		return v.Ident == "CA" || v == store.Value{Ident: "problem", Text: "damaged-text"}
	})
	if !slices.ContainsFunc(g.Info, func(v store.Value) bool { return v.Ident == "problem" }) {
		g.Facts.Flags &^= store.HasProblems
	}
	return g
}

package indexer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/indexer"
	"kifudb/store"
)

// Facts are read again from the values of another record as they are derived from
// that record itself, and what moves tell stays.
func TestReread(t *testing.T) {
	const shogi = 8
	games := map[string]*store.Game{}
	for _, tree := range []string{
		"(;GM[1]SZ[19];B[dd];W[pp])",
		"(;DT[1846-09-11]RE[B+2]KM[6.5]HA[0]BR[4d]WR[8p];B[dd];W[pp])",
		"(;DT[ca. 1846]RE[W+R?]KM[375]HA[4];B[dd];W[pp])",
		"(;DT[1999]DT[2000]RE[Void]BR[???];B[dd];W[pp](;RE[B+T];B[dp])(;W[pd]))",
		"(;SZ[9]C[hello]DT[never]AB[cc][gg]HA[2];W[ee])",
		"(;GM[8]HA[Bishop]DT[1950-01-02]RE[B+R])",
		"(;GM[2]KM[7]HA[3])",
	} {
		g, err := indexer.Derive(record(tree, "utf-8"))
		if err != nil {
			t.Fatal(err)
		}
		games[tree] = g
	}
	for name, g := range games {
		if d := cmp.Diff(g.Facts, indexer.Reread(g.Facts, g.Info)); d != "" {
			t.Errorf("%s, read again (-derived +read):\n%s", name, d)
		}
		for other, o := range games {
			if (g.Facts.Game == shogi) != (o.Facts.Game == shogi) {
				continue // a handicap means something else
			}
			want := o.Facts
			want.Game, want.Size, want.Moves, want.Nodes = g.Facts.Game, g.Facts.Size, g.Facts.Moves, g.Facts.Nodes
			const read = store.DateUnsure | store.ResultUnsure
			want.Flags = g.Facts.Flags&^read | o.Facts.Flags&read
			if d := cmp.Diff(want, indexer.Reread(g.Facts, o.Info)); d != "" {
				t.Errorf("%s with the values of %s (-want +got):\n%s", name, other, d)
			}
		}
	}
}

package ask

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// The moves of a tree are those that it goes on with at the position of the question, as
// the table of continuations names them, however the tree is turned.
func TestOwnMoves(t *testing.T) {
	v := archivetest.Collection(t)
	const text = "(;GM[1]SZ[19](;B[dp];W[pd](;B[pp])(;B[dd];W[pp];B[cf]))(;B[qd];W[dc]))"
	mine, err := ParseOwnTree("mine.sgf", strings.NewReader(text))
	if err != nil || mine.Nodes() != 9 {
		t.Fatal(mine, err)
	}
	for _, test := range []struct{ query, want string }{
		{"pos:19x19", "Q16 R16"}, {`pos:"Q16 D4"`, "Q4"}, {`pos:"D16 Q4"`, "Q16"}, {`pos:"R16"`, "D17"}, {`pos:"K10"`, ""},
		{"pat:NE[......|......|......|..X...|......|......]", "R14"},
	} {
		s := &archive.Search{Query: archivetest.Query(t, test.query)}
		moves, err := Of(v.Views).OwnMoves(t.Context(), s, mine)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
			continue
		}
		scene, err := Of(v.Views).Scene(t.Context(), s.Query)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, m := range moves {
			move, err := scene.Continued(m)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, move.Name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.query, got, test.want)
		}
	}
	// Symmetric moves stand for the same in the table.
	next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, "pos:19x19")}, &NextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	moves, err := Of(v.Views).OwnMoves(t.Context(), &archive.Search{Query: archivetest.Query(t, "pos:19x19")}, mine)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(moves, func(a, b archive.Move) int { return cmp.Compare(a.Point, b.Point) })
	for _, m := range moves {
		if !slices.ContainsFunc(next.Next, func(n NextMove) bool { return n.Point == m.Point && n.Color == m.Color }) {
			t.Errorf("%v is not as the table has it", m)
		}
	}
	if _, err := ParseOwnTree("two.sgf", strings.NewReader(text+text)); archive.KindOf(err) != archive.KindUsage {
		t.Errorf("two games: %v", err)
	}
}

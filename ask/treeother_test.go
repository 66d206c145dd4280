package ask

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// A question that names no game is answered for the one that is found; of several, it asks
// which is meant.
func TestTreeOfOtherGame(t *testing.T) {
	const shogi, chess = "(;GM[8];B[7g7f];W[3c3d])", "(;GM[3];W[e2e4];B[e7e5])"
	o := &TreeOptions{Depth: 1}
	grow := func(text string, records ...string) (*Tree, error) {
		return Of(archivetest.Of(t, records...).Views).Tree(t.Context(), &archive.Search{Query: archivetest.Query(t, text), Records: true}, o)
	}
	tree, err := grow("moves:2", shogi, "(;GM[40];B[xyz])")
	if err != nil {
		t.Fatal(err)
	}
	if tree.Games != 1 || tree.Game != "shogi" || len(tree.Nodes) != 2 || len(tree.Notices) != 1 || tree.Notices[0].Code != archive.NoticeAssumed {
		t.Errorf("%d games of %s: %v, %v", tree.Games, tree.Game, tree.Nodes, tree.Notices)
	}
	// The pieces are named by the position in which they move.
	deep, err := Of(archivetest.Of(t, "(;GM[8];B[7g7f];W[3c3d];B[8h2b+];W[3a2b])").Views).Tree(t.Context(), &archive.Search{Records: true}, &TreeOptions{Depth: 4})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, n := range deep.Nodes[1:] {
		names = append(names, n.Name)
	}
	if got := strings.Join(names, " "); got != "P-7f (7g7f) P-3d (3c3d) Bx2b+ (8h2b+) Sx2b (3a2b)" {
		t.Errorf("the moves are called %s", got)
	}
	var request *archive.RequestError
	if _, err := grow("moves:2", shogi, chess); !errors.As(err, &request) || !strings.Contains(err.Error(), "no game of go matches, but games of ") {
		t.Errorf("of two games: %v", err)
	}
	const goRecord = "(;GM[1];B[pd];W[dp])"
	tree, err = grow("moves:2 black:ann", goRecord, "(;GM[8]PB[Ann];B[7g7f];W[3c3d])")
	if err != nil || tree.Game != "shogi" || !slices.ContainsFunc(tree.Notices, func(n archive.Notice) bool { return n.Code == archive.NoticeOtherGame }) {
		t.Errorf("of games found beside others: %v, %v", tree, err)
	}
	for text, games := range map[string]int{"game:go": 0, "game:chess": 1, "moves:7": 0} {
		tree, err := grow(text, shogi, chess)
		said := text == "moves:7" // which games there are
		if err != nil || tree.Games != games || (len(tree.Notices) == 1) != said {
			t.Errorf("%s: %v, %v", text, tree, err)
		}
	}
}

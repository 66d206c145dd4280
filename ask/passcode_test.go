package ask

import (
	"encoding/json"
	"slices"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/study"
)

// The code of the shogi move 4f9f is the number of a pass, which it is not.
func TestMoveWithNumberOfPass(t *testing.T) {
	const sfen = "4k4/9/9/9/9/5R3/9/9/4K4 b - 1"
	kind, _ := registry.Named("shogi")
	code, err := kind.(registry.MoveReader).ReadMove("4f9f")
	if err != nil || code != position.Pass {
		t.Fatalf("the code is %d, %v", code, err)
	}
	if registry.IsPass(kind, code) {
		t.Error("it is a pass")
	}
	for _, name := range []string{"go", "othello", "loa", "chess"} {
		other, _ := registry.Named(name)
		if got := registry.IsPass(other, position.Pass); got != (name != "chess") || registry.IsPass(other, 0) {
			t.Errorf("%s: %v", name, got)
		}
	}
	p, err := kind.(registry.PositionReader).ReadPosition(sfen)
	if err != nil {
		t.Fatal(err)
	}
	names := &ownNames{after: map[int]registry.Mover{0: p.(registry.Mover)}}
	if got := names.of(0, position.Move{Color: position.Black, Point: code}); got == "" || got == "elsewhere" {
		t.Errorf("it is called %q", got)
	}

	v := archivetest.Of(t, "(;GM[8]SFEN["+sfen+"];B[4f9f];W[5a5b])", "(;GM[8]SFEN["+sfen+"];B[4f9f];W[5a4a])", "(;GM[8]SFEN["+sfen+"];B[4f8f];W[5a4a])")
	q := archivetest.Query(t, `game:shogi pos:"`+sfen+`"`)
	next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: q}, &NextOptions{})
	if err != nil || len(next.Next) != 2 || next.Next[0].Point != "4f9f" || next.Next[0].Games != 2 {
		t.Errorf("%+v, %v", next, err)
	}
	tree, err := Of(v.Views).Tree(t.Context(), &archive.Search{Query: q}, &TreeOptions{Depth: 2})
	if err != nil || len(tree.Nodes) < 2 || tree.Nodes[1].Move.Point != "4f9f" || tree.Nodes[1].Label == "" {
		t.Errorf("%+v, %v", tree, err)
	}

	// A part of the answer that travels is what it was.
	question, err := search.Resolve(t.Context(), v.Snapshot(), query.Query(q), map[string]search.Aggregation{"tree": &study.Tree{Depth: 2}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := search.NewLocal(v.Snapshot(), nil).Search(t.Context(), []*search.Question{question}, nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(parts[0])
	if err != nil {
		t.Fatal(err)
	}
	read, err := question.ReadPartial(data)
	if err != nil {
		t.Fatal(err)
	}
	parts[0].Merge(read)
	answer, err := question.Finish(parts[0])
	if err != nil {
		t.Fatal(err)
	}
	moves := map[string]int{}
	for _, n := range answer.Found["tree"].(*study.Lines).Nodes {
		if n.Depth == 1 {
			moves[kind.(registry.MoveReader).MoveText(n.Move.Point)] += n.Games
		}
	}
	if len(answer.Found["tree"].(*study.Lines).Nodes) != len(tree.Nodes) || moves["4f9f"] != 4 || moves["4f8f"] != 2 {
		t.Errorf("%v, of %d lines, want those of %d", moves, len(answer.Found["tree"].(*study.Lines).Nodes), len(tree.Nodes))
	}
}

// Moves of pieces whose codes differ by what points have are two.
func TestNextTellsCodesApart(t *testing.T) {
	for _, test := range []struct {
		query   string
		records []string
		want    []string
	}{
		{
			`game:chess pos:"3k4/7P/8/8/8/8/8/4K3 w - - 0 1"`,
			[]string{"(;GM[3]FEN[3k4/7P/8/8/8/8/8/4K3 w - - 0 1];W[h7h8n];B[d8e8])", "(;GM[3]FEN[3k4/7P/8/8/8/8/8/4K3 w - - 0 1];W[h7h8b];B[d8e8])", "(;GM[3]FEN[3k4/7P/8/8/8/8/8/4K3 w - - 0 1];W[h7h8r];B[d8e8])"},
			[]string{"h7h8b", "h7h8n", "h7h8r"},
		},
	} {
		v := archivetest.Of(t, test.records...)
		next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, test.query)}, &NextOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range next.Next {
			got = append(got, m.Point)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) || len(next.Next) == 3 && next.Next[0].Games != 1 {
			t.Errorf("%s: %q, want %q", test.query, got, test.want)
		}
	}
}

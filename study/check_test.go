package study

import (
	"encoding/json"
	"fmt"
	"testing"

	"kifudb/position"
	"kifudb/search"
)

// Trees that cannot be asked for are refused, and those at the bounds are not.
func TestTreeCheck(t *testing.T) {
	s := newArchive(t, 5, 60)
	q := resolve(t, s, "pos:[5x5]", &search.Count{}, &search.Options{})
	without := resolve(t, s, "size:5", &search.Count{}, &search.Options{})
	for _, test := range []struct {
		tree *Tree
		ok   bool
	}{
		{&Tree{Depth: 0}, false}, {&Tree{Depth: 1}, true}, {&Tree{Depth: MaxDepth}, true}, {&Tree{Depth: MaxDepth + 1}, false},
		{&Tree{Depth: 1, MinGames: -1}, false}, {&Tree{Depth: 1, MaxMoves: -1}, false},
		{&Tree{Depth: 2, Within: &Skeleton{Depth: 2}}, true}, {&Tree{Depth: 2, Within: &Skeleton{Depth: 3}}, false}, {&Tree{Depth: 2, Within: &Skeleton{Depth: -1}}, false},
	} {
		if err := test.tree.Check(q); (err == nil) != test.ok {
			t.Errorf("%+v: %v", test.tree, err)
		}
	}
	if err := (&Tree{Depth: 1}).Check(without); err == nil {
		t.Error("a question without a position has a tree")
	}
}

// twoPositions is a tree of the beginning and one move.
func twoPositions() []FollowPosition {
	return []FollowPosition{{}, {Content: []byte{byte(position.Black), 0}, Depth: 1, Leaf: true}}
}

func TestFollowCheck(t *testing.T) {
	s := newArchive(t, 5, 60)
	q := resolve(t, s, "pos:[5x5]", &search.Count{}, &search.Options{})
	for _, test := range []struct {
		name   string
		change func(f *Follow)
		ok     bool
	}{
		{"a tree", func(*Follow) {}, true},
		{"no games to be listed", func(f *Follow) { f.Games = 0 }, true},
		{"fewer than none", func(f *Follow) { f.Games = -1 }, false},
		{"nothing", func(f *Follow) { f.Positions = nil }, false},
		{"the beginning only", func(f *Follow) { f.Positions = f.Positions[:1] }, true},
		{"a beginning with stones", func(f *Follow) { f.Positions = f.Positions[1:] }, false},
		{"a depth below 0", func(f *Follow) { f.Positions[1].Depth = -1 }, false},
		{"a depth of 0", func(f *Follow) { f.Positions[1].Depth = 0 }, true},
		{"deeper than there are positions", func(f *Follow) { f.Positions[1].Depth = 3 }, false},
		{"as deep as there are positions", func(f *Follow) { f.Positions[1].Depth = 2 }, true},
		{"half a stone", func(f *Follow) { f.Positions[1].Content = []byte{1} }, false},
		{"a stone beside the board", func(f *Follow) { f.Positions[1].Content = []byte{1, 99} }, false},
	} {
		f := &Follow{Games: 3, Positions: twoPositions()}
		test.change(f)
		if err := f.Check(q); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// A state that comes from elsewhere is read if it can be one, up to its bounds.
func TestFollowStateIsNotTrusted(t *testing.T) {
	s := newArchive(t, 5, 60)
	q := resolve(t, s, "pos:[5x5]", &search.Count{}, &search.Options{})
	f := &Follow{Games: 3, Positions: twoPositions()}
	if err := f.Check(q); err != nil {
		t.Fatal(err)
	}
	const counts = `"games":2,"hits":3,"followed":1,"again":1`
	at := func(position int, counts, won string) string {
		return fmt.Sprintf(`{"at":%d,"counts":%s,"won":%s,"example":1}`, position, counts, won)
	}
	results := func(black, white, draw, other int) string {
		text, err := json.Marshal(search.Results{Black: black, White: white, Draw: draw, Other: other})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	one := results(1, 1, 0, 0)
	for _, test := range []struct {
		text string
		ok   bool
	}{
		{`{` + counts + `,"positions":[]}`, true},
		{`{"games":2,"hits":2,"followed":2,"again":2,"positions":[]}`, true},
		{`{"games":0,"hits":0,"followed":0,"again":0,"positions":[]}`, true},
		{`{"games":-1,"hits":0,"followed":0,"again":0,"positions":[]}`, false},
		{`{"games":2,"hits":1,"followed":0,"again":0,"positions":[]}`, false},
		{`{"games":2,"hits":3,"followed":3,"again":0,"positions":[]}`, false},
		{`{"games":2,"hits":3,"followed":-1,"again":0,"positions":[]}`, false},
		{`{"games":2,"hits":3,"followed":0,"again":4,"positions":[]}`, false},
		{`{"games":2,"hits":3,"followed":0,"again":3,"positions":[]}`, true},
		{`{"games":2,"hits":3,"followed":0,"again":-1,"positions":[]}`, false},
		{`{` + counts + `,"positions":[` + at(0, "[2,3,0,0,0,0]", one) + `]}`, true},
		{`{` + counts + `,"positions":[` + at(0, "[2,2,0,0,0,0]", one) + `,` + at(1, "[1,1,1,1,1,1]", results(0, 0, 0, 1)) + `]}`, true},
		{`{` + counts + `,"positions":[` + at(1, "[2,2,0,0,0,0]", one) + `,` + at(0, "[2,2,0,0,0,0]", one) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(1, "[2,2,0,0,0,0]", one) + `,` + at(1, "[2,2,0,0,0,0]", one) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(2, "[2,2,0,0,0,0]", one) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(-1, "[2,2,0,0,0,0]", one) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(0, "[2,1,0,0,0,0]", one) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(0, "[3,3,0,0,0,0]", results(3, 0, 0, 0)) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(0, "[0,0,0,0,0,0]", results(0, 0, 0, 0)) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(0, "[2,2,-1,0,0,0]", one) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(0, "[2,2,0,0,0,0]", results(1, 0, 0, 0)) + `]}`, false},
		{`{` + counts + `,"positions":[` + at(0, "[2,2,0,0,0,0]", results(3, -1, 0, 0)) + `]}`, false},
		{`{` + counts + `,"positions":[],"best":[{"ID":1,"Position":0,"MoveNumber":0,"By":0}]}`, true},
		{`{` + counts + `,"positions":[],"best":[{"ID":1,"Position":1,"MoveNumber":0,"By":2}]}`, true},
		{`{` + counts + `,"positions":[],"best":[{"ID":1,"Position":2,"MoveNumber":0,"By":0}]}`, false},
		{`{` + counts + `,"positions":[],"best":[{"ID":1,"Position":-1,"MoveNumber":0,"By":0}]}`, false},
		{`{` + counts + `,"positions":[],"best":[{"ID":1,"Position":0,"MoveNumber":0,"By":3}]}`, false},
		{`{` + counts + `,"positions":[],"more":1}`, false},
	} {
		state := f.Empty(q)
		if err := state.(json.Unmarshaler).UnmarshalJSON([]byte(test.text)); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.text, err)
		}
	}
}

// Which games are kept by their ranks: the best of all, in whatever order they come, and those
// of a state that comes from elsewhere if their ranks were counted.
func TestRankingIsNotTrusted(t *testing.T) {
	for text, ok := range map[string]bool{
		`{"counts":[1,0,1]}`: true,
		`{"games":[{"id":1,"rank":0,"hit":{"game":1,"node":0,"moveNumber":0,"board":{}}}],"counts":[1]}`:  true,
		`{"games":[{"id":1,"rank":0,"hit":{"game":1,"node":0,"moveNumber":0}}],"counts":[1]}`:             false, // without a board
		`{"games":[{"id":1,"rank":1,"hit":{"game":1,"node":0,"moveNumber":0,"board":{}}}],"counts":[1]}`:  false,
		`{"games":[{"id":1,"rank":-1,"hit":{"game":1,"node":0,"moveNumber":0,"board":{}}}],"counts":[1]}`: false,
		`{"games":[{"id":1,"rank":0,"hit":{"game":1,"node":0,"moveNumber":0,"board":{}}}],"counts":[0]}`:  false,
	} {
		var r ranking
		if err := r.UnmarshalJSON([]byte(text)); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}

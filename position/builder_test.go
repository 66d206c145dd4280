package position_test

import (
	"testing"

	"kifudb/position"
)

// A pass after a move or a pass of the opponent's takes one word more than its node; any other
// takes two, and names the player.
func TestScriptBuilderPass(t *testing.T) {
	move := func(c position.Color) func(*position.ScriptBuilder) {
		return func(b *position.ScriptBuilder) { b.Move(position.Move{Color: c, Point: position.At(2, 3)}) }
	}
	pass := func(c position.Color) func(*position.ScriptBuilder) {
		return func(b *position.ScriptBuilder) { b.Pass(c) }
	}
	nothing := func(*position.ScriptBuilder) {}
	for _, test := range []struct {
		name   string
		nodes  []func(*position.ScriptBuilder)
		words  int
		passed position.Color // at the last node
	}{
		{"after a move", []func(*position.ScriptBuilder){move(position.Black), pass(position.White)}, 3, position.Empty},
		{"of both", []func(*position.ScriptBuilder){move(position.Black), pass(position.White), pass(position.Black)}, 5, position.Empty},
		{"first", []func(*position.ScriptBuilder){pass(position.Black)}, 3, position.Black},
		{"both first", []func(*position.ScriptBuilder){pass(position.Black), pass(position.White)}, 6, position.White},
		{"after the player's own move", []func(*position.ScriptBuilder){move(position.White), pass(position.White)}, 4, position.White},
		{"after the player's own pass", []func(*position.ScriptBuilder){move(position.Black), pass(position.White), pass(position.White)}, 6, position.White},
		{"after a node without a move", []func(*position.ScriptBuilder){move(position.Black), nothing, pass(position.White)}, 5, position.White},
	} {
		var b position.ScriptBuilder
		for _, node := range test.nodes {
			b.Node()
			node(&b)
		}
		s := b.Script()
		var last position.ScriptNode
		for n := range s.Contents() {
			last = *n
		}
		if len(s) != test.words || last.Passed != test.passed || last.ToPlay == position.Empty {
			t.Errorf("%s: %d words, passed %v, to play %v; want %d words, passed %v", test.name, len(s), last.Passed, last.ToPlay, test.words, test.passed)
		}
	}
}

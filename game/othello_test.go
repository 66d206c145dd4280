package game

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/position"
)

func TestOthelloPositions(t *testing.T) {
	for _, test := range []struct {
		text, want, err string
		alone           bool // it can only be of Othello
	}{
		{"f5d6", "---------------------------OX------OXX-----O-------------------- X", "", true},
		{"F5D6", "---------------------------OX------OXX-----O-------------------- X", "", true},
		{"f5 d6", "---------------------------OX------OXX-----O-------------------- X", "", false},
		{"start", "---------------------------OX------XO--------------------------- X", "", false},
		{"8/8/8/3OX3/3XO3/8/8/8 X", "---------------------------OX------XO--------------------------- X", "", true},
		{"---------------------------OX------XO--------------------------- X", "---------------------------OX------XO--------------------------- X", "", true},
		{strings.Repeat("XO", 32) + " X", strings.Repeat("XO", 32) + " X", "", true},
		{"(;GM[2]SZ[8];B[f5];W[d6])", "---------------------------OX------OXX-----O-------------------- X", "", true},
		{"GM[2]AB[e4][d5]AW[dd]AW[ee]PL[B];B[fe]", "---------------------------OX------XXX-------------------------- O", "", true},
		{"GM[2]AB[d3:d5][e5:f5]AW[d4]AE[e4]PL[W]", "", "", true},
		{"f5f5", "", "move 2, f5: against the rules: a disc lies there", false},
		{"f5 a1", "", "move 2, a1: against the rules: it turns no disc", false},
		{"(;GM[2];B[a1])", "", "move 1: against the rules: it turns no disc", true},
		{"(;GM[2];B[zz])", "", "B[zz]: neither a square", true},
		{"(;GM[2]AB[tt])", "", "AB[tt]: no square", true},
		{"(;GM[2]SZ[9];B[f5])", "", "a board of 9x9", true},
		{"8/8/8/3OX3/3XO3/8/8/8", "", "who is to move", false},
	} {
		if got := othelloGame.Recognizes(test.text); got != test.alone {
			t.Errorf("%s: can only be of Othello: %v", test.text, got)
		}
		p, err := Read(othelloGame, test.text)
		switch {
		case test.err != "":
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: got error %v, want %q", test.text, err, test.err)
			}
		case err != nil:
			t.Errorf("%s: %v", test.text, err)
		case test.want != "" && p.Text() != test.want:
			t.Errorf("%s: got %s, want %s", test.text, p.Text(), test.want)
		}
	}
	for _, text := range []string{"", "Q16 D4", "c3d4", "e5", "........./........./........./........./....X..../........./........./........./.........", "--", "X.X", "startpos"} {
		if othelloGame.Recognizes(text) {
			t.Errorf("%q is taken for Othello", text)
		}
	}
}

// script makes a script of nodes, each "B f5", "W pass" as a move of scripts, "PL W", "AB f5".
func script(nodes ...string) position.Script {
	var b position.ScriptBuilder
	for _, node := range nodes {
		b.Node()
		words := strings.Fields(node)
		for i := 0; i+1 < len(words); i += 2 {
			colors := map[string]position.Color{"B": position.Black, "W": position.White}
			switch ident, value := words[i], words[i+1]; {
			case ident == "PL":
				b.ToPlay(colors[value])
			case len(ident) == 2:
				points, _ := othelloGame.ReadPoints(value)
				for _, at := range points {
					b.Add(colors[ident[1:]], at)
				}
			case value == "passes":
				b.Pass(colors[ident])
			default:
				m, _ := othelloGame.ReadMove(value)
				b.Move(position.Move{Color: colors[ident], Point: m})
			}
		}
	}
	return b.Script()
}

// Records do with passes, setup and errors what they like.
func TestOthelloReplay(t *testing.T) {
	for _, test := range []struct {
		name   string
		nodes  []string
		faults string // of the nodes, in order, those that there are
		done   int    // moves that were made
		turn   string // at the end
	}{
		{"usual", append([]string{""}, "B f5", "W d6"), "", 2, "B"},
		{"root with a move", []string{"AB e4 AB d5 AW d4 AW e5 PL B B f5", "W d6", ""}, "", 2, "B"},
		{"odd start, whose turn it is from the move", []string{"AB d4 AB e5 AW e4 AW d5", "W c4"}, "", 1, "B"},
		{"parallel start", []string{"AB d4 AB e4 AW d5 AW e5", "W c3"}, "", 1, "B"},
		{"the wrong color", []string{"", "W f5"}, "it was the other side's move", 1, "W"},
		{"out of turn", []string{"", "W f4"}, "the other side was to move", 1, "B"},
		{"nothing turned", []string{"", "B a1", "W f4"}, "it turns no disc; it comes after a move that cannot be made", 0, "B"},
		{"on a disc", []string{"", "B d4"}, "a disc lies there", 0, "B"},
		{"off the board", []string{"", "B j10"}, "it is not on the board", 0, "B"},
		{"a pass with moves", []string{"", "B f5", "PL B", "B e2"}, "a player with moves may not pass; it turns no disc", 1, "B"},
		{"a pass first", []string{"", "B passes"}, "a player with moves may not pass", 0, "W"},
		{"whose turn it is, first", []string{"", "PL W"}, "", 0, "W"},
		{"a pass last", []string{"", "B f5", "W passes"}, "a player with moves may not pass", 1, "B"},
		{"passes of both", []string{"", "B f5", "W passes", "B passes"}, "a player with moves may not pass; a player with moves may not pass", 1, "W"},
		{"a pass out of turn", []string{"", "B f5", "B passes"}, "a player with moves may not pass", 1, "W"},
		{"a pass after a remark", []string{"", "B f5", "", "W passes", "B e2"}, "a player with moves may not pass; it turns no disc", 1, "B"},
		{"whose turn it is, again", []string{"", "B f5", "PL W", "W d6"}, "", 2, "B"},
		{"a pass as a move", []string{"", "B f5", "W pass", "B a1"}, "a player with moves may not pass; it turns no disc", 2, "B"},
	} {
		t.Run(test.name, func(t *testing.T) {
			start, err := Start(othelloGame)
			if err != nil {
				t.Fatal(err)
			}
			var faults []string
			done, turn := 0, ""
			for step := range othelloGame.Replay(start, script(test.nodes...)) {
				if step.Fault != "" {
					faults = append(faults, step.Fault)
				}
				if step.Done {
					done++
				}
				turn = letter(step.Position.ToPlay())
			}
			if got := strings.Join(faults, "; "); got != test.faults || done != test.done || turn != test.turn {
				t.Errorf("%d moves, %s to play, faults %q; want %d, %s, %q", done, turn, got, test.done, test.turn, test.faults)
			}
		})
	}
}

// A game is the same whether its passes are written or left out, and whether colors
// change with each move where somebody has passed.
func TestOthelloPassesAreNoMoves(t *testing.T) {
	passes := 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 64))
		p, _ := Start(othelloGame)
		d := p.(Discs)
		left, written, asMoves, alternating := []string{""}, []string{""}, []string{""}, []string{""}
		before, turns := position.White, []string{"B", "W"}
		for i := 0; !d.Othello.Over(); i++ {
			if d.ToPlay() == before {
				passes++
				other := letter(before.Opponent())
				written = append(written, "PL "+letter(before))
				asMoves = append(asMoves, other+" pass")
			}
			before = d.ToPlay()
			moves := d.Moves()
			m := moves[rng.IntN(len(moves))].Text
			left = append(left, letter(before)+" "+m)
			written = append(written, letter(before)+" "+m)
			asMoves = append(asMoves, letter(before)+" "+m)
			alternating = append(alternating, turns[i%2]+" "+m)
			code, _ := d.ReadMove(m)
			d.Play(code)
		}
		for name, nodes := range map[string][]string{"left out": left, "written": written, "as moves": asMoves, "alternating": alternating} {
			start, _ := Start(othelloGame)
			var end Position
			for step := range othelloGame.Replay(start, script(nodes...)) {
				if step.Moved != step.Done || step.Fault != "" && name != "alternating" {
					t.Fatalf("seed %d, passes %s: move %d: %s", seed, name, step.MoveNumber, step.Fault)
				}
				end = step.Position.Clone()
			}
			if !end.Equal(d) {
				t.Errorf("seed %d, passes %s: it ends in %s, want %s", seed, name, end.Text(), d.Text())
			}
		}
	}
	if passes < 10 {
		t.Errorf("only %d passes", passes)
	}
}

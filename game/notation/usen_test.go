package notation

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/position/shogi"
)

// Moves, drops, promotions, variations and endings, as other programs write them.
func TestReadUSEN(t *testing.T) {
	for text, want := range map[string]string{
		"~0.7ku2jm.r":                       "7g7f 3c3d Resigns",
		"~0.7ku2jm.r~1.36e.t~0.6y2.":        "( 7g7f ( 3c3d Resigns ) ( 8c8d Timeup ) ) ( 2g2f",
		"4k4_9_9_9_9_9_9_9_4K4.b.2P~0.bfq.": "P*5e",
		"~0.7ku.x":                          "7g7f | 1:2: E34",
		"~0.7ku~7.2jm":                      "7g7f | 1:8: E32",
		"~0.7ku7ku":                         "7g7f | 1:7: E32",
		"~0.7ku2j":                          "7g7f | 1:7: E34",
	} {
		var problems []string
		records := ReadUSEN([]byte(text+"\n"), &ReadOptions{Report: func(p Problem) {
			problems = append(problems, fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Code))
		}})
		if Detect([]byte(text)) != USEN || len(records) != 1 {
			t.Errorf("%s: %s, %d records", text, Detect([]byte(text)), len(records))
			continue
		}
		if got := strings.Join(append([]string{usenTree(records[0])}, problems...), " | "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"~0.", "~/home", "~0.7K", "a~0.7ku", "x = ~0.7ku", "0.7ku2jm", "~1.7ku"} {
		if d := Detect([]byte(text)); d == USEN {
			t.Errorf("%q is taken for USEN", text)
		}
	}
}

// usenTree writes the moves of a record, variations in parentheses.
func usenTree(r *Record) string {
	var words []string
	for v := range r.Nodes() {
		for range v.Closes {
			words = append(words, ")")
		}
		if v.Opens {
			words = append(words, "(")
		}
		if v.Node.moves() {
			words = append(words, v.Node.Move.String())
		}
		if v.Node.Ending != NoEnding {
			words = append(words, v.Node.Ending.String())
		}
	}
	return strings.Join(words, " ")
}

// What is written is read as the same tree.
func TestUSENRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 81))
	endings := []Ending{NoEnding, Resigns, TimeUp, Impasse, Illegal, Adjourned}
	drops := 0
	for range 60 {
		record := NewRecord(StartAt(shogi.New()))
		nodes := []*Node{record.Root}
		positions := []*shogi.Position{shogi.New()}
		for range 150 {
			i := len(nodes) - 1
			if r.IntN(12) == 0 {
				i = r.IntN(len(nodes))
			}
			p := positions[i].Clone()
			moves := p.Moves(nil)
			if len(moves) == 0 {
				continue
			}
			m := moves[r.IntN(len(moves))]
			if slices.ContainsFunc(nodes[i].Children, func(n *Node) bool { return n.Move == m }) {
				continue
			}
			if m.IsDrop() {
				drops++
			}
			p.Play(m)
			n := &Node{Move: m}
			nodes[i].Children = append(nodes[i].Children, n)
			nodes, positions = append(nodes, n), append(positions, p)
		}
		for _, n := range nodes {
			if len(n.Children) == 0 {
				n.Ending = endings[r.IntN(len(endings))]
			}
		}
		var b bytes.Buffer
		if err := WriteUSEN(&b, record, &WriteOptions{Lost: func(l Loss) { t.Errorf("lost %s", l) }}); err != nil {
			t.Fatal(err)
		}
		again := ReadUSEN(b.Bytes(), &ReadOptions{Report: func(p Problem) { t.Error(p) }})
		if len(again) != 1 || usenTree(again[0]) != usenTree(record) {
			t.Fatalf("%s became %v", usenTree(record), again)
		}
	}
	if drops < 50 {
		t.Errorf("only %d drops", drops)
	}
}

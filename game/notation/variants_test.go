package notation

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position/shogi"
)

// variants are all ways to write moves: two notations, four ways to number,
// columns or packed lines, the usual drop mark or another.
func variants() (list []Format) {
	for _, n := range []Notation{Western, Japanese} {
		for _, numbers := range []Format{{Numbers: NoNumbers}, {Numbers: Single}, {Numbers: Pairs}, {Numbers: Pairs, First: 41}} {
			for _, width := range []int{0, 40} {
				for _, drop := range []byte{0, '@'} {
					numbers.Notation, numbers.Width, numbers.DropChar = n, width, drop
					list = append(list, numbers)
				}
			}
		}
	}
	return list
}

// checkVariants writes a record in all variants and in kanji, and checks that
// the text reads as the same game without problems, and that converting it again
// changes nothing.
func checkVariants(t *testing.T, r *Record) {
	t.Helper()
	list := variants()
	if len(list) != 32 {
		t.Fatalf("%d variants instead of 32", len(list))
	}
	for _, f := range list {
		for _, o := range []PrintOptions{{}, {Kanji: true}} {
			if o.Kanji && f.Notation == Western {
				continue
			}
			name := fmt.Sprintf("%s kanji=%t", f.Output(), o.Kanji)
			var text bytes.Buffer
			if err := Write(&text, r, f, &o); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var problems []Problem
			records := Read(text.Bytes(), &ReadOptions{Report: func(p Problem) {
				if p.Code != IllegalMove {
					problems = append(problems, p)
				}
			}})
			if len(records) != 1 || problems != nil {
				t.Fatalf("%s: %d records, problems %v\n%s", name, len(records), problems, text.String())
			}
			if diff := diffRecords(r, records[0]); diff != "" {
				t.Fatalf("%s: (-want +got)\n%s\n%s", name, diff, text.String())
			}
			again := convertAgain(t, text.String(), f, o)
			if diff := cmp.Diff(text.String(), again); diff != "" {
				t.Fatalf("%s: converted again (-want +got)\n%s", name, diff)
			}
		}
	}
}

// diffRecords compares records' starts and trees without recursion.
func diffRecords(want, got *Record) string {
	if diff := cmp.Diff(want.Start.Game(), got.Start.Game()); diff != "" {
		return diff
	}
	lines := func(r *Record) (list []string) {
		for v := range r.Nodes() {
			list = append(list, fmt.Sprintf("%d<%d %v %q %v %q", v.Index, v.Parent, v.Node.Move, v.Node.Marks, v.Node.Ending, v.Node.Comment))
		}
		return list
	}
	return cmp.Diff(lines(want), lines(got))
}

// convertAgain converts a text with an OUTPUT statement put after its first INPUT.
func convertAgain(t *testing.T, text string, f Format, o PrintOptions) string {
	t.Helper()
	input := f.Input() + "\n"
	if !strings.Contains(text, input) {
		t.Fatalf("%q is missing in\n%s", input, text)
	}
	text = strings.Replace(text, input, input+f.Output()+"\n", 1)
	var out bytes.Buffer
	n, err := Convert(&out, strings.NewReader(text), &ConvertOptions{PrintOptions: o})
	if err != nil || n != 0 {
		t.Fatalf("%d errors, %v", n, err)
	}
	return out.String()
}

// randomRecord plays a game with variations, words and endings.
func randomRecord(random *rand.Rand, start *shogi.Position, moves int) *Record {
	r := NewRecord(StartAt(start.Clone()))
	type place struct {
		node     *Node
		position shogi.Position
	}
	here := place{r.Root, *start}
	var earlier []place
	for range moves {
		legal := here.position.Moves(nil)
		if len(legal) == 0 || random.IntN(25) == 0 {
			if len(here.node.Children) == 0 && here.node != r.Root {
				here.node.Ending = Resigns + Ending(random.IntN(int(numEndings-1)))
			}
			if len(earlier) == 0 {
				break
			}
			here = earlier[random.IntN(len(earlier))]
			continue
		}
		// Prefer moves that need many words: those of pieces with rivals.
		m := legal[random.IntN(len(legal))]
		for range 3 {
			if m.IsDrop() || len(rivals(&here.position, m)) == 0 {
				m = legal[random.IntN(len(legal))]
			}
		}
		n := &Node{Move: m}
		switch random.IntN(30) {
		case 0:
			n.Marks = []string{"!", "?", "!?", "??"}[random.IntN(4)]
		case 1:
			n.Comment = "A line\n\n  and another: 76 FU, P-7f "
		}
		if random.IntN(6) == 0 {
			earlier = append(earlier, here)
		}
		here.node.Children = append(here.node.Children, n)
		here.node = n
		here.position.PlayLegal(m)
	}
	return r
}

// starts are positions to play random games from.
var starts = []string{
	shogi.StartSFEN,
	"lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"4k4/9/3+P1+P3/9/3GG4/2G1G4/+R7+R/9/+BK1+S+S+N+N+L+B b 2p 1",
	"4k4/+p1+p1+p1+p2/3g1g2g/9/s1s1s1s2/n1n1n1n2/l1l1l1l2/9/r3K3r w 2b 1",
}

func TestVariants(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, sfen := range starts {
		for range testsize.Of(6, 2) {
			p, err := shogi.ParseSFEN(sfen)
			if err != nil {
				t.Fatal(err)
			}
			checkVariants(t, randomRecord(random, p, 120))
		}
	}
}

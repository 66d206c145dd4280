package shogi

import (
	"fmt"
	"testing"
)

// perfts are published counts (start position, maximum of moves) and counts
// that two independent programs agree on.
var perfts = []struct {
	name, sfen string
	counts     []int // for depth 1, 2, …
}{
	{"start", StartSFEN, []int{30, 900, 25470, 719731, 19861490, 547581517}},
	{"midgame, Gote to move", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1", []int{207, 28684, 4809015}},
	{"most moves known", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", []int{593, 105677}},
	{"endgame", "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124", []int{178, 18041, 2552846, 207741677}},
	{"lance given", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", []int{30, 900, 25530, 721433}},
	{"two pieces given", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", []int{26, 780, 19740, 558731}},
	{"six pieces given", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", []int{24, 720, 16740, 473823}},
	{"pawns on every file", "4k4/9/9/9/9/9/9/9/9 b 16P 1", []int{72, 355}},
	{"few ways to parry", "r7k/6K2/7SP/4s2bb/9/9/9/9/9 b r4g2s4n4l17p 1", []int{4}},
	{"drop mate", "l7l/5bS2/p1np5/6Sk1/4p2B1/PSpPPn1G1/1P1G2g1N/2+l6/L1KN1+r3 b R3Pgs7p 1", []int{1}},
	{"stalemate with pawns in hand", "+R+N+SGKG+S+N+R/+B+N+SG+LG+S+N+B/P+LPP+LPP+LP/1P2P2P1/9/9/9/9/4k4 b 9P 200", []int{0}},
}

func TestPerft(t *testing.T) {
	limit := 25_000_000
	if testing.Short() {
		limit = 1_000_000
	}
	for _, test := range perfts {
		t.Run(test.name, func(t *testing.T) {
			p, err := ParseSFEN(test.sfen)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range test.counts {
				if want > limit {
					break
				}
				if got := p.Perft(i + 1); got != want {
					t.Errorf("depth %d: got %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

// BenchmarkPerft counts every listed line of play, up to 547,581,517 of them;
// -short leaves out what takes seconds.
func BenchmarkPerft(b *testing.B) {
	for _, test := range perfts {
		depth := len(test.counts)
		want := test.counts[depth-1]
		if want < 1_000_000 || testing.Short() && want > 100_000_000 {
			continue
		}
		b.Run(fmt.Sprintf("%s/%d", test.name, depth), func(b *testing.B) {
			p, err := ParseSFEN(test.sfen)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if got := p.Perft(depth); got != want {
					b.Fatalf("got %d, want %d", got, want)
				}
			}
			b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

package ask

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// Moves are ranked by what they lost, in percent if any is known in it.
func TestAnnotateLosses(t *testing.T) {
	for _, test := range []struct {
		record, want string
		comments     int
	}{
		{"(;SZ[9]SBKV[50];B[aa]SBKV[40];W[bb]SBKV[45];B[cc]SBKV[25];W[dd]SBKV[55];B[ee]V[3];W[ff]V[9])",
			"percent 5/6 +1: 4W-30 blunder, 3B-20 blunder, 1B-10 mistake, 2W-5 inaccuracy; B 2 15 - 1 1, W 3 17.5 6 1 1", 5},
		{"(;SZ[9]V[0];B[aa]V[-2];W[bb]V[6];B[cc]V[6.5])", "points 3/3 +0: 2W-8 mistake, 1B-2 ; B 2 - 1 0 0, W 1 - 8 1 0", 1},
		{"(;SZ[9]SBKV[50];B[aa](;W[bb])(;W[cc]SBKV[99]))", "", 0}, // variations were not played
		{"(;SZ[9];B[aa];W[bb])", "", 0},
	} {
		views := Of(archivetest.Of(t, test.record).Views)
		a, err := views.Annotate(t.Context(), &archive.Search{}, &AnnotateOptions{Game: "1", AsOf: AsOfNow})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if l := a.Losses; l != nil {
			var worst, sides []string
			for _, m := range l.Worst {
				worst = append(worst, fmt.Sprintf("%d%s-%g %s", m.Number, m.Color, *value(m.Loss, l.Unit), m.Loss.Class))
			}
			known := func(x *float64) string {
				if x == nil {
					return "-"
				}
				return fmt.Sprint(*x)
			}
			for _, s := range l.Sides {
				sides = append(sides, fmt.Sprintf("%s %d %s %s %d %d", s.Color, s.Evaluated, known(s.Percent), known(s.Points), s.Mistakes, s.Blunders))
			}
			got = fmt.Sprintf("%s %d/%d +%d: %s; %s", l.Unit, l.Evaluated, l.Moves, l.OtherUnit, strings.Join(worst, ", "), strings.Join(sides, ", "))
		}
		if got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.record, got, test.want)
		}
		var sgf bytes.Buffer
		if err := a.WriteSGF(&sgf); err != nil {
			t.Fatal(err)
		}
		if strings.Count(sgf.String(), "by the engine's values") != test.comments {
			t.Errorf("%s", sgf.String())
		}
	}
}

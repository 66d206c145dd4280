package ledger

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each outcome and each fate of a game has its own total; what is counted twice
// adds up.
func TestTotals(t *testing.T) {
	var got Totals
	counts := map[What]int{Read: 1, Unchanged: 2, Passed: 3, Refused: 4, Still: 5, AsKnown: 6, Cut: 7, Kept: 8, Lost: 9}
	for what, n := range counts {
		for range n {
			got.Count(&Outcome{What: what, Format: "kif"})
		}
	}
	for range 2 {
		got.Count(&Outcome{What: Read, Games: []Span{
			{1, 10, 1, Added}, {11, 20, 11, Restored}, {31, 300, 31, Changed}, {331, 4000, 331, Known},
			{4331, 50_000, 4331, Removed}, {0, 600_000, 60_000, Missing}, {0, 7_000_000, 700_000, Pruned},
		}, Problems: map[string]int{"x": 3, "y": 9}, ProblemGames: map[string]int{"y": 4}})
	}
	want := Totals{
		Files: 3, Unchanged: 2, Passed: 3, Failed: 4, Still: 5, Accepted: 6,
		Games: 2 * 54_330, Added: 60, Changed: 600, Known: 8000, Removed: 100_000, Missing: 1_200_000, Pruned: 14_000_000,
		NotRead: map[string]int{"kif": 9}, Problems: map[string]int{"x": 6, "y": 18}, ProblemGames: map[string]int{"x": 2, "y": 8},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

package archive

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/search"
)

// Shares are of the decided games, a score is there where games were drawn, and of
// nothing there are none.
func TestNewResults(t *testing.T) {
	if r := NewResults(search.Results{Other: 3}); r != (Results{Other: 3}) {
		t.Errorf("of nothing: %+v", r)
	}
	got := NewResults(search.Results{Black: 1, White: 10, Other: 5})
	want := Results{
		Black: 1, White: 10, Other: 5, Decided: 11,
		BlackShare: &Share{0.090909, 0.016232, 0.377358}, WhiteShare: &Share{0.909091, 0.622642, 0.983768}, DrawShare: &Share{0, 0, 0.258833},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("without draws (-want +got):\n%s", d)
	}
	got = NewResults(search.Results{Black: 3000, White: 2000, Draw: 5000})
	if got.Decided != 10_000 || cmp.Diff(got.BlackScore, &Share{0.55, 0.543131, 0.55685}) != "" {
		t.Errorf("with draws: %+v, %+v", got, got.BlackScore)
	}
}

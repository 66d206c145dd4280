package report

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/ask"
)

func TestWords(t *testing.T) {
	number := func(x float64) *float64 { return &x }
	games := ask.Metric{Name: "games", Kind: ask.MetricCount}
	won := ask.Metric{Name: "bwin", Kind: ask.MetricShare}
	shared := ask.Metric{Name: "share", Kind: ask.MetricShare}
	moves := ask.Metric{Name: "moves", Kind: ask.MetricMean}
	measured := ask.Measured{Value: number(0.5125), Low: number(0.25), High: number(0.75)}
	for _, test := range []struct{ got, want string }{
		{counted(0, "game"), "0 games"},
		{counted(1, "game"), "1 game"},
		{counted(2000, "game"), "2,000 games"},
		{share(nil), "–"},
		{share(&archive.Share{Value: 0.5125}), "51.2 %"},
		{share(&archive.Share{Value: 1}), "100.0 %"},
		{interval(nil), ""},
		{interval(&archive.Share{Value: 0.5, Low: 0.25, High: 0.75}), "25.0–75.0"},
		{value(games, ask.Measured{}), "–"},
		{value(games, ask.Measured{Value: number(2000)}), "2,000"},
		{value(won, measured), "51.2 %"},
		{value(moves, ask.Measured{Value: number(211.56)}), "211.6"},
		{bounds(won, ask.Measured{Value: number(1)}), ""},
		{bounds(won, measured), "25.0–75.0"},
		{bounds(shared, measured), ""}, // it is of all games, not of a sample
		{bounds(moves, ask.Measured{Value: number(211), Low: number(200.04), High: number(222)}), "200.0–222.0"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

// However many openings there are, the most frequent are drawn; charts of one column are not.
func TestWhatIsDrawn(t *testing.T) {
	var records strings.Builder
	for i := range openings + 2 {
		for range 1 + i { // the last opening is the most frequent
			fmt.Fprintf(&records, "(;GM[1]SZ[19]DT[1990-03-01]KM[6.5]RE[B+R];B[pd];W[dp];B[pp];W[d%c])\n", 'b'+i)
		}
	}
	page, _ := written(t, records.String(), "", ask.ReportOptions{Games: 1, Rows: 20})
	if got := strings.Count(page, "<figcaption>"); got != openings || !strings.Contains(page, fmt.Sprintf("%d of %d positions", openings, openings+2)) {
		t.Errorf("%d openings are drawn", got)
	}
	if !strings.Contains(page, fmt.Sprintf(" %d games", openings+2)) {
		t.Error("the most frequent is not drawn")
	}
	for what, want := range map[string]bool{"Games, by year": false, "Black won, by komi": false} {
		if strings.Contains(page, what) != want {
			t.Errorf("%q: want %v", what, want)
		}
	}
}

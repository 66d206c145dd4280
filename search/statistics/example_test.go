package statistics_test

import (
	"fmt"

	"kifudb/search/statistics"
)

// One of eleven games was won: the share says little.
func ExampleShare() {
	e := statistics.Share(1, 11)
	fmt.Printf("%.1f %% (%.1f to %.1f)\n", 100*e.Value, 100*e.Low, 100*e.High)
	// Output: 9.1 % (1.6 to 37.7)
}

// A move that was played in 56 of 70 games of one set and 48 of 80 of another.
func ExampleDifference() {
	d := statistics.Difference(statistics.Share(56, 70), statistics.Share(48, 80))
	fmt.Printf("%+.3f (%+.4f to %+.4f), p = %.3f\n", d.Value, d.Low, d.High, statistics.SameShare(56, 70, 48, 80))
	// Output: +0.200 (+0.0524 to +0.3339), p = 0.013
}

// Two games that were won do not come before two hundred with a good score.
func ExampleFitPrior() {
	rows := []statistics.Results{{Won: 2}, {Won: 120, Lost: 80}, {Won: 90, Lost: 110}, {Won: 210, Lost: 190}}
	var position statistics.Results
	for _, r := range rows {
		position = position.Add(r)
	}
	prior := statistics.FitPrior(position, rows)
	for _, r := range rows[:2] {
		fmt.Printf("%.3f of %d games: %.3f\n", r.Score(), r.Games(), prior.Estimate(r))
	}
	// Output:
	// 1.000 of 2 games: 0.535
	// 0.600 of 200 games: 0.574
}

// Among players of equal rank Black has the advantage; a rank is worth more than that.
func ExampleFitStrength() {
	s := statistics.FitStrength(map[statistics.Pairing]statistics.Results{
		{First: 1, Second: 1}: {Won: 520, Lost: 480},
		{First: 1, Second: 2}: {Won: 200, Lost: 300},
		{First: 2, Second: 1}: {Won: 320, Lost: 180},
	})
	for _, p := range []statistics.Pairing{{First: 1, Second: 1}, {First: 1, Second: 2}} {
		expected, _ := s.Expected(p)
		fmt.Printf("%.2f\n", expected)
	}
	// Output:
	// 0.52
	// 0.40
}

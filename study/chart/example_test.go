package chart_test

import (
	"fmt"
	"strings"

	"kifudb/study/chart"
)

func ExampleBars() {
	c := &chart.Bars{Head: chart.Head{Title: "Black wins", Unit: chart.Share, Full: true}, Bars: []chart.Bar{
		{Label: "1980s", Number: chart.Number{Value: 0.54, Low: 0.52, High: 0.56}},
		{Label: "1990s", Number: chart.Number{Value: 0.51, Low: 0.41, High: 0.61}},
	}}
	fmt.Print(c.Text(chart.Terminal{Width: 60}))
	fmt.Println(strings.HasPrefix(c.SVG(), "<svg "))
	// Output:
	// Black wins
	// 1980s  ████████████████●┤               54.0 % (52.0–56.0 %)
	// 1990s  ████████████├──●──┤              51.0 % (41.0–61.0 %)
	// true
}

func ExampleColumns() {
	c := &chart.Columns{Head: chart.Head{Unit: chart.Count}, Step: 10}
	for i, games := range []float64{20, 80, 50, 110} {
		c.Points = append(c.Points, chart.Point{At: 1960 + 10*i, Number: chart.Number{Value: games}})
	}
	fmt.Print(c.Text(chart.Terminal{}))
	// Output:
	// 200│
	//    │
	//    │
	//    │            ▃▃▃
	// 100│    ▂▂▂     ███
	//    │    ███     ███
	//    │    ███ ███ ███
	//    │▆▆▆ ███ ███ ███
	//   0│────────────────
	//     1960    1980
}

func ExampleSpark() {
	fmt.Println(chart.Spark([]float64{1, 4, 9, 16, chart.Unknown, 0}, 0))
	// Output: ▁▂▅█ ·
}

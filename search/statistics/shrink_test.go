package statistics

import "testing"

// Boys among the first 12 children of 6115 families in Saxony (Geissler 1889): the beta-binomial
// distribution that fits best has α = 34.0956 and β = 31.5715.
func TestFitPrior(t *testing.T) {
	var rows []Results
	var all Results
	for boys, families := range []int{3, 24, 104, 286, 670, 1033, 1343, 1112, 829, 478, 181, 45, 7} {
		for range families {
			rows = append(rows, Results{Won: boys, Lost: 12 - boys})
			all = all.Add(rows[len(rows)-1])
		}
	}
	p := FitPrior(all, rows)
	near(t, "α", p.Mean*p.Games, 34.0956, 0.01)
	near(t, "β", (1-p.Mean)*p.Games, 31.5715, 0.01)
}

// D. Robinson's batters with a prior of α = 78.661, β = 224.875: 4 hits of 10 and
// 300 of 1000.
func TestEstimate(t *testing.T) {
	p := Prior{78.661 / (78.661 + 224.875), 78.661 + 224.875}
	near(t, "4 of 10", p.Estimate(Results{Won: 4, Lost: 6}), 0.264, 5e-4)
	near(t, "300 of 1000", p.Estimate(Results{Won: 300, Lost: 700}), 0.290, 5e-4)
	near(t, "nothing", p.Estimate(Results{}), p.Mean, 1e-12)
	near(t, "draws", p.Estimate(Results{Drawn: 2}), p.Estimate(Results{Won: 1, Lost: 1}), 1e-12)
}

// Rows that do not differ beyond chance are all the parent; what has no games does not hurt.
func TestFitPriorAtItsEnds(t *testing.T) {
	same := []Results{{Won: 50, Lost: 50}, {Won: 500, Lost: 500}, {}}
	if p := FitPrior(Results{Won: 550, Lost: 550}, same); p.Games < mostWeight/2 || p.Mean != 0.5 {
		t.Errorf("of rows that are alike: %+v", p)
	}
	apart := []Results{{Won: 1000}, {Lost: 1000}}
	if p := FitPrior(Results{Won: 1000, Lost: 1000}, apart); p.Games > 2*leastWeight {
		t.Errorf("of rows that are far apart: %+v", p)
	}
	for n := range 20 { // rows of one game show nothing of how rows differ, and all weights are as likely
		single := []Results{{Won: 1}, {Lost: 1}, {Won: 1}}[:1+n%3]
		if p := FitPrior(Results{Won: 3 + n, Lost: 7, Drawn: 1}, single); p.Games < mostWeight*0.999 {
			t.Errorf("of rows of one game: %+v", p)
		}
	}
	if p := FitPrior(Results{}, nil); p.Mean != 0.5 {
		t.Errorf("of nothing: %+v", p)
	}
	if p := FitPrior(Results{Won: 1}, nil); p.Mean < 0.99 || p.Mean >= 1 {
		t.Errorf("of one game: %+v", p)
	}
	for _, p := range []Prior{FitPrior(Results{}, nil), FitPrior(Results{Won: 3}, []Results{{Won: 3}}), FitPrior(Results{Lost: 3}, []Results{{Lost: 3}})} {
		if e := p.Estimate(Results{Won: 1}); !(e > 0 && e < 1) && p.Mean < 0.9 {
			t.Errorf("%+v estimates %g", p, e)
		}
	}
}

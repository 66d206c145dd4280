package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s = %.6f, want %.6f", what, got, want)
	}
}

// Table II of Newcombe 1998, method 10, to its digits.
func TestDifference(t *testing.T) {
	for _, c := range []struct {
		k1, n1, k2, n2 int
		low, high      float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{6, 7, 2, 7, 0.0582, 0.8062},
		{5, 56, 0, 29, -0.0381, 0.1926},
		{0, 10, 0, 20, -0.1611, 0.2775},
		{0, 10, 0, 10, -0.2775, 0.2775},
		{10, 10, 0, 20, 0.6791, 1},
		{10, 10, 0, 10, 0.6075, 1},
	} {
		d := Difference(Share(c.k1, c.n1), Share(c.k2, c.n2))
		near(t, "low", d.Low, c.low, 5.1e-5)
		near(t, "high", d.High, c.high, 5.1e-5)
		back := Difference(Share(c.k2, c.n2), Share(c.k1, c.n1))
		near(t, "the other way round", back.Low, -d.High, 1e-12)
	}
}

// Results that are all draws have an interval in closed form: from n(1/2 - m) ≤ z² m.
// Without draws it is Wilson's; of many games that of the trinomial variance.
func TestScore(t *testing.T) {
	for _, n := range []int{1, 10, 1000} {
		e := Score(Results{Drawn: n})
		low := float64(n) / 2 / (float64(n) + Z95*Z95)
		near(t, "value", e.Value, 0.5, 0)
		near(t, "low", e.Low, low, 1e-9)
		near(t, "high", e.High, 1-low, 1e-9)
	}
	if e := Score(Results{Won: 10, Lost: 1}); e != (Estimate{10. / 11, Wilson(10, 11)}) {
		t.Errorf("without draws: %+v", e)
	}
	e := Score(Results{3000, 5000, 2000})
	half := Z95 * math.Sqrt((0.3+0.5/4-0.55*0.55)/10_000)
	near(t, "low of many", e.Low, 0.55-half, 1e-5)
	near(t, "high of many", e.High, 0.55+half, 1e-5)
	if e := Score(Results{}); e != (Estimate{0, Interval{0, 1}}) {
		t.Errorf("of nothing: %+v", e)
	}
	for _, r := range []Results{{Won: 5, Drawn: 1}, {Drawn: 1, Lost: 5}, {1, 1, 1}, {0, 3, 1}} {
		e, back := Score(r), Score(Results{r.Lost, r.Drawn, r.Won})
		near(t, "low against high seen from the other side", e.Low, 1-back.High, 1e-9)
		if !(0 <= e.Low && e.Low < e.Value && e.Value < e.High && e.High <= 1) {
			t.Errorf("%+v: %+v", r, e)
		}
	}
}

// The interval holds the true score in some 95 of 100 samples.
func TestScoreCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range [][2]float64{{0.3, 0.5}, {0.55, 0.1}, {0.02, 0.9}} {
		covered, all := 0, 4000
		for range all {
			var got Results
			for range 40 {
				switch x := r.Float64(); {
				case x < p[0]:
					got.Won++
				case x < p[0]+p[1]:
					got.Drawn++
				default:
					got.Lost++
				}
			}
			if e := Score(got); e.Low <= p[0]+p[1]/2 && p[0]+p[1]/2 <= e.High {
				covered++
			}
		}
		if share := float64(covered) / float64(all); share < 0.93 || share > 0.98 {
			t.Errorf("%v: covered in %.3f of samples", p, share)
		}
	}
}

// The variance under a mean is that of the likeliest distribution, found by trying.
func TestVarianceAt(t *testing.T) {
	for _, r := range []Results{{3, 4, 5}, {0, 4, 5}, {7, 1, 0}, {0, 2, 0}} {
		for _, m := range []float64{0.05, 0.4, 0.5, 0.81} {
			best, at := math.Inf(-1), 0.0
			for i := range 100_000 {
				x := min(m, 1-m) * (float64(i) + 0.5) / 100_000
				l := float64(r.Drawn) * math.Log(x)
				if r.Won > 0 {
					l += float64(r.Won) * math.Log(m-x)
				}
				if r.Lost > 0 {
					l += float64(r.Lost) * math.Log(1-m-x)
				}
				if l > best {
					best, at = l, x
				}
			}
			near(t, "variance", r.varianceAt(m), m-at+2*at/4-m*m, 1e-5)
		}
	}
}

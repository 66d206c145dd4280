package statistics

import (
	"fmt"
	"math"
	"testing"
)

// The quantiles are published ones, t(0.975).
func TestStudent95(t *testing.T) {
	for degrees, want := range map[int]float64{1: 12.7062047, 4: 2.7764451, 30: 2.0422725, 31: 2.0395134, 35: 2.0301079, 50: 2.0085591, 120: 1.9799304} {
		if got := Student95(degrees); math.Abs(got-want) > 3e-7 {
			t.Errorf("of %d degrees: %.7f, want %.7f", degrees, got, want)
		}
	}
}

// Behind the table the expansion is as close as its first missing term.
func TestStudent95Expansion(t *testing.T) {
	for degrees, want := range map[int]float64{31: 2.0395134, 32: 2.0369333, 40: 2.0210754, 60: 2.0002978, 100: 1.9839715, 120: 1.9799304, 1000: 1.9623391} {
		if got := Student95(degrees); math.Abs(got-want) > 2e-7 {
			t.Errorf("of %d degrees: %.7f, want %.7f", degrees, got, want)
		}
	}
	for degrees := 1; degrees < 200; degrees++ {
		if Student95(degrees) <= Student95(degrees+1) {
			t.Errorf("it rises behind %d degrees", degrees)
		}
	}
	if Student95(0) != Student95(1) {
		t.Error("of no degrees")
	}
}

// Of one number the mean is known, and nothing else; of none nothing.
func TestFewNumbers(t *testing.T) {
	for _, test := range []struct {
		s    Sample
		mean float64
	}{{Sample{}, 0}, {Sample{7: 0}, 0}, {Sample{7: 1}, 7}, {Sample{-7: 1}, -7}} {
		mean, deviation := test.s.Deviation()
		e, ok := test.s.Mean()
		if mean != test.mean || deviation != 0 || ok || e.Value != mean || e.Low != mean || e.High != mean {
			t.Errorf("%v: %v ± %v, %v, %v", test.s, mean, deviation, e, ok)
		}
	}
	if mean, deviation := (Sample{7: 2}).Deviation(); mean != 7 || deviation != 0 {
		t.Errorf("twice the same: %v ± %v", mean, deviation)
	}
	if e, ok := (Sample{7: 2}).Mean(); !ok || e.Low != 7 || e.High != 7 {
		t.Errorf("twice the same: %v, %v", e, ok)
	}
}

// Gosset's first sample, the additional hours of sleep of 1908: mean 0.75, deviation
// 1.79; in tenths.
func TestSample(t *testing.T) {
	s := Sample{}
	for _, v := range []int32{7, -16, -2, -12, -1, 34, 37, 8, 0, 20} {
		s.Add(Sample{v: 1})
	}
	mean, deviation := s.Deviation()
	e, ok := s.Mean()
	if s.Len() != 10 || math.Abs(mean-7.5) > 1e-12 || math.Abs(deviation-17.8901) > 5e-5 || !ok || math.Abs(e.Low+5.2976) > 5e-4 || math.Abs(e.High-20.2976) > 5e-4 {
		t.Errorf("%d numbers, mean %v, deviation %v, interval %v", s.Len(), mean, deviation, e)
	}
	for q, want := range map[float64]int32{0.5: 0, 0.25: -2, 0.75: 20, 1: 37, 0.1: -16} {
		if got := s.Quantile(q); got != want {
			t.Errorf("quantile %v is %d, want %d", q, got, want)
		}
	}
	one := Sample{5: 1}
	if e, ok := one.Mean(); ok || e != (Estimate{5, Interval{5, 5}}) {
		t.Errorf("of one number: %v %v", e, ok)
	}
	if e, ok := (Sample{}).Mean(); ok || e.Value != 0 || (Sample{}).Quantile(0.5) != 0 {
		t.Errorf("of none: %v", e)
	}
}

func ExampleSample() {
	s := Sample{180: 2, 210: 3, 260: 1}
	mean, _ := s.Mean()
	fmt.Printf("%.0f (%.0f–%.0f), half of them up to %d\n", mean.Value, mean.Low, mean.High, s.Quantile(0.5))
	// Output: 208 (178–239), half of them up to 210
}

package statistics

import "math"

// Z95 is the standard normal quantile of two-sided intervals of 95 %.
const Z95 = 1.959963984540054

// An Interval lies between two ends, both within it.
type Interval struct{ Low, High float64 }

// Wilson returns the 95 % score interval of a share k of n (E. B. Wilson, 1927;
// recommended for small n by Brown, Cai and DasGupta, 2001). For n = 0 it is from 0 to 1.
func Wilson(k, n int) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	p, count := float64(k)/float64(n), float64(n)
	z2 := Z95 * Z95
	middle := (p + z2/(2*count)) / (1 + z2/count)
	half := Z95 / (1 + z2/count) * math.Sqrt(p*(1-p)/count+z2/(4*count*count))
	i := Interval{max(0, middle-half), min(1, middle+half)}
	if k == 0 {
		i.Low = 0 // rounding may leave some 1e-17
	}
	if k == n {
		i.High = 1
	}
	return i
}

package statistics

import (
	"maps"
	"math"
	"slices"
)

// A Sample is how often each whole number was counted, such as games by their length.
// Samples are added up exactly, in any order.
type Sample map[int32]int

// Add adds what another sample counted.
func (s Sample) Add(o Sample) {
	for value, count := range o {
		s[value] += count
	}
}

// Len returns how many numbers were counted.
func (s Sample) Len() int {
	n := 0
	for _, count := range s {
		n += count
	}
	return n
}

// Deviation returns the mean and the standard deviation of a sample (its square
// is divided by n - 1). For fewer than two numbers it is 0.
func (s Sample) Deviation() (mean, deviation float64) {
	n, sum := 0, 0.0
	values := slices.Sorted(maps.Keys(s)) // in one order, for sums to be the same each time
	for _, v := range values {
		n += s[v]
		sum += float64(v) * float64(s[v])
	}
	if n == 0 {
		return 0, 0
	}
	mean = sum / float64(n)
	squares := 0.0
	for _, v := range values {
		d := float64(v) - mean
		squares += d * d * float64(s[v])
	}
	if n < 2 {
		return mean, 0
	}
	return mean, math.Sqrt(squares / float64(n-1))
}

// Mean estimates the mean with Student's interval of 95 %, mean ± t·s/√n. ok is false
// of fewer than two numbers, which tell nothing of how far they spread.
func (s Sample) Mean() (e Estimate, ok bool) {
	n := s.Len()
	mean, deviation := s.Deviation()
	e.Value = mean
	if n < 2 {
		e.Interval = Interval{mean, mean}
		return e, false
	}
	half := Student95(n-1) * deviation / math.Sqrt(float64(n))
	e.Interval = Interval{mean - half, mean + half}
	return e, true
}

// Quantile returns the least number below or at which at least a part q of them lies,
// 0 < q ≤ 1: 0.5 is the median, of an even count the lower one. 0 if there are none.
func (s Sample) Quantile(q float64) int32 {
	values := slices.Sorted(maps.Keys(s))
	need, sum := q*float64(s.Len()), 0
	for _, v := range values {
		if sum += s[v]; float64(sum) >= need-1e-9 && s[v] > 0 {
			return v
		}
	}
	return 0
}

// student are the quantiles of Student's distribution for two-sided intervals of 95 %,
// by degrees of freedom from 1.
var student = [...]float64{
	12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135, 2.262157163, 2.228138852,
	2.200985160, 2.178812830, 2.160368656, 2.144786688, 2.131449546, 2.119905299, 2.109815578, 2.100922040, 2.093024054, 2.085963447,
	2.079613845, 2.073873068, 2.068657610, 2.063898562, 2.059538553, 2.055529439, 2.051830516, 2.048407142, 2.045229642, 2.042272456,
}

// Student95 returns the quantile of Student's distribution for a two-sided interval of
// 95 %: published values up to 30 degrees of freedom, then the first terms of the
// expansion of Cornish and Fisher, which are right to six decimals.
func Student95(degrees int) float64 {
	if degrees <= len(student) {
		return student[max(degrees, 1)-1]
	}
	z, v := Z95, float64(degrees)
	return z + (z*z*z+z)/(4*v) + (5*math.Pow(z, 5)+16*z*z*z+3*z)/(96*v*v) +
		(3*math.Pow(z, 7)+19*math.Pow(z, 5)+17*z*z*z-15*z)/(384*v*v*v) +
		(79*math.Pow(z, 9)+776*math.Pow(z, 7)+1482*math.Pow(z, 5)-1920*z*z*z-945*z)/(92160*v*v*v*v)
}

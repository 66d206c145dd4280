package chart

import (
	"math"
	"strconv"
	"strings"
)

// A Chart can be drawn.
type Chart interface {
	// Text draws it for a terminal, in lines that end with a newline.
	Text(t Terminal) string
	// SVG draws it as a file that stands by itself.
	SVG() string
	// Figure draws it as an element of a page that has [Style].
	Figure() string
}

// Unknown is a value that is not known. It leaves a gap.
var Unknown = math.NaN()

// A Number is a value of a chart, not negative, or Unknown.
type Number struct {
	Value     float64
	Low, High float64 // its interval; none unless Low < High
	Note      string  // what it is of, as in "of 120 games"
}

func (n *Number) known() bool    { return !math.IsNaN(n.Value) }
func (n *Number) interval() bool { return n.known() && n.Low < n.High }

// top is the highest place that the number takes.
func (n *Number) top() float64 {
	switch {
	case !n.known():
		return 0
	case n.interval():
		return math.Max(n.Value, n.High)
	}
	return n.Value
}

// A Unit says what values are.
type Unit int

// The units.
const (
	Count   Unit = iota // whole numbers
	Share               // 1 is written as 100 %
	Decimal             // any other number
)

// Format writes a value: 1,234 or 53.2 % or 7.25, and – if it is not known.
func (u Unit) Format(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case u == Share:
		return strconv.FormatFloat(100*v, 'f', 1, 64) + " %"
	case u == Count:
		return grouped(strconv.FormatFloat(v, 'f', 0, 64))
	}
	s := strconv.FormatFloat(v, 'f', 2, 64)
	whole, rest, _ := strings.Cut(s, ".")
	if rest = strings.TrimRight(rest, "0"); rest != "" {
		return grouped(whole) + "." + rest
	}
	return grouped(whole)
}

// tick writes a value at an axis, without decimals that say nothing.
func (u Unit) tick(v float64) string {
	if u == Share {
		return strconv.FormatFloat(math.Round(100*v*1e6)/1e6, 'f', -1, 64) + " %"
	}
	if s := strconv.FormatFloat(v, 'f', -1, 64); len(s) <= 6 && u != Count {
		return s
	}
	return u.Format(v)
}

// grouped puts commas between thousands.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// words says a number with all that is known of it.
func (u Unit) words(n *Number) string {
	s := u.Format(n.Value)
	if n.interval() {
		s += " (" + strings.TrimSuffix(u.Format(n.Low), " %") + "–" + u.Format(n.High) + ")"
	}
	if n.Note != "" {
		s += " " + n.Note
	}
	return s
}

// A scale is an axis from 0.
type scale struct {
	top  float64
	step float64 // between two ticks
}

// newScale returns a scale for values up to a maximum, with about a given number of ticks at round
// numbers: 1, 2 or 5 times a power of ten.
func newScale(u Unit, full bool, top float64, ticks int) scale {
	if u == Share && full {
		return scale{1, 0.25}
	}
	if !(top > 0) {
		top = 1
		if u == Share {
			top = 0.01
		}
	}
	rough := top / float64(max(ticks, 1))
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	step := power
	for _, f := range []float64{1, 2, 5, 10} {
		if step = f * power; step >= rough*(1-1e-9) {
			break
		}
	}
	if u == Count {
		step = math.Max(step, 1)
	}
	return scale{math.Ceil(top/step-1e-9) * step, step}
}

// ticks are the values that the axis names.
func (s scale) ticks() []float64 {
	var list []float64
	for i := 0; float64(i)*s.step <= s.top*(1+1e-9); i++ {
		list = append(list, float64(i)*s.step)
	}
	return list
}

// part is where on the axis a value is, from 0 to 1.
func (s scale) part(v float64) float64 { return math.Min(math.Max(v/s.top, 0), 1) }

// A Head says what a chart shows.
type Head struct {
	Title string
	About string // what the numbers are, and of what
	Unit  Unit
	Full  bool // shares are drawn on a scale up to 100 %
}

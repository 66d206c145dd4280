package drawing

import (
	"regexp"
	"strconv"
	"strings"
)

// pathPart is a command of the paths that this package makes.
var pathPart = regexp.MustCompile(`([MLHVCZ])([^MLHVCZ]*)`)

// EachPart calls a function for each command of a path, as in SVG: M begins a line at a place, L
// draws to a place, C along a curve with two handles to a third place, Z to where the line
// began. All places are absolute.
func EachPart(path string, do func(command byte, to [6]float64)) {
	var begin, at [2]float64
	for _, m := range pathPart.FindAllStringSubmatch(path, -1) {
		var n [6]float64
		for i, text := range strings.Fields(strings.ReplaceAll(m[2], ",", " ")) {
			if i < len(n) {
				n[i], _ = strconv.ParseFloat(text, 64) // made by this package
			}
		}
		command := m[1][0]
		switch command {
		case 'M':
			at = [2]float64{n[0], n[1]}
			begin = at
		case 'H':
			command, n = 'L', [6]float64{n[0], at[1]}
		case 'V':
			command, n = 'L', [6]float64{at[0], n[0]}
		case 'C':
			at = [2]float64{n[4], n[5]}
		case 'Z':
			at, n = begin, [6]float64{begin[0], begin[1]}
		}
		if command == 'L' {
			at = [2]float64{n[0], n[1]}
		}
		do(command, n)
	}
}

// eachPoint calls a function for each place of a path: begin if a line begins there, end for
// the place where it began. A curve becomes short lines.
func eachPoint(path string, do func(begin, end bool, at [2]float64)) {
	var from [2]float64
	EachPart(path, func(command byte, n [6]float64) {
		at := [2]float64{n[0], n[1]}
		if command == 'C' {
			const parts = 8
			for i := 1; i < parts; i++ {
				v := float64(i) / parts
				u := 1 - v
				mix := func(k int) float64 { return u*u*u*from[k] + 3*u*u*v*n[k] + 3*u*v*v*n[2+k] + v*v*v*n[4+k] }
				do(false, false, [2]float64{mix(0), mix(1)})
			}
			at = [2]float64{n[4], n[5]}
		}
		do(command == 'M', command == 'Z', at)
		from = at
	})
}

// eachLine calls a function for each straight piece of a path.
func eachLine(path string, do func(from, to [2]float64)) {
	var last [2]float64
	eachPoint(path, func(begin, _ bool, at [2]float64) {
		if !begin {
			do(last, at)
		}
		last = at
	})
}

// moved returns a path with each of its places moved. It must have only M, L and Z.
func moved(path string, dx, dy float64) string {
	return pathPart.ReplaceAllStringFunc(path, func(part string) string {
		f := strings.Fields(part[1:])
		if len(f) < 2 {
			return part
		}
		x, _ := strconv.ParseFloat(f[0], 64)
		y, _ := strconv.ParseFloat(f[1], 64)
		return part[:1] + decimal(x+dx) + " " + decimal(y+dy)
	})
}

// placed returns a path with its size changed, and the middle of its square at a place.
// Curves become lines.
func placed(path string, x, y, scale, middleX, middleY float64) string {
	var b strings.Builder
	eachPoint(path, func(begin, end bool, at [2]float64) {
		switch {
		case end:
			b.WriteByte('Z')
			return
		case begin:
			b.WriteByte('M')
		default:
			b.WriteByte('L')
		}
		b.WriteString(decimal(x+(at[0]-middleX)*scale) + " " + decimal(y+(at[1]-middleY)*scale))
	})
	return b.String()
}

func (b box) path() string {
	return "M" + decimal(b.X) + " " + decimal(b.Y) + "H" + decimal(b.X+b.Width) + "V" + decimal(b.Y+b.Height) + "H" + decimal(b.X) + "Z"
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

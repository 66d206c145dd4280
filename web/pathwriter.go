package web

import (
	"fmt"
	"strings"
)

// A pathWriter writes the path of an SVG.
type pathWriter struct{ strings.Builder }

func (p *pathWriter) line(x0, y0, x1, y1 float64) { fmt.Fprintf(p, "M%g %gL%g %g", x0, y0, x1, y1) }

// bendRadius is that of bends.
const bendRadius = 6.0

// bend is the end of a stroke that comes from above and goes on to the right.
func (p *pathWriter) bend(x0, y, x1 float64) {
	fmt.Fprintf(p, "M%g %gq0 %g %g %gH%g", x0, y-bendRadius, bendRadius, bendRadius, bendRadius, x1)
}

package paper

import (
	"fmt"
	"slices"
	"strings"
)

// A Sheet is the paper, for writers that have pages.
type Sheet struct {
	Width, Height float64 // millimeters
	Margin        float64
	Columns       int      // of text: 1 or 2
	FontSize      float64  // points
	Fonts         []string // files of fonts that the user gives: the first one that has a character writes it
}

// sheets are usual sizes in millimeters, of ISO 216, JIS P 0138 and ANSI.
var sheets = []struct {
	name          string
	width, height float64
}{{"A4", 210, 297}, {"A5", 148, 210}, {"B5", 176, 250}, {"JB5", 182, 257}, {"letter", 215.9, 279.4}}

// SheetNames returns the names of the usual sizes.
func SheetNames() (names []string) {
	for _, s := range sheets {
		names = append(names, s.name)
	}
	return names
}

// The bounds of a sheet, in millimeters.
const (
	minSide = 70
	maxSide = 1200
)

// SheetOf returns a sheet by its name, such as A4, or by width and height, such as 148x210.
func SheetOf(size string, columns int, fonts []string) (Sheet, error) {
	s := Sheet{Margin: 18, Columns: columns, FontSize: 10, Fonts: fonts}
	if columns < 1 || columns > 2 {
		return s, fmt.Errorf("columns: expected 1 or 2, not %d", columns)
	}
	i := slices.IndexFunc(sheets, func(k struct {
		name          string
		width, height float64
	}) bool {
		return strings.EqualFold(k.name, size)
	})
	if i >= 0 {
		s.Width, s.Height = sheets[i].width, sheets[i].height
	} else if n, err := fmt.Sscanf(size, "%gx%g", &s.Width, &s.Height); n != 2 || err != nil {
		return s, fmt.Errorf("paper: there is no size %q; expected one of %s, or width and height as in 148x210", size, strings.Join(SheetNames(), ", "))
	}
	if !(s.Width >= minSide && s.Width <= maxSide && s.Height >= minSide && s.Height <= maxSide) {
		return s, fmt.Errorf("paper: expected sides of %d to %d millimeters, not %s", minSide, maxSide, size)
	}
	if s.Width < 160 {
		s.Margin, s.FontSize = 13, 9
	}
	return s, nil
}

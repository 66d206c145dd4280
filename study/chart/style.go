package chart

import _ "embed" // the styles

// Style is the CSS of charts, for a page that holds some: ink on paper, the interval
// in the only color. What a series is does not depend on color: lines have patterns,
// and their names stand beside them.
//
//go:embed style.css
var Style string

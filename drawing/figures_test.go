package drawing

import "testing"

// Figures stand upright and in ink; pieces with characters point to the other side.
func TestFiguresStandUpright(t *testing.T) {
	if s := signed(0, 0, "W", "N", "♘"); s.Turn != 0 || s.Class != "piece figure W" || s.Text != "♘\ufe0e" {
		t.Errorf("%+v", s)
	}
	if s := signed(0, 0, "W", "+P", "と"); s.Turn != 180 || s.Class != "piece W promoted" || s.Text != "と" {
		t.Errorf("%+v", s)
	}
}

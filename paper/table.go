package paper

import "slices"

// Squeeze makes widths of columns smaller, the widest first, until their sum fits. It returns the sum.
func Squeeze(widths []float64, most float64) float64 {
	sum := 0.0
	for _, w := range widths {
		sum += w
	}
	if sum <= most {
		return sum
	}
	sorted := slices.Sorted(slices.Values(widths))
	left := most
	limit := most / float64(len(widths))
	for i, w := range sorted { // those below the limit keep their width
		share := left / float64(len(sorted)-i)
		if w > share {
			limit = share
			break
		}
		left -= w
	}
	sum = 0
	for i := range widths {
		widths[i] = min(widths[i], limit)
		sum += widths[i]
	}
	return sum
}

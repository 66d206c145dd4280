package charset

import "math"

// Compare returns by how much a text is likelier to be in one encoding than in another,
// as the logarithm of how many times: positive if in the first. It goes by the
// characters of the text alone, and not by how often an encoding is met. It is 0 if one
// of them has no frequencies of characters that are known here.
func Compare(text []byte, first, second string) float64 {
	a, b := modelOf(first), modelOf(second)
	if a < 0 || b < 0 || a >= len(models) || b >= len(models) {
		return 0
	}
	x, y := models[a].score(text, math.Inf(-1)), models[b].score(text, math.Inf(-1))
	if math.IsInf(x, 0) && math.IsInf(y, 0) {
		return 0
	}
	return x - y
}

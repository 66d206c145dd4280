package gameinfo

import (
	"math"
	"strconv"
	"strings"
)

// The ratings that are read: less are numbers of something else.
const (
	minRating = 100
	maxRating = 9999
)

// ParseRating reads a rating in points, in hundredths, from a value of BR or WR or from
// what servers write: "2345", "2784.5", "R1820", "Elo 2345", "1500?", and behind a rank
// or before it, "5d (2345)", "2345 (5d)". A rank is no rating, nor is a number below 100
// or above 9999.
func ParseRating(text string) (hundredths int, ok bool) {
	found := 0
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ()[],/\t", r) }) {
		digits := strings.TrimRight(strings.TrimPrefix(part, "R"), "?*")
		if digits == "" || strings.Trim(digits, "0123456789.") != "" {
			continue
		}
		n, err := strconv.ParseFloat(digits, 64)
		if err != nil || n < minRating || n > maxRating {
			continue
		}
		hundredths, found = int(math.Round(n*100)), found+1
	}
	return hundredths, found == 1
}

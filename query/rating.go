package query

import (
	"math"
	"strconv"
	"strings"

	"kifudb/sgfread/gameinfo"
)

// The identifiers of the ratings of Black and White: those that only servers of shogi
// write, and those of ranks, which hold numbers in records of chess and of some servers.
var (
	blackRatings = []string{"BLACKRATING", "BR"}
	whiteRatings = []string{"WHITERATING", "WR"}
)

// rating is the meaning of fields of texts in which ratings are read: 2784.5, >2500.
type rating struct{}

func (rating) check(v Value) error { return number{hundredths: true}.check(v) }
func (rating) literal() bool       { return false }
func (rating) ordered() bool       { return true }

// IsRating reports whether the field's texts are read as ratings, see [RatingOf].
func (f Field) IsRating() bool {
	return f.Kind() == RatingKind
}

// Ratings returns the ratings that a value admits, in hundredths.
func (v Value) Ratings() (Interval, error) { return v.Numbers(true) }

// AnyRating is the interval of all ratings.
var AnyRating = Interval{math.MinInt64, math.MaxInt64}

// RatingWithin reports whether a text has a rating, and it lies in an interval.
func RatingWithin(text string, r Interval) bool {
	n, ok := gameinfo.ParseRating(text)
	return ok && r.Contains(int64(n))
}

// RatingOf returns the rating of a text as values write it, "" if it is none.
func RatingOf(text string) string {
	n, ok := gameinfo.ParseRating(text)
	if !ok {
		return ""
	}
	return strconv.FormatFloat(float64(n)/100, 'f', -1, 64)
}

// RatingClass returns the hundred in which the rating of a text lies, 2300 for 2345;
// "" if it is none.
func RatingClass(text string) string {
	whole, _, _ := strings.Cut(RatingOf(text), ".")
	if len(whole) < 3 {
		return ""
	}
	return whole[:len(whole)-2] + "00"
}

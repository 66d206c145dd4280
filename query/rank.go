package query

import (
	"fmt"
	"strconv"
	"strings"

	"kifudb/sgfread/gameinfo"
)

// rank is the meaning of the rank fields: 30k … 1k < 1d … 9d < 1p … 9p.
type rank struct {
	ratings string // the field of the same players' ratings
}

func (r rank) check(v Value) error {
	if v.Kind == Exact {
		return nil
	}
	_, err := v.Ranks()
	if err != nil && (rating{}).check(v) == nil {
		return fmt.Errorf("%w; for ratings use %s:%s", err, r.ratings, v)
	}
	return err
}

// Ranks returns the ranks that a value admits: -3 for 3k, 1 for 1d, 109 for 9p.
func (v Value) Ranks() (Interval, error) { return span(v, findRank) }

// findRank reads a rank as parseRank does, or else as those of records are read:
// "9 dan", 9段.
func findRank(s string) (Interval, error) {
	r, err := parseRank(s)
	if err != nil {
		if rank, c := gameinfo.ParseRank(s); c != gameinfo.Unread {
			n := int64(rank - gameinfo.Dan(1) + 1)
			return Interval{n, n}, nil
		}
	}
	return r, err
}

func (rank) literal() bool { return true }
func (rank) ordered() bool { return true }

// parseRank reads 3k, 1d or 9p as -3, 1 or 109.
func parseRank(s string) (Interval, error) {
	bad := fmt.Errorf("%q is not a rank; expected 3k, 1d or 9p", s)
	digits := strings.TrimRight(strings.ToLower(s), "kyudanpr")
	n, err := strconv.ParseInt(digits, 10, 8)
	if err != nil || n < 1 {
		return Interval{}, bad
	}
	switch strings.ToLower(s[len(digits):]) {
	case "k", "kyu":
		n = -n
	case "d", "dan":
	case "p", "pro":
		n += 100
	default:
		return Interval{}, bad
	}
	return Interval{n, n}, nil
}

// RankName writes a rank, numbered as Value.Ranks does, as values do; "" for 0.
func RankName(rank int16) string {
	switch {
	case rank == 0:
		return ""
	case rank < 0:
		return strconv.Itoa(-int(rank)) + "k"
	case rank > 100:
		return strconv.Itoa(int(rank)-100) + "p"
	}
	return strconv.Itoa(int(rank)) + "d"
}

// RankOrder is where a rank comes among ranks, given as RankName writes it.
func RankOrder(name string) float64 {
	rank, err := parseRank(name)
	if err != nil {
		return 0
	}
	return float64(rank.Lo)
}

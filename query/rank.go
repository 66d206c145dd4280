package query

import (
	"fmt"
	"strconv"
	"strings"

	"kifudb/sgfread"
	"kifudb/store"
)

// rank is the meaning of the rank fields: 30k … 1k < 1d … 9d < 1p … 9p.
type rank struct{}

func (rank) check(v Value) error {
	if v.Kind == Exact {
		return nil
	}
	_, err := span(v, findRank)
	return err
}

// findRank reads a rank as parseRank does, or else as those of records are read:
// "9 dan", 9段.
func findRank(s string) (interval, error) {
	r, err := parseRank(s)
	if err != nil {
		if rank, c := sgfread.ParseRank(s); c != sgfread.Unread {
			n := int64(rank - sgfread.Dan(1) + 1)
			return interval{n, n}, nil
		}
	}
	return r, err
}

func (rank) literal() bool { return true }
func (rank) ordered() bool { return true }

// parseRank reads 3k, 1d or 9p as -3, 1 or 109.
func parseRank(s string) (interval, error) {
	bad := fmt.Errorf("%q is not a rank; expected 3k, 1d or 9p", s)
	digits := strings.TrimRight(strings.ToLower(s), "kyudanpr")
	n, err := strconv.ParseInt(digits, 10, 8)
	if err != nil || n < 1 {
		return interval{}, bad
	}
	switch strings.ToLower(s[len(digits):]) {
	case "k", "kyu":
		n = -n
	case "d", "dan":
	case "p", "pro":
		n += 100
	default:
		return interval{}, bad
	}
	return interval{n, n}, nil
}

func rankCondition(f field, v Value, _ *Resolution) (condition, error) {
	if v.Kind == Exact {
		return newTexts(f, v), nil
	}
	r, err := span(v, findRank)
	if err != nil {
		return nil, err
	}
	return newFacts(f, v, func(g *store.Facts) bool {
		black := g.BlackRank != 0 && r.contains(int64(g.BlackRank))
		white := g.WhiteRank != 0 && r.contains(int64(g.WhiteRank))
		switch f.name {
		case "blackrank":
			return black
		case "whiterank":
			return white
		}
		return black || white
	}), nil
}

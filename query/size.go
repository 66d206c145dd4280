package query

import (
	"fmt"
	"strconv"
	"strings"

	"kifudb/position"
	"kifudb/store"
)

// size is the meaning of the size field. A range holds boards with both sides
// in it.
type size struct{}

func (size) check(v Value) error {
	if v.Kind == Word || v.Kind == Phrase {
		_, err := parseSize(v.Text)
		return err
	}
	_, err := number{}.span(v)
	return err
}

func (size) literal() bool { return false }
func (size) ordered() bool { return true }

// parseSize reads "19" or "19x13", columns first.
func parseSize(s string) (position.Size, error) {
	cols, rows, oblong := strings.Cut(strings.ToLower(s), "x")
	if !oblong {
		rows = cols
	}
	c, err1 := strconv.Atoi(cols)
	r, err2 := strconv.Atoi(rows)
	sz := position.Size{Cols: c, Rows: r}
	if err1 != nil || err2 != nil || !sz.Valid() {
		return position.Size{}, fmt.Errorf("%q is not a size; expected 19 or 19x13, up to %d", s, position.MaxSize)
	}
	return sz, nil
}

func sizeCondition(f field, v Value, _ *Resolution) (condition, error) {
	if v.Kind == Word || v.Kind == Phrase {
		sz, err := parseSize(v.Text)
		return newFacts(f, v, func(g *store.Facts) bool { return g.Size == sz }), err
	}
	r, err := number{}.span(v)
	return newFacts(f, v, func(g *store.Facts) bool {
		return r.contains(int64(g.Size.Cols)) && r.contains(int64(g.Size.Rows))
	}), err
}

package fulltext

import (
	"strings"
	"unicode/utf8"
)

// A comparison looks for what a query wants among the units of a text. With
// damage, characters that were lost may be any; it counts them.
type comparison struct {
	units  []unit
	damage bool
	lost   int
}

// found reports whether a clause of a query is met from one of some units on.
func (c *comparison) found(m *Matcher, clause []Word, from, to int) bool {
	for i := from; i < to; i++ {
		if c.at(m, clause, i) > 0 {
			return true
		}
	}
	return false
}

// at returns how many units from i on are what a clause asks for, or 0.
func (c *comparison) at(m *Matcher, clause []Word, i int) int {
	if m.Query.Kind == Name {
		return c.nameAt(m, clause, i)
	}
	c.lost = 0
	n := c.run(clause, i)
	if n > 0 && c.tooManyLost(clause, i, n) {
		return 0
	}
	return n
}

// tooManyLost reports whether too little is left of what a clause has found, n
// units from i on: at least half of the characters must be there, and two of
// them, unless they are all that is written: 柯� may be 柯洁, 天�地 tells nothing.
func (c *comparison) tooManyLost(clause []Word, i, n int) bool {
	if c.lost == 0 {
		return false
	}
	chars := 0
	for i := range clause {
		chars += utf8.RuneCountInString(clause[i].Text)
	}
	first, last := &c.units[i], &c.units[i+n-1]
	whole := first.ideograph && (i == 0 || c.units[i-1].end < first.start) && (i+n == len(c.units) || last.end < c.units[i+n].start)
	return halfLost(c.lost, chars) || chars-c.lost < 2 && !whole
}

// halfLost reports whether more than half of some characters were lost.
func halfLost(lost, chars int) bool { return 2*lost > chars }

// run returns how many units from i on are the wanted ones, one after the
// other, or 0.
func (c *comparison) run(list []Word, i int) int {
	at := i
	for k := range list {
		w := &list[k]
		if at >= len(c.units) {
			return 0
		}
		u := &c.units[at]
		switch {
		case w.ideograph:
			switch {
			case w.glued && !u.glued:
				return 0
			case u.Text == w.Text:
			case c.damage && u.ideograph && strings.Contains(LostChars, u.Text):
				c.lost++
			default:
				return 0
			}
			at++
		case !u.ideograph && c.fits(w, u.Text):
			at++
		default:
			n := 0
			if !joined(c.units, at, func(word string, k int) bool { n = k; return c.fits(w, word) }) {
				if n = c.waysAt(w, at); n == 0 {
					return 0
				}
			}
			at += n
		}
	}
	return at - i
}

// fits reports whether a word is what is wanted.
func (c *comparison) fits(w *Word, word string) bool {
	if w.Fits(word) {
		return true
	}
	if !c.damage || w.Prefix || w.Edits > 0 {
		return false
	}
	lost, ok := fitsDamaged(w.Text, word)
	if ok {
		c.lost += lost
	}
	return ok
}

// Fits reports whether a word is what is wanted.
func (w *Word) Fits(word string) bool {
	switch {
	case w.Prefix:
		return strings.HasPrefix(word, w.Text)
	case w.Edits > 0:
		return word == w.Text || withinEdits(w.Text, word, w.Edits)
	}
	return word == w.Text
}

// withinEdits reports whether two words differ by at most k letters put in,
// left out or changed.
func withinEdits(a, b string, k int) bool {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > k || len(y)-len(x) > k {
		return false
	}
	row := make([]int, len(y)+1) // distances of x[:i] to each y[:j]
	for j := range row {
		row[j] = j
	}
	for i, c := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j, d := range y {
			cost := 1
			if c == d {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)] <= k
}

package duplicate

import (
	"slices"
	"strconv"
	"strings"

	"kifudb/position"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// Games that share a tree in SGF (FF[4], "merged games") begin with the same moves, because a
// collector merged what his games have in common: the stem. Each game has its game-info where it
// leaves the others. By the rules for records from two sources, a stem of 60 moves would make
// them one game. So the moves before the game-info of a record get rules of their own:
//
//   - Two such records with contradicting values, and with nothing in common but the moves before
//     the game-info of one of them, are two games.
//   - Records that part for good are two games if one of them has a stem, however late they part.
//   - The beginning of such a record is a record of it only if enough moves follow the stem.
//
// Each record contains all that these rules need. So they also hold for the copies that
// 'export --split' writes, and a game in a tree and its record in a file of its own go
// together as any two records do.
//
// Rejected: telling the games of one tree apart by the digest of the tree, which the archive
// keeps with each. Copies of them do not have it and would be joined.

// stems are the numbers of moves before the game-info of those games that have any.
type stems map[store.GameID]int

// stemIdent is the archive's own identifier of stems, see [kifudb/format.IdentStem].
const stemIdent = "stem"

// stemsOf returns the stems of the games of a snapshot, also of removed ones, as their records have them.
func stemsOf(s *store.Snapshot) stems {
	all := stems{}
	for _, g := range s.Segments() {
		recorded := g.Recorded()
		for number, value := range recorded.NumberedValues(stemIdent) {
			if n, err := strconv.Atoi(value); err == nil {
				recorded.GamesOf(number, func(local int) { all[g.Base()+store.GameID(local)] = n })
			}
		}
	}
	return all
}

// branchOff reports whether the stem of one of two games tells them apart that go together by their canonical
// lines.
func (g *game) branchOff(other *game, x, y position.Sequence, c *Comparison) bool {
	stem := max(g.stem, other.stem)
	if stem == 0 {
		return false
	}
	if g.stones && c.Orientation != (position.Orientation{}) {
		y = y.Image(c.Orientation, g.facts.Size)
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	stem += setupOf(x)
	swapped := c.Orientation.Swapped
	switch {
	case c.Common <= stem && g.saysOtherwise(other, swapped):
		return true
	case c.Kind == Prefix:
		return len(x)-stem < least(evidence(g, other, swapped))
	}
	return !inOtherOrder(x[c.Shared:], y[c.Shared:])
}

// telling are the properties that tell the games of a tree apart.
var telling = [...]string{"PB", "PW", "BT", "WT", "EV", "RO", "DT", "PC", "RE"}

// saysOtherwise reports whether the records of two games, one of which has a stem, contradict each
// other. If both have one, their values are compared literally, because the person who merged the games
// wrote values that tell them apart. Otherwise only players, days, winners and rounds count.
func (g *game) saysOtherwise(other *game, swapped bool) bool {
	if e := evidence(g, other, swapped); e == Against || e == Contradicted {
		return true
	}
	a, b := g.told(), other.told()
	for _, ident := range telling {
		x, y := a[ident], b[ident]
		if len(x) == 0 || len(y) == 0 || slices.ContainsFunc(x, func(text string) bool { return slices.Contains(y, text) }) {
			continue
		}
		if g.stem > 0 && other.stem > 0 || ident == "RO" && otherNumber(x[0], y[0]) {
			return true
		}
	}
	return false
}

// told returns the values of a record that tell the games of a tree apart, by property.
func (g *game) told() map[string][]string {
	told := map[string][]string{}
	for _, v := range g.segment.Info(g.local) {
		if slices.Contains(telling[:], v.Ident) {
			told[v.Ident] = append(told[v.Ident], strings.Join(fulltext.Fold(v.Text), " "))
		}
	}
	return told
}

// otherNumber reports whether both texts have one number, and not the same.
func otherNumber(a, b string) bool {
	x, y := numberIn(a), numberIn(b)
	return x != "" && y != "" && x != y
}

// numberIn returns the only number in a text; "" if there is none, or there are several.
func numberIn(text string) string {
	numbers := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if len(numbers) != 1 {
		return ""
	}
	return strings.TrimLeft(numbers[0], "0")
}

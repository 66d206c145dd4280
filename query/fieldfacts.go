package query

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"

	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// Facts say how the values of a field are read from the facts that are kept of each game.
// Number or Sides alone are enough for fields whose meaning says how numbers are written.
type Facts struct {
	Column store.FactColumn                         // that holds them
	Number func(*store.Facts) (n int64, known bool) // the value, by which games can be sorted
	Sides  func(*store.Facts) [2]int64              // or one of Black and one of White, 0 for none
	Texts  func(*store.Facts) []string              // what lists show, where it is not the number
	Key    func(*store.Facts) uint64                // games with the same key have the same texts; nil if those with the same number have
}

// MoveValues are values that are told from the moves of a game.
type MoveValues uint8

// The values that moves tell.
const (
	CornerMoves MoveValues = iota + 1 // with which points each side opened corners
	FirstMoves                        // the position after four moves
)

// OfGame returns the number by which the facts of a game are sorted and counted: of two
// sides the higher one.
func (r *Facts) OfGame(f *store.Facts) (n int64, known bool) {
	if r.Sides == nil {
		return r.Number(f)
	}
	sides := r.Sides(f)
	if sides[0] == 0 || sides[1] == 0 {
		n = cmp.Or(sides[0], sides[1])
		return n, n != 0
	}
	return max(sides[0], sides[1]), true
}

// AnyOf reports whether a game has a number of which holds says so.
func (r *Facts) AnyOf(f *store.Facts, holds func(n int64) bool) bool {
	if r.Sides == nil {
		n, known := r.Number(f)
		return known && holds(n)
	}
	sides := r.Sides(f)
	return sides[0] != 0 && holds(sides[0]) || sides[1] != 0 && holds(sides[1])
}

// notKnown is the key of games of which the number is not known.
const notKnown = 1 << 63

// KeyOf returns a number that games with the same texts share.
func (r *Facts) KeyOf() func(*store.Facts) uint64 {
	switch {
	case r.Key != nil:
		return r.Key
	case r.Sides != nil:
		return func(f *store.Facts) uint64 {
			sides := r.Sides(f)
			return uint64(uint32(sides[0]))<<32 | uint64(uint32(sides[1]))
		}
	}
	return func(f *store.Facts) uint64 {
		if n, known := r.Number(f); known {
			return uint64(n)
		}
		return notKnown
	}
}

// A writer is a meaning whose numbers are written as texts that its values can be.
type writer interface{ write(n int64) string }

func (n number) write(value int64) string {
	if n.hundredths {
		return strconv.FormatFloat(float64(value)/100, 'f', -1, 64)
	}
	return strconv.FormatInt(value, 10)
}

func (rank) write(value int64) string { return RankName(int16(value)) }

// Unit returns what one of the field's whole numbers is: 0.01 of hundredths.
func (f Field) Unit() float64 {
	if f.hundredths() {
		return 0.01
	}
	return 1
}

func (f Field) hundredths() bool {
	switch m := f.meaning.(type) {
	case number:
		return m.hundredths
	case written:
		return m.hundredths
	case handicap:
		return m.hundredths
	}
	return false
}

// Numbers returns the numbers that a value of the field admits, in its units.
func (f Field) Numbers(v Value) (Interval, error) {
	if f.Kind() == RankKind {
		return v.Ranks()
	}
	return v.Numbers(f.hundredths())
}

// FactTexts returns what lists show of the facts of a game; nil if they show something else.
func (f Field) FactTexts() func(*store.Facts) []string {
	w, ok := f.meaning.(writer)
	switch {
	case f.Facts == nil || f.Facts.Texts == nil && (!ok || f.Facts.Number == nil):
		return nil
	case f.Facts.Texts != nil:
		return f.Facts.Texts
	}
	return func(facts *store.Facts) []string {
		n, ok := f.Facts.Number(facts)
		if !ok {
			return nil
		}
		return []string{w.write(n)}
	}
}

// SideTexts returns what lists show of the facts of a game for Black and for White, "" for
// nothing; nil if its values are not of sides.
func (f Field) SideTexts() func(*store.Facts) [2]string {
	w, ok := f.meaning.(writer)
	if f.Facts == nil || f.Facts.Sides == nil || !ok {
		return nil
	}
	return func(facts *store.Facts) (texts [2]string) {
		for i, n := range f.Facts.Sides(facts) {
			if n != 0 {
				texts[i] = w.write(n)
			}
		}
		return texts
	}
}

// What follows reads the facts of a game for the rows of the table.

func firstDay(f *store.Facts) (int64, bool) { return int64(f.DateLo), f.DateLo != 0 }

func margin(f *store.Facts) (int64, bool) { return int64(f.Margin), f.How == store.ByPoints }

func won(f *store.Facts) bool { return f.Winner == store.WinnerBlack || f.Winner == store.WinnerWhite }

func komi(f *store.Facts) (int64, bool) { return int64(f.Komi), f.Komi != store.NoKomi }

func handicapStones(f *store.Facts) (int64, bool) { return int64(f.Handicap), true }

func moves(f *store.Facts) (int64, bool) { return int64(f.Moves), true }

func nodes(f *store.Facts) (int64, bool) { return int64(f.Nodes), true }

func gameNumber(f *store.Facts) (int64, bool) { return int64(f.Game), true }

func gameTexts(f *store.Facts) []string { return []string{GameValue(int(f.Game))} }

func winnerNumber(f *store.Facts) (int64, bool) {
	return int64(f.Winner), f.Winner != store.WinnerUnknown
}

func winnerTexts(f *store.Facts) []string { return []string{WinnerName(f.Winner)} }

func howNumber(f *store.Facts) (int64, bool) { return int64(f.How), HowName(f.How) != "" }

func howTexts(f *store.Facts) []string {
	if name := HowName(f.How); name != "" {
		return []string{name}
	}
	return nil
}

func area(f *store.Facts) (int64, bool) { return int64(f.Size.Area()), f.Size.Area() > 0 }

func sizeTexts(f *store.Facts) []string { return []string{f.Size.String()} }

func sizeKey(f *store.Facts) uint64 { return uint64(f.Size.Cols)<<32 | uint64(f.Size.Rows) }

func ranks(f *store.Facts) [2]int64 { return [2]int64{int64(f.BlackRank), int64(f.WhiteRank)} }

func blackRank(f *store.Facts) [2]int64 { return [2]int64{int64(f.BlackRank), 0} }

func whiteRank(f *store.Facts) [2]int64 { return [2]int64{0, int64(f.WhiteRank)} }

// dateKey is the key of the stretches of time in which a game was played.
func dateKey(f *store.Facts) uint64 { return uint64(uint32(f.DateLo))<<32 | uint64(uint32(f.DateHi)) }

// period returns the first year of the stretch of so many years in which a game was played.
// One that was played over New Year counts where it began; a date that leaves open much more
// than the stretch itself is in none, nor is one before Christ.
func period(f *store.Facts, years int) (first int, known bool) {
	lo, hi := gameinfo.YearOf(int(f.DateLo)), gameinfo.YearOf(int(f.DateHi))
	first = lo - lo%years
	return first, lo >= 1 && (hi <= lo+1 || hi < first+years)
}

func year(f *store.Facts) (int64, bool) {
	y, known := period(f, 1)
	return int64(y), known
}

// YearKnown reports whether it is known in which year a game was played, as lists have it.
func YearKnown(f *store.Facts) bool {
	_, known := period(f, 1)
	return known
}

func decade(f *store.Facts) []string { return yearsText(f, 10) }

// century names the century, counting its years from 0: the 1800s.
func century(f *store.Facts) []string { return yearsText(f, 100) }

func yearsText(f *store.Facts, years int) []string {
	first, known := period(f, years)
	if !known {
		return nil
	}
	return []string{strconv.Itoa(first) + "s"}
}

// month names the month in which a game was played, as 1985-03, if that is known.
func month(f *store.Facts) []string {
	if f.DateLo/100 != f.DateHi/100 || f.DateLo < 1_0000 {
		return nil
	}
	return []string{fmt.Sprintf("%04d-%02d", f.DateLo/1_0000, f.DateLo/100%100)}
}

// What follows is what lists show of a text.

// dateText is a date as it was understood, "" if it was not.
func dateText(text string) string { return gameinfo.ParseDate(text).String() }

// resultText is a result as it was understood: B+R of B+Resign and 黒中押し勝ち. What
// was not, and B+0, stays as written.
func resultText(text string) string {
	if written, ok := (Value{Text: text}).NoMargin(); ok {
		return written
	}
	if r := gameinfo.ParseResult(text); r.Certainty != gameinfo.Unread {
		return r.String()
	}
	return text
}

// folderOf is the folder or container of a file's path.
func folderOf(file string) string {
	if i := strings.LastIndexAny(file, `/\`); i > 0 {
		return strings.TrimSuffix(file[:i], "!")
	}
	return path.Dir(file)
}

// digits is the number that a value begins with: 1980 of 1980s, 6.5 of 6.5.
func digits(value string) float64 {
	end := len(value)
	if i := strings.IndexFunc(value, func(r rune) bool { return !strings.ContainsRune("-.0123456789", r) }); i >= 0 {
		end = i
	}
	n, _ := strconv.ParseFloat(value[:end], 64)
	return n
}

package query

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kifudb/game"
)

// A Use is something to be done with the values of a field. Which uses a field has follows
// from its row.
type Use uint8

// The uses of fields.
const (
	Find   Use = iota // terms compare values
	Has               // has: asks whether there is one
	List              // lists show them
	Count             // games are counted and grouped by them
	SortBy            // games are sorted by them
	MeanOf            // statistics give their mean
)

// uses are the uses in words: a field can be …
var uses = [...]string{"searched", "asked for with has:", "listed", "counted", "sorted by", "averaged"}

// Can reports whether the field has a use.
func (f Field) Can(u Use) bool {
	switch u {
	case Find:
		return !f.listing
	case Has:
		if slices.Contains(hasNames, f.Name) {
			return true
		}
		if f.listing || f.unplayed() {
			return false
		}
		if len(f.Idents) > 0 {
			return f.Flag != 0 || !f.AtNodes() || f.AtPositions() || f.OfNodes()
		}
		return f.Facts != nil && f.Facts.Number != nil
	case List, Count:
		if f.Kind() == IdentityKind {
			return u == List
		}
		return f.Kind() == TagKind || f.Kind() == FeatureKind || f.Moves != 0 || f.FactTexts() != nil || f.SideTexts() != nil || len(f.ListedIdents()) > 0
	case SortBy:
		return !f.listing && f.Sort() != NoSort
	}
	return f.Mean != nil && f.Facts != nil
}

// unplayed reports whether the field is a property that is a move, which nobody asks for so.
func (f Field) unplayed() bool {
	p, ok := f.meaning.(property)
	return ok && p.move
}

// Check returns an error that says what can be done with the field if a use is none of it.
func (f Field) Check(u Use) error {
	if f.Can(u) {
		return nil
	}
	wanted := uses[u]
	switch {
	case u == Count && f.Can(List):
		return fmt.Errorf("field %q is different for every game; there is nothing to count", f.Name)
	case u == List || u == Count:
		wanted = "listed or counted"
	}
	var can []string
	for other := range uses {
		if f.Can(Use(other)) {
			can = append(can, uses[other])
		}
	}
	return fmt.Errorf("field %q cannot be %s; it can be %s", f.Name, wanted, strings.Join(can, ", "))
}

// Sorting is the value that is compared when games are sorted by a field.
type Sorting uint8

// The ways to sort.
const (
	NoSort       Sorting = iota
	SortIDs              // numbers of games
	SortFacts            // numbers of the facts
	SortNumbers          // numbers in texts, see [Field.TextNumber]
	SortTexts            // texts
	SortFeatures         // the greatest number that a move has
)

// Sort returns what of a game is compared where games are sorted by the field. Texts can be
// compared if one property holds them.
func (f Field) Sort() Sorting {
	switch f.Kind() {
	case IdentityKind:
		return SortIDs
	case FeatureKind:
		if len(f.meaning.(featureMeaning).words()) > 0 {
			return NoSort
		}
		return SortFeatures
	case NumberKind, RatingKind, ClockKind, GradeFieldKind:
		if f.Facts == nil && len(f.ListedIdents()) > 0 {
			return SortNumbers
		}
	}
	switch {
	case f.Facts != nil && (f.Facts.Number != nil || f.Facts.Sides != nil):
		return SortFacts
	case f.Facts == nil && len(f.ListedIdents()) == 1:
		return SortTexts
	}
	return NoSort
}

// ListedIdents returns the properties whose texts lists show: none of fields at nodes, of
// which a game may have thousands.
func (f Field) ListedIdents() []string {
	switch {
	case f.AtNodes():
		return nil
	case f.Listed != nil:
		return f.Listed
	}
	return f.Idents
}

// ListedPart returns the function that says what lists show of a text; nil for all of it.
func (f Field) ListedPart() func(text string) string {
	switch {
	case f.Part != nil:
		return f.Part
	case f.Kind() == RatingKind:
		return RatingOf
	case f.Kind() == ClockKind:
		return f.TimeOf
	case f.Kind() == GradeFieldKind:
		return f.GradeOf
	case f.Kind() == MoveNameKind:
		return func(text string) string { return game.TitleOf(f.TitleKind(), text) }
	}
	return nil
}

// TextNumber returns the number that a text is, in the units of the field.
func (f Field) TextNumber(text string) (n int64, ok bool) {
	if f.Kind() == NumberKind {
		r, err := number{f.hundredths()}.parse(strings.TrimSpace(text))
		return r.Lo, err == nil
	}
	if part := f.ListedPart(); part != nil {
		text = part(text)
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.Abs(x) > math.MaxInt32 {
		return 0, false
	}
	return int64(math.Round(x * 100)), true
}

// HasNumbers reports whether what lists show are numbers.
func (f Field) HasNumbers() bool {
	switch f.Kind() {
	case IdentityKind, RatingKind, ClockKind, GradeFieldKind:
		return true
	case NumberKind, HandicapKind:
		return f.Facts != nil
	case FeatureKind:
		return f.Sort() == SortFeatures
	}
	return false
}

// ValueOrder returns where a value comes among others; nil if their order is that of letters.
func (f Field) ValueOrder() func(value string) float64 {
	switch {
	case f.Order != nil:
		return f.Order
	case f.HasNumbers():
		return digits
	case f.Kind() == RankKind:
		return RankOrder
	case f.Kind() == DateKind:
		return firstDayOf
	}
	return nil
}

// CompletedBy returns the field whose values in the archive completion offers behind the field,
// "" for none. Numbers are offered where pages offer to group by them: others are too many.
func (f Field) CompletedBy() string {
	switch {
	case f.ValuesBy != "":
		return f.ValuesBy
	case len(f.Values) > 0 || f.Kind() == FileKind || !f.Can(Count) || f.HasNumbers() && !f.Menu:
		return ""
	}
	return f.Name
}

// IsSaved reports whether the field stands for saved searches.
func (f Field) IsSaved() bool { return f.Kind() == SavedKind }

// FindListed returns the field of a name, or what else games are listed and counted by.
func FindListed(name string) (Field, bool) {
	lower := strings.ToLower(name)
	if i := slices.IndexFunc(listings, func(f Field) bool { return f.Name == lower }); i >= 0 {
		return listings[i], true
	}
	return FindField(name)
}

// Listings returns what games are listed and counted by though no term asks for it.
func Listings() []Field { return slices.Clone(listings) }

// SaysWinner reports whether the value of a field decides who won the game.
func SaysWinner(name string) bool {
	f, _ := FindListed(name)
	switch f.meaning.(type) {
	case winner, result:
		return true
	}
	return false
}

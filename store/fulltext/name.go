package fulltext

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
)

// A name has its words in one order here and in another there, and its given
// name in one word or two: Lee Changho, Changho Lee, Lee Chang-ho, Chang Ho Lee.
// So the words of a name may be found beginning with any of them, and
//
//   - a word may be written as two, with spaces between,
//   - two words that follow one another may be written as one,
//
// of at least two letters each, so that initials join nothing, and never the
// name as a whole: Yu Bin is not Moon Yubin, nor Yubin Yu Bin. In another order
// nothing but spaces, commas and points is between the words, as two of
// "Ogawa Tomoko & Kato Masao" do not make Kato Tomoko. Hyphens and apostrophes
// are read as everywhere, see joined.

// leastPart is the number of letters of a part of a word.
const leastPart = 2

// splits returns where a word may be divided, as byte offsets.
func splits(word string) []int {
	var at []int
	letters := utf8.RuneCountInString(word)
	n := 0
	for i := range word {
		if n >= leastPart && letters-n >= leastPart {
			at = append(at, i)
		}
		n++
	}
	return at
}

// A nameWord is a word of a name and the other ways to write it.
type nameWord struct {
	itself []Word      // a run of ideographs, or one word
	merged []Word      // with the next word, as one; nil if it cannot be
	halves [][2][]Word // as two words
}

// nameWords cuts what a query wants into words.
func nameWords(clause []Word) []nameWord {
	var words []nameWord
	for i := range clause {
		if clause[i].glued && len(words) > 0 {
			last := &words[len(words)-1]
			last.itself = append(last.itself, clause[i])
			continue
		}
		word := nameWord{itself: clause[i : i+1 : i+1]}
		if text := clause[i].Text; !clause[i].ideograph {
			for _, at := range splits(text) {
				word.halves = append(word.halves, [2][]Word{oneWord(text[:at]), oneWord(text[at:])})
			}
			if n := len(words); n > 0 {
				words[n-1].merged = mergedWords(words[n-1].itself[0], clause[i])
			}
		}
		words = append(words, word)
	}
	for i := range words {
		if len(words) < 2 {
			words[i].halves = nil
		}
		if len(words) < 3 {
			words[i].merged = nil
		}
	}
	return words
}

func mergedWords(a, b Word) []Word {
	if a.ideograph || utf8.RuneCountInString(a.Text) < leastPart || utf8.RuneCountInString(b.Text) < leastPart {
		return nil
	}
	return oneWord(cutWord(a.Text + b.Text))
}

func oneWord(text string) []Word { return []Word{{unit: unit{Text: text}}} }

// nameAt returns how many units from i on are a name, or 0.
func (c *comparison) nameAt(m *Matcher, clause []Word, i int) int {
	for first := range m.words {
		c.lost = 0
		if n := c.nameFrom(m.words, first, i); n > 0 && !c.tooManyLost(clause, i, n) {
			return n
		}
	}
	return 0
}

// nameFrom is nameAt for names that begin with one of the words.
func (c *comparison) nameFrom(words []nameWord, first, i int) int {
	at := i
	for k := 0; k < len(words); k++ {
		w := &words[(first+k)%len(words)]
		n := c.run(w.itself, at)
		if n == 0 && w.merged != nil && k+1 < len(words) {
			if n = c.run(w.merged, at); n > 0 {
				k++
			}
		}
		if n == 0 {
			n = c.halvesAt(w, at)
		}
		if n == 0 || first > 0 && at > i && c.units[at].apart {
			return 0
		}
		at += n
	}
	return at - i
}

// halvesAt returns how many units from i on are a word written as two, or 0.
// Lost characters are not guessed here.
func (c *comparison) halvesAt(w *nameWord, i int) int {
	strict := comparison{units: c.units}
	for _, half := range w.halves {
		n := strict.run(half[0], i)
		if n == 0 || i+n >= len(c.units) || !c.units[i+n].near || c.units[i+n].glued {
			continue
		}
		if k := strict.run(half[1], i+n); k > 0 {
			return n + k
		}
	}
	return 0
}

// lookUpName returns the numbers of all texts that may hold a name.
func (x *Index) lookUpName(ctx context.Context, m *Matcher) (all *roaring.Bitmap, exact bool, err error) {
	for i := range m.words {
		w := &m.words[i]
		some, _, err := x.lookUpClause(ctx, w.itself)
		if err != nil {
			return nil, false, err
		}
		ways := slices.Clone(w.halves)
		if w.merged != nil {
			ways = append(ways, [2][]Word{w.merged})
		}
		if i > 0 && m.words[i-1].merged != nil {
			ways = append(ways, [2][]Word{m.words[i-1].merged})
		}
		for _, way := range ways {
			other, _, err := x.lookUpClause(ctx, slices.Concat(way[0], way[1]))
			if err != nil {
				return nil, false, err
			}
			some.Or(other)
		}
		if all == nil {
			all = some
		} else {
			all.And(some)
		}
		if all.IsEmpty() {
			break
		}
	}
	return all, false, nil
}

package alias

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/store"
)

// A Near is a name in the archive that resembles a name the user typed.
type Near struct {
	Text     string   // the spelling of most games
	Games    int      // games of all spellings that are the same name
	How      Nearness // in what it differs
	Distance int      // how much it differs; 1 is the least
}

// A Nearness is a way in which a name differs from the user's.
type Nearness string

// The ways in which names differ. Among equally near names the first way is reported.
const (
	NearSpelling Nearness = "spelling" // some letters: Kitami, Kitani
	NearSound    Nearness = "sound"    // the romanisation: Yi Ch'ang-ho, Lee Changho
	NearScript   Nearness = "script"   // Ke Jie, 柯洁
)

// Near returns the names in the archive that resemble a user's name, the nearest first, and of
// these the one with most games. Words may stand in any order, and the user's name may be part
// of the name, as in a search. A name that contains the user's name is found by a search, so
// Near does not list it.
func (k Kind) Near(ctx context.Context, s *store.Snapshot, asked string) ([]Near, error) {
	w := newWanted(k, asked)
	if w == nil {
		return nil, nil
	}
	type counted struct {
		Near
		most int // games of the spelling
	}
	found := map[string]*counted{} // by key, nil for what is not near
	for _, g := range s.Segments() {
		for _, ident := range k.Idents() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for value, games := range g.Values(ident) {
				n := int(games.GetCardinality())
				for _, r := range k.Read(value) {
					c, known := found[r.Key]
					if !known {
						if d, how := w.distance(r.Key); d > 0 {
							c = &counted{Near: Near{How: how, Distance: d}}
						}
						found[r.Key] = c
					}
					if c == nil {
						continue
					}
					if c.Games += n; n > c.most {
						c.Text, c.most = r.Text, n
					}
				}
			}
		}
	}
	var list []Near
	for _, c := range found {
		if c != nil && c.Games > 0 {
			list = append(list, c.Near)
		}
	}
	slices.SortFunc(list, CompareNear)
	return list, nil
}

// CompareNear orders names, the nearest first, and of these the one with most
// games.
func CompareNear(a, b Near) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Text, b.Text))
}

// wanted is a name that was asked for.
type wanted struct {
	words    []string
	joined   string
	japanese []string // the sounds of its words
	korean   string   // the sound of it all, "" for none
	latin    bool
}

// mostWanted bounds the words of a name that was asked for: there is no name
// of more.
const mostWanted = 6

// newWanted returns nil for what is no name.
func newWanted(k Kind, asked string) *wanted {
	folded := key(asked)
	if k == Events {
		folded = eventName(asked).Key
	}
	w := &wanted{words: strings.Fields(folded), latin: isLatin(folded)}
	w.joined = strings.Join(w.words, "")
	if len(w.words) == 0 || len(w.words) > mostWanted || utf8.RuneCountInString(w.joined) < 2 || isDamaged(asked) {
		return nil
	}
	if k == Players {
		for _, word := range w.words {
			w.japanese = append(w.japanese, japaneseSound(word))
		}
		w.korean, _ = koreanSound(romanWords(w.words))
	}
	return w
}

// distance returns how much a name, given by its key, differs from what is
// wanted, and in what; 0 if it is what is wanted, or altogether another one.
func (w *wanted) distance(name string) (int, Nearness) {
	words := strings.Fields(name)
	joined := strings.Join(words, "")
	if w.latin != isLatin(name) {
		if w.sameInScript(words, joined) {
			return 1, NearScript
		}
		if w.latin {
			return 0, ""
		}
	}
	best, how := 0, NearSpelling
	nearer := func(d int, n Nearness) {
		if d > 0 && (best == 0 || d < best) {
			best, how = d, n
		}
	}
	nearer(w.byWord(words))
	if len(words) > 1 || len(w.words) > 1 { // Lee Sedol, Lee Se Dol
		if d := Distance(w.joined, joined); d <= slips(w.joined) {
			nearer(max(d, 1), NearSpelling)
		}
	}
	if sound, ok := koreanSound(words); ok && sound == w.korean {
		nearer(1, NearSound)
	}
	return best, how
}

// byWord compares word by word: each that is wanted with another one of the
// name's, whichever is nearest.
func (w *wanted) byWord(words []string) (sum int, how Nearness) {
	if len(words) < len(w.words) || len(words) > 64 {
		return 0, ""
	}
	taken := make([]bool, len(words))
	how = NearSpelling
	for i, want := range w.words {
		best, at, sounds := -1, 0, false
		for j, word := range words {
			if taken[j] {
				continue
			}
			d, sound := 0, false
			switch {
			case want == word:
			case w.japanese != nil && w.latin && w.japanese[i] == japaneseSound(word):
				d, sound = 1, true
			default:
				if d = Distance(want, word); d > slips(want) {
					continue
				}
			}
			if best < 0 || d < best {
				best, at, sounds = d, j, sound
			}
		}
		if best < 0 {
			return 0, ""
		}
		taken[at] = true
		sum += best
		if sounds {
			how = NearSound
		}
	}
	return sum, how
}

// slips is how many slips of the pen are taken for one: of a short word, of
// which each letter makes another name, none.
func slips(word string) int {
	n := utf8.RuneCountInString(word)
	ideographs := strings.ContainsFunc(word, isIdeograph)
	switch {
	case ideographs && n >= 3, !ideographs && n >= 4 && n <= 6:
		return 1
	case !ideographs && n > 6:
		return 2
	}
	return 0
}

// Distance counts the characters to insert, delete, replace or exchange with
// their neighbour to get from a to b: the distance of Damerau and Levenshtein in which
// no part is edited twice.
func Distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	var before, last []int
	current := make([]int, len(to)+1)
	for j := range current {
		current[j] = j
	}
	for i := range from {
		before, last, current = last, current, make([]int, len(to)+1)
		current[0] = i + 1
		for j := range to {
			cost := 1
			if from[i] == to[j] {
				cost = 0
			}
			d := min(last[j+1]+1, current[j]+1, last[j]+cost)
			if i > 0 && j > 0 && from[i] == to[j-1] && from[i-1] == to[j] {
				d = min(d, before[j-1]+1)
			}
			current[j+1] = d
		}
	}
	return current[len(to)]
}

// sameInScript reports whether one of two names is the other as it is read
// aloud: Chinese in pinyin, Korean in its romanisations.
func (w *wanted) sameInScript(words []string, joined string) bool {
	script, latin := joined, w.words
	if !w.latin {
		script, latin = w.joined, words
	}
	if len(latin) > mostWanted {
		return false
	}
	switch {
	case strings.ContainsFunc(script, func(r rune) bool { return !unicode.Is(unicode.Hangul, r) }):
		// The family's name stands first in Chinese, and here or there in letters.
		family, rest := len(latin)-1, strings.Join(latin[:len(latin)-1], "")
		return readsAs(script, strings.Join(latin, "")) || readsAs(script, latin[family]+rest)
	default:
		a, ok := koreanSound(romanWords([]string{script}))
		b, also := koreanSound(latin)
		return ok && also && a == b
	}
}

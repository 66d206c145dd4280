package alias

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/position"
	"kifudb/store"
)

// A Suggestion is two names of an archive that may be one player's or one
// event's.
type Suggestion struct {
	A, B     Candidate // A has more games
	Score    int       // how much speaks for it; see the constants
	Evidence []string  // in words, the strongest first
	Records  [][2]store.GameID
}

// A Candidate is one of the names of a [Suggestion].
type Candidate struct {
	Text  string // the spelling of most games
	Games int
	From  int // the first year of its games, 0 if none is known
	To    int // the last one
}

// These points measure the evidence that two names are the same. One kind of evidence from letters
// is worth less than several records of the same games.
const (
	scoreTold    = 10 // a record says so
	scoreAccount = 5  // a nickname or an account, alone and together
	scoreNick    = 2  // the same of one that others may have had, or after years
	scoreLetters = 6
	scoreOrder   = 6
	scoreSound   = 6
	scoreSlip    = 4 // a letter lost, doubled or exchanged, and one of the names is rare
	scoreLetter  = 2
	scoreInitial = 2
	scoreRecord  = 5 // another record of a game, with the same opponent
	scoreScript  = 4 // another record of a game, with both names in another script
	scoreOther   = 1 // another record of a game, in which the opponent differs, too
	mostRecords  = 6 // further records that count
)

// DefaultMin is the score from which suggestions are worth reading.
const DefaultMin = 4

const (
	// leastMoves is the length from which equal moves mean the same game and
	// not the same opening.
	leastMoves = 40
	// mostNames is the number of pairs of players under which the same moves are one game.
	// Moves under more pairs are a problem, or come from a book.
	mostNames = 6
	// longestLife is how many years may lie between two games of a player.
	longestLife = 70
	// mostAlike is how many names may share a mark. A mark of more names proves nothing.
	mostAlike = 40
)

// Suggest compares all names of a kind and returns pairs that may be the same, the best first,
// with at least a score of least. The evidence is similar names, and records of the same game
// under both names. Two players who met in a game, lived at different times or are in one group
// already are never suggested.
func Suggest(ctx context.Context, s *store.Snapshot, known *Table, least int) ([]Suggestion, error) {
	c, err := take(ctx, s, known.kind)
	if err != nil {
		return nil, err
	}
	found := &evidence{census: c, pairs: map[pair]*pairEvidence{}}
	for _, p := range c.told {
		if c.both(p) {
			found.at(p).told = true
		}
	}
	for _, p := range c.parts {
		if c.both(p) {
			found.at(p).part = true
		}
	}
	found.compareNames()
	if err := found.compareRecords(ctx); err != nil {
		return nil, err
	}
	found.refute()
	var list []Suggestion
	for p, f := range found.pairs {
		a, b := &c.people[p[0]], &c.people[p[1]]
		g, ok := known.Find(a.name)
		if other, too := known.Find(b.name); ok && too && g == other {
			continue
		}
		if s := f.suggestion(a, b); s.Score >= least {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(x, y Suggestion) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(y.B.Games, x.B.Games), cmp.Compare(y.A.Games, x.A.Games),
			cmp.Compare(x.A.Text, y.A.Text), cmp.Compare(x.B.Text, y.B.Text))
	})
	return list, nil
}

// pairEvidence is what speaks for and against two names being one person.
type pairEvidence struct {
	told     bool
	part     bool
	alike    [initial + 1]bool
	records  int // of the same game, with the same opponent
	scripts  int // of the same game, in another script
	others   int // of the same game, with other opponents
	examples [][2]store.GameID
	refuted  bool
}

// evidence holds the evidence for each pair of names that have something in common.
type evidence struct {
	*census
	pairs map[pair]*pairEvidence
}

func (f *evidence) at(p pair) *pairEvidence {
	found := f.pairs[p]
	if found == nil {
		found = &pairEvidence{}
		f.pairs[p] = found
	}
	return found
}

// compareNames finds names that are alike.
func (f *evidence) compareNames() {
	type mark struct {
		likeness
		text string
	}
	marked := map[mark][]int32{}
	for i := range f.people {
		if f.people[i].games > 0 {
			f.people[i].marks(f.kind, func(l likeness, text string) {
				list := marked[mark{l, text}]
				if n := len(list); (n == 0 || list[n-1] != int32(i)) && n <= mostAlike {
					marked[mark{l, text}] = append(list, int32(i))
				}
			})
		}
	}
	for m, list := range marked {
		if len(list) < 2 || len(list) > mostAlike {
			continue
		}
		if m.likeness == initial && f.ambiguous(list) {
			continue
		}
		for i, x := range list {
			for _, y := range list[i+1:] {
				if alike(&f.people[x], &f.people[y], m.likeness) {
					f.at(pairOf(x, y)).alike[m.likeness] = true
				}
			}
		}
	}
}

// both reports whether two people are two, and each has games.
func (c *census) both(p pair) bool {
	return p[0] != p[1] && c.people[p[0]].games > 0 && c.people[p[1]].games > 0
}

// scripts reports whether one of two people has a name in letters and the
// other one in Chinese, Japanese or Korean, as real names are.
func (c *census) scripts(x, y int32) bool {
	if x < 0 || y < 0 {
		return false
	}
	a, b := c.people[x].name.Key, c.people[y].name.Key
	if !isLatin(a) {
		a, b = b, a
	}
	return isLatin(a) && strings.Contains(a, " ") && !strings.ContainsFunc(b, func(r rune) bool { return !isIdeograph(r) })
}

// ambiguous reports whether an initial stands for more than one name.
func (f *evidence) ambiguous(list []int32) bool {
	full := 0
	for _, i := range list {
		words := strings.Fields(f.people[i].name.Key)
		if len(words[0]) > 1 && len(words[1]) > 1 {
			full++
		}
	}
	return full != 1
}

// compareRecords finds names under which the same moves are recorded, with
// the same color.
func (f *evidence) compareRecords(ctx context.Context) error {
	type number struct {
		digest uint64
		seat   int32
	}
	var numbers []number
	for i, s := range f.seats {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if s.who[0] < 0 && s.who[1] < 0 {
			continue
		}
		if facts := s.segment.Facts(s.local); game.Stays(int(facts.Game)) && facts.Moves >= leastMoves {
			numbers = append(numbers, number{s.segment.Line(s.local).Digest, int32(i)})
		}
	}
	slices.SortFunc(numbers, func(a, b number) int {
		return cmp.Or(cmp.Compare(a.digest, b.digest), cmp.Compare(a.seat, b.seat))
	})
	for i := 0; i < len(numbers); {
		end := i + 1
		for end < len(numbers) && numbers[end].digest == numbers[i].digest {
			end++
		}
		if end-i > 1 {
			var seats []seat
			seen := map[[2]int32]bool{}
			for _, n := range numbers[i:end] {
				s := f.seats[n.seat]
				if !seen[s.who] && len(seats) <= mostNames {
					seen[s.who] = true
					seats = append(seats, s)
				}
			}
			if err := f.compareSeats(seats); err != nil {
				return err
			}
		}
		i = end
	}
	return ctx.Err()
}

// compareSeats compares records that are likely of one game and differ in who
// played it.
func (f *evidence) compareSeats(seats []seat) error {
	if len(seats) < 2 || len(seats) > mostNames {
		return nil
	}
	lines := make([]position.Sequence, len(seats))
	for i := range seats {
		s := &seats[i]
		script, err := s.segment.Script(s.local)
		if err != nil {
			return err
		}
		line, o := script.Sequence().Canonical(s.segment.Facts(s.local).Size)
		lines[i] = line
		if o.Swapped && f.kind == Players {
			s.who[0], s.who[1] = s.who[1], s.who[0]
		}
	}
	for i, a := range seats {
		for j, b := range seats[:i] {
			if !slices.Equal(lines[i], lines[j]) {
				continue
			}
			for side := range f.kind.Idents() {
				x, y := a.who[side], b.who[side]
				if x < 0 || y < 0 || x == y {
					continue
				}
				same := f.kind == Events || a.who[1-side] == b.who[1-side]
				if !same && a.who[0] == b.who[1] && a.who[1] == b.who[0] {
					continue // the colors are exchanged
				}
				found := f.at(pairOf(x, y))
				switch {
				case same:
					found.records++
				case f.scripts(x, y) && f.scripts(a.who[1-side], b.who[1-side]):
					found.scripts++
				default:
					found.others++
				}
				if len(found.examples) < 3 {
					found.examples = append(found.examples, [2]store.GameID{b.id(), a.id()})
				}
			}
		}
	}
	return nil
}

func (s seat) id() store.GameID { return s.segment.Base() + store.GameID(s.local) }

// refute drops what cannot be: nobody plays himself, or for a hundred years.
func (f *evidence) refute() {
	if f.kind != Players {
		return
	}
	for _, s := range f.seats {
		if s.who[0] < 0 || s.who[1] < 0 {
			continue
		}
		if found := f.pairs[pairOf(s.who[0], s.who[1])]; found != nil {
			found.refuted = true
		}
	}
	for p, found := range f.pairs {
		a, b := &f.people[p[0]], &f.people[p[1]]
		if a.from > 0 && b.from > 0 && max(a.to, b.to)-min(a.from, b.from) > longestLife && (a.from > b.to || b.from > a.to) {
			found.refuted = true
		}
	}
}

// suggestion adds up what speaks for two names being the same.
func (f *pairEvidence) suggestion(a, b *person) Suggestion {
	if b.games > a.games || b.games == a.games && b.text < a.text {
		a, b = b, a
	}
	s := Suggestion{A: a.candidate(), B: b.candidate(), Records: f.examples}
	if f.refuted {
		return s
	}
	add := func(points int, format string, args ...any) {
		s.Score += points
		s.Evidence = append(s.Evidence, fmt.Sprintf(format, args...))
	}
	if f.told {
		add(scoreTold, "a record gives both")
	}
	if n := f.records + f.scripts + f.others; n > 0 {
		how := ""
		switch {
		case f.records > 0:
		case f.scripts > 0:
			how = ", in two scripts"
		default:
			how = ", with other opponents"
		}
		add(f.recordScore(), "%s%s", games(n), how)
	}
	switch {
	case f.part && isOwn(a, b):
		add(scoreAccount, "a nickname and an account")
	case f.part:
		add(scoreNick, "a nickname and an account")
	}
	switch {
	case f.alike[sameLetters]:
		add(scoreLetters, "the same letters")
	case f.alike[sameWords]:
		add(scoreOrder, "the same words in another order")
	case f.alike[sameSound]:
		add(scoreSound, "another romanisation")
	case f.alike[oneLetter] && b.games*10 <= a.games && isSlip(a.name.Key, b.name.Key):
		add(scoreSlip, "one letter, and rare")
	case f.alike[oneLetter]:
		add(scoreLetter, "one letter")
	case f.alike[initial]:
		add(scoreInitial, "an initial")
	}
	return s
}

// recordScore is what the records of the same games speak for.
func (f *pairEvidence) recordScore() int {
	score := scoreOther * min(f.others, mostRecords)
	if f.records > 0 {
		score += scoreRecord + min(f.records-1, mostRecords)
	}
	if f.scripts > 0 {
		score += scoreScript + min(f.scripts-1, mostRecords)
	}
	return score
}

// isOwn reports whether what two names share is long enough to be one
// person's, and was used within a few years.
func isOwn(a, b *person) bool {
	shorter := a.name.Key
	if len(b.name.Key) < len(shorter) {
		shorter = b.name.Key
	}
	if apart := max(a.from, b.from) - min(a.to, b.to); a.from > 0 && b.from > 0 && apart > 4 {
		return false
	}
	if isLatin(shorter) {
		return len(shorter) >= 7
	}
	return utf8.RuneCountInString(shorter) >= 3
}

// isSlip reports whether a letter was lost, doubled or exchanged, or is in the
// family name; another letter in a given name makes another name.
func isSlip(a, b string) bool {
	if len(a) != len(b) {
		return true
	}
	i, k := 0, len(a)
	for i < k && a[i] == b[i] {
		i++
	}
	for k > i && a[k-1] == b[k-1] {
		k--
	}
	return k-i > 1 || i < strings.IndexByte(a, ' ')
}

func games(n int) string {
	if n == 1 {
		return "a game recorded under both"
	}
	return fmt.Sprintf("%d games recorded under both", n)
}

func (p *person) candidate() Candidate { return Candidate{p.text, p.games, p.from, p.to} }

// iterate yields the members of a set.
func iterate(b *roaring.Bitmap) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := b.Iterator(); i.HasNext(); {
			if !yield(int(i.Next())) {
				return
			}
		}
	}
}

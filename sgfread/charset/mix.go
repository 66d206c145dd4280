package charset

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Records whose texts are in several encodings
//
// Editors that think in bytes put a comment in UTF-8 into a record in GBK, or a
// name in Big5 into one in UTF-8. Such a record is read value by value. Its
// encoding has a name of its own, a mix: the encodings joined by "+", the one of
// most of the text first. [Decode] takes a mix for an encoding. It chooses for
// each value among the members by the frequencies of characters, and for each
// line of a value if that makes much more sense.
//
// [Detect] looks for a mix only where something is wrong with a single encoding:
// characters are lost in it, a value is UTF-8 while the others are not, values
// make no sense, or there are zero bytes. Every further encoding has to pay for
// itself, by what it makes of the values that it takes.

const mixWord = "+"

// A mix is the encodings of a record.
type mix []string

// maxMembers bounds the encodings of a mix.
const maxMembers = 4

func (m mix) name() string { return strings.Join(m, mixWord) }

// Members returns the encodings of a mix, the one of most of the text first; nil for
// the name of a single encoding.
func Members(name string) []string {
	if strings.IndexByte(name, mixWord[0]) < 0 || IsWay(name) {
		return nil
	}
	return strings.Split(name, mixWord)
}

// Includes reports whether an encoding is another one or a member of it.
func Includes(name, member string) bool {
	return name == member || slices.Contains(Members(name), member)
}

// IsWide reports whether values of a record may be in UTF-16, beside its structure in ASCII.
func IsWide(name string) bool { return slices.ContainsFunc(Members(name), isUTF16) }

// lookupMix returns the canonical name of a mix.
func lookupMix(label string) (string, bool) {
	members := mix(Members(label))
	if len(members) < 2 || len(members) > maxMembers {
		return "", false
	}
	for i, l := range members {
		name, ok := Lookup(l)
		if !ok || slices.Contains(members[:i], name) {
			return "", false
		}
		members[i] = name
	}
	return members.name(), true
}

// These are the costs of mixes, as logarithms.
const (
	switchWorth  = 4.0  // that a value is in another encoding than most
	mixWorth     = 10.0 // that a record has a further encoding
	relatedWorth = 6.0  // that the further encoding is one of the same language
	wideWorth    = 8.0  // what well-formed UTF-8 with several characters counts for in a value

	// From this cost for a byte outside ASCII on a text is unusual, and a value makes no
	// sense. Of 4,000 games in legacy encodings one has such a value.
	unusualByte = 3.5
	oddByte     = 5.5
)

// maxPieces is how many values of a record tell whether it mixes encodings.
const maxPieces = 512

// MemberOf returns the encoding of a value in a record whose encoding is given: the
// one that fits best, if the encoding is a mix.
func MemberOf(value []byte, name string) string {
	m := mix(Members(name))
	if m == nil {
		return name
	}
	i, _ := m.choose(value)
	return m[i]
}

// choose returns which member fits a piece best, and its score.
func (m mix) choose(piece []byte) (best int, score float64) {
	var buf [sampleSize + 256]byte
	evidence := sample(buf[:0], piece)
	score = math.Inf(-1)
	for i, name := range m {
		s := pieceScore(piece, evidence, name)
		if i == 0 {
			s += switchWorth
		}
		if s > score {
			best, score = i, s
		}
	}
	return best, score
}

// decode appends the text of a value to dst.
func (m mix) decode(dst, b []byte) []byte {
	if isASCII(b) && bytes.IndexByte(b, 0) < 0 {
		return append(dst, b...)
	}
	i, score := m.choose(b)
	if isUTF16(m[i]) {
		return Decode(dst, b, m[i])
	}
	apart := 0.0
	for piece := range pieces(b, false) {
		if _, s := m.choose(piece); !isASCII(piece) {
			apart += s - switchWorth
		}
	}
	if apart <= score {
		return Decode(dst, b, m[i])
	}
	for piece := range pieces(b, false) {
		k, _ := m.choose(piece)
		dst = Decode(dst, piece, m[k])
	}
	return dst
}

// pieceScore returns what a piece, of which evidence is the sample, says about an
// encoding.
func pieceScore(piece, evidence []byte, name string) float64 {
	if isUTF16(name) {
		return scoreUTF16(piece, name)
	}
	score := math.Inf(-1)
	for _, m := range models {
		if m.name == name {
			score = max(score, m.score(evidence, math.Inf(-1)))
		}
	}
	if s := unmodeled()[name]; s != nil {
		score = s(evidence, math.Inf(-1))
	}
	if math.IsInf(score, -1) {
		score = scoreUnknown(evidence) - costBad*float64(replaced(piece, name))
	}
	return score + formWorth(piece, name)
}

// formWorth returns what the form of a piece counts for: well-formed UTF-8, and zero bytes.
func formWorth(piece []byte, name string) float64 {
	worth := -costControl * float64(bytes.Count(piece, []byte{0}))
	if name == UTF8 {
		if valid, wide := validUTF8(piece); valid && wide {
			worth += wideWorth
		} else if valid {
			worth += validWorth
		}
	}
	return worth
}

func isUTF16(name string) bool { return name == UTF16LE || name == UTF16BE }

// scoreUTF16 scores a value that was put into a record of ASCII structure as it was.
func scoreUTF16(piece []byte, name string) float64 {
	if len(piece)%2 != 0 || len(piece) == 0 {
		return math.Inf(-1)
	}
	score := 0.0
	for _, r := range string(Decode(nil, piece, name)) {
		switch {
		case r == utf8.RuneError, !unicode.IsGraphic(r) && !unicode.IsSpace(r):
			return math.Inf(-1)
		case r < utf8.RuneSelf:
			score--
		default:
			score -= costUTF8Wide
		}
	}
	return score
}

// pieces yields the lines and values of a tree or of a value, one after the other
// and all together. A bracket ends a value where structure follows. Wide texts, with
// zero bytes, have no lines of their own.
func pieces(b []byte, wide bool) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		start := 0
		for i := 0; i < len(b); i++ {
			switch {
			case b[i] == '\n' && !wide:
			case b[i] == ']' && !escaped(b[:i]) && endsValue(b[i+1:]):
				if open := opening(b[start:i]); open > 0 && open < i-start { // what is before it is structure
					if !yield(b[start : start+open]) {
						return
					}
					start += open
				}
				if !yield(b[start:i]) {
					return
				}
				start = i
				continue
			default:
				continue
			}
			if !yield(b[start : i+1]) {
				return
			}
			start = i + 1
		}
		if start < len(b) {
			yield(b[start:])
		}
	}
}

// escaped reports whether a backslash stands before the end of b that is not likely to be
// half of a character.
func escaped(b []byte) bool {
	n := len(b)
	return n > 0 && b[n-1] == '\\' && (n == 1 || b[n-2] < 0x80)
}

// opening returns where the value begins whose end is the end of b, after its
// bracket, 0 if it begins before.
func opening(b []byte) int {
	for i := bytes.IndexByte(b, '['); i > 0; {
		if isASCIILetter(b[i-1]) || b[i-1] == ']' || b[i-1] <= ' ' {
			return i + 1
		}
		n := bytes.IndexByte(b[i+1:], '[')
		if n < 0 {
			break
		}
		i += 1 + n
	}
	return 0
}

// endsValue reports whether structure follows, or nothing.
func endsValue(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) == 0 || isASCIILetter(b[0]) || bytes.IndexByte([]byte(";()["), b[0]) >= 0
}

// A mixer looks for a mix in a tree.
type mixer struct {
	pool   *Pool
	first  string // the encoding of the whole
	pieces [][]byte
	scores []*scored // of the pieces
	best   []float64 // of the members so far
	owner  []int     // the member of each piece
}

// mixed returns the guess for a tree that is the given one, or a mix if encodings
// are mixed in it.
func (p *Pool) mixed(tree []byte, g Guess, declared string, cost float64) Guess {
	zeros := bytes.IndexByte(tree, 0) >= 0
	wide := g.Name != UTF8 && hasUTF8(tree)
	if g.Damaged == 0 && !zeros && !wide && (g.Name == UTF8 || g.Reason == ReasonDeclared || cost < unusualByte || !hasOdd(tree, g.Name)) {
		return g
	}
	m := mixer{pool: p, first: g.Name}
	if wide {
		m.first = UTF8 // which the text as a whole, being no UTF-8, was not taken for
	}
	for piece := range pieces(tree, zeros) {
		if isASCII(piece) && (!zeros || bytes.IndexByte(piece, 0) < 0) {
			continue
		}
		if m.pieces = append(m.pieces, piece); len(m.pieces) == maxPieces {
			break
		}
	}
	if len(m.pieces) < 2 && !zeros {
		return g
	}
	return m.guess(g, declared, zeros)
}

// hasUTF8 reports whether a line or value of the tree is UTF-8 with several characters, or
// several have a letter each.
func hasUTF8(tree []byte) bool {
	const several = 3
	short := 0
	for i := nextHigh(tree, 0); i < len(tree); {
		value := tree[i:]
		if end := bytes.IndexByte(value, ']'); end >= 0 {
			value = value[:end]
		}
		for line := range bytes.SplitSeq(value, []byte("\n")) {
			valid, wide := validUTF8(line)
			if valid && !isASCII(line) {
				short++
			}
			if wide || short == several {
				return true
			}
		}
		i = nextHigh(tree, i+len(value))
	}
	return false
}

// hasOdd reports whether a line or value makes no sense in the encoding.
func hasOdd(tree []byte, name string) bool {
	const few = 4 // bytes, which may be any name
	var buf [sampleSize + 256]byte
	for piece := range pieces(tree, false) {
		if n := countHigh(piece); n >= few && pieceScore(piece, sample(buf[:0], piece), name) < -oddByte*float64(n) {
			return true
		}
	}
	return false
}

// guess chooses the members of a mix, each for more than it costs.
func (m *mixer) guess(g Guess, declared string, zeros bool) Guess {
	var buf [sampleSize + 256]byte
	for _, piece := range m.pieces {
		evidence := sample(buf[:0], piece)
		m.scores = append(m.scores, m.pool.scoredOf(evidence))
		m.best = append(m.best, pieceScore(piece, evidence, m.first)+switchWorth)
		m.owner = append(m.owner, 0)
	}
	candidates := make([]string, 0, len(models)+2)
	for _, c := range models {
		if !slices.Contains(candidates, c.name) {
			candidates = append(candidates, c.name)
		}
	}
	if zeros || isUTF16(declared) {
		candidates = append(candidates, UTF16LE, UTF16BE)
	}
	members := mix{m.first}
	expected := func(name string) float64 {
		if slices.ContainsFunc(members, func(member string) bool { return related(member, name) }) {
			return m.prior(name) + relatedWorth
		}
		return m.prior(name)
	}
	for len(members) < maxMembers {
		best, most := "", 0.0
		for _, name := range candidates {
			if !slices.Contains(members, name) {
				gain := m.gain(name)
				if gain > 0 && name != declared {
					gain += expected(name)
				}
				if gain > most {
					best, most = name, gain
				}
			}
		}
		if best == "" {
			break
		}
		m.take(best, len(members))
		members = append(members, best)
	}
	return m.settle(g, members, declared)
}

// gain returns what a further encoding makes more of the pieces, less than it costs.
func (m *mixer) gain(name string) float64 {
	gain, high := 0.0, 0
	for i, piece := range m.pieces {
		if lead := m.score(i, name) - m.best[i]; lead > 0 && (isUTF16(name) || replaced(piece, name) == 0) {
			gain += lead
			high += countHigh(piece)
		}
	}
	if high == 1 && m.first != UTF8 && !isUTF16(name) {
		return 0 // a stray byte, which pairs of bytes leave behind
	}
	return gain - mixWorth
}

// related reports whether two encodings are those of one language.
func related(name, another string) bool {
	for _, group := range [...][]string{
		{ShiftJIS, EUCJP},
		{Windows1251, KOI8R, KOI8U, CP866, CP855, "iso-8859-5", "x-mac-cyrillic"},
	} {
		if slices.Contains(group, name) && slices.Contains(group, another) {
			return true
		}
	}
	return false
}

// prior returns what is expected of an encoding before the pieces are seen.
func (m *mixer) prior(name string) float64 {
	prior := math.Inf(-1)
	for i, c := range models {
		if c.name == name {
			s := c.prior
			if m.pool.Trees() > 0 {
				s += math.Log(m.pool.expected()[i])
			}
			prior = max(prior, s)
		}
	}
	if math.IsInf(prior, -1) {
		return 0
	}
	return prior
}

// score returns the score of a piece in an encoding.
func (m *mixer) score(i int, name string) float64 {
	if isUTF16(name) {
		return scoreUTF16(m.pieces[i], name)
	}
	score := math.Inf(-1)
	for k, c := range models {
		if c.name == name {
			score = max(score, m.scores[i].scores[k])
		}
	}
	return score + formWorth(m.pieces[i], name)
}

// take gives a member the pieces that fit it best.
func (m *mixer) take(name string, member int) {
	for i := range m.pieces {
		if s := m.score(i, name); s > m.best[i] {
			m.best[i], m.owner[i] = s, member
		}
	}
}

// settle returns the guess for members of which each has its pieces.
func (m *mixer) settle(g Guess, members mix, declared string) Guess {
	found := Guess{Confidence: 1, Reason: ReasonLikely}
	texts := make([][]byte, len(members))
	for i, piece := range m.pieces {
		found.Damaged += replaced(piece, members[m.owner[i]])
		texts[m.owner[i]] = append(append(texts[m.owner[i]], piece...), '\n')
	}
	order := []int{}
	for i := range members {
		if len(texts[i]) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(len(texts[b])-len(texts[a]), bytes.Count(texts[b], []byte("\n"))-bytes.Count(texts[a], []byte("\n")))
	})
	var named mix
	for _, i := range order {
		named = append(named, members[i])
		switch {
		case members[i] == UTF8, isUTF16(members[i]), members[i] == declared && g.Reason == ReasonDeclared:
		default:
			alone := m.pool.detect(texts[i], declared)
			if alone.Name != members[i] && !alike(texts[i], alone.Name, members[i]) {
				alone.Confidence = min(alone.Confidence, 1-alone.Confidence)
			}
			found.Confidence = min(found.Confidence, alone.Confidence)
		}
	}
	switch {
	case len(named) == 1 && isUTF16(named[0]):
		named = mix{UTF8, named[0]}
	case len(named) == 1:
		return g
	}
	if slices.Contains(named, declared) {
		found.Reason = ReasonDeclared
	}
	found.Name = named.name()
	return found
}

package charset

import (
	"bytes"
	"unicode/utf8"
)

// Guess says in which encoding the text of a game tree is written.
type Guess struct {
	// Name is the canonical name of the encoding.
	Name string
	// Confidence is between 0, a mere default, and 1, certain.
	Confidence float64
	// Reason is one of the Reason constants: what the guess rests on.
	Reason string
	// Damaged counts the characters that Decode will replace by U+FFFD.
	Damaged int
}

// What a guess rests on. The words are stable: they are stored and searched.
const (
	ReasonASCII    = "ascii"     // no byte outside ASCII: every encoding gives the same
	ReasonMark     = "mark"      // byte order mark
	ReasonEscape   = "escape"    // escape sequences of a 7-bit encoding
	ReasonValid    = "valid"     // well-formed UTF-8
	ReasonDamaged  = "damaged"   // UTF-8 with damaged characters
	ReasonDeclared = "declared"  // CA, not contradicted by the bytes
	ReasonLikely   = "likely"    // frequencies of characters in this tree
	ReasonPool     = "neighbors" // frequencies, decided by the neighboring trees
	ReasonDefault  = "default"   // nothing speaks for anything
)

// What CA is worth, as a logarithm: many programs write a fixed value whatever
// the text is, above all UTF-8 and ISO-8859-1, which is also SGF's default.
const (
	declaredWorth       = 16.0
	declaredWorthUTF8   = 6.0
	declaredWorthLatin1 = 2.0
)

// isDoubtful reports whether a text is unlike anything that the encoding is used
// for, given its cost and the number of its bytes outside ASCII. Chinese names
// of unknown characters cost 5 a byte, 10 where the second byte is ASCII;
// Russian words 3.
func isDoubtful(name string, cost float64, high int) bool {
	limit := 10.5
	switch name {
	case Windows1251, KOI8R, CP866:
		limit = 6
	}
	return cost > limit*float64(high)
}

// Detect returns the encoding of the text in tree, the bytes of one game tree
// or of a whole file. Declared is the value of CA, "" if there is none. Pool
// holds the evidence of the other trees of the file and the folder; it may be
// nil and is not changed. The time is linear in the length of tree; in a tree
// without bytes outside ASCII it is that of looking for one.
func Detect(tree []byte, declared string, pool *Pool) Guess {
	declared, _ = Lookup(declared)
	if isASCII(tree) {
		return detectASCII(tree, declared)
	}
	if bytes.HasPrefix(tree, []byte("\xEF\xBB\xBF")) {
		return Guess{UTF8, 1, ReasonMark, replaced(tree, UTF8)}
	}
	valid, wide := validUTF8(tree)
	if valid && wide {
		return Guess{UTF8, 1, ReasonValid, 0}
	}
	if name, ok := trusted(tree, declared); ok && !valid {
		return Guess{name, 0.8, ReasonDeclared, 0}
	}

	var buf [sampleSize + 256]byte
	evidence := sample(buf[:0], tree)
	s := scoreAll(evidence)
	cost := s // without priors
	for i, m := range models {
		s[i] += m.prior
	}
	if valid {
		s[utf8Model] += validWorth
	}
	stated := modelOf(declared)
	if stated >= 0 {
		s[stated] += worth(declared)
	}
	alone := s.best()
	pool.addPrior(&s)
	best := s.best()

	g := Guess{Name: models[best].name, Reason: ReasonLikely}
	g.Confidence = confidence(&s, best, evidence)
	switch {
	case best == utf8Model && valid:
		g.Reason = ReasonValid
	case best == utf8Model:
		g.Reason = ReasonDamaged
	case best == stated:
		g.Reason = ReasonDeclared
	case best != alone:
		g.Reason = ReasonPool
	case stated < 0 && isDoubtful(g.Name, -cost[best], highBytes(evidence)) && g.Name != pool.Guess().Name:
		g = Guess{Name: Windows1252, Reason: ReasonDefault}
	}
	g.Damaged = replaced(tree, g.Name)
	return g
}

// validWorth is what well-formed UTF-8 counts for, as a logarithm, where a few
// two-byte characters are all the evidence: a fifth of the two-byte characters
// of other encodings are well-formed by chance.
const validWorth = 5.0

// detectASCII tells the 7-bit encodings from plain ASCII.
func detectASCII(tree []byte, declared string) Guess {
	if escapesJIS(tree) {
		return Guess{ISO2022JP, 0.95, ReasonEscape, 0}
	}
	if escapesHZ(tree) {
		g := Guess{HZ, 0.8, ReasonEscape, 0}
		if declared == HZ {
			g.Confidence = 0.95
		}
		return g
	}
	return Guess{UTF8, 1, ReasonASCII, 0}
}

// validUTF8 reports whether b is well-formed, and whether it has a character of
// three bytes or a good many of two, which other encodings never look like.
func validUTF8(b []byte) (valid, wide bool) {
	const many = 8
	if !utf8.Valid(b) {
		return false, false
	}
	n := 0
	for i := nextHigh(b, 0); i < len(b); i = nextHigh(b, i) {
		if b[i] >= 0xE0 {
			return true, true
		}
		if n++; n > many {
			return true, true
		}
		i += 2
	}
	return true, false
}

// trusted reports whether the declared encoding is one without a model, so that
// nothing but CA speaks for it, and defines all bytes of tree.
func trusted(tree []byte, declared string) (name string, ok bool) {
	if declared == "" || modelOf(declared) >= 0 || lookupEncoding(declared) == nil {
		return "", false
	}
	switch declared {
	case UTF16LE, UTF16BE, UTF32LE, UTF32BE, ISO2022JP, HZ:
		return "", false // no longer, if it ever was
	}
	return declared, replaced(tree, declared) == 0
}

func worth(declared string) float64 {
	switch declared {
	case Windows1252:
		return declaredWorthLatin1
	case UTF8:
		return declaredWorthUTF8
	}
	return declaredWorth
}

// confidence returns the share of the best model, together with those that
// give the same text.
func confidence(s *scores, best int, evidence []byte) float64 {
	const small = 0.01
	share := s.share()
	sum := share[best]
	var text, alike []byte
	for i, p := range share {
		if i == best || p < small {
			continue
		}
		if text == nil {
			text = Decode(nil, evidence, models[best].name)
		}
		if alike = Decode(alike[:0], evidence, models[i].name); bytes.Equal(text, alike) {
			sum += p
		}
	}
	return min(sum, 0.99)
}

func highBytes(b []byte) int {
	n := 0
	for i := nextHigh(b, 0); i < len(b); i = nextHigh(b, i+1) {
		n++
	}
	return n
}

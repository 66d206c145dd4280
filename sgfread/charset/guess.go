package charset

import (
	"bytes"
	"math"
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

// These words name the evidence for a guess. They are stable: they are stored and searched.
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

// Detect returns the encoding of the text in tree, the bytes of one game tree
// or of a whole file. Declared is the value of CA, "" if there is none. Pool
// holds the evidence of the other trees of the file and the folder; it may be
// nil and is not changed. The time is linear in the length of tree; in a tree
// without bytes outside ASCII it is that of looking for one.
func Detect(tree []byte, declared string, pool *Pool) Guess {
	declared, _ = Lookup(declared)
	if isASCII(tree) {
		g := detectASCII(tree, declared)
		if g.Reason == ReasonASCII {
			g = pool.mixed(tree, g, declared, 0)
		}
		return g
	}
	g, cost := pool.detectCost(tree, declared)
	return pool.mixed(tree, g, declared, cost)
}

// detect is Detect for a text in one encoding, which is not ASCII.
func (p *Pool) detect(tree []byte, declared string) Guess {
	g, _ := p.detectCost(tree, declared)
	return g
}

// detectCost is detect. Cost says how little sense the text makes, as a logarithm for
// each byte outside ASCII.
func (p *Pool) detectCost(tree []byte, declared string) (g Guess, cost float64) {
	if Marked(tree) {
		if utf8.Valid(tree) {
			return Guess{UTF8, 1, ReasonMark, 0}, 0
		}
		if tree = tree[len(markUTF8):]; declared == "" { // a mark may be false, too
			declared = UTF8
		}
	}
	valid, wide := validUTF8(tree)
	if valid && wide {
		return Guess{UTF8, 1, ReasonValid, 0}, 0
	}
	var buf [sampleSize + 256]byte
	evidence := sample(buf[:0], tree)
	s := p.scoredOf(evidence).scores
	stated := modelOf(declared)
	if score := unmodeled()[declared]; score != nil {
		stated = declaredModel
		s[stated] = score(evidence, math.Inf(-1))
	}
	s.addPriors()
	if valid {
		s[utf8Model] += validWorth
	}
	if stated >= 0 {
		s[unknownModel] = math.Inf(-1)
		for _, m := range models {
			if m.name == declared { // in any of its languages, and exactly
				s[stated] = max(s[stated], m.prior+m.score(evidence, math.Inf(-1)))
			}
		}
		if !valid {
			s[stated] = max(s[stated], letterFloor(evidence, declared))
		}
		if confidence := s.trust(tree, evidence, stated, declared, valid); confidence > 0 {
			return Guess{Name: declared, Confidence: confidence, Reason: ReasonDeclared}, p.costOf(evidence, stated)
		}
		s[stated] += worth(declared, valid)
	}
	alone := s.best()
	p.addPrior(&s)
	best, damaged := s.settle(tree, evidence, declared)
	if damaged > 0 && stated >= 0 && declared != Windows1252 && best != utf8Model && replaced(tree, declared) == 0 {
		best, damaged = stated, 0 // no loss that nobody asked for
	}

	g = Guess{Name: nameOf(best, declared), Reason: ReasonLikely, Damaged: damaged}
	g.Confidence = confidence(&s, best, evidence, declared)
	switch {
	case best == unknownModel:
		g.Reason, g.Confidence = ReasonDefault, 0
	case best == utf8Model && valid:
		g.Reason = ReasonValid
	case best == utf8Model:
		g.Reason = ReasonDamaged
	case best == stated:
		g.Reason = ReasonDeclared
	case best != alone && p.Trees() > 0:
		g.Reason = ReasonPool
	}
	if g.Reason == ReasonLikely && damaged > 0 {
		g.Confidence = min(g.Confidence, damagedConfidence)
	}
	if g.Reason == ReasonLikely && g.Name != p.Guess().Name && alike(tree, g.Name, Windows1252) {
		g.Name = Windows1252 // nothing in the text says that it is one of its relatives
	}
	return g, p.costOf(evidence, best)
}

// costOf returns what a sample costs in a model, on average over its bytes outside ASCII;
// 0 for a declared encoding without a model.
func (p *Pool) costOf(evidence []byte, model int) float64 {
	switch model {
	case declaredModel:
		return 0
	case unknownModel:
		return math.Inf(1)
	}
	return -p.scoredOf(evidence).scores[model] / float64(countHigh(evidence))
}

// damagedConfidence is the most that a guess is sure of itself if it loses
// characters: the encoding may be one that nobody thought of.
const damagedConfidence = 0.8

// nameOf returns the name of a candidate.
func nameOf(model int, declared string) string {
	switch model {
	case declaredModel:
		return declared
	case unknownModel:
		return Windows1252
	}
	return models[model].name
}

// settle returns the best model and how many characters of tree are lost in it.
// The sample shows most of that, but not what comes after its end, which is
// charged to those that would be chosen without it. (Damage to UTF-8 is not
// evidence against it.)
func (s *scores) settle(tree, evidence []byte, declared string) (best, damaged int) {
	var charged [len(s)]bool
	for {
		best = s.best()
		name := nameOf(best, declared)
		damaged = replaced(tree, name)
		if damaged == 0 || best == utf8Model || charged[best] {
			return best, damaged
		}
		charged[best] = true
		s[best] -= costBad * float64(max(damaged-replaced(evidence, name), 0))
	}
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
	if name := escapesShifted(tree); name != "" {
		return Guess{name, 0.95, ReasonEscape, 0}
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

// validUTF8 reports whether b is well-formed, and whether it has two characters
// of three bytes or a good many of two, which other encodings never look like.
func validUTF8(b []byte) (valid, wide bool) {
	const few, many = 2, 9
	if !utf8.Valid(b) {
		return false, false
	}
	two, three := 0, 0
	for i := nextHigh(b, 0); i < len(b); i = nextHigh(b, i) {
		_, n := utf8.DecodeRune(b[i:])
		if i += n; n > 2 {
			three++
		} else {
			two++
		}
		if three >= few || two >= many {
			return true, true
		}
	}
	return true, false
}

// confidence returns the share of the best model, together with those that
// give the same text.
func confidence(s *scores, best int, evidence []byte, declared string) float64 {
	const small = 0.0005
	share := s.share()
	sum := share[best]
	for i, p := range share {
		if i != best && p >= small && alike(evidence, nameOf(best, declared), nameOf(i, declared)) {
			sum += p
		}
	}
	return min(sum, 0.99)
}

// alike reports whether two encodings give the same text for b.
func alike(b []byte, name, another string) bool {
	if cm := table(name); cm != nil {
		if cm2 := table(another); cm2 != nil {
			for i := nextHigh(b, 0); i < len(b); i = nextHigh(b, i+1) {
				if cm.DecodeByte(b[i]) != cm2.DecodeByte(b[i]) {
					return false
				}
			}
			return true
		}
		return false // the text of words in pairs of bytes has fewer characters
	}
	return bytes.Equal(Decode(nil, b, name), Decode(nil, b, another))
}

package charset

import (
	"bytes"
	"math"
)

// Pool collects evidence over the trees of a file or the files of a folder,
// which mostly share one encoding, so that what two names leave open the other
// records decide. Its zero value is empty and ready. Adding needs exclusive
// access; a pool that nobody adds to may be used by any number of goroutines.
//
// The encoding of a further tree is expected to be that of all others taken as
// one text, or, in mixed folders, one of those that the others have each for
// itself. Neither counts for so much that clear evidence of the tree itself
// would not outweigh it.
type Pool struct {
	trees int    // with bytes outside ASCII
	sum   scores // of the trees' scores
	votes scores // of the trees' shares

	// By sample, for as many as maxRemembered: each tree that was added is asked for again, as
	// one that is no evidence for itself and as one to be read. Only Add changes it.
	known map[string]*scored
}

// scored is what a sample says by itself.
type scored struct {
	scores scores // priors left out
	share  scores
}

// maxRemembered is how many samples a pool remembers: those of a batch of an import.
const maxRemembered = 1 << 10

// scoredOf returns what a sample says. A pool may be nil.
func (p *Pool) scoredOf(sample []byte) *scored {
	if p != nil {
		if known := p.known[string(sample)]; known != nil {
			return known
		}
	}
	s := &scored{scores: scoreAll(bytes.Clone(sample))} // a sample that is known need not leave the stack
	s.share = s.scores
	s.share.addPriors()
	s.share = s.share.share()
	return s
}

// Add adds the evidence of one tree.
func (p *Pool) Add(tree []byte) { p.count(tree, 1) }

// Others returns the pool without a tree that was added: it is no evidence for itself.
func (p *Pool) Others(tree []byte) *Pool {
	if p.Trees() == 0 || isASCII(tree) || bytes.IndexByte(tree, 0) >= 0 {
		return p
	}
	others := *p
	others.count(tree, -1)
	return &others
}

// count adds or, with -1, takes away the evidence of one tree.
func (p *Pool) count(tree []byte, sign int) {
	if isASCII(tree) || bytes.IndexByte(tree, 0) >= 0 { // wide characters are no evidence
		return
	}
	p.trees += sign
	if valid, wide := validUTF8(tree); valid && wide {
		p.votes[utf8Model] += float64(sign)
		return
	}
	var buf [sampleSize + 256]byte
	evidence := sample(buf[:0], tree)
	s := p.scoredOf(evidence)
	if sign > 0 && len(p.known) < maxRemembered {
		if p.known == nil {
			p.known = map[string]*scored{}
		}
		p.known[string(evidence)] = s
	}
	for i := range models {
		p.sum[i] += float64(sign) * s.scores[i]
	}
	for i, v := range s.share {
		p.votes[i] = max(p.votes[i]+float64(sign)*v, 0)
	}
}

// Merge adds all evidence of q, which may be nil.
func (p *Pool) Merge(q *Pool) {
	if q == nil {
		return
	}
	p.trees += q.trees
	for i := range p.sum {
		p.sum[i] += q.sum[i]
		p.votes[i] += q.votes[i]
	}
}

// Trees returns how many trees with bytes outside ASCII were added.
func (p *Pool) Trees() int {
	if p == nil {
		return 0
	}
	return p.trees
}

// Guess returns the encoding that a further tree is likely to have, and how
// sure that is. Damaged is not counted.
func (p *Pool) Guess() Guess {
	if p.Trees() == 0 {
		return Guess{Name: Windows1252, Reason: ReasonDefault}
	}
	expected := p.expected()
	best := expected.best()
	return Guess{Name: models[best].name, Confidence: min(expected[best], 0.99), Reason: ReasonPool}
}

// expected returns the probability of each model for a further tree. The pool
// must not be empty.
func (p *Pool) expected() scores {
	const (
		together = 0.8   // the chance that all trees share one encoding
		novelty  = 0.005 // the chance that a tree has its own nevertheless
	)
	sum := p.sum
	for i, m := range models {
		sum[i] += m.prior
	}
	sum[declaredModel], sum[unknownModel] = math.Inf(-1), math.Inf(-1)
	all := sum.share()
	for i := range all {
		each := p.votes[i] / float64(p.trees)
		all[i] = (1-novelty)*(together*all[i]+(1-together)*each) + novelty/float64(len(all))
	}
	return all
}

// poolWorth weighs the pool against the tree's own scores, which are sums of
// dependent terms.
const poolWorth = 1.5

// addPrior adds to s what the pool, which may be nil, says about a further tree.
func (p *Pool) addPrior(s *scores) {
	if p.Trees() == 0 {
		return
	}
	for i, v := range p.expected() {
		s[i] += poolWorth * math.Log(v)
	}
}

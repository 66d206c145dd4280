package charset

import (
	"math/rand/v2"
	"testing"
)

// What a pool remembers of a tree is what it would find out again.
func TestPoolRemembers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	trees := [][]byte{[]byte("(;PB[Ann])"), []byte("(;PB[柯洁]PW[党毅飞])"), []byte("(;PB[Andr\xE9])")}
	for range 300 {
		tree := []byte("(;PB[")
		for range 1 + r.IntN(20) {
			tree = append(tree, byte(0xA1+r.IntN(0x5E)), byte(0x40+r.IntN(0xBF)))
		}
		trees = append(trees, append(tree, "])"...))
	}
	trees = append(trees, trees[:50]...) // some come again
	var pool, forgetful Pool
	for _, tree := range trees {
		pool.Add(tree)
		forgetful.Add(tree)
		forgetful.known = nil
	}
	if pool.sum != forgetful.sum || pool.votes != forgetful.votes || pool.trees != forgetful.trees {
		t.Error("the evidence is another one")
	}
	remembered := len(pool.known)
	for _, tree := range trees {
		for _, declared := range []string{"", "GB18030", "Big5", "koi8-u"} {
			got, want := Detect(tree, declared, pool.Others(tree)), Detect(tree, declared, forgetful.Others(tree))
			if got != want {
				t.Fatalf("%q, declared %q: %+v instead of %+v", tree, declared, got, want)
			}
		}
	}
	evidence := sample(nil, trees[10])
	if one := pool.scoredOf(evidence); one != pool.scoredOf(evidence) || one.scores != scoreAll(evidence) {
		t.Error("a tree that was added is not remembered as what it is")
	}
	if len(pool.known) != remembered {
		t.Error("reading changes what is remembered")
	}
	for i := range 2 * maxRemembered {
		pool.Add([]byte{0xE0 + byte(i>>10), 0xC0 | byte(i>>5&31), 0xC0 | byte(i&31)})
	}
	if len(pool.known) != maxRemembered {
		t.Errorf("it remembers %d trees instead of %d", len(pool.known), maxRemembered)
	}
}

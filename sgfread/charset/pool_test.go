package charset_test

import (
	"math"
	"strings"
	"testing"

	"kifudb/sgfread/charset"
)

// A single short name leaves several encodings possible; the neighbors decide.
func TestPoolDecides(t *testing.T) {
	record := []byte(mustEncode("(;PB[寺山怜]PW[沼舘沙輝哉])", charset.EUCJP))
	alone := charset.Detect(record, "", nil)
	if alone.Name == charset.EUCJP {
		t.Fatalf("the name is not hard enough for this test: %+v", alone)
	}
	var pool charset.Pool
	for _, text := range languages["Japanese"].records("info")[:40] {
		if raw, ok := encode(text, charset.EUCJP); ok {
			pool.Add([]byte(raw))
		}
	}
	if g := charset.Detect(record, "", &pool); g.Name != charset.EUCJP || g.Reason != charset.ReasonPool {
		t.Errorf("with %d neighbors: got %+v, want euc-jp by neighbors", pool.Trees(), g)
	}
}

// One record of another encoding among many is still read right.
func TestPoolDoesNotOverride(t *testing.T) {
	var pool charset.Pool
	for _, text := range languages["simplified Chinese"].records("names")[:60] {
		pool.Add([]byte(mustEncode(text, charset.GB18030)))
	}
	if g := pool.Guess(); g.Name != charset.GB18030 || g.Confidence < 0.9 {
		t.Fatalf("pool: %+v, want gb18030", g)
	}
	right, all := 0, 0
	for _, text := range languages["traditional Chinese"].records("names") {
		raw, ok := encode(text, charset.Big5)
		if !ok {
			continue
		}
		all++
		if charset.Detect([]byte(raw), "", &pool).Name == charset.Big5 {
			right++
		}
	}
	if all == 0 || right < all*98/100 {
		t.Errorf("%d of %d Big5 records are recognized among GB18030 ones, want 98 %%", right, all)
	}
}

func TestPoolMerge(t *testing.T) {
	var all, a, b charset.Pool
	for i, text := range languages["Korean"].records("names")[:20] {
		raw := []byte(mustEncode(text, charset.EUCKR))
		all.Add(raw)
		if i%2 == 0 {
			a.Add(raw)
		} else {
			b.Add(raw)
		}
	}
	a.Merge(&b)
	a.Merge(nil)
	if a.Trees() != all.Trees() || a.Guess().Name != all.Guess().Name {
		t.Errorf("merged: %d trees, %+v; added: %d trees, %+v", a.Trees(), a.Guess(), all.Trees(), all.Guess())
	}
}

func TestPoolEmpty(t *testing.T) {
	var pool charset.Pool
	pool.Add([]byte("(;PB[Go Seigen];B[pd])"))
	if g := pool.Guess(); pool.Trees() != 0 || g.Reason != charset.ReasonDefault {
		t.Errorf("%d trees, %+v", pool.Trees(), g)
	}
	tree := []byte(mustEncode("(;PB[柯洁]PW[党毅飞])", charset.GB18030))
	if got, want := charset.Detect(tree, "", &pool), charset.Detect(tree, "", nil); got != want {
		t.Errorf("an empty pool changes %+v to %+v", want, got)
	}
}

// Signs that no model expects are believed where the neighbors are clear.
func TestPoolExplainsOddText(t *testing.T) {
	odd := []byte(mustEncode("(;PB[x囈x鰩x瓛x]PW[bbago])", charset.GB18030))
	if g := charset.Detect(odd, "", nil); g.Reason != charset.ReasonDefault {
		t.Fatalf("alone: %+v, want the default", g)
	}
	var pool charset.Pool
	for _, text := range languages["simplified Chinese"].records("info")[:40] {
		pool.Add([]byte(mustEncode(text, charset.GB18030)))
	}
	if g := charset.Detect(odd, "", &pool); g.Name != charset.GB18030 {
		t.Errorf("with neighbors: %+v, want gb18030", g)
	}
}

// A tree is no evidence for itself: what is in doubt alone stays so in a pool that has
// nothing else, and what the others say outweighs a name that looks like something else.
func TestPoolOthers(t *testing.T) {
	lone := []byte(mustEncode("(;PB[切诺基])", charset.GB18030))
	var pool charset.Pool
	pool.Add(lone)
	alone := charset.Detect(lone, "", nil)
	if got := charset.Detect(lone, "", pool.Others(lone)); alone.Confidence >= sure || got != alone {
		t.Errorf("by itself %+v, among itself %+v", alone, got)
	}
	var none *charset.Pool
	if none.Others(lone).Trees() != 0 || pool.Others([]byte("(;PB[Ann])")).Trees() != 1 {
		t.Error("what was not added is taken away")
	}
	var others charset.Pool
	texts := languages["Japanese"].records("info")[:8]
	for _, text := range append(texts, "(;PB[柯洁]PW[党毅飞])") {
		enc := charset.EUCJP
		if strings.Contains(text, "柯洁") {
			enc = charset.UTF8
		}
		raw := []byte(mustEncode(text, enc))
		pool.Add(raw)
		others.Add(raw)
	}
	for _, name := range []string{"寺山怜", "林", "桑本晋平"} {
		raw := []byte(mustEncode("(;PB["+name+"])", charset.EUCJP))
		with := others
		with.Add(raw)
		got, want := charset.Detect(raw, "", with.Others(raw)), charset.Detect(raw, "", &others)
		if got.Name != charset.EUCJP || got.Name != want.Name || math.Abs(got.Confidence-want.Confidence) > 1e-9 {
			t.Errorf("%s: %+v, without having been added %+v", name, got, want)
		}
	}
	wide := []byte("(;PB[柯洁]PW[党毅飞])")
	if left := others.Others(wide); left.Trees() != len(texts) || left.Guess().Name != charset.EUCJP || others.Trees() != len(texts)+1 {
		t.Errorf("%d trees are left, %+v; of %d", left.Trees(), left.Guess(), others.Trees())
	}
}

package postings

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
	"kifudb/store/pages/pagestest"
)

// a posting says that a game holds a key.
type posting struct {
	key  position.Key
	game uint16
}

// naive is the index as a map.
func naive(all []posting) map[position.Key][]uint16 {
	m := make(map[position.Key][]uint16)
	for _, p := range all {
		m[p.key] = append(m[p.key], p.game)
	}
	for k, games := range m {
		slices.Sort(games)
		m[k] = slices.Compact(games)
	}
	return m
}

// build adds the postings in their order and opens the result.
func build(t testing.TB, all []posting) *Index {
	t.Helper()
	var b Builder
	for _, p := range all {
		b.Add(p.game, KeysOf(p.key))
	}
	if got, want := b.Len(), len(all); got != want {
		t.Fatalf("Len() = %d, want %d", got, want)
	}
	data, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	x, err := Open(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	for err := range x.Check() {
		t.Error(err)
	}
	return x
}

// hidden returns an index of the same bytes that are not there until the guard is told of them.
func hidden(t testing.TB, x *Index) *Index {
	t.Helper()
	h, err := Open(pagestest.Hidden(x.data))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// opening returns the keys of games that share their first positions, as
// real games do: all games the first, half of them the second, and so on.
func opening(games, moves int, rnd *rand.Rand) []posting {
	var all []posting
	for g := range games {
		shared := true
		prefix := uint64(0)
		for m := range moves {
			shared = shared && (m == 0 || rnd.IntN(2) == 0)
			if !shared {
				prefix = rnd.Uint64()
			}
			all = append(all, posting{mix(prefix + uint64(m)), uint16(g)})
		}
	}
	return all
}

// mix spreads small numbers over all bits, as keys are.
func mix(x uint64) position.Key {
	x = (x ^ x>>31) * 0x9E3779B97F4A7C15
	x = (x ^ x>>29) * 0xBF58476D1CE4E5B9
	return position.Key(x ^ x>>32)
}

func TestLookup(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	one := []posting{{0, 0}}
	var everywhere, crowded, repeated, unmixed []posting
	for g := range MaxGames {
		everywhere = append(everywhere, posting{42 << 40, uint16(g)})
	}
	for i := range 3000 { // all in one bucket
		crowded = append(crowded, posting{position.Key(i) << 16, uint16(i * 7)})
	}
	for i := range 2000 {
		repeated = append(repeated, posting{mix(uint64(i % 50)), uint16(i % 20)})
	}
	for i := range 5000 { // equal in all bits that are kept
		unmixed = append(unmixed, posting{position.Key(i), uint16(i)})
	}
	for _, test := range []struct {
		name  string
		all   []posting
		exact bool // no false candidates are expected for keys that occur
	}{
		{"no games", nil, true},
		{"one position", one, true},
		{"highest key and game", []posting{{^position.Key(0), 65535}}, true},
		{"a key in every game", everywhere, true},
		{"many keys in one bucket", crowded, false},
		{"the same postings again and again", repeated, false},
		{"keys that differ in the lowest bits only", unmixed, false},
		{"100 games", opening(100, 200, rnd), false},
		{"5000 games", opening(5000, 60, rnd), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := build(t, test.all)
			h := hidden(t, x)
			looked, extra := 0, 0
			for key, want := range naive(test.all) {
				got := x.Lookup(nil, key)
				if again := h.Lookup(nil, key); !slices.Equal(again, got) || h.Count(key) != len(got) {
					t.Fatalf("Lookup(%x): something is read unguarded", key)
				}
				looked++
				extra += len(got) - len(want)
				if !ascendingGames(got) {
					t.Fatalf("Lookup(%x) = %v: not ascending", key, got)
				}
				if n := x.Count(key); n != len(got) {
					t.Errorf("Count(%x) = %d, Lookup gives %d", key, n, len(got))
				}
				if missed := missing(got, want); len(missed) > 0 {
					t.Errorf("Lookup(%x) misses games %v", key, missed)
				}
			}
			if test.exact && extra != 0 {
				t.Errorf("%d false candidates in %d lookups, want none", extra, looked)
			}
			t.Logf("%d postings, %d lookups, %d false candidates, %+v", len(test.all), looked, extra, x.Stats())
		})
	}
}

func ascendingGames(games []uint16) bool {
	for i := 1; i < len(games); i++ {
		if games[i] <= games[i-1] {
			return false
		}
	}
	return true
}

// missing returns what of want is not in got.
func missing(got, want []uint16) []uint16 {
	var missed []uint16
	for _, g := range want {
		if _, ok := slices.BinarySearch(got, g); !ok {
			missed = append(missed, g)
		}
	}
	return missed
}

// TestFalseCandidates holds the index to the rate that the package promises.
func TestFalseCandidates(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, games := range []int{1, 10, 100, 3000} {
		x := build(t, opening(games, 150, rnd))
		const lookups = 20000
		found := 0
		for range lookups {
			found += len(x.Lookup(nil, position.Key(rnd.Uint64())))
		}
		if rate := float64(found) / lookups; rate > 1.0/16 {
			t.Errorf("%d games: %.4f false candidates per lookup, want at most %.4f", games, rate, 1.0/16)
		}
	}
}

func TestDeterministic(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	all := opening(700, 80, rnd)
	want := build(t, all).Bytes()
	for range 3 {
		rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if got := build(t, append(all, all[:100]...)).Bytes(); !bytes.Equal(got, want) {
			t.Fatal("the same games in another order, some of them twice, give other bytes")
		}
	}
}

// TestBuilderIsReusable builds twice with one builder.
func TestBuilderIsReusable(t *testing.T) {
	var b Builder
	for i := range 2 {
		b.Add(7, KeysOf(mix(uint64(i))))
		data, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		x, err := Open(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.Stats().Postings; got != 1 {
			t.Errorf("build %d: %d postings, want 1", i, got)
		}
		if got := x.Lookup(nil, mix(uint64(i))); !slices.Equal(got, []uint16{7}) {
			t.Errorf("build %d: Lookup = %v, want game 7", i, got)
		}
	}
}

func TestOpenDamaged(t *testing.T) {
	good := build(t, opening(50, 40, rand.New(rand.NewPCG(7, 8)))).Bytes()
	for _, test := range []struct {
		name   string
		damage func([]byte) []byte
	}{
		{"empty", func(b []byte) []byte { return nil }},
		{"header only", func(b []byte) []byte { return b[:headerSize] }},
		{"cut", func(b []byte) []byte { return b[:len(b)-1] }},
		{"longer", func(b []byte) []byte { return append(b, 0) }},
		{"another magic", func(b []byte) []byte { b[0]++; return b }},
		{"another version", func(b []byte) []byte { b[4]++; return b }},
		{"too many buckets", func(b []byte) []byte { b[8] = 60; return b }},
		{"more entries than bytes", func(b []byte) []byte { b[15] = 0xFF; return b }},
	} {
		if _, err := Open(test.damage(slices.Clone(good)), nil); err == nil {
			t.Errorf("%s: opened", test.name)
		}
	}
}

// TestCheckFindsDamage flips bits in every section and wants Check to notice
// wherever a lookup could notice.
func TestCheckFindsDamage(t *testing.T) {
	good := build(t, opening(400, 40, rand.New(rand.NewPCG(9, 10)))).Bytes()
	x, err := Open(good, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		section []byte
		offset  int
	}{
		{"first entry of a line", x.directory, lineSize},
		{"size of a bucket", x.directory, 4},
		{"shared key", x.keys, 8 + 7},
		{"place of a list", x.at, 4},
		{"first game of a list", x.lists, 1},
	} {
		test.section[test.offset] ^= 0x80
		found := 0
		for range x.Check() {
			found++
		}
		test.section[test.offset] ^= 0x80
		if found == 0 {
			t.Errorf("%s: damage not found", test.name)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte{}, uint64(0))
	f.Add(build(f, nil).Bytes(), uint64(0))
	f.Add(build(f, []posting{{1 << 60, 3}, {1 << 61, 4}}).Bytes(), uint64(1<<60))
	f.Add(build(f, opening(40, 10, rand.New(rand.NewPCG(1, 1)))).Bytes(), uint64(mix(0)))
	for _, damaged := range []byte{0xFF, 0x80, 0x2A} { // numbers that are too large, also for an int of 32 bits
		x := build(f, opening(400, 40, rand.New(rand.NewPCG(1, 1))))
		for _, table := range [][]byte{x.directory, x.at} {
			for i := 3; i < len(table); i += 4 {
				table[i] = damaged
			}
		}
		f.Add(x.Bytes(), uint64(mix(0)))
	}
	f.Fuzz(func(t *testing.T, data []byte, key uint64) {
		x, err := Open(data, nil)
		if err != nil {
			return
		}
		x.Lookup(nil, position.Key(key))
		x.Count(position.Key(key))
		if _, err := Lacks(bytes.NewReader(data), int64(len(data)), position.Key(key)); err != nil && !errors.Is(err, ErrFormat) {
			t.Errorf("Lacks: %v", err)
		}
		for range x.Check() {
		}
	})
}

// FuzzLookup compares with the map; each three bytes are a key of few bits
// and a game, so that keys and games repeat.
func FuzzLookup(f *testing.F) {
	f.Add([]byte("abcabdxyzxya"), uint8(0))
	f.Add(bytes.Repeat([]byte{1, 2, 3, 4}, 300), uint8(44))
	f.Fuzz(func(t *testing.T, data []byte, shift uint8) {
		var all []posting
		for ; len(data) >= 3; data = data[3:] {
			key := position.Key(data[0]) | position.Key(data[1])<<8
			all = append(all, posting{key << (shift % 64), uint16(data[2])})
		}
		x := build(t, all)
		for key, want := range naive(all) {
			if missed := missing(x.Lookup(nil, key), want); len(missed) > 0 {
				t.Errorf("Lookup(%x) misses games %v", key, missed)
			}
		}
	})
}

func BenchmarkBuild(b *testing.B) {
	for _, games := range []int{1000, 8192} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			keys := make([][]position.Key, games)
			for _, p := range opening(games, 200, rand.New(rand.NewPCG(1, 1))) {
				keys[p.game] = append(keys[p.game], p.key)
			}
			b.ReportAllocs()
			b.SetBytes(int64(games) * 200 * 8)
			var builder Builder
			size := 0
			for b.Loop() {
				for g, k := range keys {
					builder.Add(uint16(g), KeysOf(k...))
				}
				data, err := builder.Build()
				if err != nil {
					b.Fatal(err)
				}
				size = len(data)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*games), "ns/game")
			b.ReportMetric(float64(size)/float64(games*200), "B/posting")
		})
	}
}

func BenchmarkLookup(b *testing.B) {
	all := opening(8192, 200, rand.New(rand.NewPCG(1, 1)))
	x := build(b, all)
	var dst []uint16
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i = (i + 7919) % len(all)
		dst = x.Lookup(dst[:0], all[i].key)
	}
}

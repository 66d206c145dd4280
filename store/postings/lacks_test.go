package postings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"kifudb/position"
)

// places counts what is read of a file.
type places struct {
	io.ReaderAt
	n int
}

func (p *places) ReadAt(b []byte, at int64) (int, error) {
	p.n++
	return p.ReaderAt.ReadAt(b, at)
}

// What a file says that an index lacks is just what the opened index does not offer, also where keys
// are nothing like chance.
func TestLacks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 18))
	crowded := func(n int, key func(i int) uint64) (all []posting) {
		for i := range n {
			for g := range sharedGames + i%3 {
				all = append(all, posting{position.Key(key(i)), uint16(g)})
			}
		}
		return all
	}
	for name, row := range map[string]struct {
		all   []posting
		reads int // on average, at most
	}{
		"empty":         {nil, 4},
		"one":           {[]posting{{mix(1), 7}}, 4},
		"games":         {opening(400, 60, rnd), 4},
		"shared":        {crowded(9000, func(int) uint64 { return rnd.Uint64() }), 4},
		"low":           {crowded(5000, func(int) uint64 { return rnd.Uint64() >> 20 }), 10},
		"high":          {crowded(5000, func(int) uint64 { return ^(rnd.Uint64() >> 20) }), 10},
		"one in two":    {crowded(5000, func(i int) uint64 { return uint64(i) << 17 }), 10},
		"of one bucket": {crowded(40, func(i int) uint64 { return 1<<63 + uint64(i)<<16 }), 4},
	} {
		t.Run(name, func(t *testing.T) {
			x := build(t, row.all)
			data := x.Bytes()
			file := &places{ReaderAt: bytes.NewReader(data)}
			asked, lacking := 0, 0
			ask := func(key position.Key) {
				t.Helper()
				got, err := Lacks(file, int64(len(data)), key)
				if want := len(x.Lookup(nil, key)) == 0; err != nil || got != want {
					t.Fatalf("key %x: %t, %v; want %t", uint64(key), got, err, want)
				}
				asked++
				if got {
					lacking++
				}
			}
			for i := range 3000 {
				ask(position.Key(rnd.Uint64()))
				if len(row.all) == 0 {
					continue
				}
				key := row.all[rnd.IntN(len(row.all))].key
				ask(key)
				ask(key + 1<<16)
				ask(key ^ 1<<uint(i%64))
			}
			for _, key := range []position.Key{0, 1, 1 << 63, ^position.Key(0)} {
				ask(key)
			}
			if lacking == 0 {
				t.Error("nothing is lacking: too little to mean anything")
			}
			if file.n > row.reads*asked {
				t.Errorf("%d places were read for %d keys", file.n, asked)
			}
		})
	}
}

// What cannot be read or is no index is an error, never a missing key.
func TestLacksOfDamage(t *testing.T) {
	x := build(t, opening(200, 40, rand.New(rand.NewPCG(2, 18))))
	data, key := x.Bytes(), mix(99)
	if lacks, err := Lacks(bytes.NewReader(data), int64(len(data)), key); err != nil || !lacks {
		t.Fatalf("%t, %v: too little to mean anything", lacks, err)
	}
	for i := range headerSize {
		bad := bytes.Clone(data)
		bad[i] ^= 0xFF
		_, err := Lacks(bytes.NewReader(bad), int64(len(bad)), key)
		if _, want := Open(bad, nil); fmt.Sprint(err) != fmt.Sprint(want) {
			t.Errorf("byte %d: %v, want %v", i, err, want)
		}
	}
	for _, n := range []int{0, 5, headerSize, headerSize + 10} {
		if lacks, err := Lacks(bytes.NewReader(data[:n]), int64(len(data)), key); lacks || err == nil {
			t.Errorf("of %d bytes: %t, %v", n, lacks, err)
		}
	}
	x.directory[bucketOf(uint64(key), x.bucketBits)/bucketsPerLine*lineSize+3] = 0x80 // begins far outside
	if lacks, err := Lacks(bytes.NewReader(data), int64(len(data)), key); lacks || !errors.Is(err, ErrFormat) {
		t.Errorf("a line outside: %t, %v", lacks, err)
	}
}

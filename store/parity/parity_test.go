package parity

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

func randomFile(size int, seed uint64) []byte {
	rnd := rand.New(rand.NewPCG(seed, 5))
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(rnd.Uint32())
	}
	return data
}

func makeParity(t testing.TB, file []byte) []byte {
	t.Helper()
	p, err := Make(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMend damages files of many sizes at random and compares what is restored with a count, stripe
// by stripe, of what can be.
func TestMend(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 5))
	restored, left := 0, 0
	for _, size := range []int{1, 511, 512, 513, 16384, 30_000, 65_536, 65_537, 300_000, 600_000, 1_500_000} {
		file := randomFile(size, uint64(size))
		parity := makeParity(t, file)
		l := newLayout(int64(size))
		for range 30 {
			bad, badParity := bytes.Clone(file), bytes.Clone(parity)
			lost := make([]map[int]bool, l.stripes) // the numbers of damaged pages; those of parity are negative
			for s := range lost {
				lost[s] = map[int]bool{}
			}
			for range rnd.IntN(2*l.stripes + 2) {
				at := rnd.IntN(size)
				bad[at] ^= byte(1 + rnd.IntN(255))
				if page := at / l.page; bytes.Equal(pageOf(bad, page, l.page), pageOf(file, page, l.page)) {
					delete(lost[page%l.stripes], page)
				} else {
					lost[page%l.stripes][page] = true
				}
			}
			for range rnd.IntN(3) {
				n := rnd.IntN(l.stripes * parityPages)
				badParity[l.begin()+n*l.page] = ^parity[l.begin()+n*l.page]
				lost[n/parityPages][-1-n] = true
			}
			wantLeft := 0
			for s := range lost {
				if len(lost[s]) > parityPages {
					for page := range lost[s] {
						if page >= 0 {
							wantLeft++
						}
					}
				}
			}
			m, err := Mend(bad, badParity)
			if err != nil {
				t.Fatal(err)
			}
			if m.Left != wantLeft || (m.Left == 0) != bytes.Equal(m.Data, file) || len(m.Data) != size {
				t.Fatalf("%d bytes: %d pages are left, want %d; whole: %t", size, m.Left, wantLeft, bytes.Equal(m.Data, file))
			}
			restored, left = restored+m.Restored, left+m.Left
		}
	}
	if restored < 100 || left < 20 {
		t.Errorf("%d pages were restored, %d not: too few to mean anything", restored, left)
	}
}

func pageOf(data []byte, page, size int) []byte {
	return data[page*size : min((page+1)*size, len(data))]
}

// TestMendRuns damages runs of bytes, and cuts and lengthens a file.
func TestMendRuns(t *testing.T) {
	const size = 3 << 20
	file := randomFile(size, 9)
	parity := makeParity(t, file)
	l := newLayout(size)
	run := (parityPages*l.stripes - 1) * l.page // in any place
	for name, bad := range map[string][]byte{
		"zeros in the middle": append(append(bytes.Clone(file[:1<<20+77]), make([]byte, run)...), file[1<<20+77+run:]...),
		"cut":                 file[:size-run],
		"longer":              append(bytes.Clone(file), "more"...),
		"whole":               file,
	} {
		m, err := Mend(bad, parity)
		if err != nil || m.Left > 0 || !bytes.Equal(m.Data, file) {
			t.Errorf("%s: %v, %d pages are left", name, err, m.Left)
		}
	}
	if m, err := Mend(nil, parity); err != nil || m.Left != l.pages() {
		t.Errorf("of nothing: %v, %d pages are left", err, m.Left)
	}
	if share := float64(len(parity)) / size; share > 0.02 {
		t.Errorf("parity is %.4f of the file", share)
	}
}

// TestOpenDamaged flips every byte of the header and of the checksums.
func TestOpenDamaged(t *testing.T) {
	file := randomFile(70_000, 2)
	parity := makeParity(t, file)
	l := newLayout(70_000)
	for i := range l.begin() {
		bad := bytes.Clone(parity)
		bad[i] ^= 0x10
		if _, err := Mend(file, bad); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d: %v", i, err)
		}
	}
	for _, n := range []int{0, 3, headerSize, l.begin(), len(parity) - 1} {
		if _, err := Mend(file, parity[:n]); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestMakeOfNothing(t *testing.T) {
	if p := makeParity(t, nil); p != nil {
		t.Errorf("%d bytes", len(p))
	}
	if _, err := Make(bytes.NewReader(make([]byte, 10)), 2000); err == nil {
		t.Error("a file that is too short has parity")
	}
}

func FuzzMend(f *testing.F) {
	file := randomFile(3000, 3)
	f.Add(file, makeParity(f, file))
	f.Add([]byte{}, []byte("kpar"))
	f.Fuzz(func(t *testing.T, file, parity []byte) {
		if m, err := Mend(file, parity); err == nil && len(m.Data) > len(parity)*mostPages {
			t.Errorf("%d bytes of %d", len(m.Data), len(parity))
		}
	})
}

func BenchmarkMake(b *testing.B) {
	file := randomFile(16<<20, 1)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		if _, err := Make(bytes.NewReader(file), int64(len(file))); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleMend() {
	file := bytes.Repeat([]byte("a game record; "), 400)
	parity, err := Make(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		fmt.Println(err)
		return
	}
	damaged := bytes.Clone(file)
	copy(damaged[1000:], "nothing of it is left")
	m, err := Mend(damaged, parity)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Restored, "page restored,", m.Left, "left:", bytes.Equal(m.Data, file))
	// Output: 1 page restored, 0 left: true
}

package pages

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

func TestUse(t *testing.T) {
	const size, shift = 70*16 + 3, 4 // 71 pages, the last of them short
	damaged := map[int]bool{0: true, 31: true, 33: true, 70: true}
	compared := map[int]int{}
	g := New(size, shift, func(page int) bool {
		if page < 0 || page > 70 {
			t.Fatalf("page %d was compared", page)
		}
		compared[page]++
		return !damaged[page]
	})
	r := rand.New(rand.NewPCG(1, 2))
	used := map[int]bool{}
	for range 2000 {
		at := r.IntN(size)
		n := r.IntN(min(size-at, 60) + 1)
		want := true
		for i := at; i < at+n; i++ {
			used[i>>shift] = true
			want = want && !damaged[i>>shift]
		}
		if got := g.Use(at, n); got != want {
			t.Fatalf("Use(%d, %d) = %v", at, n, got)
		}
	}
	for page := range 71 {
		switch n := compared[page]; {
		case !used[page]:
			t.Fatalf("page %d was never used", page)
		case damaged[page] && n < 2, !damaged[page] && n != 1:
			t.Errorf("page %d was compared %d times", page, n)
		}
	}
}

func TestUseOutside(t *testing.T) {
	var compared []int
	g := New(40, 4, func(page int) bool { compared = append(compared, page); return true })
	if !g.Use(36, 10_000) || !g.Use(5_000, 1) || !g.Use(3, 0) || !(*Guard)(nil).Use(0, 10) {
		t.Error("what is not guarded is damaged")
	}
	if !slices.Equal(compared, []int{2}) {
		t.Errorf("pages %v were compared", compared)
	}
}

func TestUseTogether(t *testing.T) {
	g := New(64<<4, 4, func(int) bool { return true })
	var wait sync.WaitGroup
	for i := range 64 {
		wait.Go(func() {
			if !g.Use(i<<4, 16) {
				t.Error("damaged")
			}
		})
	}
	wait.Wait()
	g.compare = func(page int) bool { t.Errorf("page %d is compared again", page); return true }
	g.Use(0, 64<<4)
}

package indexer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestKeeper keeps slices of all lengths and looks at them when all are there, and
// after each was appended to.
func TestKeeper(t *testing.T) {
	var k keeper[uint16]
	var kept, want [][]uint16
	for i := range 3000 {
		s := make([]uint16, i*i%701)
		for j := range s {
			s[j] = uint16(i + j)
		}
		if i%500 == 499 {
			s = slices.Repeat([]uint16{uint16(i)}, pieceBytes)
		}
		kept, want = append(kept, k.keep(s)), append(want, slices.Clone(s))
		clear(s)
	}
	for i := range kept {
		_ = append(kept[i], 0xFFFF)
	}
	for i := range kept {
		if !slices.Equal(kept[i], want[i]) {
			t.Fatalf("slice %d of %d has changed", i, len(want[i]))
		}
	}
}

func TestInterner(t *testing.T) {
	var n interner
	for round := range 2 {
		for i := range 3 * interned {
			want := fmt.Sprint("name ", i)
			b := []byte(want)
			got := n.text(b)
			clear(b)
			if got != want {
				t.Fatalf("round %d: %q, want %q", round, got, want)
			}
		}
	}
	if long := strings.Repeat("x", maxInternedText+1); n.text([]byte(long)) != long || slices.Contains(n.texts[:], long) {
		t.Error("a long text is remembered, or another one")
	}
	if allocs := testing.AllocsPerRun(10, func() { n.text([]byte("Honinbo Shusaku")) }); allocs > 0 {
		t.Errorf("a text that is remembered takes %v allocations", allocs)
	}
}

package position

import (
	"math/rand"
	"slices"
	"sync"
	"testing"
)

// Boards of more games and sizes than are kept, made by several goroutines at once, have
// the cells and the keys of boards that were made alone.
func TestTablesOfManySizes(t *testing.T) {
	kept := []Rules{{}, {Game: 4, Name: "Gomoku", Keep: true}, {Game: 11, Name: "Hex", Keep: true, Hexes: true}}
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			r := rand.New(rand.NewSource(int64(worker)))
			for range 300 {
				rules, size := kept[r.Intn(len(kept))], Size{1 + r.Intn(52), 1 + r.Intn(52)}
				b := rules.NewBoard(size)
				if want := emptyCells(rules, size); !slices.Equal(b.cells, want) || !slices.Equal(b.empty, want) {
					t.Errorf("a board of %v is not empty", size)
				}
				p := At(r.Intn(size.Cols), r.Intn(size.Rows))
				b.Set(p, White)
				table := newKeyTable(rules, size)
				if got, want := b.Key(), keyOf(hash(0, table.rows[cellOf(p)][0]), table.seed); got != want {
					t.Errorf("game %d, %v: the key of one stone is %x, want %x", rules.Number(), size, got, want)
				}
			}
		})
	}
	all.Wait()
}

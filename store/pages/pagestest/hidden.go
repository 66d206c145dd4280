// Package pagestest proves that readers tell a guard of everything that they read.
package pagestest

import (
	"math/rand/v2"

	"kifudb/store/pages"
)

const shift = 5 // pages of 32 bytes: what is read beside a guarded place lies in another one

// Hidden returns bytes that are random until their guard is told that they are about to be read:
// a page then becomes what it is in data. So whoever reads unguarded reads something else.
func Hidden(data []byte) ([]byte, *pages.Guard) {
	rnd := rand.New(rand.NewPCG(uint64(len(data)), 30))
	hidden := make([]byte, len(data))
	for i := range hidden {
		hidden[i] = byte(rnd.Uint32())
	}
	return hidden, pages.New(len(data), shift, func(page int) bool {
		copy(hidden[page<<shift:min((page+1)<<shift, len(data))], data[page<<shift:])
		return true
	})
}

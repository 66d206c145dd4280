package user

import (
	"encoding/binary"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// A set of games is kept as a roaring bitmap of their ids in its portable
// format: 2 bytes a game at most, 8 KiB for every 65,536 ids.

// A Game is what is noted of a game that is put into the file: its id, and the
// digest by which another archive knows it.
type Game struct {
	ID     store.GameID
	Digest store.Digest
}

// bucketDigests holds the digests that games had when they were last put into
// the file, by id, 32 bits, high byte first. They are for games that have no
// record any more, or another one.
var bucketDigests = []byte("digests")

func keyOf(id store.GameID) []byte { return binary.BigEndian.AppendUint32(nil, uint32(id)) }

// readSet returns a set that shares no memory with the file.
func readSet(data []byte) (*roaring.Bitmap, error) {
	set := roaring.New()
	if len(data) == 0 {
		return set, nil
	}
	if err := set.UnmarshalBinary(data); err != nil {
		return nil, fmt.Errorf("a set of games: %w", err)
	}
	if err := set.Validate(); err != nil {
		return nil, fmt.Errorf("a set of games: %w", err)
	}
	return set, nil
}

func writeSet(set *roaring.Bitmap) ([]byte, error) {
	if set.IsEmpty() {
		return nil, nil
	}
	set.RunOptimize()
	return set.ToBytes()
}

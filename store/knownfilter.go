package store

import (
	"encoding/binary"
	"math/bits"
)

// An import asks for every record whether the archive has it, and usually it does not.
// Searching each segment takes longer than reading the record. So a writer that is asked
// often keeps a filter of all digests, four bits of one word for each (Bloom,
// "Space/time trade-offs in hash coding with allowable errors", 1970; by words as in
// Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom filters", 2007).
// The filter passes 2 to 8 in 1,000 unknown digests; for those the writer asks all segments.

const (
	// filterAfter is the number of questions from which on a filter is worth its
	// making, which reads the digests of all games: 2 ms for 100,000.
	filterAfter = 512

	filterBits = 16 // for each digest, at least
)

// A knownFilter says which digests may be those of games in segments. Its zero value
// has not been asked yet.
type knownFilter struct {
	asked int             // questions before there was a filter
	words []uint64        // as many as a power of two; nil for no filter
	room  int             // digests for which there are bits left
	of    map[string]bool // segments whose digests are in it, by name
	seen  *Snapshot       // whose segments these are, and perhaps others
}

// mayKnow reports whether a game of a snapshot, live or removed, may have a digest.
func (f *knownFilter) mayKnow(d Digest, s *Snapshot) bool {
	if f.words == nil {
		if f.asked++; f.asked < filterAfter {
			return true
		}
	}
	if f.seen != s {
		f.follow(s)
	}
	word, mask := f.bitsOf(d[:])
	return f.words[word]&mask == mask
}

// follow takes in the segments of a snapshot. Those of earlier ones stay in the filter,
// which only makes it less sharp.
func (f *knownFilter) follow(s *Snapshot) {
	all, further := 0, 0
	for _, g := range s.segments {
		all += g.Len()
		if !f.of[g.entry.Name] {
			further += g.Len()
		}
	}
	if f.words == nil || further > f.room {
		f.room = 2*all + maxGames
		f.words = make([]uint64, 1<<bits.Len(uint(f.room*filterBits/64)))
		f.of = map[string]bool{}
	}
	for _, g := range s.segments {
		if f.of[g.entry.Name] {
			continue
		}
		f.of[g.entry.Name] = true
		f.room -= g.Len()
		digests, _ := g.digests()
		for local := range g.Len() {
			if d := digests.Bytes(digestWidth*local, digestWidth); d != nil {
				word, mask := f.bitsOf(d)
				f.words[word] |= mask
			}
		}
		g.Leave()
	}
	f.seen = s
}

// bitsOf returns the word of a digest, and its bits there. Digests are uniform.
func (f *knownFilter) bitsOf(d []byte) (word int, mask uint64) {
	le := binary.LittleEndian
	h := le.Uint64(d)
	return int(le.Uint64(d[8:]) & uint64(len(f.words)-1)), 1<<(h&63) | 1<<(h>>6&63) | 1<<(h>>12&63) | 1<<(h>>18&63)
}

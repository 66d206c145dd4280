package postings

import "slices"

// A sorter sorts the records of a partition by radix. It keeps its buffers
// from one partition to the next.
//
// All records of a partition agree in the first byte. Two stable passes of 12
// bits put the next 24 in order. Few of a full segment's 50,000 records agree
// in all these 32 bits unless they have the same key, and those are in
// order already if the games came in order. The rest is sorted by
// comparison, so hostile keys cost a logarithm and no more.
type sorter struct {
	counts  [1 << radixBits]int32
	scratch []uint64
}

const radixBits = 12

// sort puts records into ascending order and returns them, each once.
func (s *sorter) sort(recs []uint64) []uint64 {
	n := len(recs)
	if n == 0 {
		return nil
	}
	s.scratch = slices.Grow(s.scratch[:0], n)[:n]
	s.pass(recs, s.scratch, 32)
	s.pass(s.scratch, recs, 32+radixBits)
	for i := 0; i < n; {
		end := i + 1
		for end < n && recs[end]>>32 == recs[i]>>32 {
			end++
		}
		if run := recs[i:end]; !slices.IsSorted(run) {
			slices.Sort(run)
		}
		i = end
	}
	return slices.Compact(recs)
}

// pass copies the records to dst in the order of the radixBits above shift,
// and leaves records that agree there in their order.
func (s *sorter) pass(src, dst []uint64, shift uint) {
	const mask = 1<<radixBits - 1
	clear(s.counts[:])
	for _, r := range src {
		s.counts[r>>shift&mask]++
	}
	at := int32(0)
	for i, n := range s.counts {
		s.counts[i] = at
		at += n
	}
	for _, r := range src {
		i := r >> shift & mask
		dst[s.counts[i]] = r
		s.counts[i]++
	}
}

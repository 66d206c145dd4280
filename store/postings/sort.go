package postings

import "slices"

// A sorter sorts the records of a partition by radix. Its buffers are kept
// from one partition to the next.
//
// All records of a partition agree in the first byte. Two stable passes of 12
// bits put the next 24 in order; of a full segment's 50,000 records few agree
// in all these 32 bits other than those of the same key, and these are in
// order already if the games came in order. What is left is sorted by
// comparison, so hostile keys cost a logarithm and no more.
type sorter struct {
	counts  [1 << radixBits]int32
	scratch []uint64
}

const radixBits = 12

// sort returns the records in ascending order, each once.
func (s *sorter) sort(chunks [][]uint64) []uint64 {
	n := 0
	for _, c := range chunks {
		n += len(c)
	}
	if n == 0 {
		return nil
	}
	s.scratch = slices.Grow(s.scratch[:0], n)[:n]
	sorted := make([]uint64, n)
	s.pass(chunks, s.scratch, 32)
	s.pass([][]uint64{s.scratch}, sorted, 32+radixBits)
	for i := 0; i < n; {
		end := i + 1
		for end < n && sorted[end]>>32 == sorted[i]>>32 {
			end++
		}
		if run := sorted[i:end]; !slices.IsSorted(run) {
			slices.Sort(run)
		}
		i = end
	}
	return slices.Compact(sorted)
}

// pass copies the records to dst in the order of the radixBits above shift,
// and leaves records that agree there in their order.
func (s *sorter) pass(src [][]uint64, dst []uint64, shift uint) {
	const mask = 1<<radixBits - 1
	clear(s.counts[:])
	for _, c := range src {
		for _, r := range c {
			s.counts[r>>shift&mask]++
		}
	}
	at := int32(0)
	for i, n := range s.counts {
		s.counts[i] = at
		at += n
	}
	for _, c := range src {
		for _, r := range c {
			i := r >> shift & mask
			dst[s.counts[i]] = r
			s.counts[i]++
		}
	}
}

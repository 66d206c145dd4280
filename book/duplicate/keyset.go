package duplicate

import "slices"

// A keySet is a set of keys that are not 0. Nearly all that it is asked for are not in
// it, which a bit tells. An import may add hundreds of thousands, so they are in a list
// that is sorted, and not in a map.
type keySet struct {
	keys   []uint64
	filter keyFilter
	places []uint32 // by hash, and one after the other where that is taken: a key's number and 1; 0: none
}

func newKeySet() *keySet { return &keySet{} }

// add adds a key, before seal.
func (s *keySet) add(key uint64) {
	if key != 0 {
		s.keys = append(s.keys, key)
	}
}

// seal ends adding.
func (s *keySet) seal() {
	slices.Sort(s.keys)
	s.keys = slices.Compact(s.keys)
	s.filter = newKeyFilter(len(s.keys))
	size := 1
	for size < 2*len(s.keys) {
		size *= 2
	}
	s.places = make([]uint32, size)
	for i, key := range s.keys {
		s.filter.add(key)
		at := s.place(key)
		for s.places[at] != 0 {
			at = (at + 1) % len(s.places)
		}
		s.places[at] = uint32(i + 1)
	}
}

// place returns where a key is looked for first.
func (s *keySet) place(key uint64) int { return int(mixed(key)>>32) & (len(s.places) - 1) }

// has reports whether a key is in a set that is sealed.
func (s *keySet) has(key uint64) bool {
	_, ok := s.number(key)
	return ok
}

// number returns the number of a key in the list of a set that is sealed.
func (s *keySet) number(key uint64) (number uint32, ok bool) {
	if !s.filter.may(key) {
		return 0, false
	}
	for at := s.place(key); s.places[at] != 0; at = (at + 1) % len(s.places) {
		if n := s.places[at] - 1; s.keys[n] == key {
			return n, true
		}
	}
	return 0, false
}

// images returns a filter of what has a half among the keys, see [images].
func (s *keySet) images() keyFilter {
	f := newKeyFilter(8 * len(s.keys))
	for _, half := range s.keys {
		for _, key := range images(half) {
			f.add(key)
		}
	}
	return f
}

// A keyFilter tells of most keys that are not in a set that they are not, and of all that
// are that they may be.
type keyFilter struct {
	bits  []uint64
	shift int
}

// newKeyFilter returns a filter for a number of keys.
func newKeyFilter(keys int) keyFilter {
	f := keyFilter{shift: 64 - 10}
	for 1<<(64-f.shift) < 16*keys {
		f.shift--
	}
	f.bits = make([]uint64, 1<<(64-f.shift)/64)
	return f
}

func (f *keyFilter) hash(key uint64) uint64 { return mixed(key) >> f.shift }

// mixed returns a number whose upper bits depend on all bits of a key.
func mixed(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 }

func (f *keyFilter) add(key uint64) {
	h := f.hash(key)
	f.bits[h/64] |= 1 << (h % 64)
}

func (f *keyFilter) may(key uint64) bool {
	h := f.hash(key)
	return f.bits[h/64]>>(h%64)&1 != 0
}

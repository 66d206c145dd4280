package duplicate

import "slices"

// A keySet is a set of keys that are not 0. Nearly all that it is asked for are not in
// it, which a bit tells. An import may add hundreds of thousands, so they are in a list
// that is sorted, and not in a map.
type keySet struct {
	keys   []uint64
	filter keyFilter
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
	for _, key := range s.keys {
		s.filter.add(key)
	}
}

// has reports whether a key is in a set that is sealed.
func (s *keySet) has(key uint64) bool {
	if !s.filter.may(key) {
		return false
	}
	_, ok := slices.BinarySearch(s.keys, key)
	return ok
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

// newKeyFilter returns a filter for so many keys.
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

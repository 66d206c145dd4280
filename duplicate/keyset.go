package duplicate

// A keySet is a set of keys that are not 0. Nearly all that it is asked for are not in
// it, which a bit tells.
type keySet struct {
	keys  map[uint64]struct{}
	bits  []uint64
	shift int
}

func newKeySet() *keySet { return &keySet{keys: map[uint64]struct{}{}} }

// add adds a key, before seal.
func (s *keySet) add(key uint64) {
	if key != 0 {
		s.keys[key] = struct{}{}
	}
}

// seal ends adding.
func (s *keySet) seal() {
	s.shift = 64 - 10
	for 1<<(64-s.shift) < 16*len(s.keys) {
		s.shift--
	}
	s.bits = make([]uint64, 1<<(64-s.shift)/64)
	for key := range s.keys {
		h := s.hash(key)
		s.bits[h/64] |= 1 << (h % 64)
	}
}

func (s *keySet) hash(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> s.shift }

// has reports whether a key is in a set that is sealed.
func (s *keySet) has(key uint64) bool {
	h := s.hash(key)
	if s.bits[h/64]>>(h%64)&1 == 0 {
		return false
	}
	_, ok := s.keys[key]
	return ok
}

// images returns the set of what has a half among the keys, see [images].
func (s *keySet) images() *keySet {
	all := newKeySet()
	for half := range s.keys {
		for _, key := range images(half) {
			all.add(key)
		}
	}
	all.seal()
	return all
}

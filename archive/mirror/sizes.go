package mirror

// Sizes holds the bytes that each part of a commit takes in the store, whether it is fetched
// or not.
type Sizes struct {
	Segments  int64 // all of their files
	Rolls     int64 // what importers need of each segment
	Manifests int64 // what says which segments there are, and which games are removed
	User      int64 // tags, notes and searches
	Ledgers   int64 // of imports, of all machines
	Clusters  int64 // which records are of one game, as found and as the user wants it
}

// Sizes returns the sizes as of the commit that the folder shows. Contents of older commits,
// uploads and the commits themselves do not count.
func (m *Mirror) Sizes() Sizes {
	m.mu.Lock()
	defer m.mu.Unlock()
	var s Sizes
	for _, p := range m.commit.Pages {
		s.Segments += p.Bytes
		s.Manifests += p.Size
		for i := range m.pages[p.Key].Segments {
			if roll := m.pages[p.Key].Segments[i].Roll; roll != nil {
				s.Rolls += roll.Size
			}
		}
	}
	for _, f := range m.commit.Files {
		s.Manifests += f.Size
	}
	for _, l := range m.commit.Ledgers {
		s.Ledgers += size(l.blobs())
	}
	s.User, s.Clusters = size(m.commit.User), size(m.commit.Found)+size(m.commit.Decided)
	return s
}

func size(blobs []blob) (n int64) {
	for _, b := range blobs {
		n += b.Size
	}
	return n
}

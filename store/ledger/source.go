package ledger

import "go.etcd.io/bbolt"

// A Source is a file on disk as it was when it was last read. Its members are
// the outcomes Lo to Hi-1 of a run.
type Source struct {
	Size      int64 `json:"size"`  // bytes
	ModTime   int64 `json:"mtime"` // nanoseconds since 1970, UTC
	Run       int   `json:"run"`
	Lo        int   `json:"lo"`
	Hi        int   `json:"hi"`
	Container bool  `json:"container,omitempty"`
	Unread    bool  `json:"unread,omitempty"` // the file system would not let it be read: to be tried again
}

// Same reports whether a file of this size and time is the one that was read.
func (s *Source) Same(size, modTime int64) bool {
	return s.Size == size && s.ModTime == modTime && !s.Unread
}

// Compare says of each listed path, in their order, what the ledger has of it
// (nil: nothing), and which sources below the roots are not listed. All paths
// are absolute.
func (db *DB) Compare(listed, roots []string) (known []*Source, vanished []string, err error) {
	known = make([]*Source, len(listed))
	err = db.view(func(tx *bbolt.Tx) error {
		sources := tx.Bucket(bucketSources)
		there := make(map[string]bool, len(listed))
		for i, path := range listed {
			there[path] = true
			if v := sources.Get([]byte(path)); v != nil {
				known[i] = new(Source)
				if err := db.openJSON([]byte(path), v, known[i]); err != nil {
					return err
				}
			}
		}
		missing := func(path string) {
			if !there[path] {
				there[path] = true
				vanished = append(vanished, path)
			}
		}
		for _, root := range roots {
			if sources.Get([]byte(root)) != nil {
				missing(root) // it was a file, and is a folder now
			}
			for k := range below(sources, root) {
				missing(string(k))
			}
		}
		return nil
	})
	return known, vanished, err
}

// MembersOf returns the outcomes of the source with a path, none if it is not
// known.
func (db *DB) MembersOf(path string) ([]*Outcome, error) {
	known, _, err := db.Compare([]string{path}, nil)
	if err != nil || known[0] == nil {
		return nil, err
	}
	return db.Members(known[0])
}

// Members returns the outcomes of a source.
func (db *DB) Members(s *Source) (members []*Outcome, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		blocks, err := db.newBlockReader(tx)
		if err != nil {
			return err
		}
		defer blocks.close()
		for o, err := range blocks.outcomes(s.Run, s.Lo, s.Hi) {
			if err != nil {
				return err
			}
			members = append(members, o)
		}
		return nil
	})
	return members, err
}

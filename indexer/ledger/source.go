package ledger

import (
	"go.etcd.io/bbolt"

	"kifudb/store"
)

// A Source is a file on disk as it was when it was last read. Its members are
// the outcomes Lo to Hi-1 of a run.
type Source struct {
	Size      int64  `json:"size"`  // bytes
	ModTime   int64  `json:"mtime"` // nanoseconds since 1970, UTC
	Run       int    `json:"run"`
	Lo        int    `json:"lo"`
	Hi        int    `json:"hi"`
	Failed    int    `json:"failed,omitempty"` // of its outcomes, those that are refused or accepted
	Judged    string `json:"judged,omitempty"` // by which list of formats some of its files were not read; "": all were
	Container bool   `json:"container,omitempty"`
	Unread    bool   `json:"unread,omitempty"` // the file system would not let it be read: to be tried again
	Digest    string `json:"digest,omitempty"` // SHA-256 of its bytes in hexadecimal digits, where other computers ask for it

	Beside *Beside `json:"beside,omitempty"` // what was read beside it, if its format refers to other files

	Commit uint64       `json:"commit,omitempty"` // of the archive, when it was entered
	Last   store.GameID `json:"last,omitempty"`   // the greatest id in its outcomes
}

// Beside is what lay beside a file when it was read: if it changes, the file is read
// again.
type Beside struct {
	Patterns []string   `json:"patterns"` // of the names that were looked for
	Files    []Neighbor `json:"files"`    // that were there, by their names
}

// A Neighbor is a file in the folder of another one.
type Neighbor struct {
	Name    string `json:"name"`
	Size    int64  `json:"size"`
	ModTime int64  `json:"mtime"`
}

// A MissingSource is a file or folder that an import has read and that is not there any more.
type MissingSource struct {
	Path string
	Source
}

// Compare returns the ledger's entry for each listed path, in their order (nil: none), and
// the sources below the roots that are not listed. All paths are absolute. Entries that are
// not true of the archive's state do not count.
func (db *DB) Compare(listed, roots []string, at At) (known []*Source, vanished []MissingSource, err error) {
	known = make([]*Source, len(listed))
	err = db.view(func(tx *bbolt.Tx) error {
		if a, _, err := db.about(tx); err != nil || !a.sameArchive(&at) {
			return err
		}
		sources := tx.Bucket(bucketSources)
		there := make(map[string]bool, len(listed))
		for i, path := range listed {
			there[path] = true
			if v := sources.Get([]byte(path)); v != nil {
				known[i] = new(Source)
				if err := db.openJSON([]byte(path), v, known[i]); err != nil {
					return err
				}
				if !known[i].counts(&at) {
					known[i] = nil
				}
			}
		}
		missing := func(k, v []byte) error {
			path := string(k)
			if there[path] {
				return nil
			}
			there[path] = true
			vanished = append(vanished, MissingSource{Path: path})
			return db.openJSON(k, v, &vanished[len(vanished)-1].Source)
		}
		for _, root := range roots {
			if v := sources.Get([]byte(root)); v != nil { // it was a file, and is a folder now
				if err := missing([]byte(root), v); err != nil {
					return err
				}
			}
			for k, v := range below(sources, root) {
				if err := missing(k, v); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return known, vanished, err
}

// A Reader reads the outcomes of sources one after the other. It keeps the
// latest block, so that those that were entered together are read together.
type Reader struct {
	db    *DB
	run   int
	first int // sequence of the block's first outcome
	block []Outcome
}

// NewReader returns a reader, which holds no file open.
func (db *DB) NewReader() *Reader { return &Reader{db: db} }

// Members returns the outcomes of a source.
func (r *Reader) Members(s *Source) (members []*Outcome, err error) {
	for at := s.Lo; at < s.Hi; {
		if r.run != s.Run || at < r.first || at >= r.first+len(r.block) {
			if err := r.read(s.Run, at); err != nil {
				return nil, err
			}
		}
		for i := at - r.first; i < len(r.block) && at < s.Hi; i++ {
			members = append(members, &r.block[i])
			at++
		}
	}
	return members, nil
}

// read reads the block that holds an outcome.
func (r *Reader) read(run, sequence int) error {
	r.block = nil
	err := r.db.view(func(tx *bbolt.Tx) error {
		blocks, err := r.db.newBlockReader(tx)
		if err != nil {
			return err
		}
		defer blocks.close()
		r.run = run
		r.first, err = blocks.seek(run, sequence)
		r.block = blocks.block
		return err
	})
	if err == nil && r.block == nil {
		err = r.db.damaged("outcome %d of run %d is missing", sequence, run)
	}
	return err
}

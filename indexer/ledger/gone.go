package ledger

import (
	"bytes"
	"iter"
	"path/filepath"
	"strings"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

// A Gone names games that are, or were, in the archive, and that the file or
// the member from which they came does not hold any more.
type Gone struct {
	Source, Member string // as in Outcome
	Games          []Span // From is 0
}

// Gone returns what is gone from files below the roots, which are absolute
// paths, or are such a file.
func (db *DB) Gone(roots ...string) (gone []Gone, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		seen := map[string]bool{} // roots may lie in each other
		for _, root := range roots {
			for k, v := range below(tx.Bucket(bucketGone), root) {
				if seen[string(k)] {
					continue
				}
				seen[string(k)] = true
				var g storedGone
				if err := db.openJSON(k, v, &g); err != nil {
					return err
				}
				gone = append(gone, Gone{string(g.Source), string(g.Member), g.Games})
			}
		}
		return nil
	})
	return gone, err
}

// Pruned returns the games that were removed because their files did not hold
// them any more, on any computer.
func (db *DB) Pruned() (map[store.GameID]bool, error) {
	pruned := map[store.GameID]bool{}
	return pruned, db.each(func(one *DB) error { return one.addPruned(pruned) })
}

func (db *DB) addPruned(pruned map[store.GameID]bool) error {
	return db.view(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketGone).ForEach(func(k, v []byte) error {
			var g storedGone
			if err := db.openJSON(k, v, &g); err != nil {
				return err
			}
			for _, s := range g.Games {
				if s.Fate != Pruned {
					continue
				}
				for i := range store.GameID(s.Count) {
					pruned[s.ID+i] = true
				}
			}
			return nil
		})
	})
}

// maxName bounds names in keys. No system has longer paths; members of
// containers may, and are then cut in the key.
const maxName = 8 << 10

// storedGone is a Gone as it is stored.
type storedGone struct {
	Source fileName `json:"source"`
	Member fileName `json:"member,omitzero"`
	Games  []Span   `json:"games"`
	Commit uint64   `json:"commit,omitempty"` // as in Source
}

// goneKey begins with the source and a byte that no path has.
func goneKey(source, member string) []byte {
	if len(member) > maxName {
		digest := store.DigestOf([]byte(member))
		member = member[:maxName] + digest.String()
	}
	return []byte(source + "\x00" + member)
}

func (g *Gone) put(bucket *writtenBucket, commit uint64) error {
	key := goneKey(g.Source, g.Member)
	if len(g.Games) == 0 {
		return bucket.Delete(key)
	}
	return putJSON(bucket, key, storedGone{fileName(g.Source), fileName(g.Member), g.Games, commit})
}

// below yields the keys of a bucket that are a root, or a file below it.
func below(bucket *bbolt.Bucket, root string) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		folder := strings.TrimSuffix(root, string(filepath.Separator)) + string(filepath.Separator)
		for _, prefix := range []string{root + "\x00", folder} {
			c := bucket.Cursor()
			for k, v := c.Seek([]byte(prefix)); bytes.HasPrefix(k, []byte(prefix)); k, v = c.Next() {
				if !yield(k, v) {
					return
				}
			}
		}
	}
}

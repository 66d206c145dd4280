package user

import (
	"encoding/binary"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

// A Decision is what the user says about duplicate records.
type Decision struct {
	Kind  DecisionKind
	Games []store.GameID // one for Prefer and Alone, two for Apart and Same, ascending
}

// A DecisionKind says what was decided.
type DecisionKind byte

// The kinds of decisions.
const (
	Prefer DecisionKind = 'p' // the record stands for its cluster
	Alone  DecisionKind = 'i' // the record is no duplicate of any
	Apart  DecisionKind = 'a' // the two are not of one game
	Same   DecisionKind = 's' // the two are of one game
)

// String returns what was decided, as people say it.
func (k DecisionKind) String() string {
	switch k {
	case Prefer:
		return "preferred"
	case Alone:
		return "no duplicate"
	case Apart:
		return "not of one game"
	case Same:
		return "of one game"
	}
	return fmt.Sprintf("unknown decision %q", byte(k))
}

// valid says what is wrong with a decision.
func (d *Decision) valid() error {
	want := 1
	if d.Kind == Apart || d.Kind == Same {
		want = 2
	}
	if len(d.Games) != want || want == 2 && d.Games[0] >= d.Games[1] {
		return fmt.Errorf("%s: want %d games in ascending order, not %v", d.Kind, want, d.Games)
	}
	return nil
}

// bucketDecisions holds the decisions on duplicates. A key is the kind, one
// byte, and the ids of its games, four bytes each, high byte first. There are no
// values.
var bucketDecisions = []byte("decisions")

func (d *Decision) key() []byte {
	key := []byte{byte(d.Kind)}
	for _, id := range d.Games {
		key = binary.BigEndian.AppendUint32(key, uint32(id))
	}
	return key
}

// Decide keeps a decision and forgets others instead; one that says the opposite
// of the same two games is forgotten in any case.
func (db *DB) Decide(d Decision, instead ...Decision) error {
	if err := d.valid(); err != nil {
		return err
	}
	return db.update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(bucketDecisions)
		if err != nil {
			return err
		}
		for _, other := range instead {
			if err := b.Delete(other.key()); err != nil {
				return err
			}
		}
		opposite := d
		switch d.Kind {
		case Apart:
			opposite.Kind = Same
		case Same:
			opposite.Kind = Apart
		}
		if opposite.Kind != d.Kind {
			if err := b.Delete(opposite.key()); err != nil {
				return err
			}
		}
		return b.Put(d.key(), nil)
	})
}

// Undecide forgets all decisions about a game, and returns them.
func (db *DB) Undecide(id store.GameID) ([]Decision, error) {
	var gone []Decision
	all, err := db.Decisions()
	if err != nil || !slices.ContainsFunc(all, func(d Decision) bool { return slices.Contains(d.Games, id) }) {
		return nil, err
	}
	err = db.update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketDecisions)
		if b == nil {
			return nil
		}
		gone = nil
		for _, d := range decisions(b) {
			if slices.Contains(d.Games, id) {
				gone = append(gone, d)
				if err := b.Delete(d.key()); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return gone, err
}

// Decisions returns all decisions, by kind and games.
func (db *DB) Decisions() (list []Decision, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		if b := tx.Bucket(bucketDecisions); b != nil {
			list = decisions(b)
		}
		return nil
	})
	return list, err
}

// decisions reads a bucket. Keys that are no decisions are passed over: a newer
// version of the program may know what they mean.
func decisions(b *bbolt.Bucket) []Decision {
	var list []Decision
	for key := range keysOf(b) {
		d := Decision{Kind: DecisionKind(key[0])}
		for rest := key[1:]; len(rest) >= 4; rest = rest[4:] {
			d.Games = append(d.Games, store.GameID(binary.BigEndian.Uint32(rest)))
		}
		if len(key)%4 == 1 && slices.Contains([]DecisionKind{Prefer, Alone, Apart, Same}, d.Kind) && d.valid() == nil {
			list = append(list, d)
		}
	}
	return list
}

// keysOf yields the keys of a bucket in order; none is empty.
func keysOf(b *bbolt.Bucket) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		c := b.Cursor()
		for key, _ := c.First(); key != nil; key, _ = c.Next() {
			if !yield(key) {
				return
			}
		}
	}
}

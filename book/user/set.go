package user

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// A Game is what is noted of a game that is put into the file: its id, and the
// digest by which another archive knows it.
type Game struct {
	ID     store.GameID
	Digest store.Digest
}

// set is a set of games that is written as people write it: "1,3,7-12".
type set struct{ *roaring.Bitmap }

func newSet(games *roaring.Bitmap) *set {
	if games == nil || games.IsEmpty() {
		return nil
	}
	return &set{games}
}

// games returns the set, which may be nil.
func (s *set) games() *roaring.Bitmap {
	if s == nil || s.Bitmap == nil {
		return roaring.New()
	}
	return s.Bitmap
}

// MarshalJSON implements [json.Marshaler].
func (s *set) MarshalJSON() ([]byte, error) {
	text := []byte{'"'}
	var first, last uint32
	flush := func() {
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = strconv.AppendUint(text, uint64(first), 10)
		if last > first {
			text = strconv.AppendUint(append(text, '-'), uint64(last), 10)
		}
	}
	begun := false
	for it := s.games().Iterator(); it.HasNext(); {
		id := it.Next()
		if begun && id == last+1 {
			last = id
			continue
		}
		if begun {
			flush()
		}
		first, last, begun = id, id, true
	}
	if begun {
		flush()
	}
	return append(text, '"'), nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (s *set) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	s.Bitmap = roaring.New()
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		first, err := strconv.ParseUint(from, 10, 32)
		if err != nil {
			return fmt.Errorf("a set of games: %w", err)
		}
		last := first
		if isRange {
			if last, err = strconv.ParseUint(to, 10, 32); err != nil || last < first {
				return fmt.Errorf("a set of games: %q", part)
			}
		}
		s.AddRange(first, last+1)
	}
	return nil
}

// digestChange says what digests games had when they were last put into the
// file. They are for games that have no record any more, or another one.
type digestChange struct {
	Games   *set   `json:"games"`
	Digests string `json:"digests"` // of the games by id, in hexadecimal, one behind the other
}

func (s *state) changeDigests(c *digestChange) {
	all, err := hex.DecodeString(c.Digests)
	if err != nil {
		return
	}
	for it := c.Games.games().Iterator(); it.HasNext() && len(all) >= len(store.Digest{}); {
		s.digests[store.GameID(it.Next())] = store.Digest(all)
		all = all[len(store.Digest{}):]
	}
}

// newDigests returns the change for games whose digests are not known yet, or
// are others.
func (s *state) newDigests(games []Game) []digestChange {
	changed := map[store.GameID]store.Digest{}
	ids := roaring.New()
	for _, g := range games {
		if g.Digest != (store.Digest{}) && s.digests[g.ID] != g.Digest {
			changed[g.ID] = g.Digest
			ids.Add(uint32(g.ID))
		}
	}
	if ids.IsEmpty() {
		return nil
	}
	all := make([]byte, 0, len(changed)*len(store.Digest{}))
	for _, id := range ids.ToArray() {
		d := changed[store.GameID(id)]
		all = append(all, d[:]...)
	}
	return []digestChange{{&set{ids}, hex.EncodeToString(all)}}
}

// Digests returns the digests that games had when something was last put on
// them, by id.
func (db *DB) Digests() (map[store.GameID]store.Digest, error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	digests := make(map[store.GameID]store.Digest, len(s.digests))
	for id, d := range s.digests {
		digests[id] = d
	}
	return digests, nil
}

// idsOf returns the ids of games as a set.
func idsOf(games []Game) *roaring.Bitmap {
	ids := roaring.New()
	for _, g := range games {
		ids.Add(uint32(g.ID))
	}
	return ids
}

package duplicate

import (
	"errors"
	"testing"

	"kifudb/store"
)

// Clusters that travel are the same, and no damaged byte passes.
func TestEncode(t *testing.T) {
	c := newClusters([]Cluster{
		{[]Member{{ID: 7, Kinds: Exact, Reason: MoreMoves}, {ID: 3, Kinds: Exact, Reason: Earlier}}},
		{[]Member{{ID: 1, Kinds: Near | Said, Reason: Chosen}, {ID: 9, Kinds: Near}, {ID: 12, Kinds: Said}}},
	})
	text := c.Encode()
	back, err := Decode(text)
	if err != nil || back.Digest() != c.Digest() || back.Len() != 2 {
		t.Errorf("%+v, %v", back, err)
	}
	other := &Clusters{list: []Cluster{c.list[1], c.list[0]}, places: c.places}
	if back, err := Decode(other.Encode()); err != nil || back.Digest() != c.Digest() {
		t.Errorf("in another order: %v, digest %v, want %v", err, back.Digest(), c.Digest())
	}
	if none, err := Decode(newClusters(nil).Encode()); err != nil || none.Len() != 0 {
		t.Errorf("no clusters: %v", err)
	}
	for i := range text {
		broken := append([]byte{}, text...)
		broken[i] ^= 1
		if _, err := Decode(broken); !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, ErrStale) {
			t.Errorf("byte %d: %v", i, err)
		}
	}
	for n := range text {
		if _, err := Decode(text[:n]); err == nil {
			t.Errorf("cut off at %d", n)
		}
	}
}

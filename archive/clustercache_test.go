package archive

import (
	"testing"

	"kifudb/book/duplicate"
	"kifudb/book/user"
)

// Views of one state share its clusters, and a view of another one has its own: after an import,
// a removal, or a decision of the user.
func TestClustersAreShared(t *testing.T) {
	a := severalSegments(t)
	clusters := func() *duplicate.Clusters {
		t.Helper()
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		c, err := v.Clusters(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := clusters()
	if first.Len() == 0 {
		t.Fatal("no clusters: too little to mean anything")
	}
	if clusters() != first {
		t.Error("the next view has read them anew")
	}
	best := first.Cluster(0).Members[0].ID
	second := first.Cluster(0).Members[1].ID
	if _, err := a.Remove(t.Context(), func(*View) ([]GameID, error) { return []GameID{best}, nil }); err != nil {
		t.Fatal(err)
	}
	removed := clusters()
	if _, _, ok := removed.Of(best); ok {
		t.Errorf("game %d is in a cluster, and removed", best)
	}
	if _, err := a.BringBack(t.Context(), func(*View) ([]GameID, error) { return []GameID{best}, nil }); err != nil {
		t.Fatal(err)
	}
	if n, _, ok := clusters().Of(second); !ok || clusters().Cluster(n).Preferred() != best {
		t.Errorf("game %d does not stand for game %d again", best, second)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, c := range []struct {
		decide    func() error
		preferred GameID
	}{
		{func() error { return v.Decide(t.Context(), user.Decision{Kind: user.Prefer, Games: []GameID{second}}) }, second},
		{func() error { _, err := v.Undecide(second); return err }, best},
	} {
		if err := c.decide(); err != nil {
			t.Fatal(err)
		}
		if n, _, ok := clusters().Of(second); !ok || clusters().Cluster(n).Preferred() != c.preferred {
			t.Errorf("game %d does not stand for its cluster", c.preferred)
		}
	}
}

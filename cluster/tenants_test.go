package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/archive/objects"
	"kifudb/cluster/link"
	"kifudb/query"
	"kifudb/search"
)

// renamed is an archive whose store says that it has another identity.
type renamed struct {
	Archive
	as string
}

func (r *renamed) State(ctx context.Context) (*State, error) {
	s, err := r.Archive.State(ctx)
	if err == nil {
		other := *s
		other.Archive = r.as
		s = &other
	}
	return s, err
}

// Two archives are in one bucket, below prefixes of which one begins with the other, and their nodes use one NATS.
// Neither sees the other, whatever names are tried.
func TestTenants(t *testing.T) {
	t.Parallel() // it mostly waits
	bucket := objects.NewFolder(t.TempDir())
	server := startServer(t, "127.0.0.1:0")
	engine := NewEngine(&link.Dial{URLs: server.URL(), Credentials: testCredentials, Wait: time.Minute})
	t.Cleanup(engine.Close)
	type tenant struct {
		name   string
		store  objects.Store
		a      *archive.Archive
		state  *archive.State
		node   *Node
		served Archive
	}
	tenants := []*tenant{{name: "ann"}, {name: "anna"}}
	for _, one := range tenants {
		one.store = objects.Below(bucket, one.name)
		o := archive.Options{
			Create: true, Objects: func(string) (objects.Store, error) { return one.store, nil }, Cache: archive.Cache{Dir: t.TempDir()}, Engine: engine,
		}
		var err error
		if one.a, err = archive.Open("objects:"+one.name, &o); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { one.a.Close() })
		file := filepath.Join(t.TempDir(), "games.sgf")
		if err := os.WriteFile(file, fmt.Appendf(nil, "(;SZ[19]PB[secret of %s]C[words of %s];B[pd])", one.name, one.name), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := one.a.Import(t.Context(), &archive.Import{Paths: []string{file}}); err != nil {
			t.Fatal(err)
		}
		if one.state, err = one.a.State(t.Context()); err != nil {
			t.Fatal(err)
		}
		o.Sparse, o.Cache.Dir = true, t.TempDir()
		holds, err := archive.Open("objects:"+one.name, &o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { holds.Close() })
		one.served = Serving(holds, 0)
		one.node = startNode(t, connect(t, server.URL()), one.served, "the same name", nil)
		settled(t, 1, one.node)
	}
	nc := connect(t, server.URL())
	for i, one := range tenants {
		other := tenants[1-i]
		err := one.a.Ask(func(v *archive.View) error {
			page, err := v.Search(t.Context(), &archive.Search{Query: mustParse(t, "")})
			if err == nil && (page.Total != 1 || page.Games[0].Black != "secret of "+one.name || page.Complete != nil) {
				t.Errorf("%s sees %+v", one.name, page)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		asker, err := engine.Asker(t.Context(), one.state.Archive)
		if err != nil {
			t.Fatal(err)
		}
		members, err := asker.Members(t.Context())
		if err != nil || len(members) != 1 || members[0].ID != one.node.ID() {
			t.Errorf("%s sees the nodes %+v, %v", one.name, members, err)
		}
		// A question about the other's segments, to the own node and straight to the other's.
		err = one.a.Ask(func(v *archive.View) error {
			parsed, err := query.Parse("")
			if err != nil {
				return err
			}
			q, err := search.Resolve(t.Context(), v.Snapshot(), parsed, map[string]search.Aggregation{"page": &search.Page{Texts: true}}, &search.Options{Records: true})
			if err != nil {
				return err
			}
			batch, err := json.Marshal(q1(q))
			if err != nil {
				return err
			}
			h, err := listen(nc, testSilence, 1<<20)
			if err != nil {
				return err
			}
			defer h.close()
			body, err := json.Marshal(ask{Moment: q.Moment(), Segments: []string{other.state.Segments[0].Name}, Within: 60_000, Batch: batch})
			if err != nil {
				return err
			}
			talk := h.open(subject(other.state.Archive, "ask", other.node.ID()))
			defer talk.close()
			if err := talk.say(t.Context(), kindAsk, body); err != nil {
				return err
			}
			for {
				said, err := talk.hear(t.Context())
				if err != nil || said.kind == kindRefusal && strings.Contains(string(said.body), "not of") {
					return err
				}
				if said.kind != kindWorking {
					t.Errorf("%s: the other's node answers %s %s", one.name, said.kind, said.body)
					return nil
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		// Keys that lead to the other's objects, in the store and of what nodes keep.
		kept, err := engine.Kept(t.Context(), one.state.Archive)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"../" + other.name + "/head", "x/../../" + other.name + "/head", "./../" + other.name + "/head", other.name + "/head", "/" + other.name + "/head", "a/head", ".."} {
			for what, s := range map[string]objects.Store{"store": one.store, "nodes": kept} {
				if text, _, err := objects.ReadAll(t.Context(), s, key, 1<<20); err == nil {
					t.Errorf("%s reads %q of the %s: %s", one.name, key, what, text)
				}
				if _, err := s.PutIfAbsent(t.Context(), key, objects.Text([]byte("x"))); err == nil && strings.Contains(key, "..") {
					t.Errorf("%s writes %q of the %s", one.name, key, what)
				}
			}
		}
		for info, err := range one.store.List(t.Context(), "../"+other.name) {
			if err == nil {
				t.Errorf("%s lists %s", one.name, info.Key)
			}
		}
		for info, err := range one.store.List(t.Context(), "") {
			if err != nil || strings.Contains(info.Key, "..") {
				t.Errorf("%s lists %s, %v", one.name, info.Key, err)
			}
		}
	}
	// An archive that says that it is all of them.
	for _, as := range []string{"*", ">", "", "a.b", tenants[1].state.Archive + ".*", "a b"} {
		if n, err := Join(t.Context(), NodeOptions{Archive: &renamed{tenants[0].served, as}, Conn: nc, Name: "rogue"}); !errors.Is(err, ErrIdentity) {
			t.Errorf("a node of archive %q: %v, %v", as, n, err)
		}
		if _, err := engine.Asker(t.Context(), as); !errors.Is(err, ErrIdentity) {
			t.Errorf("an asker of archive %q: %v", as, err)
		}
		if _, err := engine.Kept(t.Context(), as); !errors.Is(err, ErrIdentity) {
			t.Errorf("what nodes have of archive %q: %v", as, err)
		}
	}
}

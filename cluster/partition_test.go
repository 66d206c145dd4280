package cluster

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// wire passes bytes on to a server until it is cut, and again when it is mended.
type wire struct {
	net.Listener
	to string

	mu    sync.Mutex // protects what follows
	cut   bool
	conns []net.Conn
}

func newWire(t *testing.T, to string) *wire {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: l, to: to}
	t.Cleanup(func() {
		l.Close()
		w.set(true)
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			w.pass(c)
		}
	}()
	return w
}

func (w *wire) pass(c net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := net.Dial("tcp", w.to)
	if err != nil || w.cut {
		c.Close()
		return
	}
	w.conns = append(w.conns, c, s)
	go func() { _, _ = io.Copy(s, c); s.Close() }()
	go func() { _, _ = io.Copy(c, s); c.Close() }()
}

func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
}

// A node that is cut off is missed by nobody, and takes part again when it is back.
func TestPartition(t *testing.T) {
	folder := newFolder(t)
	a := openAsked(t, folder)
	server := startServer(t, "127.0.0.1:0")
	u, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	w := newWire(t, u.Host)
	near := startNode(t, connect(t, server.URL()), openServed(t, folder), "near", nil)
	far := startNode(t, connect(t, "nats://"+w.Addr().String()), openServed(t, folder), "far", nil)
	settled(t, 2, near, far)
	asker := startAsker(t, connect(t, server.URL()), a, nil)
	q := a.all(t, "player:shusaku")
	want := a.want(t, q)
	for range 2 {
		w.set(true)
		if got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); got != want {
			t.Errorf("cut off: %+v", p.Cover)
		}
		eventually(t, "the far node is missed", func() bool { return len(near.Members()) == 1 })
		w.set(false)
		eventually(t, "the far node is back", func() bool { return len(near.Members()) == 2 && len(far.Members()) == 2 })
		before := far.Self().Load.Answered
		eventually(t, "the far node answers", func() bool {
			if got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); got != want {
				t.Fatalf("back: %+v", p.Cover)
			}
			return far.Self().Load.Answered > before
		})
	}
}

package linktest

import (
	"net"
	"sync"
	"testing"
	"time"
)

// A Link passes on what comes, between who connects to its address and a server.
type Link struct {
	listener net.Listener
	to       string

	mu      sync.Mutex // protects what follows
	how     Quality
	since   time.Time     // it has been so
	changed chan struct{} // closed and made anew when how is another
	conns   map[net.Conn]bool
	count   int // connections that were made
}

// Quality is what is wrong with a link. The zero value is nothing.
type Quality struct {
	Cut     bool          // connections break, and none can be made
	Silent  bool          // connections stay, and nothing comes through until this is over
	Delay   time.Duration // after which what is sent arrives, either way
	PerSec  int           // bytes that pass in a second, each way of each connection; 0 for any number
	Breaks  int           // bytes after which a connection breaks, each way; 0 for never
	Refuses bool          // connections cannot be made, those that are there stay
}

// New returns a link to the address of a server, which need not be there yet. It ends with
// the test.
func New(t testing.TB, to string) *Link {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	link := &Link{listener: l, to: to, changed: make(chan struct{}), conns: map[net.Conn]bool{}}
	t.Cleanup(func() {
		_ = l.Close()
		link.Set(Quality{Cut: true})
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			link.pass(c)
		}
	}()
	return link
}

// Addr returns the address to connect to instead of the server's, host and port.
func (l *Link) Addr() string { return l.listener.Addr().String() }

// Port returns the port of that address.
func (l *Link) Port() int { return l.listener.Addr().(*net.TCPAddr).Port }

// Set makes the link as good or bad as it is to be from now on.
func (l *Link) Set(q Quality) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.how, l.since = q, time.Now()
	close(l.changed)
	l.changed = make(chan struct{})
	if q.Cut {
		for c := range l.conns {
			_ = c.Close()
		}
		clear(l.conns)
	}
}

// Connections returns how many were made so far.
func (l *Link) Connections() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.count
}

func (l *Link) pass(c net.Conn) {
	l.mu.Lock()
	refused := l.how.Cut || l.how.Refuses
	l.mu.Unlock()
	var s net.Conn
	err := net.ErrClosed
	if !refused {
		s, err = net.Dial("tcp", l.to)
	}
	if err != nil {
		_ = c.Close()
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.how.Cut { // meanwhile
		_, _ = c.Close(), s.Close()
		return
	}
	l.conns[c], l.conns[s] = true, true
	l.count++
	go l.carry(s, c)
	go l.carry(c, s)
}

// piece is how much is passed on at once, at most.
const piece = 16 << 10

// A load is some bytes on their way.
type load struct {
	data    []byte
	arrives time.Time
}

// carry passes bytes on from one end to the other, until one of them ends.
func (l *Link) carry(to, from net.Conn) {
	way := make(chan load, 4096) // so that what is late does not keep others waiting
	go func() {
		defer close(way)
		sent := 0
		for {
			data := make([]byte, piece)
			n, err := from.Read(data)
			l.mu.Lock()
			how := l.how
			l.mu.Unlock()
			if sent += n; how.Breaks > 0 && sent > how.Breaks {
				_ = from.Close()
				return
			}
			if n > 0 {
				way <- load{data[:n], time.Now().Add(how.Delay)}
			}
			if err != nil {
				return
			}
		}
	}()
	var free time.Time // from when on more can pass: a process that gets no time does not make the link slower
	for some := range way {
		time.Sleep(time.Until(some.arrives))
		if rate, since := l.open(); rate > 0 {
			for _, earliest := range []time.Time{some.arrives, since} {
				if free.Before(earliest) {
					free = earliest
				}
			}
			free = free.Add(time.Duration(len(some.data)) * time.Second / time.Duration(rate))
			time.Sleep(time.Until(free))
		}
		if _, err := to.Write(some.data); err != nil {
			break
		}
	}
	l.mu.Lock()
	delete(l.conns, to)
	delete(l.conns, from)
	l.mu.Unlock()
	_, _ = to.Close(), from.Close()
	for range way { // until who reads has seen that
	}
}

// open waits until something comes through, and returns how many bytes do in a second, and
// since when.
func (l *Link) open() (rate int, since time.Time) {
	for {
		l.mu.Lock()
		how, since, changed := l.how, l.since, l.changed
		l.mu.Unlock()
		if !how.Silent || how.Cut {
			return how.PerSec, since
		}
		<-changed
	}
}

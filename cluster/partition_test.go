package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kifudb/cluster/natsserver"
	"kifudb/indexer"
	"kifudb/internal/linktest"
	"kifudb/internal/testsize"
	"kifudb/store"
)

// linkTo returns a link to a server, and what to connect to.
func linkTo(t *testing.T, s *natsserver.Server) (*linktest.Link, string) {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	l := linktest.New(t, u.Host)
	return l, "nats://" + l.Addr()
}

// nearAndFar starts a server of NATS and two nodes of a folder: the near one is connected to it, the
// far one over a link, at an address.
func nearAndFar(t *testing.T, folder string) (server *natsserver.Server, link *linktest.Link, at string, near, far *Node) {
	t.Helper()
	server = startServer(t, "127.0.0.1:0")
	link, at = linkTo(t, server)
	near = startNode(t, connect(t, server.URL()), openServed(t, folder), "near", patientNode)
	far = startNode(t, connect(t, at), openServed(t, folder), "far", patientNode)
	settled(t, 2, near, far)
	return server, link, at, near, far
}

// A node that is cut off, or of which nothing is heard, is missed by nobody, and takes part
// again when it is back.
func TestPartition(t *testing.T) {
	t.Parallel() // it mostly waits
	folder := newFolder(t)
	a := openAsked(t, folder)
	server, link, _, near, far := nearAndFar(t, folder)
	asker := startAsker(t, connect(t, server.URL()), a, soonMissing)
	q := a.all(t, "player:shusaku")
	want := a.want(t, q)
	for i := range testsize.Of(8, 2) {
		link.Set(linktest.Quality{Cut: i%2 == 0, Silent: i%2 == 1})
		if got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); got != want {
			t.Errorf("cut off: %+v", p.Cover)
		}
		eventually(t, "the far node is missed", func() bool { return len(near.Members()) == 1 })
		link.Set(linktest.Quality{})
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

// lastPort is the last port that [freeAddress] tried: tests that run at once try others.
var lastPort atomic.Int32

func init() { lastPort.Store(21000) }

// freeAddress returns an address at which a server of NATS can listen, with others' 2000 above.
func freeAddress(t *testing.T) (address string, port int) {
	t.Helper()
	for {
		if port = int(lastPort.Add(7)); port >= 29000 {
			break
		}
		free := 0
		for _, p := range []int{port, port + natsserver.RoutesAbove} {
			if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", p)); err == nil {
				_ = l.Close()
				free++
			}
		}
		if free == 2 {
			return fmt.Sprint("127.0.0.1:", port), port
		}
	}
	t.Fatal("no free port")
	return "", 0
}

// startJoinable starts a server that others can join at its address.
func startJoinable(t *testing.T, change func(*natsserver.Options)) (s *natsserver.Server, address string, port int) {
	t.Helper()
	for {
		address, port = freeAddress(t)
		o := &natsserver.Options{Listen: address, Name: "test " + address, Credentials: testCredentials}
		if change != nil {
			change(o)
		}
		s, err := natsserver.Start(o)
		if errors.Is(err, natsserver.ErrListen) { // another program has taken it meanwhile
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s, address, port
	}
}

// addGame adds a game to an archive in a folder.
func addGame(t *testing.T, folder string, number int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.sgf")
	text := fmt.Sprintf("(;GM[1]FF[4]SZ[19]PB[Honinbo Shusaku]PW[guest %d];B[pd];W[dd])", number)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(folder, &store.Options{MaxGames: 7})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	_, err = indexer.Import(t.Context(), w, []string{path}, nil)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
}

// Servers of NATS that lose each other, or hear nothing of each other, and meet again: on both
// sides each answer is whole, or says that it is not, and after a moment it is whole; so is
// one about what was added meanwhile. When they have met, each segment is with two nodes.
//
// Of three, two lose each other and both still see the third, which passes nothing on.
//
// Nearly all of its time it waits until one who is silent is given up, so all kinds wait at once.
func TestServersAreParted(t *testing.T) {
	for _, servers := range []int{2, 3} {
		for _, how := range []linktest.Quality{{Cut: true}, {Silent: true}} {
			t.Run(fmt.Sprintf("%d servers, silent %v", servers, how.Silent), func(t *testing.T) {
				t.Parallel()
				for range testsize.Of(3, 1) {
					parted(t, servers, how)
				}
			})
		}
	}
}

func parted(t *testing.T, count int, how linktest.Quality) {
	// Where many nodes share a slow processor, those that beat faster miss each other without
	// end, and move segments instead of answering.
	slowly := func(o *NodeOptions) {
		patientNode(o)
		o.Beat, o.Grace = time.Second, 2*time.Second
	}
	folder := newFolder(t)
	a := openAsked(t, folder)
	server, first, port := startJoinable(t, nil)
	servers := []*natsserver.Server{server}
	link := linktest.New(t, fmt.Sprint("127.0.0.1:", port+natsserver.RoutesAbove))
	servers = append(servers, startServer(t, "127.0.0.1:0", fmt.Sprint("127.0.0.1:", link.Port()-natsserver.RoutesAbove)))
	if count == 3 {
		servers = append(servers, startServer(t, "127.0.0.1:0", first))
		eventually(t, "all servers have met", func() bool { return servers[1].Routes() >= 2 && servers[0].Routes() >= 2 })
	}
	var nodes []*Node
	var askers []*Asker
	for i, s := range servers {
		for j := range 2 {
			nodes = append(nodes, startNode(t, connect(t, s.URL()), openServed(t, folder), fmt.Sprint("node", i, j), slowly))
		}
	}
	settled(t, 2, nodes...)
	for _, s := range servers {
		askers = append(askers, startAsker(t, connect(t, s.URL()), a, soonMissing))
	}
	whole, partial := 0, 0
	ask := func(a *asked) (all bool) {
		q := a.all(t, "player:shusaku")
		want := a.want(t, q)
		answers := make([]bool, len(askers))
		var running sync.WaitGroup
		for i, asker := range askers {
			running.Go(func() {
				list, err := asker.Searcher(a.segments).Search(t.Context(), q1(q), nil)
				if err != nil {
					t.Errorf("server %d: %v", i, err)
					return
				}
				answers[i] = list[0].Cover.Whole()
				if got := told(t, q, list[0]); answers[i] != (got == want) || !answers[i] && len(list[0].Cover.Missing) == 0 {
					t.Errorf("server %d: %+v is another answer, or does not say that it is not whole", i, list[0].Cover)
				}
			})
		}
		running.Wait()
		all = true
		for _, one := range answers {
			if all = all && one; one {
				whole++
			} else {
				partial++
			}
		}
		return all
	}
	eventually(t, "all are answered before anything went wrong", func() bool { return ask(a) })
	link.Set(how)
	eventually(t, "each side answers everything", func() bool { return ask(a) })
	seen := 0
	eventually(t, "the sides have lost each other", func() bool {
		seen = len(nodes[0].Members())
		return seen == len(nodes)-2 && len(nodes[2].Members()) == seen
	})
	addGame(t, folder, 1)
	b := openAsked(t, folder)
	eventually(t, "each side answers about what was added meanwhile", func() bool { return ask(b) })
	link.Set(linktest.Quality{})
	settled(t, 2, nodes...)
	row := 0
	eventually(t, "three answers in a row are whole when all have met again", func() bool {
		if row++; !ask(b) {
			row = 0
		}
		return row == 3
	})
	t.Logf("%d answers were whole, %d said that they were not", whole, partial)
}

// Over a slow link, by its delay and by how little it carries, answers are the same, also large
// ones, and who is behind it is not waited for if another node is nearer.
func TestSlowLink(t *testing.T) {
	t.Parallel() // it mostly waits
	folder := newFolder(t)
	a := openAsked(t, folder)
	server, link, at, near, far := nearAndFar(t, folder)
	q := a.all(t, "")
	want := a.want(t, q)
	for _, slow := range []linktest.Quality{{Delay: 200 * time.Millisecond}, {PerSec: 200 << 10}, {Delay: 50 * time.Millisecond, PerSec: 500 << 10}} {
		link.Set(slow)
		for name, url := range map[string]string{"near": server.URL(), "far": at} {
			asker := startAsker(t, connect(t, url), a, nil)
			if got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); got != want {
				t.Errorf("%+v, who asks is %s: %+v", slow, name, p.Cover)
			}
			asker.Close()
		}
	}
	link.Set(linktest.Quality{})
	settled(t, 2, near, far)
	asker := startAsker(t, connect(t, server.URL()), a, func(o *AskerOptions) { o.Silence, o.Hedge.Off = 10*patientSilence, false })
	link.Set(linktest.Quality{Delay: 400 * time.Millisecond})
	eventually(t, "somebody else is asked", func() bool { // unless the near one is as slow at the moment
		if got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); got != want {
			t.Fatalf("%+v", p.Cover)
		}
		_, hedges := asker.Hedged()
		return hedges > 0
	})
}

// A large message arrives over a link that carries so little that each of its parts takes a
// good part of the time after which the other side counts as lost.
func TestLargeMessageOverSlowLink(t *testing.T) {
	t.Parallel() // it mostly waits
	server := startServer(t, "127.0.0.1:0")
	link, at := linkTo(t, server)
	const silence = 2 * time.Second
	a, err := listen(connect(t, at), silence, 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	b, err := listen(connect(t, server.URL()), silence, 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	link.Set(linktest.Quality{PerSec: 4 * int(chunk/silence.Seconds()), Delay: 20 * time.Millisecond})
	body := make([]byte, 10*chunk)
	for i := range body {
		body[i] = byte(mix(uint64(i)))
	}
	for tries := 0; ; tries++ {
		from, to := a.open(""), b.open("")
		from.to.Store(&to.own)
		to.to.Store(&from.own)
		failed := make(chan error, 1)
		go func() { failed <- from.say(context.Background(), kindAnswer, body) }()
		said, err := to.hear(t.Context())
		if err == nil && string(said.body) == string(body) {
			return
		}
		from.close()
		to.close()
		// A busy machine may stop this process for as long.
		if why := <-failed; tries == 4 || !errors.Is(err, errLate) && !errors.Is(why, errLate) {
			t.Fatalf("%d bytes of %d came: %v, %v", len(said.body), len(body), err, why)
		}
	}
}

// A connection that breaks in the middle of an answer again and again is made again, and what
// it has lost is asked for again, here of another node.
func TestLinkBreaks(t *testing.T) {
	t.Parallel() // it mostly waits
	folder := newFolder(t)
	a := openAsked(t, folder)
	server, link, _, near, far := nearAndFar(t, folder)
	q := a.all(t, "")
	want := a.want(t, q)
	asker := startAsker(t, connect(t, server.URL()), a, soonMissing)
	link.Set(linktest.Quality{Breaks: 4000})
	before := link.Connections()
	for asked := 0; asked < testsize.Of(100, 20) || link.Connections() < before+3 && asked < 1000; asked++ {
		got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q)
		if got != want && (p.Cover.Whole() || len(p.Cover.Missing) == 0) {
			t.Errorf("another answer: %+v", p.Cover)
		}
	}
	if n := link.Connections() - before; n < 3 {
		t.Errorf("it broke %d times, which is no test", n)
	}
	link.Set(linktest.Quality{})
	settled(t, 2, near, far)
	if got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); got != want {
		t.Errorf("afterwards: %+v", p.Cover)
	}
}

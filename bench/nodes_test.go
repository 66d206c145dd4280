package bench_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/bench"
	"kifudb/cluster"
	"kifudb/cluster/link"
	"kifudb/command"
	commandnode "kifudb/command/node"
	"kifudb/internal/cputime"
)

// asCommand has this test binary run as the command kifudb, so that nodes are processes.
const asCommand = "KIFUDB_BENCH_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(command.MainWith(commandnode.Runner{}, os.Args, os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// nodeAsks are the questions whose cost over nodes is measured.
var nodeAsks = []struct {
	name, query string
	next        bool
}{
	{"whole-board", `pos:"Q16 D4"`, true},
	{"corner", "pat:NE[.......|.......|..O....|....X..|.......|.......] colors:either", true},
	{"player", "player:shusaku", false},
	{"word", "comment:ladder", false},
}

// nodeRounds is how often each is asked, of this process and of nodes in turn.
const nodeRounds = 30

// BenchmarkNodes compares three nodes as processes, each segment with two of them, with this
// process alone: by the clock (p50) and by processor time of each question, when files are
// in memory. Then it measures how long it takes until a fourth node answers, and until all
// segments are with two nodes again when one was killed.
//
//	go test -run '^$' -bench Nodes -benchtime 1x ./bench -args -archive DIR
func BenchmarkNodes(b *testing.B) {
	dir := nodesArchive(b)
	for b.Loop() {
		f := startFleet(b, dir, 3)
		for _, ask := range nodeAsks {
			b.Run(ask.name, func(b *testing.B) { f.compare(b, ask.query, ask.next) })
		}
		b.Run("changes", f.change)
		f.end()
	}
}

// nodesArchive returns the archive of the flag, or one of generated games.
func nodesArchive(b *testing.B) string {
	if bench.ArchiveOfFlag() != "" {
		return bench.ArchiveOfFlag()
	}
	file, dir := filepath.Join(b.TempDir(), "games.sgf"), filepath.Join(b.TempDir(), "archive")
	bench.WriteBenchGames(b, file)
	bench.ImportFile(b, dir, file)
	return dir
}

// A fleet is nodes as processes, and who asks them.
type fleet struct {
	dir, address, secret string
	nodes                []*exec.Cmd
	engine               *cluster.Engine
	local, remote        *archive.Archive
	asker                *cluster.Asker
}

func startFleet(b *testing.B, dir string, nodes int) *fleet {
	f := &fleet{dir: dir, secret: filepath.Join(b.TempDir(), "secret")}
	text, err := kifudb("cluster", "credentials").Output()
	must(b, err)
	must(b, os.WriteFile(f.secret, text, 0o600))
	secret, err := link.ParseCredentials(text)
	must(b, err)
	for range nodes {
		f.start(b)
		if f.engine == nil {
			f.engine = cluster.NewEngine(&link.Dial{URLs: f.address, Credentials: secret, Wait: time.Minute})
		}
	}
	f.local, err = archive.Open(dir, nil)
	must(b, err)
	f.remote, err = archive.Open(dir, &archive.Options{Engine: f.engine})
	must(b, err)
	state, err := f.local.State(b.Context())
	must(b, err)
	f.asker, err = f.engine.Asker(b.Context(), state.Archive)
	must(b, err)
	f.wait(b, "three nodes have their segments", func(list []cluster.Member) bool { return f.twice(list) && len(list) == nodes })
	return f
}

func kifudb(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), asCommand+"=1")
	return c
}

// start starts another node.
func (f *fleet) start(b *testing.B) {
	address := fmt.Sprint("127.0.0.1:", freePorts(b))
	args := []string{"--archive", f.dir, "node", "--tied", "--credentials", f.secret, "--listen", address, "--name", fmt.Sprint("node", len(f.nodes))}
	if f.address == "" {
		f.address = "nats://" + address
	} else {
		args = append(args, "--join", f.address[len("nats://"):])
	}
	c := kifudb(args...)
	c.Stderr = os.Stderr
	_, err := c.StdinPipe()
	must(b, err)
	out, err := c.StdoutPipe()
	must(b, err)
	must(b, c.Start())
	f.nodes = append(f.nodes, c)
	b.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
	if _, err := out.Read(make([]byte, 1)); err != nil {
		b.Fatalf("a node did not start: %v", err)
	}
	go io.Copy(io.Discard, out)
}

// freePorts returns a port at which nobody listens, nor 2000 above it.
func freePorts(b *testing.B) int {
	for range 1000 {
		port := 20000 + rand.IntN(10000)
		one, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err != nil {
			continue
		}
		other, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port+2000))
		one.Close()
		if err == nil {
			other.Close()
			return port
		}
	}
	b.Fatal("no free port")
	return 0
}

func (f *fleet) end() {
	f.local.Close()
	f.remote.Close()
	f.engine.Close()
	for _, c := range f.nodes {
		_, _ = c.Process.Kill(), c.Wait()
	}
}

// wait waits until something holds of the nodes.
func (f *fleet) wait(b *testing.B, what string, holds func([]cluster.Member) bool) {
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		list, err := f.asker.Members(b.Context())
		if err == nil && holds(list) {
			return
		}
		if time.Now().After(end) {
			b.Fatalf("not within five minutes: %s: %v %+v", what, err, list)
		}
	}
}

// twice reports whether each segment is with two nodes.
func (f *fleet) twice(list []cluster.Member) bool {
	holders, of := map[string]int{}, 0
	for _, m := range list {
		if of = max(of, m.Of); m.Fetching > 0 {
			return false
		}
		for _, s := range m.Segments {
			holders[s]++
		}
	}
	for _, n := range holders {
		if n < 2 {
			return false
		}
	}
	return of > 0 && len(holders) == of
}

// foundBy asks for moves, or for a page of games, and returns what is found.
func foundBy(a *archive.Archive, text string, next bool) (found string, err error) {
	q, err := archive.ParseQuery(text)
	if err != nil {
		return "", err
	}
	err = a.Ask(func(v *archive.View) error {
		if next {
			c, err := ask.Of(v.Views).Next(context.Background(), &archive.Search{Query: q}, &ask.NextOptions{})
			if err != nil {
				return err
			}
			moves, err := json.Marshal(c.Next)
			found = fmt.Sprintf("%v %d games, %d moves, %x", c.Complete == nil, c.Games, c.Moves, sha256.Sum256(moves))
			return err
		}
		p, err := v.Search(context.Background(), &archive.Search{Query: q, Limit: 30})
		if err == nil {
			found = fmt.Sprint(p.Complete == nil, p.Total, len(p.Games))
		}
		return err
	})
	return found, err
}

// A cost is what a question took.
type cost struct{ clock, own, nodes time.Duration }

func (f *fleet) measure(b *testing.B, a *archive.Archive, text string, next bool) (string, cost) {
	nodes, own, start := f.worked(b), cputime.Now(), time.Now()
	found, err := foundBy(a, text, next)
	c := cost{clock: time.Since(start), own: cputime.Now() - own}
	must(b, err)
	c.nodes = f.worked(b) - nodes
	return found, c
}

// worked returns how long processors have worked for the nodes that run.
func (f *fleet) worked(b *testing.B) (sum time.Duration) {
	for _, c := range f.nodes {
		if c.ProcessState == nil {
			d, err := bench.ProcessorTime(c.Process.Pid)
			if err != nil {
				b.Skip("the processor time of other processes is not known here: ", err)
			}
			sum += d
		}
	}
	return sum
}

func (f *fleet) compare(b *testing.B, text string, next bool) {
	for b.Loop() {
		var local, remote []cost
		for i := range nodeRounds + 5 {
			want, l := f.measure(b, f.local, text, next)
			got, r := f.measure(b, f.remote, text, next)
			if got != want {
				b.Fatalf("nodes answer %s instead of %s", got, want)
			}
			if i >= 5 { // before, it is not warm
				local, remote = append(local, l), append(remote, r)
			}
		}
		alone, over := middle(local), middle(remote)
		ms := func(d time.Duration, unit string) { b.ReportMetric(float64(d)/float64(time.Millisecond), unit) }
		ms(alone.clock, "ms-alone")
		ms(over.clock-alone.clock, "ms-added")
		ms(alone.own, "cpu-ms-alone")
		ms(over.own, "cpu-ms-asker")
		ms(over.nodes, "cpu-ms-nodes")
		b.ReportMetric(float64(over.own+over.nodes)/float64(alone.own), "cpu-ratio")
		b.ReportMetric(0, "ns/op") // of all rounds, which says nothing
	}
}

// middle returns the medians.
func middle(list []cost) cost {
	of := func(d func(cost) time.Duration) time.Duration {
		slices.SortFunc(list, func(a, b cost) int { return cmp.Compare(d(a), d(b)) })
		return d(list[len(list)/2])
	}
	return cost{
		of(func(c cost) time.Duration { return c.clock }), of(func(c cost) time.Duration { return c.own }), of(func(c cost) time.Duration { return c.nodes }),
	}
}

// change measures how long a node takes that comes, and until one that was killed is
// replaced.
func (f *fleet) change(b *testing.B) {
	for b.Loop() {
		began := time.Now()
		f.start(b)
		name := fmt.Sprint("node", len(f.nodes)-1)
		f.wait(b, "a fresh node answers", func(list []cluster.Member) bool {
			_, err := foundBy(f.remote, nodeAsks[0].query, true)
			must(b, err)
			return slices.ContainsFunc(list, func(m cluster.Member) bool { return m.Name == name && m.Load.Answered > 0 })
		})
		b.ReportMetric(time.Since(began).Seconds(), "s-fresh-answers")
		f.wait(b, "all nodes have their segments", f.twice)
		last := f.nodes[len(f.nodes)-1]
		began = time.Now()
		must(b, last.Process.Kill())
		_ = last.Wait()
		f.nodes = f.nodes[:len(f.nodes)-1]
		f.wait(b, "the segments of one that was killed are with others", func(list []cluster.Member) bool {
			return f.twice(list) && !slices.ContainsFunc(list, func(m cluster.Member) bool { return m.Name == name })
		})
		b.ReportMetric(time.Since(began).Seconds(), "s-killed-replaced")
		b.ReportMetric(0, "ns/op")
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

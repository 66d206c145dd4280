package node

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"kifudb/archive"
	"kifudb/cluster"
	"kifudb/cluster/link"
	"kifudb/command/nodes"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/internal/lazy"
)

// demoNodes is how many nodes the demo starts.
const demoNodes = 3

// A clusterDemo is an object store, an archive in it and nodes that are there as long as
// the demo.
type clusterDemo struct {
	dir      string
	program  string
	store    *http.Server // speaks S3, and keeps everything in memory
	archive  string       // its location in the store
	address  string       // of the nodes
	secret   string
	running  []*exec.Cmd
	out      io.Writer
	replaces *strings.Replacer
}

// Demo starts a store and three nodes, asks them, and kills one.
func (Runner) Demo(ctx context.Context, _ struct{}, s run.Streams) (err error) {
	dir, err := os.MkdirTemp("", "kifudb-cluster-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := &clusterDemo{dir: dir, replaces: strings.NewReplacer(dir+string(filepath.Separator), "")}
	d.out = &phrase.Replacing{W: s.Out, Places: d.replaces}
	defer d.stop()
	if d.program, err = os.Executable(); err != nil {
		return err
	}
	if err := d.serveStore(); err != nil {
		return err
	}
	if err := d.fill(ctx); err != nil {
		return err
	}
	if err := d.start(ctx); err != nil {
		return err
	}
	questions := [][]string{
		{"search", "player:shusaku", "--sort", "date", "--limit", "3"},
		{"next", `pos:"Q16 D4"`, "--limit", "3"},
		{"search", "comment:ladder", "--facet", "decade", "--only-facets"},
	}
	var alone, three, two []string
	fmt.Fprintf(d.out, "\n# This machine alone answers some questions; then the nodes do, each from its share.\n")
	for _, q := range questions {
		answer, err := d.ask(ctx, nil, q)
		if err != nil {
			return err
		}
		alone = append(alone, answer)
	}
	for i, q := range questions {
		fmt.Fprintf(d.out, "$ kifudb %s %s\n", phrase.ShellWords(q), "--nodes nats://"+d.address)
		answer, err := d.ask(ctx, d.nodes(), q)
		if err != nil {
			return err
		}
		three = append(three, answer)
		if i < 2 {
			fmt.Fprintln(d.out, answer)
		}
	}
	if err := d.compare("Three nodes", alone, three); err != nil {
		return err
	}
	fmt.Fprintf(d.out, "\n# Node 3 is killed, as by kill -9. The other two have all of its segments.\n")
	killed := d.running[demoNodes-1]
	if err := killed.Process.Kill(); err != nil {
		return err
	}
	for _, q := range questions {
		answer, err := d.ask(ctx, d.nodes(), q)
		if err != nil {
			return err
		}
		two = append(two, answer)
	}
	if err := d.compare("Two nodes", alone, two); err != nil {
		return err
	}
	left, err := d.wait(ctx, demoNodes-1)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(left.Nodes, func(m cluster.Member) bool { return m.Load.Answered > 0 }) {
		return errors.New("demo: no node was ever asked")
	}
	answer, err := d.ask(ctx, d.nodes(), []string{"nodes"})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(d.out, "$ kifudb nodes --nodes nats://%s\n%s", d.address, answer)
	return err
}

// serveStore starts a server of S3 with an empty bucket.
func (d *clusterDemo) serveStore() error {
	const bucket = "games"
	backend := s3mem.New()
	if err := backend.CreateBucket(bucket); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	d.store = &http.Server{Handler: gofakes3.New(backend).Server(), ReadHeaderTimeout: time.Minute}
	go func() { _ = d.store.Serve(l) }()
	d.archive = fmt.Sprintf("s3://%s/archive?region=us-east-1&endpoint=http://%s", bucket, l.Addr())
	return nil
}

// command returns a run of this program that knows nothing of archives and nodes but what
// it is told, and keeps what it fetches in a cache of a name.
func (d *clusterDemo) command(ctx context.Context, cache string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, d.program, append([]string{"--archive", d.archive}, args...)...)
	c.Args[0] = "kifudb"
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "KIFUDB_") && !strings.HasPrefix(v, "AWS_") {
			c.Env = append(c.Env, v)
		}
	}
	// The store here takes any credentials.
	c.Env = append(c.Env, run.CacheVariable+"="+filepath.Join(d.dir, "cache", cache), "AWS_ACCESS_KEY_ID=demo", "AWS_SECRET_ACCESS_KEY=demo-of-a-cluster")
	return c
}

// fill imports the demo collection in several parts, so that there are segments.
func (d *clusterDemo) fill(ctx context.Context) error {
	games := filepath.Join(d.dir, "games")
	if err := os.CopyFS(games, archive.DemoCollection()); err != nil {
		return err
	}
	var files []string
	err := filepath.WalkDir(games, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "# A store that speaks S3, with the demo collection, and three nodes, each with a cache of its\n# own. NATS is within them.\n$ export KIFUDB_ARCHIVE='%s'\n$ kifudb import -q games\n", d.archive)
	const parts = 6
	for some := range slices.Chunk(files, (len(files)+parts-1)/parts) {
		_, err := d.run(d.command(ctx, "asker", append([]string{"import", "-q"}, some...)...))
		if err != nil {
			return fmt.Errorf("the demo collection cannot be imported: %w", err)
		}
	}
	text, err := link.NewCredentials()
	if err != nil {
		return err
	}
	f, err := os.CreateTemp("", "kifudb-secret-") // which nobody else can read
	if err != nil {
		return err
	}
	d.secret = f.Name()
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// start starts the nodes, each a process of its own, and waits until they have their
// segments.
func (d *clusterDemo) start(ctx context.Context) error {
	ports, err := freePorts(demoNodes)
	if err != nil {
		return err
	}
	d.address = fmt.Sprintf("127.0.0.1:%d", ports[0])
	for i, port := range ports {
		name := fmt.Sprint("node", i+1)
		args := []string{"node", "--credentials", "secret", "--listen", fmt.Sprintf("127.0.0.1:%d", port), "--name", name}
		if i > 0 {
			args = append(args, "--join", d.address)
		}
		fmt.Fprintf(d.out, "$ kifudb %s &\n", phrase.ShellWords(args))
		args[slices.Index(args, "secret")] = d.secret
		c := d.command(ctx, name, append(args, "--tied")...)
		if _, err := c.StdinPipe(); err != nil { // it ends with this process
			return err
		}
		if err := c.Start(); err != nil {
			return err
		}
		d.running = append(d.running, c)
	}
	if _, err := d.wait(ctx, demoNodes); err != nil {
		return err
	}
	answer, err := d.ask(ctx, d.nodes(), []string{"nodes"})
	if err == nil {
		fmt.Fprintf(d.out, "$ kifudb nodes --nodes nats://%s\n%s", d.address, answer)
	}
	return err
}

func (d *clusterDemo) nodes() []string {
	return []string{"--nodes", "nats://" + d.address, "--credentials", d.secret}
}

// ask runs a command and returns what it prints.
func (d *clusterDemo) ask(ctx context.Context, nodes, question []string) (string, error) {
	return d.run(d.command(ctx, "asker", slices.Concat(question, nodes)...))
}

// run returns what a command prints. That something is not complete is no error: it says so.
func (d *clusterDemo) run(c *exec.Cmd) (string, error) {
	var out, problems bytes.Buffer
	c.Stdout, c.Stderr = &out, &problems
	err := c.Run()
	if err != nil && c.ProcessState.ExitCode() != run.ExitPartial {
		return "", fmt.Errorf("demo: %q: %w: %s", d.replaces.Replace(phrase.ShellWords(c.Args)), err, d.replaces.Replace(problems.String()))
	}
	return out.String(), nil
}

// compare says whether answers are the same but for the time that they took.
func (d *clusterDemo) compare(who string, want, got []string) error {
	for i := range want {
		if timeless(want[i]) != timeless(got[i]) {
			return fmt.Errorf("demo: %s answer otherwise:\n%s\nand not\n%s", strings.ToLower(who), got[i], want[i])
		}
	}
	fmt.Fprintf(d.out, "# %s give the same %d answers as this machine alone.\n", who, len(want))
	return nil
}

// timeless leaves out times: of "3 games, 5.1ms" the end.
func timeless(answer string) string { return timePattern().ReplaceAllString(answer, "") }

var timePattern = lazy.Regexp(`(?m), [0-9][0-9.msµ]*s$`)

// wait waits until so many nodes have all segments, each two.
func (d *clusterDemo) wait(ctx context.Context, count int) (*nodes.Report, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, time.Minute, errors.New("the nodes did not come together within a minute"))
	defer cancel()
	for ctx.Err() == nil {
		if text, err := d.ask(ctx, d.nodes(), []string{"nodes", "--json"}); err == nil {
			var r nodes.Report
			if err := json.Unmarshal([]byte(text), &r); err != nil {
				return nil, err
			}
			if len(r.Nodes) == count && r.Twice == r.Segments {
				return &r, nil
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil, context.Cause(ctx)
}

func (d *clusterDemo) stop() {
	for _, c := range d.running {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	if d.store != nil {
		_ = d.store.Close()
	}
	if d.secret != "" {
		_ = os.Remove(d.secret)
	}
}

// freePorts returns ports at which nobody listens, nor 2000 above them. They are below those
// that systems give to whoever connects.
func freePorts(n int) (ports []int, err error) {
	free := func(port int) bool {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		return err == nil && l.Close() == nil
	}
	for range 1000 {
		if port := 20000 + rand.IntN(10000); !slices.Contains(ports, port) && free(port) && free(port+2000) {
			ports = append(ports, port)
		}
		if len(ports) == n {
			return ports, nil
		}
	}
	return nil, errors.New("no free ports found")
}

package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kifudb/archive"
	"kifudb/cluster"
	"kifudb/internal/lazy"
)

// demoNodes is how many nodes the demo starts.
const demoNodes = 3

// A clusterDemo is an archive and nodes that are there as long as the demo.
type clusterDemo struct {
	dir      string
	program  string
	address  string
	archive  string
	secret   string
	running  []*exec.Cmd
	out      io.Writer
	replaces *strings.Replacer
}

func runClusterDemo(ctx context.Context, _ struct{}, s streams) (err error) {
	dir, err := os.MkdirTemp("", "kifudb-cluster-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := &clusterDemo{dir: dir, archive: filepath.Join(dir, "archive"), replaces: strings.NewReplacer(dir+string(filepath.Separator), "")}
	d.out = &replacing{w: s.out, places: d.replaces}
	defer d.stop()
	if d.program, err = os.Executable(); err != nil {
		return err
	}
	if err := d.fill(); err != nil {
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
		fmt.Fprintf(d.out, "$ kifudb %s %s\n", shellWords(q), "--nodes nats://"+d.address)
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
	if err := d.wait(ctx, demoNodes-1); err != nil {
		return err
	}
	answer, err := d.ask(ctx, d.nodes(), []string{"nodes"})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(d.out, "$ kifudb nodes --nodes nats://%s\n%s", d.address, answer)
	return err
}

// fill imports the demo collection in several parts, so that there are segments.
func (d *clusterDemo) fill() error {
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
	const parts = 6
	for some := range slices.Chunk(files, (len(files)+parts-1)/parts) {
		var out bytes.Buffer
		args := append([]string{"kifudb", "--archive", d.archive, "import", "-q"}, some...)
		if status := Main(args, strings.NewReader(""), &out, &out); status != ExitOK && status != ExitPartial {
			return fmt.Errorf("the demo collection cannot be imported: %s", d.replaces.Replace(out.String()))
		}
	}
	text, err := cluster.NewCredentials()
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
	fmt.Fprintf(d.out, "# A store with the demo collection, and three nodes. NATS is within them.\n")
	for i, port := range ports {
		args := []string{"node", "--credentials", "secret", "--listen", fmt.Sprintf("127.0.0.1:%d", port), "--name", fmt.Sprint("node", i+1)}
		if i > 0 {
			args = append(args, "--join", d.address)
		}
		fmt.Fprintf(d.out, "$ kifudb %s &\n", shellWords(args))
		args[slices.Index(args, "secret")] = d.secret
		c := exec.CommandContext(ctx, d.program, append(args, "--archive", d.archive, "--tied")...)
		c.Args[0] = "kifudb"
		if _, err := c.StdinPipe(); err != nil { // it ends with this process
			return err
		}
		if err := c.Start(); err != nil {
			return err
		}
		d.running = append(d.running, c)
	}
	if err := d.wait(ctx, demoNodes); err != nil {
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

// ask runs a command and returns what it prints, without the times.
func (d *clusterDemo) ask(ctx context.Context, nodes, question []string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	var out, problems bytes.Buffer
	args := slices.Concat([]string{"kifudb", "--archive", d.archive}, question, nodes)
	if status := Main(args, strings.NewReader(""), &out, &problems); status != ExitOK {
		return "", fmt.Errorf("demo: %q ended with status %d: %s", shellWords(question), status, problems.String())
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
func (d *clusterDemo) wait(ctx context.Context, nodes int) error {
	secret, err := cluster.ReadCredentials(d.secret)
	if err != nil {
		return err
	}
	a, err := archive.Open(d.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	state, err := a.State(ctx)
	if err != nil {
		return err
	}
	engine := cluster.NewEngine(&cluster.Dial{URLs: "nats://" + d.address, Credentials: secret})
	defer engine.Close()
	ctx, cancel := context.WithTimeoutCause(ctx, time.Minute, errors.New("the nodes did not come together within a minute"))
	defer cancel()
	for ctx.Err() == nil {
		if asker, err := engine.Asker(ctx, state.Archive); err == nil {
			members, _ := asker.Members(ctx)
			if r := reportNodes(state, members); len(members) == nodes && r.Twice == r.Segments {
				return nil
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	return context.Cause(ctx)
}

func (d *clusterDemo) stop() {
	for _, c := range d.running {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	if d.secret != "" {
		_ = os.Remove(d.secret)
	}
}

// freePorts returns ports at which nobody listens, nor 2000 above them.
func freePorts(n int) (ports []int, err error) {
	free := func(port int) bool {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		return err == nil && l.Close() == nil
	}
	for range 1000 {
		if port := 20000 + rand.IntN(20000); !slices.Contains(ports, port) && free(port) && free(port+2000) {
			ports = append(ports, port)
		}
		if len(ports) == n {
			return ports, nil
		}
	}
	return nil, errors.New("no free ports are found")
}

package nodes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/cluster"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// NodesCommand is the command nodes.
func NodesCommand() *cli.Command {
	return run.Reaching(run.Nodes, &cli.Command{
		Name:  "nodes",
		Usage: "show the nodes that search an archive together",
		UsageText: `kifudb nodes --nodes nats://host:4222 --credentials FILE
kifudb nodes --json                       with ` + run.NodesVariable + ` and ` + run.CredentialsVariable + ` set`,
		Description: `Lists the nodes with the number of their segments, their lag, their cache and their state.
'lag' counts changes to the archive that a node does not know yet. 'p95' is the time in
which it answered 95 of its last 100 questions.

If you name no archive, and this machine has none or nodes know others, the command lists all
archives whose nodes it hears within three seconds. It compares the nodes of each with the
newest state that one of them knows. Segments on a node with an older state then do not count.

Exit status: 3 if no node has some of the segments, because answers are then incomplete.`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print JSON with everything"}},
		Action: run.Action(newNodesOptions, runNodes),
	})
}

type nodesOptions struct {
	archive string
	named   bool // by the user: it must be there
}

func newNodesOptions(c *cli.Context) (o nodesOptions, err error) {
	if run.NodesOf(c).Address == "" {
		return o, run.Usage("name the nodes with --nodes or %s", run.NodesVariable)
	}
	o.archive, err = run.ArchivePath(c)
	o.named = os.Getenv(run.ArchiveVariable) != "" || slices.ContainsFunc(c.Lineage(), func(ctx *cli.Context) bool { return ctx.IsSet("archive") })
	return o, err
}

// A Report is what the command nodes prints in JSON.
type Report struct {
	Archive  string           `json:"archive"`
	State    uint64           `json:"state"`    // the newest of the archive
	Segments int              `json:"segments"` // of it
	Held     int              `json:"held"`     // of these, by any node
	Twice    int              `json:"twice"`    // of these, by more than one
	Complete bool             `json:"complete"`
	Nodes    []cluster.Member `json:"nodes"`
}

func runNodes(ctx context.Context, o nodesOptions, s run.Streams) error {
	dial, err := s.Nodes.Dial("kifudb nodes")
	if err != nil {
		return err
	}
	engine := cluster.NewEngine(dial)
	defer engine.Close()
	a, err := run.OpenArchive(o.archive, &archive.Options{Sparse: true, Engine: engine, AsOfLast: s.Nodes.AsOfLast})
	if errors.Is(err, archive.ErrNoArchive) && !o.named {
		return listenForNodes(ctx, s)
	}
	if err != nil {
		return err
	}
	defer a.Close()
	state, err := a.State(ctx)
	if err != nil {
		return err
	}
	asker, err := engine.Asker(ctx, state.Archive)
	if errors.Is(err, cluster.ErrNoNodes) && !o.named {
		return listenForNodes(ctx, s)
	}
	if err != nil {
		return err
	}
	members, err := asker.Members(ctx)
	if err != nil {
		return err
	}
	r := reportNodes(state, members)
	if s.JSON {
		err = terminal.PrintJSON(s.Out, r)
	} else {
		err = printNodes(s.Out, r)
	}
	if asOf := a.AsOf(); err == nil && r.Complete && asOf != "" {
		return &run.Error{Status: run.ExitPartial, Err: errors.New(asOf)}
	}
	if err == nil && !r.Complete {
		return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("%s of %s segments are on no node", phrase.Number(r.Segments-r.Held), phrase.Number(r.Segments))}
	}
	return err
}

// reportNodes compares nodes with an archive. One that is behind it is about to follow, unless
// it says what keeps it from that: then it does not answer.
func reportNodes(state *archive.State, members []cluster.Member) *Report {
	r := &Report{Archive: state.Archive, State: state.Generation, Segments: len(state.Segments), Nodes: members}
	for _, g := range state.Segments {
		with := 0
		for _, m := range members {
			if m.Protocol == cluster.Protocol && (m.State >= r.State || m.Trouble == "") && slices.Contains(m.Segments, g.Name) {
				with++
			}
		}
		if with > 0 {
			r.Held++
		}
		if with > 1 {
			r.Twice++
		}
	}
	r.Complete = r.Held == r.Segments
	return r
}

// hearing is for how long nodes are listened to, which say once a second what they have.
const hearing = 3 * time.Second

// listenForNodes shows the nodes of all archives, as they are heard.
func listenForNodes(ctx context.Context, s run.Streams) error {
	dial, err := s.Nodes.Dial("kifudb nodes")
	if err != nil {
		return err
	}
	conn, err := dial.Connect()
	if err != nil {
		return err
	}
	defer conn.Close()
	archives, err := cluster.Listen(ctx, conn, hearing)
	if err != nil {
		return err
	}
	if len(archives) == 0 {
		return fmt.Errorf("%w: no node answered for %v", cluster.ErrNoNodes, hearing)
	}
	missing := 0
	for i, h := range archives {
		r := heardNodes(h)
		missing += r.Segments - r.Held
		if s.JSON {
			if err := terminal.PrintJSONLine(s.Out, r); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(s.Out)
		}
		fmt.Fprintf(s.Out, "Archive %s, as its nodes know it\n", plaintext.Printable(r.Archive))
		if err := printNodes(s.Out, r); err != nil {
			return err
		}
	}
	if missing > 0 {
		return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("%s are on no node", phrase.Count(missing, "segment"))}
	}
	return nil
}

// heardNodes reports on the nodes of an archive by what they say of it. Which segments its newest
// state has only those know that have it: what others name may be gone from it, and would hide one
// that nobody has.
func heardNodes(h cluster.Heard) *Report {
	r := &Report{Archive: h.Archive, Nodes: h.Nodes}
	for _, m := range h.Nodes {
		if m.Newest >= r.State {
			r.State, r.Segments = m.Newest, m.Of
		}
	}
	with := map[string]int{}
	for _, m := range h.Nodes {
		if m.Protocol != cluster.Protocol || m.State != r.State {
			continue
		}
		for _, name := range m.Segments {
			with[name]++
		}
	}
	r.Held = len(with)
	for _, n := range with {
		if n > 1 {
			r.Twice++
		}
	}
	r.Complete = r.Held == r.Segments
	return r
}

func printNodes(w io.Writer, r *Report) error {
	t := table.New("node", "version", "segments", "lag", "cache", "running", "waiting", "answered", "p95", "up", "")
	t.AlignRight(2, 3, 4, 5, 6, 7, 8, 9)
	for _, m := range r.Nodes {
		lag := "-"
		if m.State > 0 && r.State >= m.State {
			lag = phrase.Number(int(r.State - m.State))
		}
		t.Row(plaintext.Printable(m.Name), plaintext.Printable(m.Version), fmt.Sprintf("%s of %s", phrase.Number(len(m.Segments)), phrase.Number(m.Of)), lag, cacheText(m.Cache),
			phrase.Number(m.Load.Running), phrase.Number(m.Load.Waiting), phrase.Number(int(m.Load.Answered)), fmt.Sprintf("%.1f ms", m.Load.P95),
			(time.Duration(m.Up) * time.Second).String(), remarkOn(m))
	}
	if err := t.Print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s of %s segments are on nodes, %s of them on more than one\n", phrase.Number(r.Held), phrase.Number(r.Segments), phrase.Number(r.Twice))
	return err
}

func remarkOn(m cluster.Member) string {
	var list []string
	if m.Protocol != cluster.Protocol {
		list = append(list, fmt.Sprintf("speaks version %d, not %d", m.Protocol, cluster.Protocol))
	}
	if m.Leaving {
		list = append(list, "is leaving")
	}
	if m.Fetching > 0 {
		list = append(list, fmt.Sprintf("fetches %s more", phrase.Number(m.Fetching)))
	}
	if m.Trouble != "" {
		list = append(list, plaintext.Printable(m.Trouble))
	}
	return strings.Join(list, "; ")
}

// cacheText says how full a cache is.
func cacheText(c cluster.Cache) string {
	switch {
	case c.Bytes == 0 && c.Size == 0:
		return "-"
	case c.Size == 0:
		return bytesText(c.Bytes)
	}
	return bytesText(c.Bytes) + " of " + bytesText(c.Size)
}

func bytesText(n int64) string {
	if n < 1e9 {
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

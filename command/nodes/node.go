package nodes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/cluster"
	"kifudb/command/run"
	"kifudb/internal/garbage"
	"kifudb/internal/plaintext"
)

// defaultListen is where NATS within a node listens: to this machine alone.
const defaultListen = "127.0.0.1:4222"

// NodeCommand is the command node.
func NodeCommand() *cli.Command {
	return &cli.Command{
		Name:  "node",
		Usage: "answer questions about a share of the archive, together with other nodes",
		UsageText: `kifudb node --credentials secret --listen 10.0.0.1:4222     the first machine
kifudb node --credentials secret --listen 10.0.0.2:4222 --join 10.0.0.1:4222
kifudb node --credentials secret --nats nats://10.0.0.1:4222,nats://10.0.0.2:4222
kifudb search --nodes nats://10.0.0.1:4222 --credentials secret player:shusaku`,
		Description: `Starts a node. It takes its share of the archive's segments and answers questions about
them, until you interrupt it. Nodes find each other. --replicas sets the number of nodes
that have each segment. A new node takes its share from the others, which keep it until the
new one has it. An interrupted node waits until others have its segments. If a node
is killed, the other replicas of its segments answer at once.

Nodes need no server. NATS, which carries their messages, runs inside the first ones
(--listen), which find each other by --join. The port 2000 above it must be free, too. Two
or three such nodes are enough. All other nodes connect to them with --nats, as they would
to a NATS server of your own. Clients connect to any of them.

Every node and client needs the cluster's credentials: a file with one line, the seed of
an nkey that 'kifudb cluster credentials' prints, user:password, or a token; for a NATS
server also a file with a JWT. Other users must not be able to read it. --tls-cert,
--tls-key and --tls-ca encrypt connections. Without them others on the network can read
questions and answers, but not the seed.

All nodes must see the same archive: a shared folder, or an object store. From a store each
node keeps its segments in its --cache. See doc/SCALE.md.`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "listen", Value: defaultListen, Usage: "run NATS within this node, on `ADDRESS`: host:port"},
			&cli.StringSliceFlag{Name: "join", Usage: "join the node that listens on `ADDRESS`"},
			&cli.StringFlag{Name: "nats", Usage: "use servers of NATS at `ADDRESSES` instead, such as nats://host:4222"},
			run.CredentialsFlag(),
			&cli.StringFlag{Name: "name", Usage: "own segments as `NAME`", DefaultText: "the name of the machine and the port"},
			&cli.StringFlag{Name: "cache", Usage: "for an archive in an object store, keep segments in `FOLDER`; also set by the variable " + run.CacheVariable},
			&cli.StringFlag{Name: "cache-size", Usage: "keep at most `SIZE` there, such as 200GB"},
			&cli.IntFlag{Name: "replicas", Value: 2, Usage: "keep each segment on `N` nodes, the same number for all nodes"},
			&cli.IntFlag{Name: "questions", Value: 4, Usage: "answer `N` questions at once, let eight times as many wait, and refuse more"},
			&cli.DurationFlag{Name: "longest", Value: 10 * time.Minute, Usage: "answer no question that takes longer than `TIME`"},
			&cli.BoolFlag{Name: "verbose", Usage: "log every question that is not answered"},
			&cli.DurationFlag{Name: "beat", Value: time.Second, Hidden: true, Usage: "announce this node every `TIME`; a node not heard four times counts as gone"},
			&cli.BoolFlag{Name: "tied", Hidden: true, Usage: "end when standard input does"},
		}, run.TLSFlags()...),
		Action: run.Action(newNodeOptions, runNode),
	}
}

type nodeOptions struct {
	archive   string
	listen    string
	join      []string
	cache     archive.Cache
	link      run.NodeChoice // with an address if NATS is elsewhere
	name      string
	replicas  int
	questions int
	longest   time.Duration
	beat      time.Duration
	verbose   bool
	tied      bool
}

func newNodeOptions(c *cli.Context) (o nodeOptions, err error) {
	o = nodeOptions{
		listen: c.String("listen"), join: c.StringSlice("join"), link: run.LinkOf(c), name: c.String("name"),
		replicas: c.Int("replicas"), questions: c.Int("questions"), longest: c.Duration("longest"), beat: c.Duration("beat"), verbose: c.Bool("verbose"), tied: c.Bool("tied"),
	}
	o.link.Address = c.String("nats")
	switch {
	case o.link.Address != "" && (c.IsSet("listen") || len(o.join) > 0):
		return o, run.Usage("--nats uses NATS elsewhere, --listen and --join run it here; choose one")
	case o.replicas < 1 || o.questions < 1 || o.longest <= 0 || o.beat <= 0:
		return o, run.Usage("--replicas, --questions and --longest are at least 1")
	}
	host, port, err := net.SplitHostPort(o.listen)
	if err != nil {
		return o, run.Usage("--listen %q is not an address, such as %s", o.listen, defaultListen)
	}
	if o.name == "" {
		name, err := os.Hostname()
		if err != nil {
			name = host
		}
		if o.name = name + "-" + port; o.link.Address != "" {
			o.name = name
		}
	}
	if o.link.Credentials == "" {
		return o, run.Usage("a node needs credentials; name their file with --credentials or %s; 'kifudb cluster credentials' makes them", run.CredentialsVariable)
	}
	o.cache.Dir = c.String("cache")
	if size := c.String("cache-size"); size != "" {
		if o.cache.Size, err = run.ParseSize(size); err != nil {
			return o, err
		}
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

// leaveTime is how long a node that is interrupted waits until others have its segments.
const leaveTime = 30 * time.Second

func runNode(ctx context.Context, o nodeOptions, s run.Streams) error {
	garbage.Seldom()
	ctx, end := context.WithCancel(ctx)
	defer end()
	a, err := run.OpenArchive(o.archive, &archive.Options{Sparse: true, Cache: o.cache})
	if err != nil {
		return err
	}
	defer a.Close()
	conn, where, done, err := o.connect(s.Err)
	if err != nil {
		return err
	}
	defer done()
	level := slog.LevelInfo
	if o.verbose {
		level = slog.LevelDebug
	}
	node, err := cluster.Join(ctx, cluster.NodeOptions{
		Archive: cluster.Serving(a, o.cache.Size), Conn: conn, Name: o.name, Replicas: o.replicas, Questions: o.questions, Longest: o.longest, Beat: o.beat,
		Version: archive.Version(), Log: slog.New(slog.NewTextHandler(s.Err, &slog.HandlerOptions{Level: level})),
	})
	if err != nil {
		return err
	}
	if o.tied {
		go func() {
			_, _ = io.Copy(io.Discard, s.In)
			end()
		}()
	}
	fmt.Fprintf(s.Out, "node %s answers at %s\n", plaintext.Printable(o.name), where)
	<-ctx.Done()
	if o.tied {
		return node.Close()
	}
	fmt.Fprintf(s.Err, "kifudb: leaving when others have the segments; interrupt again to end at once\n")
	leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()
	node.Leave(leaving)
	return node.Close()
}

// connect starts NATS, or connects to it where it is.
func (o *nodeOptions) connect(problems io.Writer) (conn *nats.Conn, where string, done func(), err error) {
	if o.link.Address != "" {
		dial, err := o.link.Dial(o.name)
		if err != nil {
			return nil, "", nil, err
		}
		conn, err := dial.Connect()
		if errors.Is(err, cluster.ErrUnreachable) {
			err = fmt.Errorf("%w; start it first, or leave --nats out: then 'kifudb node' runs a server itself", err)
		}
		if err != nil {
			return nil, "", nil, err
		}
		return conn, o.link.Address, conn.Close, nil
	}
	secret, err := cluster.ReadCredentials(o.link.Credentials)
	if err != nil {
		return nil, "", nil, err
	}
	server, err := cluster.StartServer(&cluster.ServerOptions{Listen: o.listen, Join: o.join, Name: o.name, Credentials: secret, TLS: o.link.TLS})
	if err != nil {
		return nil, "", nil, err
	}
	if len(o.join) > 0 && server.Routes() == 0 {
		fmt.Fprintf(problems, "kifudb: no node with the same secret answers at %s yet; this one continues alone, and joins it later\n", strings.Join(o.join, ", "))
	}
	if conn, err = server.Connect(); err != nil {
		server.Close()
		return nil, "", nil, err
	}
	return conn, server.URL(), func() {
		conn.Close()
		server.Close()
	}, nil
}

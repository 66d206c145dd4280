package nodes

import (
	"net"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
)

// defaultListen is where NATS within a node listens: to this machine alone.
const defaultListen = "127.0.0.1:4222"

// NodeCommand is the command node.
func NodeCommand(r Runner) *cli.Command {
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
new one has it. An interrupted node (also by SIGTERM) is not ready any more, and clients ask
others. It ends when its questions are answered and others have its segments, after --drain
at the latest. If a node is killed, the other replicas of its segments answer at once.

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
			&cli.StringFlag{Name: "monitor", Usage: "answer /healthz, /readyz and /metrics on `ADDRESS`: host:port, which anyone who reaches it can read"},
			&cli.DurationFlag{Name: "drain", Value: 30 * time.Second, Usage: "when told to end, wait up to `TIME` until questions are answered and others have the segments"},
			&cli.DurationFlag{Name: "beat", Value: time.Second, Hidden: true, Usage: "announce this node every `TIME`; a node not heard four times counts as gone"},
			&cli.BoolFlag{Name: "tied", Hidden: true, Usage: "end when standard input does"},
		}, slices.Concat(run.LogFlags(), run.TLSFlags())...),
		Action: run.Action(newNodeOptions, r.Node),
	}
}

// NodeOptions are the flags of the command node, checked.
type NodeOptions struct {
	Archive   string
	Listen    string
	Join      []string
	Cache     archive.Cache
	Link      run.NodeChoice // with an address if NATS is elsewhere
	Name      string
	Replicas  int
	Questions int
	Longest   time.Duration
	Beat      time.Duration
	Log       run.LogChoice
	Drain     time.Duration
	Monitor   string // the address for operators, "" for none
	Tied      bool
}

func newNodeOptions(c *cli.Context) (o NodeOptions, err error) {
	o = NodeOptions{
		Listen: c.String("listen"), Join: c.StringSlice("join"), Link: run.LinkOf(c), Name: c.String("name"),
		Replicas: c.Int("replicas"), Questions: c.Int("questions"), Longest: c.Duration("longest"), Beat: c.Duration("beat"), Drain: c.Duration("drain"), Tied: c.Bool("tied"), Monitor: c.String("monitor"),
	}
	if o.Log, err = run.LogOf(c); err != nil {
		return o, err
	}
	if _, _, err := net.SplitHostPort(o.Monitor); o.Monitor != "" && err != nil {
		return o, run.Usage("--monitor %q is not an address, such as 127.0.0.1:9464", o.Monitor)
	}
	o.Link.Address = c.String("nats")
	switch {
	case o.Link.Address != "" && (c.IsSet("listen") || len(o.Join) > 0):
		return o, run.Usage("--nats uses NATS elsewhere, --listen and --join run it here; choose one")
	case o.Replicas < 1 || o.Questions < 1 || o.Longest <= 0 || o.Beat <= 0:
		return o, run.Usage("--replicas, --questions and --longest are at least 1")
	case o.Drain < 0:
		return o, run.Usage("--drain is not negative")
	}
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return o, run.Usage("--listen %q is not an address, such as %s", o.Listen, defaultListen)
	}
	if o.Name == "" {
		name, err := os.Hostname()
		if err != nil {
			name = host
		}
		if o.Name = name + "-" + port; o.Link.Address != "" {
			o.Name = name
		}
	}
	if o.Link.Credentials == "" {
		return o, run.Usage("a node needs credentials; name their file with --credentials or %s; 'kifudb cluster credentials' makes them", run.CredentialsVariable)
	}
	o.Cache.Dir = c.String("cache")
	if size := c.String("cache-size"); size != "" {
		if o.Cache.Size, err = run.ParseSize(size); err != nil {
			return o, err
		}
	}
	o.Archive, err = run.ArchivePath(c)
	return o, err
}

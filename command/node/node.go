package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/nats-io/nats.go"

	"kifudb/archive"
	"kifudb/cluster"
	"kifudb/cluster/link"
	"kifudb/cluster/natsserver"
	"kifudb/command/nodes"
	"kifudb/command/run"
	"kifudb/internal/garbage"
	"kifudb/internal/plaintext"
)

// Node answers questions until ctx ends.
func (Runner) Node(ctx context.Context, o nodes.NodeOptions, s run.Streams) error {
	garbage.Seldom()
	ctx, end := context.WithCancel(ctx)
	defer end()
	a, err := run.OpenArchive(o.Archive, &archive.Options{Sparse: true, Cache: o.Cache})
	if err != nil {
		return err
	}
	defer a.Close()
	conn, where, done, err := connect(&o, s.Err)
	if err != nil {
		return err
	}
	defer done()
	var watched watched
	m := watched.monitor()
	stop, err := serveMonitor(m, o.Monitor, s)
	if err != nil {
		return err
	}
	defer stop()
	node, err := cluster.Join(ctx, cluster.NodeOptions{
		Archive: cluster.Serving(a, o.Cache.Size), Conn: conn, Name: o.Name, Replicas: o.Replicas, Questions: o.Questions, Longest: o.Longest, Beat: o.Beat,
		Version: archive.Version(), Took: watched.took, Log: s.Log(o.Log),
	})
	if err != nil {
		return err
	}
	watched.node.Store(node)
	var alone atomic.Bool // the program that started it is gone
	if o.Tied {
		go func() {
			_, _ = io.Copy(io.Discard, s.In)
			alone.Store(true)
			end()
		}()
	}
	fmt.Fprintf(s.Out, "node %s answers at %s\n", plaintext.Printable(o.Name), where)
	<-ctx.Done()
	if alone.Load() {
		return node.Close()
	}
	fmt.Fprintf(s.Err, "kifudb: leaving when others have the segments; interrupt again to end at once\n")
	leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.Drain)
	defer cancel()
	node.Leave(leaving)
	return node.Close()
}

// connect starts NATS, or connects to it where it is.
func connect(o *nodes.NodeOptions, problems io.Writer) (conn *nats.Conn, where string, done func(), err error) {
	if o.Link.Address != "" {
		dial, err := o.Link.Dial(o.Name)
		if err != nil {
			return nil, "", nil, err
		}
		conn, err := dial.Connect()
		if errors.Is(err, link.ErrUnreachable) {
			err = fmt.Errorf("%w; start it first, or leave --nats out: then 'kifudb node' runs a server itself", err)
		}
		if err != nil {
			return nil, "", nil, err
		}
		return conn, o.Link.Address, conn.Close, nil
	}
	secret, err := link.ReadCredentials(o.Link.Credentials)
	if err != nil {
		return nil, "", nil, err
	}
	server, err := natsserver.Start(&natsserver.Options{Listen: o.Listen, Join: o.Join, Name: o.Name, Credentials: secret, TLS: o.Link.TLS})
	if err != nil {
		return nil, "", nil, err
	}
	if len(o.Join) > 0 && server.Routes() == 0 {
		fmt.Fprintf(problems, "kifudb: no node with the same secret answers at %s yet; this one continues alone, and joins it later\n", strings.Join(o.Join, ", "))
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

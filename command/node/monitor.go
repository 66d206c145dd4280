package node

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"kifudb/archive"
	"kifudb/cluster"
	"kifudb/command/run"
	"kifudb/internal/monitor"
)

// watched is what an operator watches: a node, once it has joined the others.
type watched struct {
	node atomic.Pointer[cluster.Node]
	took func(time.Duration)
}

// monitor returns the figures of the node, which are 0 until it has joined.
func (w *watched) monitor() *monitor.Monitor {
	m := monitor.New(archive.Version(), func(context.Context) error {
		if n := w.node.Load(); n != nil {
			return n.Ready()
		}
		return errors.New("the node has not joined the others yet")
	})
	w.took = m.Times("kifudb_node_question_duration_seconds", "Time in which the node answered a question.")
	of := func(figure func(*cluster.Member) float64) func() float64 {
		return func() float64 {
			n := w.node.Load()
			if n == nil {
				return 0
			}
			self := n.Self()
			return figure(&self)
		}
	}
	m.Gauge("kifudb_node_questions_running", "Questions that are being answered.", of(func(m *cluster.Member) float64 { return float64(m.Load.Running) }))
	m.Gauge("kifudb_node_questions_waiting", "Questions that wait until others are answered.", of(func(m *cluster.Member) float64 { return float64(m.Load.Waiting) }))
	m.Gauge("kifudb_node_segments", "Segments about which the node answers.", of(func(m *cluster.Member) float64 { return float64(len(m.Segments)) }))
	m.Gauge("kifudb_node_segments_fetching", "Segments that the node is to have and has not fetched yet.", of(func(m *cluster.Member) float64 { return float64(m.Fetching) }))
	m.Gauge("kifudb_archive_segments", "Segments of the archive, as far as the node knows.", of(func(m *cluster.Member) float64 { return float64(m.Of) }))
	m.Gauge("kifudb_archive_generation", "Changes that were made to the archive since it was created, as far as the node knows.", of(func(m *cluster.Member) float64 { return float64(m.Newest) }))
	m.Gauge("kifudb_node_generation", "The newest generation of the archive about which the node answers.", of(func(m *cluster.Member) float64 { return float64(m.State) }))
	m.Gauge("kifudb_node_cache_bytes", "Bytes of segments that the node keeps of an archive in an object store.", of(func(m *cluster.Member) float64 { return float64(m.Cache.Bytes) }))
	m.Gauge("kifudb_node_cache_size_bytes", "Bytes that it keeps at most, 0 for no bound.", of(func(m *cluster.Member) float64 { return float64(m.Cache.Size) }))
	m.Gauge("kifudb_node_trouble", "1 if the node could not do something when it last tried, such as fetch a segment; 'kifudb nodes' says what.", of(func(m *cluster.Member) float64 { return one(m.Trouble != "") }))
	m.Gauge("kifudb_node_leaving", "1 if the node is about to go.", of(func(m *cluster.Member) float64 { return one(m.Leaving) }))
	m.Gauge("kifudb_nodes", "Nodes of the archive, with this one, of which this one hears.", func() float64 {
		if n := w.node.Load(); n != nil {
			return float64(len(n.Members()))
		}
		return 0
	})
	m.Counter("kifudb_node_questions_refused_total", "Questions that were not answered because too many waited.", func() float64 {
		if n := w.node.Load(); n != nil {
			return float64(n.Refused())
		}
		return 0
	})
	return m
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// headerTime bounds how long a client may take to ask, so that none holds a connection for ever.
const headerTime = 5 * time.Second

// serveMonitor answers operators at an address, unless it is "", until stop is called.
func serveMonitor(m *monitor.Monitor, address string, s run.Streams) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w; choose another address with --monitor", err)
	}
	server := &http.Server{Handler: m.Handler(), ReadHeaderTimeout: headerTime, ReadTimeout: headerTime, WriteTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	go func() { _ = server.Serve(l) }()
	fmt.Fprintf(s.Out, "figures are at http://%s%s\n", l.Addr(), monitor.MetricsPath)
	return func() { _ = server.Close() }, nil
}

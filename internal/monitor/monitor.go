// Package monitor shows a server to its operator: figures in the format of Prometheus, whether the server
// runs and can answer, and a log in which the lines of one request have the same id.
package monitor

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// A Monitor has the figures of one server. It is safe for concurrent use.
type Monitor struct {
	registry *prometheus.Registry
	ready    func(context.Context) error

	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	running  prometheus.Gauge
}

// Buckets are the upper bounds, in seconds, of the histograms of times: a position is looked up in less than the
// first, and the largest is as long as anybody waits.
var Buckets = []float64{.001, .003, .01, .03, .1, .3, 1, 3, 10, 30}

// New returns the monitor of a server of some version. Ready returns why the server cannot answer now,
// nil if it can. The context ends a few seconds later.
func New(version string, ready func(context.Context) error) *Monitor {
	m := &Monitor{registry: prometheus.NewRegistry(), ready: ready}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "kifudb_build_info", Help: "Always 1. The label is the version of the program.", ConstLabels: prometheus.Labels{"version": version},
	})
	info.Set(1)
	m.requests = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "kifudb_http_requests_total", Help: "Requests that were answered, by route, method and status.",
	}, []string{"route", "method", "status"})
	m.seconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "kifudb_http_request_duration_seconds", Help: "Time from a request to the end of its answer, by route.", Buckets: Buckets,
	}, []string{"route"})
	m.running = prometheus.NewGauge(prometheus.GaugeOpts{Name: "kifudb_http_requests_running", Help: "Requests that are being answered."})
	m.registry.MustRegister(info)
	return m
}

// Gauge adds a figure that goes up and down. Value is called whenever somebody asks for the figures.
func (m *Monitor) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// Counter adds a figure that only grows while the server runs.
func (m *Monitor) Counter(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value))
}

// Times adds a histogram of times, and returns what counts one.
func (m *Monitor) Times(name, help string) (took func(time.Duration)) {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: Buckets})
	m.registry.MustRegister(h)
	return func(d time.Duration) { h.Observe(d.Seconds()) }
}

// Metrics answers with all figures.
func (m *Monitor) Metrics() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Paths at which a server is asked about itself.
const (
	MetricsPath = "/metrics"
	AlivePath   = "/healthz"
	ReadyPath   = "/readyz"
)

// Handler answers at [MetricsPath], [AlivePath] and [ReadyPath].
func (m *Monitor) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET "+MetricsPath, m.Metrics())
	mux.HandleFunc("GET "+AlivePath, m.Alive)
	mux.HandleFunc("GET "+ReadyPath, m.Ready)
	return mux
}

// Alive answers 200 as long as the process answers at all.
func (m *Monitor) Alive(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "alive") }

// patience is how long an answer may take that says whether the server is ready. Probes
// usually give up after a second or a few.
const patience = 3 * time.Second

// Ready answers 200 if the server can answer questions, else 503. Why it cannot may name folders and servers, so
// that is for the log alone.
func (m *Monitor) Ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- m.ready(ctx) }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		say(w, http.StatusServiceUnavailable, "not ready: the log of the server says why")
		return
	}
	say(w, http.StatusOK, "ready")
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}

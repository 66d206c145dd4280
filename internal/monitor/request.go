package monitor

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// RequestHeader has the id of a request, in requests and answers.
const RequestHeader = "X-Request-Id"

// A request is what is known of the request to which a context belongs.
type request struct {
	id    string
	route string // "" until it is known
}

type requestKey struct{}

// requestOf returns the request of a context, nil for none.
func requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{}).(*request)
	return r
}

// ID returns the id of the request to which a context belongs, "" for none.
func ID(ctx context.Context) string {
	if r := requestOf(ctx); r != nil {
		return r.id
	}
	return ""
}

// WithID returns a context of a request that another program answers, and that sent its id. An id that cannot stand in
// a log is left out.
func WithID(ctx context.Context, id string) context.Context {
	if !isID(id) {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, &request{id: id})
}

// Route notes by which route a request is answered, such as "GET /game/{id}". Routes must be few, as each has figures
// of its own. A request without a route was refused before one was looked for.
func Route(r *http.Request, route string) {
	if known := requestOf(r.Context()); known != nil {
		known.route = route
	}
}

// Requests counts and times the requests to a handler, and gives each an id: that of its header, if a proxy has set one.
// Log gets a line for each at level Debug.
func (m *Monitor) Requests(next http.Handler, log *slog.Logger) http.Handler {
	m.registry.MustRegister(m.requests, m.seconds, m.running)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known := &request{id: r.Header.Get(RequestHeader)}
		if !isID(known.id) {
			known.id = rand.Text()[:16]
		}
		w.Header().Set(RequestHeader, known.id)
		ctx := context.WithValue(r.Context(), requestKey{}, known)
		out := &statusWriter{ResponseWriter: w}
		began := time.Now()
		m.running.Inc()
		returned := false
		defer func() { // also when the handler panics, which net/http survives
			m.running.Dec()
			took, route := time.Since(began), known.route
			if route == "" {
				route = "refused"
			}
			if out.status == 0 {
				if out.status = http.StatusOK; !returned {
					out.status = http.StatusInternalServerError
				}
			}
			m.requests.WithLabelValues(route, methodOf(r), strconv.Itoa(out.status)).Inc()
			m.seconds.WithLabelValues(route).Observe(took.Seconds())
			log.DebugContext(ctx, "answered", "method", r.Method, "address", r.URL.Path, "status", out.status, "bytes", out.bytes, "ms", float64(took.Microseconds())/1000)
		}()
		next.ServeHTTP(out, r.WithContext(ctx))
		returned = true
	})
}

// longestID is more than the ids that proxies make.
const longestID = 64

// isID reports whether an id from outside can stand in a log.
func isID(id string) bool {
	for _, c := range id {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return false
		}
	}
	return id != "" && len(id) <= longestID
}

// methodOf bounds the methods that have figures of their own, as clients may send any word.
func methodOf(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return r.Method
	}
	return "other"
}

// A statusWriter notes what is answered.
type statusWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 && status >= 200 { // those below announce another one
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Flush sends what there is, as far as the writer below can.
func (w *statusWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap lets [http.ResponseController] find what the writer can do besides.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Logged returns a handler that adds the id of the request to each line, if the line is about one.
func Logged(h slog.Handler) slog.Handler { return &idHandler{h} }

type idHandler struct{ slog.Handler }

func (h *idHandler) Handle(ctx context.Context, line slog.Record) error {
	if r := requestOf(ctx); r != nil {
		line = line.Clone()
		line.AddAttrs(slog.String("request", r.id))
	}
	return h.Handler.Handle(ctx, line)
}

func (h *idHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &idHandler{h.Handler.WithAttrs(attrs)}
}

func (h *idHandler) WithGroup(name string) slog.Handler { return &idHandler{h.Handler.WithGroup(name)} }

package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"time"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/doc"
	"kifudb/internal/monitor"
)

// Options say how an archive is served. The zero Options serve this machine alone,
// without a token.
type Options struct {
	// Hosts are the names and addresses, without ports, under which browsers may ask
	// besides localhost and loopback addresses. "*" is any, for a server that wants a
	// Token: without one another site's name could be made to lead here.
	Hosts []string
	// Token is what everybody must know who asks; "" is none.
	Token string
	// Access are those who may ask besides, each with a token and a role. The Token is that of an [Admin] of the
	// name "token".
	Access []Access
	// ReadOnly refuses all that would change the archive.
	ReadOnly bool
	// Searches is how many questions are answered at once, others wait; 0 for the
	// usual number. Those about one game do not count.
	Searches int
	// Client bounds what one client may ask; the zero value does not.
	Client ClientLimit
	// Timeout ends an answer that takes longer; 0 for the usual time.
	Timeout time.Duration
	// Drain is how long running requests may take once [Server.Serve] is to end; 0 for the usual time, negative for
	// none.
	Drain time.Duration
	// Patience is how long the explorer waits for an exact answer before it shows the
	// figures so far; 0 for the usual time.
	Patience time.Duration
	// Folders are those of this machine below which clients may have files imported
	// and backups written. None is any, but with a Token none.
	Folders []string
	// MaxUpload is how many bytes may be sent to be imported at once, 0 for the usual
	// number.
	MaxUpload int64
	// Assistant answers assistants at /mcp, as far as the guard lets them pass; nil for nobody.
	Assistant http.Handler
	// AssistantWrites says that Assistant offers changes. A [Reader] is then answered by AssistantReads.
	AssistantWrites bool
	AssistantReads  http.Handler
	// Explorer answers programs that know the explorer of lichess.org, at its addresses; nil for nobody.
	Explorer http.Handler
	// Help are documents that /help has besides those of the program.
	Help []*doc.Document
	// Log is told of requests that fail and of what the server does; nil for nobody.
	Log *slog.Logger
}

// usualSearches is one for each processor, and one that may read files meanwhile. More would not
// be answered sooner, and would take the processors from quick questions.
func usualSearches() int { return runtime.GOMAXPROCS(0) + 1 }

// The usual limits.
const (
	usualTimeout  = 30 * time.Second
	usualPatience = 80 * time.Millisecond
	maxBody       = 4 << 20 // bytes of a request, uploads aside
	bodyTime      = time.Minute
	maxHeader     = 64 << 10
	maxURL        = 32 << 10 // bytes of an address: a whole board as a pattern is 400
)

// A Server shows an archive. It is safe for concurrent use.
type Server struct {
	archive *archive.Archive
	options Options
	log     *slog.Logger
	pages   *pages
	lanes   lanes
	uploads *uploads
	undos   *undos
	times   times
	handler http.Handler
	monitor *monitor.Monitor
	seen    *seen
	drain   *drain
	access  []Access // empty: whoever asks may do all

	explorations *explorations
	values       *valueLists
	trees        *ownTrees
	kinds        *kindList
}

// New returns a server of an archive, which stays the caller's to close, after
// [Server.Serve] has ended.
func New(a *archive.Archive, o *Options) (*Server, error) {
	s := &Server{archive: a, log: slog.New(slog.DiscardHandler), times: usualTimes, uploads: newUploads(), undos: &undos{}, seen: &seen{}, drain: newDrain()}
	if o != nil {
		s.options = *o
	}
	if s.options.Log != nil {
		s.log = s.options.Log
	}
	if s.options.Timeout == 0 {
		s.options.Timeout = usualTimeout
	}
	s.access = slices.Clone(s.options.Access)
	if s.options.Token != "" {
		s.access = append(s.access, Access{"token", Admin, s.options.Token})
	} else if len(s.access) > 0 {
		s.options.Token = s.access[0].Token // so that it is a server with a token
	}
	if s.options.Drain == 0 {
		s.options.Drain = usualDrain
	}
	if s.options.Patience == 0 {
		s.options.Patience = usualPatience
	}
	if s.options.MaxUpload == 0 {
		s.options.MaxUpload = usualUpload
	}
	if s.options.Searches == 0 {
		s.options.Searches = usualSearches()
	}
	s.lanes = lanes{quick: newGate(quickPlaces), long: newGate(s.options.Searches)}
	s.explorations, s.values, s.trees, s.kinds = newExplorations(s), &valueLists{}, &ownTrees{}, &kindList{}
	s.monitor = s.newMonitor()
	handler, err := s.inAllLanguages()
	if err != nil {
		return nil, err
	}
	s.handler = s.watched(handler)
	return s, nil
}

// Handler returns all that is served. Who serves it by other means than [Server.Serve]
// must Close the server before the archive.
func (s *Server) Handler() http.Handler { return s.handler }

// Close ends what is still being asked of the archive, as Serve does at its end.
func (s *Server) Close() { s.explorations.close() }

// routes are the addresses of all pages.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /static/", s.pages.files)
	mux.HandleFunc("GET /{$}", s.explorer)
	mux.HandleFunc("GET /search", s.search)
	mux.HandleFunc("GET /explain", s.explainPage)
	mux.HandleFunc("GET /print", s.printPage)
	mux.HandleFunc("GET /print/file", s.printFile)
	mux.HandleFunc("GET /game/{ref}", s.game)
	mux.HandleFunc("GET /game/{id}/steps", s.gameSteps)
	mux.HandleFunc("GET /game/{ref}/next", s.gameNext)
	mux.HandleFunc("GET /game/{ref}/line.sgf", s.triedSGF)
	mux.HandleFunc("GET /game/{id}/raw", s.raw)
	mux.HandleFunc("GET /game/{ref}/as/{format}", s.take)
	mux.HandleFunc("GET /search/as/{format}", s.takeFound)
	mux.HandleFunc("GET /game/{id}/record", s.record)
	mux.HandleFunc("GET /game/{id}/records", s.records)
	mux.HandleFunc("GET /game/{id}/annotate", s.annotate)
	mux.HandleFunc("GET /game/{id}/charset", s.charset)
	mux.HandleFunc("POST /game/{id}/charset", s.charsetForm)
	mux.HandleFunc("GET /players", s.names(ask.PlayerNames))
	mux.HandleFunc("GET /events", s.names(ask.EventNames))
	mux.HandleFunc("GET /collections", s.names(ask.CollectionNames))
	for _, kind := range nameKinds {
		mux.HandleFunc("GET /"+strings.TrimSuffix(string(kind), "s"), s.namePage(kind))
	}
	mux.HandleFunc("GET /aliases", s.aliases)
	mux.HandleFunc("POST /aliases", s.changeAliases)
	s.studyRoutes(mux)
	mux.HandleFunc("GET /archive", s.archivePage)
	mux.HandleFunc("GET /archive/imports/{number}", s.importPage)
	mux.HandleFunc("GET /archive/jobs/{id}", s.jobPage)
	mux.HandleFunc("GET /archive/duplicates", s.duplicatesPage)
	mux.HandleFunc("GET /archive/duplicates/{id}", s.comparePage)
	mux.HandleFunc("GET /tags", s.own("tags", s.tags))
	mux.HandleFunc("GET /notes", s.own("notes", s.notes))
	mux.HandleFunc("GET /saved", s.own("saved", s.saved))
	mux.HandleFunc("GET /saved/{name}", s.savedPage)
	mux.HandleFunc("GET /drill", s.drill)
	mux.HandleFunc("GET /drill/answer", s.drillAnswer)
	mux.HandleFunc("POST /drill", s.drillForm)
	mux.HandleFunc("GET "+helpRoot, s.help)
	mux.HandleFunc("GET "+helpRoot+"/{name}", s.document)
	mux.HandleFunc("GET /language", s.chooseLanguage)
	mux.HandleFunc("POST /archive/import", s.importForm)
	mux.HandleFunc("POST /archive/demo", s.demoForm)
	mux.HandleFunc("POST /archive/upload", s.uploadForm)
	mux.HandleFunc("POST /archive/work", s.workForm)
	mux.HandleFunc("POST /archive/jobs/{id}/stop", s.stopForm)
	mux.HandleFunc("POST /archive/duplicates", s.decideForm)
	mux.HandleFunc("POST /tags", s.tagForm)
	mux.HandleFunc("POST /tags/rename", s.renameForm)
	mux.HandleFunc("POST /notes", s.noteForm)
	mux.HandleFunc("POST /saved", s.saveForm)
	mux.HandleFunc("POST /saved/{name}/looked", s.lookedForm)
	mux.HandleFunc("POST /saved/{name}/forget", s.forgetForm)
	mux.HandleFunc("POST /undo", s.undoForm)
	s.newAPI(mux)
	if s.options.Assistant != nil {
		mux.Handle(assistantRoot, s.options.Assistant)
	}
	mux.Handle("GET "+monitor.MetricsPath, s.monitor.Metrics())
	mux.HandleFunc("/", s.nowhere(mux))
	return s.orExplorer(routed(mux))
}

// times are what a connection may take: clients that send or read byte by byte must
// not hold it for ever. An answer that grows sets its own. A page waits no longer than page
// for the whole answer; of a longer one it shows what is known then, and goes on where
// scripts run.
type times struct{ header, request, answer, idle, shutdown, page time.Duration }

var usualTimes = times{
	header: 10 * time.Second, request: bodyTime, answer: 10 * time.Minute, idle: 2 * time.Minute,
	shutdown: 5 * time.Second, page: 2 * time.Second,
}

// Serve answers on a listener until the context ends. Then it is not ready any more, refuses new requests, lets running
// ones come to their end, for a time at most, and returns nil. The listener is closed.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer s.Close()
	server := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: s.times.header,
		ReadTimeout:       s.times.request,
		WriteTimeout:      s.times.answer,
		IdleTimeout:       s.times.idle,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return base },
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	s.log.InfoContext(ctx, "serving", "address", l.Addr().String(), "archive", s.archive.Location())
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	s.drain.begin()
	s.log.InfoContext(ctx, "draining", "running", s.drain.running.Load(), "most", s.options.Drain.String())
	if left := s.drain.wait(s.options.Drain); left > 0 {
		s.log.WarnContext(ctx, "requests are cut off", "running", left)
	}
	s.log.InfoContext(ctx, "stopping")
	defer s.uploads.discard()
	cancel() // questions end
	grace, stop := context.WithTimeout(context.WithoutCancel(ctx), s.times.shutdown)
	defer stop()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	if served := <-done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

package command

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"kifudb/archive"
	"kifudb/command/help"
	"kifudb/command/run"
	"kifudb/internal/beacon"
	"kifudb/web"
)

// A site is a server of an archive as a browser reaches it.
type site struct {
	root  string // the address of its first page
	token string // "" if it wants none
}

// page returns what to open in a browser for a page of the site. The server takes the
// token out of the address and keeps it in a cookie.
func (s site) page(path string) string {
	address := strings.TrimSuffix(s.root, "/") + path
	if s.token == "" {
		return address
	}
	sign := "?"
	if strings.Contains(path, "?") {
		sign = "&"
	}
	return address + sign + "token=" + url.QueryEscape(s.token)
}

// gamePath is the page of a game at a place such as 7@40.
func gamePath(ref string) string { return "/game/" + url.PathEscape(ref) }

// runningSite returns a server of an archive that runs on this machine for this user.
func runningSite(folder string) (site, bool) {
	s, ok, err := beacon.Find(folder)
	return site{s.Address, s.Token}, ok && err == nil
}

// serveUntilLeft serves an archive to this machine alone and opens a page of it, unless a
// server of the archive runs, whose page it opens then. It ends when it is interrupted, or, if idle is not 0, when no
// browser has asked for so long.
func serveUntilLeft(ctx context.Context, a *archive.Archive, settings *web.Options, path string, idle time.Duration, s run.Streams) error {
	settings.Help = help.Topics()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	if idle > 0 {
		watched := newIdleListener(l, idle)
		l = watched
		var end context.CancelFunc
		ctx, end = context.WithCancel(ctx)
		defer end()
		go func() {
			select {
			case <-watched.left:
				end()
			case <-ctx.Done():
			}
		}()
	}
	settings.Log = slog.New(slog.NewTextHandler(s.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server, err := web.New(a, settings)
	if err != nil {
		return err
	}
	own := site{root: pageAddress(l.Addr().(*net.TCPAddr), "")}
	defer announce(a.Location(), own, settings.Log)()
	showPage(own.page(path), s)
	return server.Serve(ctx, l)
}

// announce lets other commands find a server until the function that it returns is called. A server that
// cannot be found serves all the same.
func announce(folder string, s site, log *slog.Logger) (end func()) {
	if archive.InStore(folder) {
		return func() {}
	}
	end, err := beacon.Light(beacon.Server{Serves: folder, Address: s.root, Token: s.token})
	if err != nil {
		log.Debug("other commands cannot find this server", "error", err)
		return func() {}
	}
	return end
}

// showPage prints the address of a page and opens it in the browser.
func showPage(address string, s run.Streams) {
	fmt.Fprintf(s.Out, "%s\n", address)
	if err := openBrowser(address); err != nil {
		fmt.Fprintf(s.Err, "kifudb: the browser could not be opened: %v\n", err)
	}
}

// An idleListener notices when nobody has connected for a while.
type idleListener struct {
	net.Listener
	idle time.Duration
	left chan struct{} // closed then

	mu    sync.Mutex // protects what follows
	timer *time.Timer
}

func newIdleListener(l net.Listener, idle time.Duration) *idleListener {
	w := &idleListener{Listener: l, idle: idle, left: make(chan struct{})}
	w.timer = time.AfterFunc(idle, sync.OnceFunc(func() { close(w.left) }))
	return w
}

// Accept implements [net.Listener].
func (w *idleListener) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.timer.Stop()
	} else {
		w.timer.Reset(w.idle)
	}
	return c, err
}

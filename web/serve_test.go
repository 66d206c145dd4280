package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/indexer"
	"kifudb/store"
)

// serving runs a server until the test ends, and returns its address and what stops
// it.
func serving(t *testing.T, s *Server) (address string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(20 * time.Second):
			return errors.New("the server does not stop")
		}
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String(), stop
}

func TestServe(t *testing.T) {
	s, _ := served(t, nil)
	address, stop := serving(t, s)
	response, err := http.Get("http://" + address + "/api/v1/count?q=player:shusaku")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 || !strings.Contains(string(body), `"total"`) {
		t.Errorf("%d %s %v", response.StatusCode, body, err)
	}
	response.Body.Close()
	if err := stop(); err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("it listens after it has stopped")
	}
}

// A client that never ends its request loses the connection.
func TestSlowClient(t *testing.T) {
	s, _ := served(t, nil)
	s.times.header = 100 * time.Millisecond
	address, _ := serving(t, s)
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil || strings.Contains(string(answer), "200 OK") {
		t.Errorf("%q %v", answer, err)
	}
}

// A header beyond bounds is refused.
func TestLongHeader(t *testing.T) {
	s, _ := served(t, nil)
	address, _ := serving(t, s)
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "+strings.Repeat("a", 4*maxHeader)+"\r\n\r\n")
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.Contains(line, "431") {
		t.Errorf("%q %v", line, err)
	}
}

// A question ends when the one who asked has gone, and leaves its place to others.
func TestClientGone(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Searches = 1 })
	address, _ := serving(t, s)
	asked, ended := make(chan struct{}), make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		ended <- s.ask(ctx, func(ctx context.Context, _ *archive.View) error {
			close(asked)
			<-ctx.Done()
			return ctx.Err()
		})
	}()
	<-asked
	short, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	r, err := http.NewRequestWithContext(short, "GET", "http://"+address+"/api/v1/count", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := http.DefaultClient.Do(r); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a question passed beside another: %v", err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	response, err := http.Get("http://" + address + "/api/v1/count")
	if err != nil || response.StatusCode != 200 {
		t.Fatal(response, err)
	}
	response.Body.Close()
}

// What takes too long is stopped, and says so.
func TestTimeout(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Timeout = time.Nanosecond })
	for _, target := range []string{"/", "/search?q=ladder", "/api/v1/search?q=ladder", "/api/v1/next?watch=true"} {
		w := request(s, "GET", target, nil)
		if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "seconds") {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
}

// Who asks for comments while they are being indexed is told to ask again.
func TestCommentsNotIndexed(t *testing.T) {
	s, a := served(t, nil)
	games := filepath.Join(t.TempDir(), "more.sgf")
	if err := os.WriteFile(games, []byte("(;GM[1]PB[More]C[a ladder];B[aa])"), 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(a.Dir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	_, err = indexer.Import(t.Context(), w, []string{games}, nil)
	if err != nil {
		t.Fatal(errors.Join(err, w.Close()))
	}
	for _, target := range []string{"/search?q=C:ladder", "/api/v1/search?q=C:ladder", "/api/v1/games?q=C:ladder", "/api/v1/next?q=C:/ladder/&watch=true"} {
		got := request(s, "GET", target, nil)
		if got.Code != http.StatusServiceUnavailable && !strings.Contains(got.Body.String(), `"status":503`) || !strings.Contains(got.Body.String(), "again") ||
			strings.HasPrefix(target, "/api") && !strings.Contains(got.Body.String(), `"kind":"unindexed"`) {
			t.Errorf("%s: %d %s", target, got.Code, got.Body)
		}
	}
	if err := errors.Join(w.IndexComments(t.Context(), nil), w.Close()); err != nil {
		t.Fatal(err)
	}
	if got := request(s, "GET", "/api/v1/count?q=C:ladder", nil); got.Code != http.StatusOK {
		t.Errorf("when they are indexed: %d %s", got.Code, got.Body)
	}
}

// A watched question whose client has gone ends, and writes nothing more.
func TestWatchedClientGone(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Searches = 1 })
	ctx, cancel := context.WithCancel(t.Context())
	w := httptest.NewRecorder()
	done := make(chan struct{})
	var inside error
	go func() {
		defer close(done)
		watched(ctx, s, &lineWriter{w: w, c: http.NewResponseController(w)}, func(ctx context.Context, _ *archive.View, sofar func(any)) (any, error) {
			sofar(1)
			sofar(2)
			cancel()
			<-ctx.Done()
			inside = ctx.Err()
			return nil, ctx.Err()
		})
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
	if !errors.Is(inside, context.Canceled) {
		t.Error(inside)
	}
	leave, err := s.lanes.long.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	leave()
}

// The archive answers while it imports, and knows the new games at the end.
func TestAnswersWhileImporting(t *testing.T) {
	s, a := served(t, nil)
	before := a.Jobs()
	dir := t.TempDir()
	writeGames(t, dir, 300)
	w := request(s, "POST", "/api/v1/imports", map[string]any{"paths": []string{dir}})
	if w.Code != http.StatusAccepted || len(a.Jobs()) != len(before)+1 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	job, _ := a.Job(a.Jobs()[len(before)].ID)
	asked := 0
	for job.State().State == "running" || asked == 0 {
		if w := request(s, "GET", "/api/v1/count?q=player:shusaku", nil); w.Code != 200 {
			t.Fatalf("while it imports: %d %s", w.Code, w.Body)
		}
		asked++
	}
	if state, err := job.Wait(t.Context()); err != nil || state.State != "done" {
		t.Fatalf("%+v %v", state, err)
	}
	if w := request(s, "GET", "/api/v1/count?q=event:Imported", nil); !strings.Contains(w.Body.String(), `"total":300`) {
		t.Errorf("after %d questions: %s", asked, w.Body)
	}
}

// The forms of the pages import a folder and the demo, and say what is wrong.
func TestImportForms(t *testing.T) {
	a, err := archive.Open(t.TempDir(), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	s, err := New(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"/", "/archive"} {
		page := get200(t, s, target)
		if !strings.Contains(page, `action="/archive/demo"`) || !strings.Contains(page, `action="/archive/import"`) {
			t.Errorf("%s of an empty archive does not offer to fill it", target)
		}
	}
	post := func(target, form string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "http://localhost"+target, strings.NewReader(form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://localhost")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w
	}
	for _, path := range []string{"", "games", "../x", "/no/such/folder"} {
		if w := post("/archive/import", "path="+path); w.Code != http.StatusUnprocessableEntity || len(a.Jobs()) > 0 {
			t.Errorf("%q: %d", path, w.Code)
		}
	}
	dir := t.TempDir()
	writeGames(t, dir, 20)
	for _, form := range [][2]string{{"/archive/import", "path=" + dir}, {"/archive/demo", ""}} {
		if w := post(form[0], form[1]); w.Code != http.StatusSeeOther || w.Header().Get("Location") != fmt.Sprintf("/archive/jobs/%d", len(a.Jobs())) {
			t.Fatalf("%s: %d %s", form[0], w.Code, w.Body)
		}
		jobs := a.Jobs()
		job, _ := a.Job(jobs[len(jobs)-1].ID)
		if state, err := job.Wait(t.Context()); err != nil || state.State != "done" {
			t.Errorf("%+v %v", state, err)
		}
	}
	if page := get200(t, s, "/search?q=event:Imported"); !strings.Contains(page, "<strong>20</strong>") {
		t.Error("the games are not there")
	}
	if page := get200(t, s, "/archive"); strings.Contains(page, "http-equiv") || strings.Contains(page, `action="/archive/demo"`) {
		t.Error("the archive's page waits for what is done, or offers the demo again")
	}
}

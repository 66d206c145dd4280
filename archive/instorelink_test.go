package archive

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"kifudb/archive/objects"
	"kifudb/archive/objects/s3"
	"kifudb/internal/linktest"
	"kifudb/internal/testsize"
)

// s3Server is a server of S3 in memory, behind a link, that refuses everything as long as it is
// told to, or after so many requests.
type s3Server struct {
	*linktest.Link
	refuses atomic.Pointer[string] // a code of S3's errors; nil for none
	left    atomic.Int64           // requests until then
}

const nobodyKnows = "nobody-else-knows-this"

func startS3(t *testing.T) *s3Server {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "kifudb-test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", nobodyKnows)
	backend := s3mem.New()
	if err := backend.CreateBucket("games"); err != nil {
		t.Fatal(err)
	}
	honest := gofakes3.New(backend).Server()
	s := &s3Server{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if code := s.refuses.Load(); code != nil && s.left.Add(-1) < 0 {
			status := http.StatusForbidden
			if *code == "ExpiredToken" {
				status = http.StatusBadRequest
			}
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(status)
			fmt.Fprintf(w, "<Error><Code>%s</Code><Message>token %s</Message></Error>", *code, nobodyKnows)
			return
		}
		honest.ServeHTTP(w, r)
	}))
	s.Link = linktest.New(t, server.Listener.Addr().String())
	t.Cleanup(server.Close)
	return s
}

// refuse makes the server answer with a code after so many requests; "" for never.
func (s *s3Server) refuse(code string, after int) {
	s.left.Store(int64(after))
	s.refuses.Store(nil)
	if code != "" {
		s.refuses.Store(&code)
	}
}

// store returns the store as a program opens it that is started now.
func (s *s3Server) store(t *testing.T) objects.Store {
	t.Helper()
	store, err := s3.Open("s3://games/archive?region=us-east-1&endpoint=http://" + s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// Credentials that expire in the middle of an import, after any number of requests, or that the
// clock makes worthless: the error says so and shows none of them, what was committed is there,
// and the next import goes on from it. Nobody takes what cannot be read for an empty archive.
func TestStoreRefusesInMidWork(t *testing.T) {
	for code, want := range map[string]struct {
		err  error
		says string
	}{
		"ExpiredToken":         {objects.ErrExpired, "expired"},
		"RequestTimeTooSkewed": {objects.ErrClock, "set the clock"},
		"AccessDenied":         {objects.ErrDenied, "refuses access"},
	} {
		t.Run(code, func(t *testing.T) {
			server := startS3(t)
			expect := func(err error) {
				t.Helper()
				if !errors.Is(err, want.err) || !strings.Contains(err.Error(), want.says) || strings.Contains(err.Error(), nobodyKnows) {
					t.Errorf("%v", err)
				}
			}
			importedFrom(t, newMachine(t, server.store(t)).archive(t), records(t, 0, 3))
			const files = 40
			games := records(t, 0, files)
			m := newMachine(t, server.store(t))
			refused, requests := 0, 3
			for ; ; requests += testsize.Of(4, 23) {
				a, err := m.open(Options{maxGames: 16})
				if err != nil {
					t.Fatal(err)
				}
				server.refuse(code, requests)
				_, err = a.Import(t.Context(), &Import{Paths: []string{games}})
				if err != nil {
					refused++
					expect(err)
					if _, err := newMachine(t, server.store(t)).open(Options{Create: true}); true {
						expect(err)
					}
					err := a.Ask(func(v *View) error { return a.mirror.Refresh(t.Context(), 0) })
					expect(err)
				}
				a.Close()
				server.refuse("", 0)
				found := contentsOf(t, newMachine(t, server.store(t)).archive(t))
				for name, n := range found {
					if n != 1 {
						t.Errorf("refused after %d requests: %s is there %d times", requests, name, n)
					}
				}
				if len(found) < 9 || err == nil && len(found) != 3*files {
					t.Errorf("refused after %d requests, %v: %d games", requests, err, len(found))
				}
				if err == nil {
					break
				}
				if requests > 3000 {
					t.Fatal("it comes to no end")
				}
			}
			last := newMachine(t, server.store(t)).archive(t)
			expectGames(t, last, 0, files)
			sound(t, last)
			t.Logf("refused %d times in mid-work", refused)
			if refused < 2 {
				t.Errorf("it was refused %d times, which is no test", refused)
			}
		})
	}
}

// A search that fetches its segments while the credentials expire fails, and never finds less.
func TestStoreExpiresInSearch(t *testing.T) {
	server := startS3(t)
	a := newMachine(t, server.store(t)).archive(t)
	for i := range 4 {
		importedFrom(t, a, records(t, 20*i, 20*i+20+i))
	}
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	failed, found := 0, 0
	for after := 0; found == 0; after += testsize.Of(1, 5) {
		m := newMachine(t, server.store(t))
		b, err := m.open(Options{Cache: Cache{Size: state.Segments[0].Bytes * 3 / 2}})
		if err != nil {
			t.Fatal(err)
		}
		server.refuse("ExpiredToken", after)
		n := 0
		err = b.Ask(func(v *View) error {
			page, err := v.Search(t.Context(), &Search{Query: parse(t, "comment:game"), Records: true})
			if err == nil {
				n = page.Total
			}
			return err
		})
		b.Close()
		server.refuse("", 0)
		switch {
		case err == nil && n == 3*83:
			found++
		case err == nil || !errors.Is(err, objects.ErrExpired):
			t.Fatalf("after %d requests: %d games, %v", after, n, err)
		default:
			failed++
		}
	}
	t.Logf("refused %d times in mid-search", failed)
	if failed < 3 {
		t.Errorf("it failed %d times, which is no test", failed)
	}
}

// A link to the store that is slow, carries little, breaks now and then, or says nothing for a
// while: what is imported is there, each game once, and is read through the same link.
func TestStoreSlowLink(t *testing.T) {
	for name, how := range map[string]linktest.Quality{
		"late":   {Delay: 30 * time.Millisecond},
		"narrow": {PerSec: 1 << 20},
		"breaks": {Breaks: 200 << 10},
	} {
		t.Run(name, func(t *testing.T) {
			server := startS3(t)
			a := newMachine(t, server.store(t)).archive(t)
			server.Set(how)
			for i := range testsize.Of(6, 2) {
				importedFrom(t, a, records(t, 5*i, 5*i+5))
				expectGames(t, newMachine(t, server.store(t)).archive(t), 0, 5*i+5)
			}
			server.Set(linktest.Quality{})
			sound(t, newMachine(t, server.store(t)).archive(t))
		})
	}
	t.Run("silent", func(t *testing.T) {
		server := startS3(t)
		patience := *impatient
		patience.Silence, patience.Tries = 300*time.Millisecond, 100
		m := newMachine(t, server.store(t))
		m.patience = &patience
		a := m.archive(t)
		importedFrom(t, a, records(t, 0, 2))
		for i := range testsize.Of(6, 2) {
			server.Set(linktest.Quality{Silent: true})
			start := time.Now() // before that second begins
			time.AfterFunc(time.Second, func() { server.Set(linktest.Quality{}) })
			importedFrom(t, a, records(t, 2+2*i, 4+2*i))
			if took := time.Since(start); took < time.Second {
				t.Errorf("it took %v, and nothing came through for a second", took)
			}
			expectGames(t, a, 0, 4+2*i)
		}
		sound(t, a)
	})
}

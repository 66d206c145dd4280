package archive

import (
	"bytes"
	"cmp"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/archive/objects/s3"
)

// A server of S3 that fails in one way now and then: what is imported is there, each game
// once, for another machine that reads through the same faults.
func TestStoreFailsOverHTTP(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "kifudb-test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "nobody-else-knows-this")
	refuse := func(status int, code string) func(http.ResponseWriter, *httptest.ResponseRecorder) {
		return func(w http.ResponseWriter, _ *httptest.ResponseRecorder) {
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(status)
			_, _ = w.Write([]byte("<Error><Code>" + code + "</Code><Message>not now</Message></Error>"))
		}
	}
	send := func(w http.ResponseWriter, r *httptest.ResponseRecorder, body []byte) {
		for name, values := range r.Header() {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Length", strconv.Itoa(r.Body.Len()))
		w.WriteHeader(r.Code)
		_, _ = w.Write(body)
	}
	for name, fault := range map[string]struct {
		before bool // the server does nothing
		reads  bool // only of objects that are read
		oneIn  int  // requests; four if it is 0
		answer func(http.ResponseWriter, *httptest.ResponseRecorder)
	}{
		"500":              {before: true, answer: refuse(500, "InternalError")},
		"500 when done":    {answer: refuse(500, "InternalError")},
		"503 SlowDown":     {before: true, answer: refuse(503, "SlowDown")},
		"a body cut short": {reads: true, answer: func(w http.ResponseWriter, r *httptest.ResponseRecorder) { send(w, r, r.Body.Bytes()[:r.Body.Len()/2]) }},
		"a corrupt body": {reads: true, oneIn: 8, answer: func(w http.ResponseWriter, r *httptest.ResponseRecorder) {
			body := bytes.Clone(r.Body.Bytes())
			body[len(body)/2] ^= 4
			send(w, r, body)
		}},
		"a slow server": {answer: func(w http.ResponseWriter, r *httptest.ResponseRecorder) {
			time.Sleep(20 * time.Millisecond)
			send(w, r, r.Body.Bytes())
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			backend := s3mem.New()
			if err := backend.CreateBucket("games"); err != nil {
				t.Fatal(err)
			}
			honest := gofakes3.New(backend).Server()
			var mu sync.Mutex // protects random and failed
			random, failed := rand.New(rand.NewPCG(19, 1)), 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				fails := random.IntN(cmp.Or(fault.oneIn, 4)) == 0
				mu.Unlock()
				read := r.Method == http.MethodGet && r.URL.RawQuery == ""
				recorded := httptest.NewRecorder()
				if !fails || !fault.before {
					honest.ServeHTTP(recorded, r)
				}
				if fails && fault.reads && (!read || recorded.Code >= 300 || recorded.Body.Len() == 0) {
					fails = false
				}
				if !fails {
					send(w, recorded, recorded.Body.Bytes())
					return
				}
				mu.Lock()
				failed++
				mu.Unlock()
				fault.answer(w, recorded)
			}))
			defer server.Close()
			s, err := s3.Open("s3://games/archive?region=us-east-1&endpoint=" + server.URL)
			if err != nil {
				t.Fatal(err)
			}
			a := newMachine(t, s).archive(t)
			for i := range 2 {
				importedFrom(t, a, records(t, 2*i, 2*i+2))
				expectGames(t, newMachine(t, s).archive(t), 0, 2*i+2)
			}
			mu.Lock()
			defer mu.Unlock()
			t.Logf("it failed %d times", failed)
			if failed < 5 {
				t.Errorf("it failed %d times, which is no test", failed)
			}
		})
	}
}

// At whatever operation a program that compacts is killed, each game is there once, and what
// it has left goes after the grace time.
func TestStoreMergerKilled(t *testing.T) {
	before, after := 0, 0
	imported := t.TempDir()
	a := newMachine(t, objects.NewFolder(imported)).archive(t)
	for i := range 3 {
		importedFrom(t, a, records(t, 2*i, 2*i+2))
	}
	if _, err := a.Remove(t.Context(), func(*View) ([]GameID, error) { return []GameID{1, 2, 3}, nil }); err != nil {
		t.Fatal(err)
	}
	for at := 0; ; at++ {
		folder := copyOfStore(t, imported)
		n := 0
		faulty := &objectstest.Faulty{Store: folder, Choose: func(string, string) objectstest.Fault {
			if n++; n > at {
				return objectstest.Killed
			}
			return objectstest.None
		}}
		m, err := newMachine(t, faulty).open(Options{})
		if err == nil {
			_, err = m.Compact(t.Context(), nil)
			m.Close()
		}
		if err != nil && !errors.Is(err, objectstest.ErrKilled) {
			t.Fatalf("killed at operation %d: %v", at, err)
		}
		other := newMachine(t, folder)
		other.grace = time.Nanosecond
		b := other.archive(t)
		found := contentsOf(t, b)
		for who, times := range found {
			if times != 1 {
				t.Errorf("killed at operation %d: %s is there %d times", at, who, times)
			}
		}
		if len(found) != 15 {
			t.Errorf("killed at operation %d: %d games", at, len(found))
		}
		time.Sleep(2 * time.Millisecond)
		if _, err := b.mirror.Collect(t.Context()); err != nil {
			t.Fatal(err)
		}
		if checked, err := b.mirror.Check(t.Context()); err != nil || len(checked.Faults) > 0 || checked.Unnamed > 0 {
			t.Errorf("killed at operation %d: %+v, %v", at, checked, err)
		}
		if err == nil {
			after++
			break
		}
		before++
	}
	t.Logf("killed at each of %d operations", before)
	if before < 10 || after != 1 {
		t.Errorf("too little happened to mean anything: %d, %d", before, after)
	}
}

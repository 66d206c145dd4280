package tests

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/rogpeppe/go-internal/testscript"
)

// s3server starts a server of S3 with the buckets "one" and "two", gives a script credentials
// for it, and its parameters of a location as $S3.
//
// s3server CODE lets it refuse every request with an error of S3 from then on, as it refuses
// credentials; "s3server ok" ends that.
func s3server(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: s3server [CODE | ok]")
	}
	if len(args) == 1 {
		refusal, _ := ts.Value(refusalKey{}).(*atomic.Value)
		if refusal == nil {
			ts.Fatalf("no server was started")
		}
		refusal.Store(args[0])
		return
	}
	backend := s3mem.New()
	ts.Check(backend.CreateBucket("one"))
	ts.Check(backend.CreateBucket("two"))
	honest := gofakes3.New(backend).Server()
	refusal := ts.Value(refusalKey{}).(*atomic.Value)
	refusal.Store("ok")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code := refusal.Load().(string)
		if code == "ok" {
			honest.ServeHTTP(w, r)
			return
		}
		status := http.StatusForbidden
		if code == "ExpiredToken" {
			status = http.StatusBadRequest // as AWS does
		}
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		fmt.Fprintf(w, "<Error><Code>%s</Code><Message>said the server of %s with %s</Message></Error>", code, r.Header.Get("Authorization"), r.Header.Get("X-Amz-Security-Token"))
	}))
	ts.Defer(server.Close)
	ts.Setenv("S3", "region=us-east-1&endpoint="+server.URL)
	ts.Setenv("AWS_ACCESS_KEY_ID", "kifudb-test")
	ts.Setenv("AWS_SECRET_ACCESS_KEY", "a-secret-that-nobody-must-see")
	ts.Setenv("AWS_SESSION_TOKEN", "")
}

// refusalKey is the key under which a script has what its server refuses requests with.
type refusalKey struct{}

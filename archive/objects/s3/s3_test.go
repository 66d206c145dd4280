package s3_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/archive/objects/s3"
)

const secret = "a-secret-that-nobody-must-see"

func credentials(t *testing.T) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "kifudb-test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", secret)
	t.Setenv("AWS_SESSION_TOKEN", "")
}

// fake returns the location of a bucket on a server in this process.
func fake(t *testing.T) string {
	t.Helper()
	credentials(t)
	backend := s3mem.New()
	if err := backend.CreateBucket("games"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return "s3://games/some/prefix?region=us-east-1&endpoint=" + server.URL
}

func open(t *testing.T, location string) objects.Store {
	t.Helper()
	s, err := s3.Open(location)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFake(t *testing.T) { objectstest.Conform(t, open(t, fake(t))) }

// The same on versitygw, a server on plain files, if it is installed.
func TestVersity(t *testing.T) {
	credentials(t)
	v := objectstest.StartVersity(t, "kifudb-test", secret)
	objectstest.Conform(t, open(t, "s3://games/archive?region=us-east-1&endpoint=http://"+v.Address))
}

// A store that ignores the conditions is refused.
func TestUnconditional(t *testing.T) {
	credentials(t)
	backend := s3mem.New()
	if err := backend.CreateBucket("games"); err != nil {
		t.Fatal(err)
	}
	honest := gofakes3.New(backend).Server()
	for _, header := range []string{"If-None-Match", "If-Match"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Del(header)
			honest.ServeHTTP(w, r)
		}))
		s := open(t, "s3://games?region=us-east-1&endpoint="+server.URL)
		if err := objects.Probe(t.Context(), s); err == nil || !strings.Contains(err.Error(), "ignores the conditions") {
			t.Errorf("without %s: %v", header, err)
		}
		server.Close()
	}
}

// No error shows credentials, wherever they are.
func TestSecrets(t *testing.T) {
	credentials(t)
	forbidding := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, `<Error><Code>InvalidAccessKeyId</Code><Message>The key does not exist.</Message></Error>`)
	}))
	defer forbidding.Close()
	for _, location := range []string{
		"s3://user:" + secret + "@games/x",
		"s3://games/x?secret=" + secret,
		"s3://games/x?" + secret,
		"s3://games/x?zone=" + secret,
		"s3://games:90/x?secret=" + secret,
		"s3:///x?secret=" + secret,
		"s3://games/x#" + secret,
		"s3://games/x?endpoint=http://user:" + secret + "@host",
		"s3://games/%zz" + secret,
		"s3://" + secret + "%/x",
	} {
		if _, err := s3.Open(location); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", location, err)
		}
	}
	s := open(t, "s3://games?region=us-east-1&endpoint="+forbidding.URL)
	_, err := s.PutIfAbsent(t.Context(), "key", objects.Text([]byte("x")))
	if err == nil || !strings.Contains(err.Error(), "refuses access") || strings.Contains(err.Error(), secret) {
		t.Errorf("refused credentials: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	credentials(t)
	for code, want := range map[string]string{
		"InvalidAccessKeyId":    "does not know the access key (InvalidAccessKeyId)",
		"SignatureDoesNotMatch": "secret key is not that of the access key (SignatureDoesNotMatch)",
		"AccessDenied":          "no credentials were found here, or they do not allow this in the bucket (AccessDenied)",
		"ExpiredToken":          "have expired (ExpiredToken)",
		"RequestTimeTooSkewed":  "set the clock (RequestTimeTooSkewed)",
		"AccountProblem":        "refuses access (AccountProblem)",
		"NoSuchBucket":          "no bucket of this name",
	} {
		refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprintf(w, `<Error><Code>%s</Code><Message>%s</Message></Error>`, code, secret)
		}))
		_, err := open(t, "s3://games?region=us-east-1&endpoint="+refusing.URL).PutIfAbsent(t.Context(), "key", objects.Text([]byte("x")))
		if err == nil || !strings.Contains(err.Error(), want) || code != "NoSuchBucket" && (strings.Contains(err.Error(), secret) || !errors.Is(err, objects.ErrDenied)) {
			t.Errorf("%s: %v", code, err)
		}
		refusing.Close()
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct {
		location string
		want     *s3.Location // nil: refused
	}{
		{"s3://games", &s3.Location{Bucket: "games"}},
		{"s3://games/", &s3.Location{Bucket: "games"}},
		{"s3://games/club//", &s3.Location{Bucket: "games", Prefix: "club"}},
		{"s3://games?region=eu-1", &s3.Location{Bucket: "games", Region: "eu-1"}},
		{"s3://games?endpoint=http://host:9000", &s3.Location{Bucket: "games", Endpoint: "http://host:9000"}},
		{"s3://games?endpoint=https://host/", &s3.Location{Bucket: "games", Endpoint: "https://host/"}},
		{"s3://games/a..b/...", &s3.Location{Bucket: "games", Prefix: "a..b/..."}},
		{"s3://games/club/../other", nil},
		{"s3://games/club/%2e%2e/other", nil},
		{"s3://games/./club", nil},
		{"http://games/club", nil},
		{"s3:///club", nil},
		{"s3://games:9000/club", nil},
		{"s3://games/club#part", nil},
		{"s3://games?zone=1", nil},
		{"s3://games?region=a&region=b", nil},
		{"s3://games?endpoint=http://a&endpoint=http://b", nil},
		{"s3://games?endpoint=host:9000", nil},
		{"s3://games?endpoint=ftp://host", nil},
		{"s3://games?endpoint=https://", nil},
		{"s3://games?endpoint=https:///path", nil},
		{"s3://games?endpoint=https://key:secret@host", nil},
		{"s3://games?endpoint=https://host/path", nil},
		{"s3://games?endpoint=https://host?a=b", nil},
		{"s3://games?endpoint=http://%zz", nil},
		{"s3://games?%zz", nil},
	} {
		got, err := s3.Parse(test.location)
		if (err != nil) != (test.want == nil) || err == nil && *got != *test.want {
			t.Errorf("%s: got %+v, %v", test.location, got, err)
		}
	}
}

// What is put is one request, with its checksum, whatever its size: the condition is one of
// a request, and the server refuses what was damaged on its way.
func TestOneRequest(t *testing.T) {
	credentials(t)
	backend := s3mem.New()
	if err := backend.CreateBucket("games"); err != nil {
		t.Fatal(err)
	}
	honest := gofakes3.New(backend).Server()
	var requests []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sum := "no checksum"
		if r.Header.Get("Content-Md5") != "" {
			sum = "a checksum"
		}
		requests = append(requests, fmt.Sprint(r.Method, " ", r.Header.Get("Content-Type"), ", ", sum, ", ", r.ContentLength > 17<<20))
		honest.ServeHTTP(w, r)
	}))
	defer server.Close()
	s := open(t, "s3://games?region=us-east-1&endpoint="+server.URL)
	if _, err := s.PutIfAbsent(t.Context(), "key", objects.Text(make([]byte, 17<<20))); err != nil { // parts would be of 16 MB
		t.Fatal(err)
	}
	if want := []string{"PUT application/octet-stream, a checksum, true"}; !slices.Equal(requests, want) {
		t.Errorf("got %q, want %q", requests, want)
	}
}

// A server that sends the whole object in place of the rest of it is found out.
func TestServerWithoutRanges(t *testing.T) {
	credentials(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", `"tag"`)
		w.Header().Set("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")
		fmt.Fprint(w, "0123456789")
	}))
	defer server.Close()
	s := open(t, "s3://games?region=us-east-1&endpoint="+server.URL)
	for offset, ok := range map[int64]bool{0: true, 1: false, 4: false} {
		r, info, err := s.Get(t.Context(), "key", offset, -1)
		if (err == nil) != ok || !ok && !strings.Contains(err.Error(), "ranges") {
			t.Errorf("from %d on: %v, %v", offset, info, err)
		}
		if err == nil {
			r.Close()
		}
	}
}

package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

// A client may ask so often, so much at once, and so long; others may all the same.
func TestClientLimits(t *testing.T) {
	now := time.Now()
	a, b := netip.MustParsePrefix("10.0.0.1/32"), netip.MustParsePrefix("10.0.0.2/32")
	c := newClients(ClientLimit{Rate: 2, Running: 3, Seconds: 6})
	c.now = func() time.Time { return now }

	var leaves []func(time.Duration)
	for range 3 {
		leave, _ := c.enter(a)
		leaves = append(leaves, leave)
	}
	if leave, wait := c.enter(a); leave != nil || wait <= 0 {
		t.Errorf("four at once of three: wait %v", wait)
	}
	if leave, _ := c.enter(b); leave == nil {
		t.Error("another client is refused")
	}
	for _, leave := range leaves {
		leave(0)
	}
	passed := 0
	for range 100 {
		if leave, _ := c.enter(a); leave != nil {
			passed++
			leave(0)
		}
	}
	if passed != 20-3 { // ten seconds' worth, three of which are used
		t.Errorf("%d requests passed", passed)
	}
	if _, wait := c.enter(a); wait != 500*time.Millisecond {
		t.Errorf("wait %v for the next request", wait)
	}
	now = now.Add(500 * time.Millisecond)
	leave, _ := c.enter(a)
	if leave == nil {
		t.Fatal("refused after the time to wait")
	}
	leave(66 * time.Second) // a minute owed at six seconds a minute is ten minutes
	now = now.Add(time.Minute)
	if leave, wait := c.enter(a); leave != nil || wait < 8*time.Minute || wait > 10*time.Minute {
		t.Errorf("after an answer of 66 s: wait %v", wait)
	}
	now = now.Add(10 * time.Minute)
	if leave, _ := c.enter(a); leave == nil {
		t.Error("refused after the debt was paid")
	}
}

// The table of clients is bounded by those that reached a bound: the others are forgotten.
func TestClientsAreForgotten(t *testing.T) {
	now := time.Now()
	c := newClients(ClientLimit{Seconds: 1})
	c.now = func() time.Time { return now }
	for i := range 3 * mostClients {
		who := netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 32)
		leave, _ := c.enter(who)
		if i == 0 {
			leave(time.Minute)
		} else {
			leave(0)
		}
	}
	if len(c.list) > mostClients {
		t.Errorf("%d clients are remembered", len(c.list))
	}
	if leave, _ := c.enter(netip.MustParsePrefix("10.0.0.0/32")); leave != nil {
		t.Error("a client that owes time was forgotten")
	}
}

func TestClientOf(t *testing.T) {
	for address, want := range map[string]string{
		"10.0.0.1:80": "10.0.0.1/32", "[::ffff:10.0.0.1]:80": "10.0.0.1/32", "[2001:db8:1:2:3::4]:80": "2001:db8:1:2::/64",
		"[fe80::1%eth0]:80": "fe80::/64", "@": netip.Prefix{}.String(), "": netip.Prefix{}.String(),
	} {
		if got := clientOf(&http.Request{RemoteAddr: address}); got.String() != want {
			t.Errorf("%s: %s, expected %s", address, got, want)
		}
	}
}

// A client that asks too often is told when to come again, as a page or as a problem; probes and parts of pages always pass.
func TestTooOften(t *testing.T) {
	s, _ := served(t, func(o *Options) { o.Client = ClientLimit{Rate: .1} })
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", path, nil)
		r.Host = "localhost"
		s.Handler().ServeHTTP(w, r)
		return w
	}
	if w := get("/game/7"); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	for path, kind := range map[string]string{"/game/7": "text/html; charset=utf-8", "/api/v1/game/7": "application/problem+json"} {
		w := get(path)
		if again := w.Header().Get("Retry-After"); w.Code != http.StatusTooManyRequests || w.Header().Get("Content-Type") != kind || again != "10" {
			t.Errorf("%s: %d %s, again after %q: %s", path, w.Code, w.Header().Get("Content-Type"), again, fmt.Sprint(w.Body))
		}
	}
	for _, path := range []string{"/healthz", "/readyz", "/static/style.css"} {
		if w := get(path); w.Code != http.StatusOK {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

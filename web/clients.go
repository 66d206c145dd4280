package web

import (
	"math"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A ClientLimit bounds what one client may ask, so that none takes the server from the others. A client is an
// address, of IPv6 the first 64 bits. 0 is no bound.
type ClientLimit struct {
	Rate    float64 // requests a second, on average; ten seconds' worth may come at once
	Running int     // requests at once
	Seconds float64 // of answering in each minute, all requests together; what is left over of a minute is not saved
}

func (l ClientLimit) isNone() bool { return l == ClientLimit{} }

// saved is how many seconds' worth of requests a client may have left unasked.
const saved = 10

// mostClients is how many clients are remembered in any case. Of more, those are forgotten now and then that ask
// nothing just now and have reached no bound.
const mostClients = 10_000

// clients are those that asked lately.
type clients struct {
	limit ClientLimit
	now   func() time.Time

	mu   sync.Mutex // protects what follows
	list map[netip.Prefix]*client
	most int // clients from which on some are forgotten
}

// A client has two buckets, which fill up while it does not ask; nil where there is no bound.
type client struct {
	requests *rate.Limiter
	answers  *rate.Limiter // in milliseconds of answering
	running  int
}

func newClients(limit ClientLimit) *clients {
	return &clients{limit: limit, now: time.Now, list: map[netip.Prefix]*client{}, most: mostClients}
}

// clientOf returns who sent a request.
func clientOf(r *http.Request) netip.Prefix {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Prefix{} // as of a socket without addresses: all are one client
	}
	address = address.Unmap().WithZone("")
	bits := 32
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits) // which cannot fail: the bits are those of the address
	return prefix
}

// known returns a client, new if it has not asked lately. c.mu is held.
func (c *clients) known(who netip.Prefix) *client {
	if one := c.list[who]; one != nil {
		return one
	}
	if len(c.list) >= c.most {
		c.forget()
		c.most = max(mostClients, 2*len(c.list)) // so that each new client costs little on average
	}
	one := &client{}
	if c.limit.Rate > 0 {
		one.requests = rate.NewLimiter(rate.Limit(c.limit.Rate), max(1, int(math.Ceil(c.limit.Rate*saved))))
	}
	if c.limit.Seconds > 0 {
		perSecond := c.limit.Seconds * 1000 / 60
		one.answers = rate.NewLimiter(rate.Limit(perSecond), max(1, int(c.limit.Seconds*1000)))
	}
	c.list[who] = one
	return one
}

// forget forgets clients that would be served if they asked now.
func (c *clients) forget() {
	now := c.now()
	for who, one := range c.list {
		if one.running == 0 && (one.requests == nil || one.requests.TokensAt(now) >= 1) && (one.answers == nil || one.answers.TokensAt(now) >= 0) {
			delete(c.list, who)
		}
	}
}

// enter lets a request of a client pass, and returns what is to be called after its answer. Otherwise it returns after
// what time the client may ask again.
func (c *clients) enter(who netip.Prefix) (leave func(took time.Duration), wait time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one, now := c.known(who), c.now()
	if c.limit.Running > 0 && one.running >= c.limit.Running {
		return nil, time.Second
	}
	if one.answers != nil {
		if owed := -one.answers.TokensAt(now); owed > 0 {
			return nil, time.Duration(owed / float64(one.answers.Limit()) * float64(time.Second))
		}
	}
	if one.requests != nil && !one.requests.AllowN(now, 1) {
		return nil, time.Duration((1 - one.requests.TokensAt(now)) / float64(one.requests.Limit()) * float64(time.Second))
	}
	one.running++
	return func(took time.Duration) {
		c.mu.Lock()
		defer c.mu.Unlock()
		one.running--
		if one.answers == nil {
			return
		}
		// Below zero is a debt. No reservation is larger than the bucket, and a longer answer takes several.
		for left := int(took.Milliseconds()); left > 0; left -= one.answers.Burst() {
			one.answers.ReserveN(c.now(), min(left, one.answers.Burst()))
		}
	}, 0
}

// limited refuses clients that ask more than they may. Parts of pages that never change are free.
func (s *Server) limited(next http.Handler) http.Handler {
	if s.options.Client.isNone() {
		return next
	}
	c := newClients(s.options.Client)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/static/") {
			next.ServeHTTP(w, r)
			return
		}
		leave, wait := c.enter(clientOf(r))
		if leave == nil {
			w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
			s.fail(w, r, &statusError{http.StatusTooManyRequests, "error.often"})
			return
		}
		began := time.Now()
		defer func() { leave(time.Since(began)) }()
		next.ServeHTTP(w, r)
	})
}

package link

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// ErrUnreachable is wrapped where no NATS server answers.
var ErrUnreachable = errors.New("no NATS server answers")

// TLS says how connections are encrypted. The zero value is without.
type TLS struct {
	Cert, Key string // files of this machine's certificate and its key, in PEM
	CA        string // file of the certificates that others' must be signed by; "": those that the system trusts
}

// Enabled reports whether any option is set.
func (t TLS) Enabled() bool { return t != TLS{} }

// Config reads the files. The error names the file that cannot be used.
func (t TLS) Config() (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if (t.Cert == "") != (t.Key == "") {
		return nil, errors.New("TLS: a certificate needs its key, and a key its certificate")
	}
	if t.Cert != "" {
		pair, err := tls.LoadX509KeyPair(t.Cert, t.Key)
		if err != nil {
			return nil, fmt.Errorf("TLS: %w", err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	if t.CA != "" {
		pem, err := os.ReadFile(t.CA)
		if err != nil {
			return nil, fmt.Errorf("TLS: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("TLS: %s has no certificate in PEM", t.CA)
		}
		c.RootCAs, c.ClientCAs = pool, pool
	}
	return c, nil
}

// A Dial says where NATS is and what to show it.
type Dial struct {
	URLs        string // of its servers, with commas between them: nats://host:4222
	Credentials *Credentials
	TLS         TLS
	Name        string        // by which servers know this connection
	Wait        time.Duration // for a connection; 0 for five seconds, as a busy machine may need two
}

// CheckURLs says what is wrong with the addresses of servers, before anything is
// connected. Secrets belong in a file.
func CheckURLs(urls string) error {
	for one := range strings.SplitSeq(urls, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		switch {
		case err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls":
			return fmt.Errorf("an address of NATS has the form nats://host:4222 or tls://host:4222")
		case u.User != nil:
			return fmt.Errorf("%w: everybody on this machine can see a password in an address; put it into a file", ErrCredentials)
		}
	}
	return nil
}

// Connect connects with NATS, and again whenever the connection is lost. It wraps
// [ErrUnreachable], or [ErrRefused] and why.
func (d *Dial) Connect(more ...nats.Option) (*nats.Conn, error) {
	if err := CheckURLs(d.URLs); err != nil {
		return nil, err
	}
	options, err := d.Credentials.options()
	if err != nil {
		return nil, err
	}
	wait := d.Wait
	if wait == 0 {
		wait = 5 * time.Second
	}
	options = append(options, nats.Name(d.Name), nats.Timeout(wait), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond),
		nats.ReconnectJitter(50*time.Millisecond, 100*time.Millisecond), nats.IgnoreAuthErrorAbort(), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // what a slow reader loses is missed by number
	if d.TLS.Enabled() {
		config, err := d.TLS.Config()
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Secure(config))
	}
	nc, err := nats.Connect(d.URLs, append(options, more...)...)
	switch {
	case err == nil:
		return nc, nil
	case isRefused(err):
		why := "; it is not the one that its nodes have"
		switch {
		case d.Credentials == nil:
			why = ""
		case d.Credentials.path != "":
			why = "; it belongs to another account, or has expired"
		}
		return nil, fmt.Errorf("%w: NATS at %s refuses %s%s", ErrRefused, d.URLs, d.Credentials, why)
	}
	if errors.Is(err, nats.ErrNoServers) && (d.TLS.Enabled() || strings.Contains(d.URLs, "tls://")) {
		err = errors.New("none is running there, or this machine does not trust the authority that signed its certificate")
	}
	return nil, fmt.Errorf("%w at %s: %w", ErrUnreachable, d.URLs, err)
}

// isRefused reports whether NATS has refused credentials, or takes them no more. A server
// whose refusal comes while a connection is being made is only known by its words: the
// library compares them with those of its own errors, which are others ("user
// authentication expired", "nats: authentication expired").
func isRefused(err error) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, nats.ErrAuthRevoked) ||
		errors.Is(err, nats.ErrAccountAuthExpired) {
		return true
	}
	said := strings.TrimPrefix(strings.ToLower(err.Error()), "nats: ")
	return said == nats.AUTHENTICATION_EXPIRED_ERR || said == nats.AUTHENTICATION_REVOKED_ERR
}

// Disconnected says that a connection is lost, and why if its last error tells. It is made again by
// itself, with what is in the file of the credentials then.
func Disconnected(last error) error {
	if isRefused(last) {
		return fmt.Errorf("%w: NATS now refuses them; put new ones into their file", ErrCredentials)
	}
	return fmt.Errorf("%w: the connection is lost", ErrUnreachable)
}

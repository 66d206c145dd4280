// Package natsserver runs NATS within a process. Only the program kifudb-node imports it:
// the server is larger than all that one machine needs.
package natsserver

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"kifudb/cluster/link"
)

// RoutesAbove is by how much the port on which servers find each other is above the one
// on which they are asked, as with NATS itself: 4222 and 6222.
const RoutesAbove = 2000

// meetTime is how long a server waits for those that it is to join.
const meetTime = 2 * time.Second

// startTime is how long NATS may take to start on a busy machine.
const startTime = time.Minute

// slowest is how many seconds a client may take to authenticate.
const slowest = 10

// Options say how NATS runs within this process.
type Options struct {
	Listen      string   // host:port for who asks; servers find each other at the port 2000 above it
	Join        []string // host:port of others, as they listen
	Name        string
	Credentials *link.Credentials // everybody must show them
	TLS         link.TLS
}

// A Server is NATS within this process. It keeps nothing on the disk.
type Server struct {
	server *server.Server
	dial   link.Dial
}

// ErrListen is wrapped by the error of an address that is taken, or that is not this machine's.
var ErrListen = errors.New("NATS cannot listen")

// Start starts NATS. The error wraps [ErrListen] if it cannot listen, and
// [link.ErrCredentials] if it cannot compare the credentials with others'.
func Start(o *Options) (*Server, error) {
	guard, err := o.Credentials.Guard()
	if err != nil {
		return nil, err
	}
	host, port, err := splitAddress(o.Listen)
	if err != nil {
		return nil, err
	}
	so := &server.Options{
		// Servers of the same name refuse each other; those of nodes that are called the same
		// by mistake, as copies of one machine are, must meet, so that the nodes say it.
		ServerName: strings.Join(strings.Fields(o.Name), "-") + "-" + nuid.Next(), Host: host, Port: port, NoLog: true, NoSigs: true, MaxPending: 256 << 20,
		AuthTimeout: slowest, // of whoever connects from a busy machine
		Cluster:     server.ClusterOpts{Name: "kifudb", Host: host, Port: port + RoutesAbove, Username: "kifudb", Password: guard.Routes, PoolSize: -1},
	}
	if port == 0 {
		so.Port = server.RANDOM_PORT
		if len(o.Join) == 0 {
			so.Cluster = server.ClusterOpts{} // nobody can guess where it is
		} else {
			so.Cluster.Port = server.RANDOM_PORT
		}
	}
	switch {
	case guard.NKey != "":
		so.Nkeys = []*server.NkeyUser{{Nkey: guard.NKey}}
	case guard.User != "":
		so.Username, so.Password = guard.User, guard.Secret
	default:
		so.Authorization = guard.Secret
	}
	if o.TLS.Enabled() {
		config, err := o.TLS.Config()
		if err != nil {
			return nil, err
		}
		if len(config.Certificates) == 0 {
			return nil, errors.New("TLS: a server needs a certificate and its key")
		}
		so.TLS, so.TLSConfig, so.TLSTimeout = true, config, slowest
		so.Cluster.TLSConfig, so.Cluster.TLSTimeout = config, slowest
	}
	for _, join := range o.Join {
		host, port, err := splitAddress(join)
		if err != nil {
			return nil, err
		}
		so.Routes = append(so.Routes, &url.URL{
			Scheme: "nats", User: url.UserPassword(so.Cluster.Username, so.Cluster.Password), Host: net.JoinHostPort(host, strconv.Itoa(port+RoutesAbove)),
		})
	}
	s, err := server.NewServer(so)
	if err != nil {
		return nil, err
	}
	log := make(logger, 1)
	s.SetLogger(log, false, false)
	go s.Start()
	for end := time.Now().Add(startTime); !s.ReadyForConnections(20 * time.Millisecond); {
		select {
		case why := <-log:
			err = fmt.Errorf("%w on %s and, for other servers, on the port %d above: %s", ErrListen, o.Listen, RoutesAbove, why)
		default:
			if time.Now().Before(end) {
				continue
			}
			err = fmt.Errorf("%w on %s within %v", ErrListen, o.Listen, startTime)
		}
		s.Shutdown()
		return nil, err
	}
	for end := time.Now().Add(meetTime); len(o.Join) > 0 && s.NumRoutes() == 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond) // others may start just now, or not be there today
	}
	return &Server{server: s, dial: link.Dial{URLs: s.ClientURL(), Credentials: o.Credentials, TLS: o.TLS, Name: o.Name}}, nil
}

// A logger keeps the first error for which a server cannot start.
type logger chan string

func (l logger) Fatalf(format string, values ...any) {
	select {
	case l <- fmt.Sprintf(format, values...):
	default:
	}
}

func (logger) Noticef(string, ...any) {}
func (logger) Warnf(string, ...any)   {}
func (logger) Errorf(string, ...any)  {}
func (logger) Debugf(string, ...any)  {}
func (logger) Tracef(string, ...any)  {}

func splitAddress(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535-RoutesAbove {
		return "", 0, fmt.Errorf("%q is not an address, such as 127.0.0.1:4222; ports go to %d", address, 65535-RoutesAbove)
	}
	return host, port, nil
}

// URL returns the address at which the server is asked.
func (s *Server) URL() string { return s.server.ClientURL() }

// Routes returns how many connections with other servers there are.
func (s *Server) Routes() int { return s.server.NumRoutes() }

// Connect connects with the server within the process.
func (s *Server) Connect() (*nats.Conn, error) {
	d := s.dial
	d.TLS = link.TLS{} // nothing leaves the process
	d.URLs = "nats://" + strings.TrimPrefix(d.URLs, "tls://")
	return d.Connect(nats.InProcessServer(s.server))
}

// Close ends the server.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

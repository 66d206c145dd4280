package cluster

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"kifudb/cluster/link"
)

// operator is a server of NATS whose users have JWTs, which may expire.
type operator struct {
	t       *testing.T
	url     string
	account nkeys.KeyPair
}

func startOperator(t *testing.T) *operator {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	keys, err := nkeys.CreateOperator()
	must(err)
	public, err := keys.PublicKey()
	must(err)
	claims := jwt.NewOperatorClaims(public)
	o := &operator{t: t}
	o.account, err = nkeys.CreateAccount()
	must(err)
	accountID, err := o.account.PublicKey()
	must(err)
	token, err := jwt.NewAccountClaims(accountID).Encode(keys)
	must(err)
	resolver := &server.MemAccResolver{}
	must(resolver.Store(accountID, token))
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
		TrustedOperators: []*jwt.OperatorClaims{claims}, AccountResolver: resolver,
	})
	must(err)
	go s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("NATS does not start")
	}
	o.url = s.ClientURL()
	return o
}

// issue writes credentials into a file, that are good for so long; 0 for ever.
func (o *operator) issue(path string, good time.Duration) {
	o.t.Helper()
	user, err := nkeys.CreateUser()
	if err != nil {
		o.t.Fatal(err)
	}
	id, _ := user.PublicKey()
	seed, _ := user.Seed()
	claims := jwt.NewUserClaims(id)
	if good > 0 {
		claims.Expires = time.Now().Add(good).Unix()
	}
	token, err := claims.Encode(o.account)
	if err != nil {
		o.t.Fatal(err)
	}
	text, err := jwt.FormatUserConfig(token, seed)
	if err == nil {
		err = os.WriteFile(path+"~", text, 0o600)
	}
	if err == nil {
		err = os.Rename(path+"~", path) // nobody reads the half of it
	}
	if err != nil {
		o.t.Fatal(err)
	}
}

// expire has a connection go on with credentials that are good for some seconds.
func (o *operator) expire(nc *nats.Conn, path string) {
	o.t.Helper()
	o.issue(path, 3*time.Second)
	if err := nc.ForceReconnect(); err != nil {
		o.t.Fatal(err)
	}
}

func (o *operator) dial(path string) *link.Dial {
	o.t.Helper()
	secret, err := link.ReadCredentials(path)
	if err != nil {
		o.t.Fatal(err)
	}
	return &link.Dial{URLs: o.url, Credentials: secret, Name: o.t.Name()}
}

// Credentials that expire while a node answers, and while somebody asks: the node is missed
// by nobody; who asks is told why nobody answers; both go on when there are new ones in the
// file, without being started again.
func TestCredentialsExpire(t *testing.T) {
	folder := newFolder(t)
	a := openAsked(t, folder)
	o := startOperator(t)
	dir := t.TempDir()
	lasting, ofNode, ofAsker := filepath.Join(dir, "lasting"), filepath.Join(dir, "node"), filepath.Join(dir, "asker")
	connected := func(path string) *nats.Conn {
		o.issue(path, 0)
		nc, err := dialed(o.dial(path))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
	stay, goes, asks := connected(lasting), connected(ofNode), connected(ofAsker)
	first := startNode(t, stay, openServed(t, folder), "first", nil)
	second := startNode(t, goes, openServed(t, folder), "second", nil)
	settled(t, 2, first, second)
	q := a.all(t, "player:shusaku")
	want := a.want(t, q)
	asker := startAsker(t, stay, a, nil)
	other := startAsker(t, asks, a, nil)
	if got, p := ask1(t.Context(), t, other.Searcher(a.segments), q); got != want {
		t.Errorf("before: %+v", p.Cover)
	}
	o.expire(goes, ofNode)
	o.expire(asks, ofAsker)
	eventually(t, "the second node's have expired", func() bool {
		if got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); got != want {
			t.Fatalf("while they expire: %+v", p.Cover)
		}
		return len(first.Members()) == 1
	})
	eventually(t, "who asks is told", func() bool {
		got, p := ask1(t.Context(), t, other.Searcher(a.segments), q)
		if got != want && (p.Cover.Whole() || len(p.Cover.Missing) == 0) {
			t.Fatalf("another answer, or nothing is missing: %+v", p.Cover)
		}
		return strings.Contains(strings.Join(p.Cover.Missing, " "), "credentials: NATS now refuses them")
	})
	// To the end of the second in which they expire, the server may let a new connection in
	// and close it at once.
	eventually(t, "new connections are refused", func() bool {
		nc, err := dialed(o.dial(ofNode))
		if err == nil {
			nc.Close()
			return false
		}
		if !errors.Is(err, link.ErrRefused) || !strings.Contains(err.Error(), "expired") {
			t.Fatalf("new connections: %v", err)
		}
		return true
	})
	o.issue(ofNode, 0)
	o.issue(ofAsker, 0)
	settled(t, 2, first, second)
	eventually(t, "who asks has new ones", func() bool {
		got, _ := ask1(t.Context(), t, other.Searcher(a.segments), q)
		return got == want
	})
}

// A server that refuses while the connection is being made, as it does within the second in
// which credentials expire: they are at fault, not the server.
func TestRefusedOnTheWay(t *testing.T) {
	for said, refused := range map[string]bool{
		"User Authentication Expired":    true,
		"User Authentication Revoked":    true,
		"Account Authentication Expired": true,
		"Authorization Violation":        true,
		"Authentication Timeout":         false,
		"maximum connections exceeded":   false,
	} {
		_, err := (&link.Dial{URLs: answersWith(t, said, 0), Name: t.Name()}).Connect()
		if err == nil || errors.Is(err, link.ErrRefused) != refused || errors.Is(err, link.ErrUnreachable) == refused {
			t.Errorf("%s: %v", said, err)
		}
	}
}

// A server on a busy machine answers late, and is not taken for one that is not there.
func TestAnswersLate(t *testing.T) {
	t.Parallel() // it mostly waits
	url := answersWith(t, "Authorization Violation", 2500*time.Millisecond)
	if _, err := dialed(&link.Dial{URLs: url, Name: t.Name()}); !errors.Is(err, link.ErrRefused) {
		t.Error(err)
	}
}

// answersWith is the address of a server of NATS that greets each connection after a time, and
// answers with an error.
func answersWith(t *testing.T, said string, after time.Duration) string {
	t.Helper()
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listen.Close() })
	go func() {
		for {
			conn, err := listen.Accept()
			if err != nil {
				return
			}
			time.Sleep(after)
			_, _ = fmt.Fprintf(conn, "INFO {\"server_id\":\"one\",\"version\":\"2.0.0\",\"max_payload\":1024}\r\n")
			_, _ = bufio.NewReader(conn).ReadString('\n')
			_, _ = fmt.Fprintf(conn, "-ERR '%s'\r\n", said)
			_ = conn.Close()
		}
	}()
	return "nats://" + listen.Addr().String()
}

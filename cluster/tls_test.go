package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kifudb/cluster/link"
	"kifudb/cluster/natsserver"
)

// testTLS makes a certificate for this machine that is signed by itself.
func testTLS(t *testing.T) link.TLS {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cert := write("cert.pem", "CERTIFICATE", der)
	return link.TLS{Cert: cert, Key: write("key.pem", "PRIVATE KEY", private), CA: cert}
}

// With TLS, nodes answer through their own server and through others, and nobody gets in
// without trusting the certificate.
func TestTLS(t *testing.T) {
	folder := newFolder(t)
	a := openAsked(t, folder)
	secure := testTLS(t)
	var servers []*natsserver.Server
	var nodes []*Node
	for i := range 2 {
		s, _, _ := startJoinable(t, func(o *natsserver.Options) {
			o.TLS = secure
			if i > 0 {
				o.Join = []string{strings.TrimPrefix(servers[0].URL(), "tls://")}
			}
		})
		servers = append(servers, s)
		nc, err := s.Connect()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		nodes = append(nodes, startNode(t, nc, openServed(t, folder), fmt.Sprint("node", i), func(o *NodeOptions) { o.Replicas = 1 }))
	}
	eventually(t, "servers have found each other", func() bool { return servers[0].Routes() > 0 })
	settled(t, 1, nodes...)
	dial := &link.Dial{URLs: servers[1].URL(), Credentials: testCredentials, TLS: link.TLS{CA: secure.CA}}
	nc, err := dialed(dial)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	q := a.all(t, "player:shusaku")
	if got, p := ask1(t.Context(), t, startAsker(t, nc, a, nil).Searcher(a.segments), q); got != a.want(t, q) {
		t.Errorf("over TLS: %+v", p.Cover)
	}
	if _, err := nc.TLSConnectionState(); err != nil {
		t.Errorf("the connection is not encrypted: %v", err)
	}
	if nc, err := (&link.Dial{URLs: servers[1].URL(), Credentials: testCredentials}).Connect(); !errors.Is(err, link.ErrUnreachable) {
		nc.Close()
		t.Errorf("without trusting the certificate: %v", err)
	}
}

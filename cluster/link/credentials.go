package link

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// ErrCredentials is wrapped by errors of what is to show that one may take part.
var ErrCredentials = errors.New("credentials")

// Kinds of ErrCredentials, by what is to be done.
var (
	// ErrRefused is of credentials that NATS does not take: those of another cluster, or old ones.
	ErrRefused = fmt.Errorf("%w: they are refused", ErrCredentials)
	// ErrNoFile is of a file of credentials that is not there.
	ErrNoFile = fmt.Errorf("%w: there is no such file", ErrCredentials)
	// ErrReadable is of a file of credentials that others may read.
	ErrReadable = fmt.Errorf("%w: the file can be read by others", ErrCredentials)
)

// Credentials are the secret of a cluster, which all nodes and all who ask share. They
// are one of: the seed of an nkey, of which only signatures travel; a user's name and
// password; a token; or what an operator of NATS gave a user, with a JWT. String
// methods and errors never show them.
type Credentials struct {
	seed        []byte // of a nkey
	user, token string // token is the password if there is a user
	path        string // of a file with a JWT, which NATS reads itself
}

// String says which kind they are.
func (c *Credentials) String() string {
	switch {
	case c == nil:
		return "no credentials"
	case c.path != "":
		return "a user's JWT"
	case c.seed != nil:
		return "a nkey"
	case c.user != "":
		return "a user and password"
	}
	return "a token"
}

// GoString is String, so that no way of printing shows more.
func (c *Credentials) GoString() string { return c.String() }

// minSecret is the least length of a token or password.
const minSecret = 16

// NewCredentials returns the text of new credentials, a line with the seed of an nkey.
func NewCredentials() ([]byte, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return nil, err
	}
	return append(seed, '\n'), nil
}

// ReadCredentials reads a file of credentials, which nobody else may be able to read:
// one line with the seed of an nkey (SU…), with user:password, or with a token; or
// a file that NATS's tools made, with a JWT.
func ReadCredentials(path string) (*Credentials, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNoFile, path)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCredentials, err)
	}
	others := info.Mode().Perm() & 0o077
	if !isOurs(info) { // as of a secret of Kubernetes, which is root's: its group is who may read it
		others &= 0o007
	}
	if others != 0 && info.Mode().IsRegular() && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("%w: %s (%v); its mode must be 0600", ErrReadable, path, info.Mode().Perm())
	}
	if info.Size() > 1<<16 {
		return nil, fmt.Errorf("%w: %s is too large for a file of credentials", ErrCredentials, path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCredentials, err.(*fs.PathError))
	}
	c, err := ParseCredentials(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if c.path == jwtInFile {
		c.path = path
	}
	return c, nil
}

// jwtInFile stands for the file until its path is known.
const jwtInFile = "-"

// ParseCredentials reads the text of a file of credentials, see [ReadCredentials].
func ParseCredentials(data []byte) (*Credentials, error) {
	if bytes.Contains(data, []byte("-----BEGIN NATS USER JWT-----")) {
		return &Credentials{path: jwtInFile}, nil
	}
	line := strings.TrimSpace(string(data))
	if strings.ContainsAny(line, " \t\r\n") {
		return nil, fmt.Errorf("%w: expected one line with the seed of an nkey, user:password, or a token", ErrCredentials)
	}
	if strings.HasPrefix(line, "SU") && len(line) == 58 {
		pair, err := nkeys.FromSeed([]byte(line))
		if err != nil {
			return nil, fmt.Errorf("%w: this is not the seed of an nkey: %w", ErrCredentials, err)
		}
		pair.Wipe()
		return &Credentials{seed: []byte(line)}, nil
	}
	user, secret, ok := strings.Cut(line, ":")
	if !ok {
		user, secret = "", line
	}
	if len(secret) < minSecret || ok && user == "" {
		return nil, fmt.Errorf("%w: a password or token has at least %d characters", ErrCredentials, minSecret)
	}
	return &Credentials{user: user, token: secret}, nil
}

// options returns what a client shows a server.
func (c *Credentials) options() ([]nats.Option, error) {
	switch {
	case c == nil:
		return nil, nil
	case c.path != "":
		return []nats.Option{nats.UserCredentials(c.path)}, nil
	case c.seed != nil:
		public, err := c.public()
		if err != nil {
			return nil, err
		}
		return []nats.Option{nats.Nkey(public, func(nonce []byte) ([]byte, error) {
			pair, err := nkeys.FromSeed(c.seed)
			if err != nil {
				return nil, err
			}
			defer pair.Wipe()
			return pair.Sign(nonce)
		})}, nil
	case c.user != "":
		return []nats.Option{nats.UserInfo(c.user, c.token)}, nil
	}
	return []nats.Option{nats.Token(c.token)}, nil
}

// public returns the public key of a nkey.
func (c *Credentials) public() (string, error) {
	pair, err := nkeys.FromSeed(c.seed)
	if err != nil {
		return "", err
	}
	defer pair.Wipe()
	return pair.PublicKey()
}

// A Guard is what a server compares with the credentials that are shown to it: the public
// key of an nkey, or a password or token, of a user if there is one. Routes is the password
// with which servers of one cluster find each other.
type Guard struct {
	NKey, User, Secret, Routes string
}

// Guard returns what a server needs of credentials. It wraps [ErrCredentials] if there are
// none, and of a user's JWT, which only a server that knows its operator can judge.
func (c *Credentials) Guard() (g Guard, err error) {
	switch {
	case c == nil:
		return g, fmt.Errorf("%w: a node answers nobody without them", ErrCredentials)
	case c.path != "":
		return g, fmt.Errorf("%w: a user's JWT needs a server that knows the operator; the one within this program takes an nkey, a user or a token", ErrCredentials)
	case c.seed != nil:
		if g.NKey, err = c.public(); err != nil {
			return g, err
		}
	}
	h := hmac.New(sha256.New, append(append([]byte{}, c.seed...), c.token...))
	h.Write([]byte("kifudb routes " + c.user))
	g.User, g.Secret, g.Routes = c.user, c.token, hex.EncodeToString(h.Sum(nil))
	return g, nil
}

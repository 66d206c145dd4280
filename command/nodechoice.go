package command

import (
	"errors"
	"kifudb/archive"
	"kifudb/cluster"
	"os"

	"github.com/urfave/cli/v2"
)

const (
	nodesVariable       = "KIFUDB_NODES"
	credentialsVariable = "KIFUDB_CREDENTIALS"
)

// askNodes are the commands whose questions nodes can answer.
var askNodes = map[string]bool{
	"search": true, "next": true, "compare": true, "first": true, "orders": true, "stats": true, "trend": true, "similar": true, "tree": true,
	"players": true, "events": true, "collections": true, "report": true, "follow": true, "annotate": true, "remarks": true,
	"problems": true, "export": true, "serve": true, "nodes": true,
}

// nodeFlags are those of commands that ask nodes.
func nodeFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "nodes", Usage: "let the nodes at `ADDRESS` answer, such as nats://host:4222; also by the variable " + nodesVariable},
		credentialsFlag(),
	}, hiddenAll(tlsFlags())...)
}

func credentialsFlag() cli.Flag {
	return &cli.StringFlag{Name: "credentials", Usage: "send the credentials in `FILE`; also by the variable " + credentialsVariable}
}

func tlsFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "tls-cert", Usage: "encrypt connections, with the certificate of this machine in `FILE`"},
		&cli.StringFlag{Name: "tls-key", Usage: "its key, in `FILE`"},
		&cli.StringFlag{Name: "tls-ca", Usage: "trust the certificates in `FILE`"},
	}
}

// A nodeChoice says which nodes are asked. Without an address this process searches.
type nodeChoice struct {
	address, credentials string
	tls                  cluster.TLS
}

// dial says how NATS is reached.
func (n nodeChoice) dial(name string) (*cluster.Dial, error) {
	if err := cluster.CheckURLs(n.address); err != nil {
		return nil, usage("%w", err)
	}
	if n.credentials == "" {
		return nil, usage("nodes need the cluster's credentials; name their file with --credentials or %s", credentialsVariable)
	}
	secret, err := cluster.ReadCredentials(n.credentials)
	if err != nil {
		return nil, err
	}
	return &cluster.Dial{URLs: n.address, Credentials: secret, TLS: n.tls, Name: name}, nil
}

// engine returns what searches for a command, nil if that is this process. Done ends it.
func (n nodeChoice) engine() (e archive.Engine, done func(), err error) {
	if n.address == "" {
		return nil, func() {}, nil
	}
	dial, err := n.dial("kifudb")
	if err != nil {
		return nil, nil, err
	}
	nodes := cluster.NewEngine(dial)
	return nodes, nodes.Close, nil
}

// nodesOf reads which nodes a command asks.
func nodesOf(c *cli.Context) nodeChoice {
	if !askNodes[commandName(c)] {
		return nodeChoice{}
	}
	n := linkOf(c)
	if n.address = c.String("nodes"); n.address == "" {
		n.address = os.Getenv(nodesVariable)
	}
	return n
}

// linkOf reads what is shown to NATS.
func linkOf(c *cli.Context) nodeChoice {
	n := nodeChoice{credentials: c.String("credentials"), tls: cluster.TLS{Cert: c.String("tls-cert"), Key: c.String("tls-key"), CA: c.String("tls-ca")}}
	if n.credentials == "" {
		n.credentials = os.Getenv(credentialsVariable)
	}
	return n
}

// adviceOnNodes says what to do about errors of nodes, "" if it is something else.
func adviceOnNodes(err error) string {
	switch {
	case errors.Is(err, cluster.ErrNoNodes):
		return "'kifudb node' starts one; without --nodes and " + nodesVariable + " this machine searches alone"
	case errors.Is(err, cluster.ErrUnreachable):
		return "'kifudb node' starts one; without --nodes and " + nodesVariable + " this machine searches alone"
	case errors.Is(err, cluster.ErrNameTaken):
		return "--name gives it another one"
	case errors.Is(err, cluster.ErrReadable):
		return "'chmod 600' makes it so"
	case errors.Is(err, cluster.ErrRefused), errors.Is(err, cluster.ErrNoFile):
		return "--credentials or " + credentialsVariable + " must name a copy of the file that the nodes were started with"
	case errors.Is(err, cluster.ErrCredentials):
		return "the file is a copy of the one that the nodes were started with; 'kifudb cluster credentials' makes one for a new cluster"
	}
	return ""
}

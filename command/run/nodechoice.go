package run

import (
	"errors"
	"os"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/cluster"
	"kifudb/cluster/link"
)

// nodesFlag is the flag of the commands whose questions nodes can answer.
const nodesFlag = "nodes"

// asOfLastFlag is the flag by which nodes are asked while the store is away.
const asOfLastFlag = "as-of-last"

const (
	NodesVariable       = "KIFUDB_NODES"
	CredentialsVariable = "KIFUDB_CREDENTIALS"
)

// nodeFlags are those of commands that ask nodes.
func nodeFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: nodesFlag, Usage: "let the nodes at `ADDRESS` answer, such as nats://host:4222; also by the variable " + NodesVariable},
		CredentialsFlag(),
		&cli.BoolFlag{Name: asOfLastFlag, Usage: "if the object store cannot be reached, answer as of the newest commit that the nodes have"},
	}, hiddenAll(TLSFlags())...)
}

// CredentialsFlag names the file with what nodes want to see.
func CredentialsFlag() cli.Flag {
	return &cli.StringFlag{Name: "credentials", Usage: "send the credentials in `FILE`; also by the variable " + CredentialsVariable}
}

// TLSFlags say how connections are encrypted.
func TLSFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "tls-cert", Usage: "encrypt connections, with the certificate of this machine in `FILE`"},
		&cli.StringFlag{Name: "tls-key", Usage: "its key, in `FILE`"},
		&cli.StringFlag{Name: "tls-ca", Usage: "trust the certificates in `FILE`"},
	}
}

// A NodeChoice says which nodes are asked. Without an address this process searches.
type NodeChoice struct {
	Address, Credentials string
	TLS                  link.TLS
	AsOfLast             bool // answers come from what the nodes have if the store cannot be reached
}

// Dial says how NATS is reached.
func (n NodeChoice) Dial(name string) (*link.Dial, error) {
	if err := link.CheckURLs(n.Address); err != nil {
		return nil, Usage("%w", err)
	}
	if n.Credentials == "" {
		return nil, Usage("nodes need the cluster's credentials; name their file with --credentials or %s", CredentialsVariable)
	}
	secret, err := link.ReadCredentials(n.Credentials)
	if err != nil {
		return nil, err
	}
	return &link.Dial{URLs: n.Address, Credentials: secret, TLS: n.TLS, Name: name}, nil
}

// Engine returns what searches for a command, nil if that is this process. Done ends it.
func (n NodeChoice) Engine() (e archive.Engine, done func(), err error) {
	if n.Address == "" && n.AsOfLast {
		return nil, nil, Usage("--%s answers from what nodes have; name them with --nodes or %s", asOfLastFlag, NodesVariable)
	}
	if n.Address == "" {
		return nil, func() {}, nil
	}
	dial, err := n.Dial("kifudb")
	if err != nil {
		return nil, nil, err
	}
	nodes := cluster.NewEngine(dial)
	return nodes, nodes.Close, nil
}

// NodesOf reads which nodes a command asks.
func NodesOf(c *cli.Context) NodeChoice {
	if LookupFlag(c.Command.Flags, nodesFlag) == nil {
		return NodeChoice{}
	}
	n := LinkOf(c)
	n.AsOfLast = c.Bool(asOfLastFlag)
	if n.Address = c.String(nodesFlag); n.Address == "" {
		n.Address = os.Getenv(NodesVariable)
	}
	return n
}

// LinkOf reads what is shown to NATS.
func LinkOf(c *cli.Context) NodeChoice {
	n := NodeChoice{Credentials: c.String("credentials"), TLS: link.TLS{Cert: c.String("tls-cert"), Key: c.String("tls-key"), CA: c.String("tls-ca")}}
	if n.Credentials == "" {
		n.Credentials = os.Getenv(CredentialsVariable)
	}
	return n
}

// adviceOnNodes says what to do about errors of nodes, "" if it is something else.
func adviceOnNodes(err error) string {
	switch {
	case errors.Is(err, archive.ErrNodesMayKnow):
		return "--" + asOfLastFlag + " answers from that"
	case errors.Is(err, cluster.ErrNoNodes):
		return "'kifudb node' starts one; without --nodes and " + NodesVariable + " this machine searches alone"
	case errors.Is(err, link.ErrUnreachable):
		return "'kifudb node' starts one; without --nodes and " + NodesVariable + " this machine searches alone"
	case errors.Is(err, cluster.ErrNameTaken):
		return "--name gives it another one"
	case errors.Is(err, link.ErrReadable):
		return "'chmod 600' makes it so"
	case errors.Is(err, link.ErrRefused), errors.Is(err, link.ErrNoFile):
		return "--credentials or " + CredentialsVariable + " must name a copy of the file that the nodes were started with"
	case errors.Is(err, link.ErrCredentials):
		return "the file is a copy of the one that the nodes were started with; 'kifudb cluster credentials' makes one for a new cluster"
	}
	return ""
}

package nodes

import (
	"context"

	"github.com/urfave/cli/v2"

	"kifudb/cluster/link"
	"kifudb/command/run"
)

// ClusterCommand is the command cluster.
func ClusterCommand(r Runner) *cli.Command {
	return &cli.Command{
		Name:  "cluster",
		Usage: "try several nodes, or make their credentials",
		UsageText: `kifudb cluster demo
(umask 077; kifudb cluster credentials > secret)`,
		Description: `Several machines can search an archive together: 'kifudb node' starts a node on a machine,
'kifudb nodes' lists the nodes, and --nodes sends them a question.`,
		Subcommands: []*cli.Command{
			{
				Name:      "demo",
				Usage:     "run three nodes on this machine, kill one, and get the same answers",
				UsageText: "kifudb cluster demo",
				Action:    run.Action(run.NoOptions, r.Demo),
			},
			{
				Name:      "credentials",
				Usage:     "make credentials for a cluster",
				UsageText: "kifudb cluster credentials > secret",
				Description: `Prints a secret, the seed of an nkey, which all nodes and clients need. Keep it in a
file that nobody else can read, and give the file to --credentials on each machine:

    (umask 077; kifudb cluster credentials > secret)`,
				Action: run.Action(run.NoOptions, runCredentials),
			},
		},
	}
}

func runCredentials(_ context.Context, _ struct{}, s run.Streams) error {
	text, err := link.NewCredentials()
	if err != nil {
		return err
	}
	_, err = s.Out.Write(text)
	return err
}

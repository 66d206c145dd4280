package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/duplicate"
	"kifudb/query"
	"kifudb/store"
	"kifudb/user"
)

func dupCommand() *cli.Command {
	return &cli.Command{
		Name:  "dup",
		Usage: "look at records of one game, and decide which one counts",
		UsageText: `kifudb dup list                          games with more than one record
kifudb dup list --kind near date:1990s   certain ones
kifudb dup show 123                      the records of game 123 side by side
kifudb dup prefer 123                    let record 123 stand for the game
kifudb dup ignore 123                    record 123 is no duplicate
kifudb dup ignore 123 456                these two are not of one game
kifudb dup same 123 456                  these two are
kifudb dup undo 123                      forget what was decided about 123
kifudb search dup:other                  the records that do not count
kifudb dup export > decisions.txt        as text, for version control`,
		Description: `Records are of one game if their main lines are the same, also mirrored, turned
or with the colors exchanged (exact); if one is the beginning of the other
(prefix); or if a few moves differ, are missing or come in another order, or the
end differs (near). Short games must name the same players and day.

Search, next and facets count such records once and show the preferred one of
those that are found; --records counts all. Preferred is the record that you
chose; else, if the dates are months apart, that of the game that was played
first; else the one with more moves, a result, the better date, the players'
names, no damaged text, comments, fewer problems, more information; else the one
that was imported first. Nothing is ever removed: 'kifudb remove dup:other'
does that.`,
		Subcommands: []*cli.Command{
			{
				Name:      "list",
				Usage:     "list games with more than one record",
				ArgsUsage: "[QUERY...]",
				UsageText: "kifudb dup list [--kind KINDS] [QUERY]",
				Description: `Lists the clusters of which a record is found by the query, all without one. The
names are those of the preferred record.`,
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "kind", Usage: "only `KINDS`: exact, prefix, near, said"},
					&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "list at most `N`, 0 for all"},
					&cli.BoolFlag{Name: "json", Usage: "print JSON"},
				},
				Action: runDupList,
			},
			dupShowCommand(),
			dupPreferCommand(),
			dupIgnoreCommand(),
			dupSameCommand(),
			dupUndoCommand(),
			dupExportCommand(),
			dupImportCommand(),
		},
	}
}

// openClusters opens the archive and its clusters. The function that it returns
// closes everything.
func openClusters(c *cli.Context) (*store.Snapshot, *duplicate.Clusters, func(), error) {
	s, done, err := openSnapshot(c)
	if err != nil {
		return nil, nil, nil, err
	}
	clusters, err := duplicate.Open(c.Context, s, user.Open(s.Dir()))
	if err != nil {
		done()
		return nil, nil, nil, err
	}
	return s, clusters, done, nil
}

func runDupList(c *cli.Context) error {
	if c.Int("limit") < 0 {
		return usage("--limit cannot be negative")
	}
	var kinds duplicate.Kinds
	if list := c.String("kind"); list != "" {
		for _, name := range strings.Split(list, ",") {
			kind, ok := duplicate.ParseKind(strings.TrimSpace(name))
			if !ok {
				return usage("--kind: there is no kind %q; expected exact, prefix, near or said", name)
			}
			kinds |= kind
		}
	}
	q, err := parseQuery(c.Args().Slice())
	if err != nil {
		return err
	}
	s, clusters, done, err := openClusters(c)
	if err != nil {
		return err
	}
	defer done()
	chosen, err := chooseClusters(c, s, clusters, q, kinds)
	if err != nil {
		return err
	}
	shown := chosen
	if limit := c.Int("limit"); limit > 0 {
		shown = chosen[:min(limit, len(chosen))]
	}
	if c.Bool("json") {
		list := []clusterJSON{}
		for _, cluster := range shown {
			list = append(list, newClusterJSON(cluster))
		}
		return printJSON(c.App.Writer, map[string]any{"total": len(chosen), "records": recordsIn(chosen), "clusters": list})
	}
	return printClusters(c.App.Writer, s, shown, chosen, clusters)
}

// chooseClusters returns the clusters that are of certain kinds, if any are
// given, and of which a record is found by a query.
func chooseClusters(c *cli.Context, s *store.Snapshot, clusters *duplicate.Clusters, q query.Query, kinds duplicate.Kinds) ([]*duplicate.Cluster, error) {
	wanted := map[int]bool{}
	if q.Root != nil {
		o, err := queryOptions(c)
		if err != nil {
			return nil, err
		}
		o.PerGame = 1
		ids, err := gamesOf(c.Context, s, q, o)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if number, _, ok := clusters.Of(id); ok {
				wanted[number] = true
			}
		}
	}
	var chosen []*duplicate.Cluster
	for number, cluster := range clusters.All() {
		if (q.Root == nil || wanted[number]) && (kinds == 0 || cluster.Kinds()&kinds != 0) {
			chosen = append(chosen, cluster)
		}
	}
	return chosen, nil
}

func recordsIn(clusters []*duplicate.Cluster) int {
	n := 0
	for _, c := range clusters {
		n += len(c.Members)
	}
	return n
}

// printClusters prints a list.
func printClusters(w io.Writer, s *store.Snapshot, shown, chosen []*duplicate.Cluster, all *duplicate.Clusters) error {
	t := newTable("game", "black", "white", "date", "result", "moves", "others", "kind", "because it")
	t.alignRight(0, 5)
	width := 30
	if terminal := terminalWidth(w); terminal > 0 {
		width = max(12, (terminal-76)/2)
	}
	t.limit(1, width)
	t.limit(2, width)
	t.limit(3, 16)
	t.limit(4, 10)
	for _, cluster := range shown {
		g, err := describe(s, cluster.Preferred())
		if err != nil {
			return err
		}
		t.row(fmt.Sprint(g.ID), g.Black, g.White, g.Date, g.Result, fmt.Sprint(g.Moves), idList(othersOf(cluster)), cluster.Kinds().String(), cluster.Reason().String())
	}
	if err := t.print(w); err != nil {
		return err
	}
	if all.Len() == 0 {
		_, err := fmt.Fprintln(w, "no game has more than one record")
		return err
	}
	line := fmt.Sprintf("%s with %s records", gamesWord(len(chosen)), number(recordsIn(chosen)))
	if len(shown) < len(chosen) {
		line = fmt.Sprintf("%s of %s shown (--limit 0 for all)", number(len(shown)), line)
	}
	if len(chosen) < all.Len() {
		line += fmt.Sprintf(", of %s in the archive", number(all.Len()))
	}
	_, err := fmt.Fprintln(w, line)
	return err
}

func gamesWord(n int) string {
	if n == 1 {
		return "1 game"
	}
	return number(n) + " games"
}

// othersOf returns the members that are not preferred, ascending.
func othersOf(c *duplicate.Cluster) []store.GameID {
	var ids []store.GameID
	for _, m := range c.Members[1:] {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return ids
}

// clusterJSON is a cluster as JSON.
type clusterJSON struct {
	Preferred store.GameID `json:"preferred"`
	Because   string       `json:"because"`
	Records   []memberJSON `json:"records"` // in order of preference
}

type memberJSON struct {
	ID    store.GameID `json:"id"`
	Kinds []string     `json:"kinds"`
}

func newClusterJSON(c *duplicate.Cluster) clusterJSON {
	j := clusterJSON{Preferred: c.Preferred(), Because: c.Reason().String()}
	for _, m := range c.Members {
		j.Records = append(j.Records, memberJSON{m.ID, kindNames(m.Kinds)})
	}
	return j
}

func kindNames(k duplicate.Kinds) []string {
	if k == 0 {
		return []string{}
	}
	return strings.Split(k.String(), ", ")
}

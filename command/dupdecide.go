package command

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/duplicate"
	"kifudb/user"
)

func dupPreferCommand() *cli.Command {
	return &cli.Command{
		Name:      "prefer",
		Usage:     "let a record stand for its game",
		ArgsUsage: "ID",
		UsageText: "kifudb dup prefer 123",
		Action: func(c *cli.Context) error {
			return decide(c, 1, 1, func(t *trial) error {
				id := t.ids[0]
				if _, _, ok := t.clusters.Of(id); !ok {
					return notDuplicate(id)
				}
				if err := t.view.Decide(c.Context, user.Decision{Kind: user.Prefer, Games: t.ids}); err != nil {
					return err
				}
				return t.say("record %d stands for its game", id)
			})
		},
	}
}

func dupIgnoreCommand() *cli.Command {
	return &cli.Command{
		Name:      "ignore",
		Usage:     "say that a record is no duplicate, or that two are not of one game",
		ArgsUsage: "ID [ID]",
		UsageText: `kifudb dup ignore 123        record 123 is of a game of its own
kifudb dup ignore 123 456    these two are not of one game`,
		Action: func(c *cli.Context) error {
			return decide(c, 1, 2, func(t *trial) error {
				number, _, ok := t.clusters.Of(t.ids[0])
				if !ok {
					return notDuplicate(t.ids[0])
				}
				if len(t.ids) == 1 {
					if err := t.view.Decide(c.Context, user.Decision{Kind: user.Alone, Games: t.ids}); err != nil {
						return err
					}
					return t.say("record %d is no duplicate any more", t.ids[0])
				}
				if other, _, ok := t.clusters.Of(t.ids[1]); !ok || other != number {
					return fmt.Errorf("records %d and %d do not count as one game", t.ids[0], t.ids[1])
				}
				if err := t.view.Decide(c.Context, user.Decision{Kind: user.Apart, Games: inOrder(t.ids[0], t.ids[1])}); err != nil {
					return err
				}
				return t.say("records %d and %d are not of one game", t.ids[0], t.ids[1])
			})
		},
	}
}

func dupSameCommand() *cli.Command {
	return &cli.Command{
		Name:      "same",
		Usage:     "say that records are of one game",
		ArgsUsage: "ID ID...",
		UsageText: "kifudb dup same 123 456",
		Action: func(c *cli.Context) error {
			return decide(c, 2, 100, func(t *trial) error {
				for _, id := range t.ids[1:] {
					if err := t.view.Decide(c.Context, user.Decision{Kind: user.Same, Games: inOrder(t.ids[0], id)}); err != nil {
						return err
					}
				}
				return t.say("these are records of one game")
			})
		},
	}
}

func dupUndoCommand() *cli.Command {
	return &cli.Command{
		Name:      "undo",
		Usage:     "forget what was decided about a record",
		ArgsUsage: "ID",
		UsageText: "kifudb dup undo 123",
		Action: func(c *cli.Context) error {
			return decide(c, 1, 1, func(t *trial) error {
				gone, err := t.view.Undecide(t.ids[0])
				if err != nil {
					return err
				}
				if len(gone) == 0 {
					return fmt.Errorf("nothing was decided about record %d", t.ids[0])
				}
				for _, d := range gone {
					if _, err := fmt.Fprintf(c.App.Writer, "forgotten: %s: %s\n", idList(d.Games), d.Kind); err != nil {
						return err
					}
				}
				return t.say("")
			})
		},
	}
}

func notDuplicate(id archive.GameID) error {
	return fmt.Errorf("record %d has no duplicates; 'kifudb dup same' says that records are of one game", id)
}

func inOrder(a, b archive.GameID) []archive.GameID { return []archive.GameID{min(a, b), max(a, b)} }

// A trial is a decision about to be made.
type trial struct {
	c        *cli.Context
	view     *archive.View
	clusters *duplicate.Clusters // before the decision
	ids      []archive.GameID    // different live games
}

// decide reads the arguments of a command that decides.
func decide(c *cli.Context, least, most int, do func(*trial) error) error {
	if c.NArg() < least || c.NArg() > most {
		return usage("dup %s needs %s", c.Command.Name, c.Command.ArgsUsage)
	}
	v, clusters, done, err := openClusters(c)
	if err != nil {
		return err
	}
	defer done()
	t := &trial{c, v, clusters, nil}
	seen := map[archive.GameID]bool{}
	for _, word := range c.Args().Slice() {
		if !gameForm.MatchString(word) {
			return usage("%q is not the number of a game", word)
		}
		ids, err := v.Numbered([]string{word})
		if err != nil {
			return err
		}
		id := ids[0]
		if seen[id] {
			return usage("record %d is named twice", id)
		}
		seen[id] = true
		t.ids = append(t.ids, id)
	}
	return do(t)
}

// say tells what was decided and what has become of the game.
func (t *trial) say(format string, args ...any) error {
	w := t.c.App.Writer
	if format != "" {
		if _, err := fmt.Fprintf(w, format+"\n", args...); err != nil {
			return err
		}
	}
	said := map[archive.GameID]bool{}
	for _, id := range t.ids {
		cluster, ok, err := t.view.ClusterOf(t.c.Context, id)
		if err != nil {
			return err
		}
		if !ok {
			if _, err := fmt.Fprintf(w, "record %d counts by itself\n", id); err != nil {
				return err
			}
			continue
		}
		if said[cluster.Preferred] {
			continue
		}
		said[cluster.Preferred] = true
		if _, err := fmt.Fprintf(w, "%d stands for %s: it %s\n", cluster.Preferred, idList(cluster.Others()), cluster.Because); err != nil {
			return err
		}
	}
	return nil
}

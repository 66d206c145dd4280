package book

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
)

func dupPreferCommand() *cli.Command {
	return &cli.Command{
		Name:      "prefer",
		Usage:     "let a record stand for its game",
		ArgsUsage: "ID",
		UsageText: "kifudb dup prefer 123",
		Action:    decision(1, 1, runDupPrefer),
	}
}

func runDupPrefer(ctx context.Context, t *trial) error {
	if err := t.hasOthers(ctx, t.ids[0]); err != nil {
		return err
	}
	if err := t.view.Decide(ctx, archive.Decision{Kind: archive.Prefer, Games: t.ids}); err != nil {
		return err
	}
	return t.say(ctx, "record %d stands for its game", t.ids[0])
}

func dupIgnoreCommand() *cli.Command {
	return &cli.Command{
		Name:      "ignore",
		Usage:     "say that a record is not a duplicate, or that two are different games",
		ArgsUsage: "ID [ID]",
		UsageText: `kifudb dup ignore 123        record 123 is a game of its own
kifudb dup ignore 123 456    these two are different games`,
		Action: decision(1, 2, runDupIgnore),
	}
}

func runDupIgnore(ctx context.Context, t *trial) error {
	if err := t.hasOthers(ctx, t.ids[0]); err != nil {
		return err
	}
	if len(t.ids) == 1 {
		if err := t.view.Decide(ctx, archive.Decision{Kind: archive.Alone, Games: t.ids}); err != nil {
			return err
		}
		return t.say(ctx, "record %d is no longer a duplicate", t.ids[0])
	}
	cluster, _, err := t.view.ClusterOf(ctx, t.ids[0])
	if err != nil {
		return err
	}
	if !cluster.Has(t.ids[1]) {
		return fmt.Errorf("records %d and %d do not count as one game", t.ids[0], t.ids[1])
	}
	if err := t.view.Decide(ctx, archive.Decision{Kind: archive.Apart, Games: ascending(t.ids[0], t.ids[1])}); err != nil {
		return err
	}
	return t.say(ctx, "records %d and %d are not of one game", t.ids[0], t.ids[1])
}

func dupSameCommand() *cli.Command {
	return &cli.Command{
		Name:      "same",
		Usage:     "say that records are the same game",
		ArgsUsage: "ID ID...",
		UsageText: "kifudb dup same 123 456",
		Action:    decision(2, 100, runDupSame),
	}
}

func runDupSame(ctx context.Context, t *trial) error {
	var decisions []archive.Decision
	for _, id := range t.ids[1:] {
		decisions = append(decisions, archive.Decision{Kind: archive.Same, Games: ascending(t.ids[0], id)})
	}
	if err := t.view.Decide(ctx, decisions...); err != nil {
		return err
	}
	return t.say(ctx, "these are records of one game")
}

func dupUndoCommand() *cli.Command {
	return &cli.Command{
		Name:      "undo",
		Usage:     "forget what was decided about a record",
		ArgsUsage: "ID",
		UsageText: "kifudb dup undo 123",
		Action:    decision(1, 1, runDupUndo),
	}
}

func runDupUndo(ctx context.Context, t *trial) error {
	gone, err := t.view.Undecide(t.ids[0])
	if err != nil {
		return err
	}
	if len(gone) == 0 {
		return fmt.Errorf("nothing was decided about record %d", t.ids[0])
	}
	for _, d := range gone {
		if _, err := fmt.Fprintf(t.Out, "forgotten: %s: %s\n", run.IDList(d.Games), d.Kind); err != nil {
			return err
		}
	}
	return t.say(ctx, "")
}

func ascending(a, b archive.GameID) []archive.GameID {
	return []archive.GameID{min(a, b), max(a, b)}
}

// decideOptions name the records about which something is decided.
type decideOptions struct {
	archive string
	games   []string
}

// A trial is a decision about to be made.
type trial struct {
	run.Streams
	view *archive.View
	ids  []archive.GameID // different live games
}

// decision makes a command of what decides about so many records.
func decision(least, most int, do func(context.Context, *trial) error) cli.ActionFunc {
	options := func(c *cli.Context) (o decideOptions, err error) {
		if c.NArg() < least || c.NArg() > most {
			return o, run.Usage("dup %s needs %s", c.Command.Name, c.Command.ArgsUsage)
		}
		o.games = c.Args().Slice()
		for _, word := range o.games {
			if !gameForm().MatchString(word) {
				return o, run.Usage("%q is not the number of a game", word)
			}
		}
		o.archive, err = run.ArchivePath(c)
		return o, err
	}
	return run.Action(options, func(ctx context.Context, o decideOptions, s run.Streams) error {
		v, done, err := run.OpenView(o.archive, s)
		if err != nil {
			return err
		}
		defer done()
		t := &trial{Streams: s, view: v}
		if err := t.name(o.games); err != nil {
			return err
		}
		return do(ctx, t)
	})
}

// name finds the records that are named.
func (t *trial) name(words []string) error {
	seen := map[archive.GameID]bool{}
	for _, word := range words {
		ids, err := t.view.Numbered([]string{word})
		if err != nil {
			return err
		}
		id := ids[0]
		if seen[id] {
			return run.Usage("record %d is named twice", id)
		}
		seen[id] = true
		t.ids = append(t.ids, id)
	}
	return nil
}

// hasOthers says that a record has no duplicates, if that is so.
func (t *trial) hasOthers(ctx context.Context, id archive.GameID) error {
	_, ok, err := t.view.ClusterOf(ctx, id)
	if err == nil && !ok {
		err = fmt.Errorf("record %d has no duplicates; 'kifudb dup same' declares records to be one game", id)
	}
	return err
}

// say tells what was decided and what has become of the game.
func (t *trial) say(ctx context.Context, format string, args ...any) error {
	if format != "" {
		if _, err := fmt.Fprintf(t.Out, format+"\n", args...); err != nil {
			return err
		}
	}
	said := map[archive.GameID]bool{}
	for _, id := range t.ids {
		cluster, ok, err := t.view.ClusterOf(ctx, id)
		if err != nil {
			return err
		}
		if !ok {
			if _, err := fmt.Fprintf(t.Out, "record %d counts by itself\n", id); err != nil {
				return err
			}
			continue
		}
		if said[cluster.Preferred] {
			continue
		}
		said[cluster.Preferred] = true
		if _, err := fmt.Fprintf(t.Out, "%d stands for %s: it %s\n", cluster.Preferred, run.IDList(cluster.Others()), cluster.Because); err != nil {
			return err
		}
	}
	return nil
}

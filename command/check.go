package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "derive everything again from the raw records and compare",
		UsageText: `kifudb check               list faults, or report that there are none
kifudb check --sample 200  look at some games only, which takes a moment
kifudb check --repair      repair faults
kifudb check --repair --from backup.kifudb`,
		Description: `Reads every record, derives its facts, texts, keys and columns again, and compares
them with what is stored and indexed. Verifies the checksums of all files, the
ledger of imports, and the file of tags and notes; looks for duplicates again, and
compares. Faults are printed to standard output, one per line.

With --sample, check derives random games again and compares them with everything that
is stored about them. It skips checks that do not belong to a single game, such as checksums
of files and the index of words.

With --repair, check rebuilds damaged parts from the records: the index of comments,
if nothing else is damaged, otherwise the whole segment of up to 65,536 games. It restores
damaged records from their parity, which repairs up to two pages of
512 to 4,096 bytes in each 128, and longer runs in large files. If that is not
enough, it reads the records again from their original files, and then from
the backups and archives that --from names: files, folders, s3://bucket/prefix.
A message lists the records that it cannot find. --give-up continues without them,
and names the files they came from.
Tags, notes, removals and the ledger of imports are each stored twice, and check
repairs one copy from the other. Data that is gone from both stays a fault: put the
files back from a backup, or continue without the data with --accept-loss. At the end
check runs once more.

Exit status 3: there are faults; with --repair, some are left.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "sample", DefaultText: "all", Usage: "check `N` games chosen at random"},
			&cli.Uint64Flag{Name: "seed", DefaultText: "by chance", Usage: "choose the games by this number, as printed by an earlier check"},
			&cli.BoolFlag{Name: "repair", Usage: "rebuild what is damaged"},
			&cli.StringSliceFlag{Name: "from", Usage: "with --repair: look for lost records in this backup or archive, `PLACE`"},
			&cli.BoolFlag{Name: "give-up", Usage: "with --repair: give up games whose records cannot be read"},
			&cli.BoolFlag{Name: "accept-loss", Usage: "with --repair: continue without tags, notes, removals and ledger entries that are gone"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: run.Action(newCheckOptions, runCheck),
	}
}

type checkOptions struct {
	archive string
	sample  int
	seed    *uint64 // nil for any
	repair  bool
	giveUp  bool
	accept  bool
	from    []string
}

func newCheckOptions(c *cli.Context) (o checkOptions, err error) {
	o.sample, o.repair, o.from = c.Int("sample"), c.Bool("repair"), c.StringSlice("from")
	o.giveUp, o.accept = c.Bool("give-up"), c.Bool("accept-loss")
	if c.IsSet("seed") {
		seed := c.Uint64("seed")
		o.seed = &seed
	}
	switch {
	case c.IsSet("sample") && o.sample <= 0:
		return o, run.Usage("--sample needs a number of games")
	case o.seed != nil && o.sample == 0:
		return o, run.Usage("--seed is for --sample")
	case o.giveUp && !o.repair:
		return o, run.Usage("--give-up is for --repair")
	case len(o.from) > 0 && !o.repair:
		return o, run.Usage("--from is for --repair")
	case o.accept && !o.repair:
		return o, run.Usage("--accept-loss is for --repair")
	case o.sample > 0 && o.repair:
		return o, run.Usage("--repair looks at everything; leave --sample out")
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runCheck(ctx context.Context, o checkOptions, s run.Streams) error {
	if o.repair {
		return runRepair(ctx, o, s)
	}
	a, err := run.OpenArchive(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	progress := run.NewProgress(ctx, s, "stopping")
	check := archive.Check{Sample: o.sample, Seed: o.seed, Report: progress.Job}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if !s.JSON {
		check.Fault = func(fault string) {
			if _, err := fmt.Fprintln(s.Out, plaintext.Printable(fault)); err != nil {
				stop(err) // nobody reads them
			}
		}
	}
	done, err := a.Check(ctx, &check)
	progress.Finish()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	case s.JSON:
		err = terminal.PrintJSON(s.Out, done)
	}
	switch {
	case err != nil:
		return err
	case len(done.Faults) > 0:
		return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("check: %s found; 'kifudb check --repair' mends what can be mended", phrase.Count(len(done.Faults), "fault"))}
	case s.JSON:
		return nil
	}
	return printSound(s.Out, done)
}

func printSound(w io.Writer, c *archive.Checked) error {
	if c.Sample {
		_, err := fmt.Fprintf(w, "a sample of %s of %s checked (--seed %d): records, facts, texts and indexes agree\n", phrase.Number(c.Games), phrase.Games(c.Of), *c.Seed)
		return err
	}
	_, err := fmt.Fprintf(w, "%s checked: records, facts, texts and indexes agree\n", phrase.Games(c.Games))
	return err
}

func runRepair(ctx context.Context, o checkOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, &archive.Options{Damaged: true})
	if err != nil {
		return err
	}
	defer a.Close()
	progress := run.NewProgress(ctx, s, "stopping")
	var opening archive.Options
	if err := run.WithObjects(&opening, o.from...); err != nil {
		return err
	}
	repair := archive.Repair{GiveUp: o.giveUp, AcceptLoss: o.accept, From: o.from, Opening: &opening, Report: progress.Job}
	if !s.JSON {
		repair.Each = func(m *archive.SegmentRepair) { printMending(s.Out, m) }
	}
	r, err := a.Repair(ctx, &repair)
	progress.Finish()
	if err != nil {
		return err
	}
	if s.JSON {
		err = terminal.PrintJSON(s.Out, r)
	} else {
		err = printRepaired(s.Out, r)
	}
	switch {
	case err != nil:
		return err
	case slices.ContainsFunc(r.Segments, func(m archive.SegmentRepair) bool { return !m.Mended && m.Segment != "" }):
		return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("check: records cannot be read, see above; name a backup or another archive with --from, or give these games up with --give-up")}
	case r.Left > 0 || len(r.Faults) > 0:
		return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("check: %s left, see above; restore the files named from a backup, or continue without what is lost: --accept-loss", phrase.Count(max(len(r.Faults), r.Left), "fault"))}
	}
	return nil
}

func printRepaired(w io.Writer, r *archive.Repaired) error {
	var b strings.Builder
	for _, line := range r.Besides {
		fmt.Fprintln(&b, plaintext.Printable(line))
	}
	for _, fault := range r.Faults {
		fmt.Fprintln(&b, plaintext.Printable("left: "+fault))
	}
	if len(r.Segments)+len(r.Besides)+len(r.Faults) == 0 {
		b.WriteString("nothing is damaged\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printMending says what was wrong with a segment and what was done about it.
func printMending(w io.Writer, m *archive.SegmentRepair) {
	const most = 20
	for i, fault := range m.Faults {
		if i == most {
			fmt.Fprintf(w, "... and %s more (--json lists all)\n", phrase.Count(len(m.Faults)-most, "fault"))
			break
		}
		fmt.Fprintln(w, plaintext.Printable(fault))
	}
	what := "rebuilt from their records"
	if m.Pages > 0 {
		what += fmt.Sprintf("; %s restored by parity", phrase.Count(m.Pages, "damaged page"))
	}
	if m.Found > 0 {
		what += fmt.Sprintf("; records of %s found in other files", phrase.Games(m.Found))
	}
	if len(m.Lost) > 0 {
		for _, l := range m.Lost {
			file := phrase.NearFile(l.File)
			if file == "" {
				file = "a file that is no longer known"
			}
			fmt.Fprintln(w, plaintext.Printable(fmt.Sprintf("game %d is lost, it came from %s", l.ID, file)))
		}
		what = fmt.Sprintf("rebuilt without %s; 'kifudb import --reread' with these files brings back what they still hold", phrase.Games(len(m.Lost)))
	}
	if m.Comments {
		what = "comments indexed again"
	}
	if !m.Mended {
		what = "not mended: " + m.Error
	}
	if m.Segment == "" {
		if m.Mended {
			what = "rebuilt from what the segments say about themselves; 'kifudb remove --list' shows which games are removed"
		}
		fmt.Fprintln(w, plaintext.Printable("manifest: "+what))
		return
	}
	which := fmt.Sprintf("games %d to %d", m.First, m.Last)
	if m.First == m.Last {
		which = fmt.Sprintf("game %d", m.First)
	}
	fmt.Fprintln(w, plaintext.Printable(which+": "+what))
}

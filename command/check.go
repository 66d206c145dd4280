package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/indexer"
	"kifudb/ledger"
	"kifudb/store"
	"kifudb/user"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "derive everything again from the raw records and compare",
		UsageText: `kifudb check               say what is wrong, or that nothing is
kifudb check --sample 200  look at some games only, which takes a moment
kifudb check --repair      mend what is wrong`,
		Description: `Reads every record, derives its facts, texts, keys and columns again and
compares them with what is stored and indexed; checks the checksums of all
files, whether the ledger of imports adds up, and the file of tags and notes;
finds the records of one game again and compares. Faults go to standard output,
one a line.

With --sample, games chosen by chance are derived again and compared with
everything that is stored of them; what concerns no single game, such as
checksums of files and the index of words, is not looked at.

With --repair, what is damaged is built anew from the records: the comments
alone, if only they are, otherwise the segment, of up to 65,536 games. Records
themselves cannot be built from anything; if some cannot be read, the message
says which games, and the file is to be taken from a backup. If there is none,
--give-up goes on without them, and says from which files they came. Tags and
notes are mended of their second copy; what the ledger of imports says of games
that are not there is dropped. At the end everything is checked again.

Exit status 3: faults were found; with --repair, some are left.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "sample", Usage: "check `N` games chosen by chance"},
			&cli.Uint64Flag{Name: "seed", Usage: "choose the games by this number, as an earlier check said it"},
			&cli.BoolFlag{Name: "repair", Usage: "build anew what is damaged"},
			&cli.BoolFlag{Name: "give-up", Usage: "with --repair: go on without games of which the records cannot be read"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: runCheck,
	}
}

func runCheck(c *cli.Context) error {
	sample := c.Int("sample")
	switch {
	case c.IsSet("sample") && sample <= 0:
		return usage("--sample needs a number of games")
	case c.IsSet("seed") && sample == 0:
		return usage("--seed is for --sample")
	case c.Bool("give-up") && !c.Bool("repair"):
		return usage("--give-up is for --repair")
	case sample > 0 && c.Bool("repair"):
		return usage("--repair looks at everything; leave --sample out")
	}
	if c.Bool("repair") {
		return runRepair(c)
	}
	db, err := openArchive(c)
	if err != nil {
		return err
	}
	defer db.Close()
	faults, seed := checkAll(c.Context, db), c.Uint64("seed")
	if sample > 0 {
		if !c.IsSet("seed") {
			seed = rand.Uint64() % 1_000_000
		}
		faults = db.CheckSample(c.Context, indexer.Derive, sample, seed)
	}
	found := []string{}
	for fault := range faults {
		if c.Context.Err() != nil {
			return c.Context.Err()
		}
		found = append(found, fault.Error())
		if !c.Bool("json") {
			if _, err := fmt.Fprintln(c.App.Writer, printable(fault.Error())); err != nil {
				return err
			}
		}
	}
	if sample == 0 && len(found) == 0 {
		if err := checkDuplicates(c.Context, db); err != nil {
			found = append(found, err.Error())
			if !c.Bool("json") {
				if _, err := fmt.Fprintln(c.App.Writer, printable(err.Error())); err != nil {
					return err
				}
			}
		}
	}
	all, err := gamesIn(db)
	if err != nil && len(found) == 0 {
		return err
	}
	games := all
	if sample > 0 {
		games = min(sample, all)
	}
	if c.Bool("json") {
		out := map[string]any{"games": games, "faults": found}
		if sample > 0 {
			out["sample"], out["of"], out["seed"] = true, all, seed
		}
		if err := printJSON(c.App.Writer, out); err != nil {
			return err
		}
	}
	if len(found) > 0 {
		return &exitError{ExitPartial, fmt.Errorf("check: %s faults found; 'kifudb check --repair' mends what can be mended", number(len(found)))}
	}
	if c.Bool("json") {
		return nil
	}
	return printSound(c.App.Writer, games, all, sample > 0, seed)
}

// checkAll checks the archive, the ledger of its imports and what the user added.
func checkAll(ctx context.Context, db *store.DB) iter.Seq[error] {
	return func(yield func(error) bool) {
		own := func(yield func(error) bool) {
			for _, fault := range user.Of(db).Check() {
				if !yield(fault) {
					return
				}
			}
		}
		for _, faults := range []iter.Seq[error]{db.Check(ctx, indexer.Derive), ledger.Open(db.Dir()).Check(ctx, db), own} {
			for fault := range faults {
				if !yield(fault) {
					return
				}
			}
		}
	}
}

func printSound(w io.Writer, games, all int, sample bool, seed uint64) error {
	if sample {
		_, err := fmt.Fprintf(w, "a sample of %s of %s games checked (--seed %d): records, facts, texts and indexes agree\n", number(games), number(all), seed)
		return err
	}
	_, err := fmt.Fprintf(w, "%s games checked: records, facts, texts and indexes agree\n", number(games))
	return err
}

func runRepair(c *cli.Context) error {
	db, err := openOutdated(c)
	if err != nil {
		return err
	}
	defer db.Close()
	mended, left := 0, 0
	segments := []map[string]any{}
	report := func(m store.Mending) {
		if m.Err == nil {
			mended++
		} else {
			left++
		}
		faults := []string{}
		for _, fault := range m.Faults {
			faults = append(faults, fault.Error())
		}
		segment := map[string]any{"segment": m.Segment, "first": m.First, "last": m.Last, "faults": faults, "mended": m.Err == nil}
		if m.Err != nil {
			segment["error"] = m.Err.Error()
		}
		if len(m.Lost) > 0 {
			lost := []map[string]any{}
			for _, l := range m.Lost {
				lost = append(lost, map[string]any{"id": l.ID, "file": l.File})
			}
			segment["lost"] = lost
		}
		segments = append(segments, segment)
		if !c.Bool("json") {
			printMending(c.App.Writer, m)
		}
	}
	err = db.Repair(c.Context, indexer.Derive, &store.RepairOptions{GiveUp: c.Bool("give-up"), Report: report})
	if err != nil && left == 0 { // not about records
		return err
	}
	besides, err := repairBesides(c.Context, db)
	if err != nil {
		besides = append(besides, err.Error())
	}
	faults := []string{}
	for fault := range checkAll(c.Context, db) { // what is left decides
		if c.Context.Err() != nil {
			return c.Context.Err()
		}
		faults = append(faults, fault.Error())
	}
	if c.Bool("json") {
		err := printJSON(c.App.Writer, map[string]any{"mended": mended, "left": left, "segments": segments, "besides": besides, "faults": faults})
		if err != nil {
			return err
		}
	} else if err := printRepaired(c.App.Writer, mended+left, besides, faults); err != nil {
		return err
	}
	switch {
	case left > 0:
		return &exitError{ExitPartial, fmt.Errorf("check: records cannot be read, see above; put the files back from a backup, or give these games up with --give-up")}
	case len(faults) > 0:
		return &exitError{ExitPartial, fmt.Errorf("check: %s left, see above; put what is named back from a backup", countWord(len(faults), "fault"))}
	}
	return nil
}

// repairBesides mends what lies beside the segments, and says what was done.
func repairBesides(ctx context.Context, db *store.DB) (mended []string, err error) {
	mended, err = user.Of(db).Repair()
	if mended == nil {
		mended = []string{}
	}
	if err != nil {
		return mended, err
	}
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		return mended, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	more, err := ledger.Open(db.Dir()).Repair(ctx, db)
	return append(mended, more...), err
}

func printRepaired(w io.Writer, segments int, besides, faults []string) error {
	var b strings.Builder
	for _, line := range besides {
		fmt.Fprintln(&b, printable(line))
	}
	for _, fault := range faults {
		fmt.Fprintln(&b, printable("left: "+fault))
	}
	if segments+len(besides)+len(faults) == 0 {
		b.WriteString("nothing is damaged\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printMending says what was wrong with a segment and what was done about it.
func printMending(w io.Writer, m store.Mending) {
	const most = 20
	for i, fault := range m.Faults {
		if i == most {
			fmt.Fprintf(w, "... and %s faults more\n", number(len(m.Faults)-most))
			break
		}
		fmt.Fprintln(w, printable(fault.Error()))
	}
	what := "built anew from their records"
	if len(m.Lost) > 0 {
		for _, l := range m.Lost {
			file := l.File
			if file == "" {
				file = "a file that is not known any more"
			}
			fmt.Fprintln(w, printable(fmt.Sprintf("game %d is lost, it came from %s", l.ID, file)))
		}
		what = fmt.Sprintf("built anew without %s; 'kifudb import --reread' of these files brings back what they still hold", countOf(len(m.Lost)))
	}
	if m.Comments {
		what = "comments indexed again"
	}
	if m.Err != nil {
		what = "not mended: " + m.Err.Error()
	}
	if m.Segment == "" {
		if m.Err == nil {
			what = "made anew of what the segments say of themselves; 'kifudb remove --list' shows which games are removed"
		}
		fmt.Fprintln(w, printable("manifest: "+what))
		return
	}
	which := fmt.Sprintf("games %d to %d", m.First, m.Last)
	if m.First == m.Last {
		which = fmt.Sprintf("game %d", m.First)
	}
	fmt.Fprintln(w, printable(which+": "+what))
}

package book

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

// EvaluationsCommand is the command evaluations.
func EvaluationsCommand() *cli.Command {
	return &cli.Command{
		Name:  "evaluations",
		Usage: "keep analyses by engines beside the records",
		UsageText: `kifudb evaluations import analysis.jsonl --view black   of KataGo's analysis engine
kifudb evaluations list                                 which analyses there are
kifudb evaluations remove 3                             forget one
kifudb evaluations export '*' -o all.jsonl              for other archives
kifudb search 'loss:>5'                                 ask about what moves lost`,
		Description: `Records never change: analyses are kept in a file beside them. Games with an analysis
are found, listed, counted and shown like games whose records have evaluations.
Of a position the newest analysis counts, then older ones, then the record. Values of
two analyses are never subtracted from each other. See doc/EVALUATIONS.md.`,
		Subcommands: []*cli.Command{
			evaluationsImportCommand(),
			evaluationsListCommand(),
			evaluationsRemoveCommand(),
			evaluationsExportCommand(),
		},
	}
}

func evaluationsImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "read files of KataGo's analysis engine, and keep them beside the games that they are about",
		ArgsUsage: "FILE...",
		UsageText: `kifudb evaluations import analysis.jsonl --view black
kifudb evaluations import requests.jsonl answers.jsonl --view mover
kifudb evaluations import gtp.log --view mover
kifudb evaluations import answers.jsonl --dry-run`,
		Description: `The files have the lines that were sent to 'katago analysis' and those that it
answered, in one file or in several. Its log, with logAllRequests and
logAllResponses, is such a file, too. A request is about the games whose main line
has its stones and moves; if there are none, about longer games that begin with
them. The komi must be that of the record, if both are known. Answers without
requests need an id that is the digest of a record or the name of its file. A log of
'katago gtp' or another engine with kata-analyze or lz-analyze is replayed.

Whose the values are is a setting of the engine, reportAnalysisWinratesAs, which
its answers do not state. Unless the requests state it, say it with --view. Otherwise
the values are shown as unclear and compared with none.

Reading a file of the same name again replaces what it said of each game.

Exit status 3: something in the files could not be read, or is about no game.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "view", Usage: "whose the values are: `VIEW` is black, white, or mover for who is to move"},
			&cli.StringFlag{Name: "engine", Usage: "`NAME` of the engine, such as that of its net; otherwise KataGo"},
			&cli.BoolFlag{Name: "any-komi", Usage: "also of games with another komi than the analysis"},
			dryRunFlag(),
			run.JSONFlag(),
		},
		Action: run.Action(newEvaluationsImportOptions, runEvaluationsImport),
	}
}

type evaluationsImportOptions struct {
	archive string
	take    archive.TakeEvaluations
}

func newEvaluationsImportOptions(c *cli.Context) (o evaluationsImportOptions, err error) {
	if c.NArg() == 0 {
		return o, run.Usage("evaluations import needs a file")
	}
	o.take = archive.TakeEvaluations{Files: c.Args().Slice(), View: c.String("view"), Engine: c.String("engine"), AnyKomi: c.Bool("any-komi"), DryRun: c.Bool("dry-run")}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runEvaluationsImport(ctx context.Context, o evaluationsImportOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	progress := run.NewProgress(ctx, s, "stopping")
	o.take.Report = progress.Job
	taken, err := v.TakeEvaluations(ctx, &o.take)
	progress.Finish()
	if err != nil {
		return err
	}
	if s.JSON {
		err = terminal.PrintJSON(s.Out, taken)
	} else {
		_, err = fmt.Fprint(s.Out, evaluationsTaken(taken))
	}
	if err == nil && !taken.Whole() {
		return &run.Error{Status: run.ExitPartial}
	}
	return err
}

// evaluationsTaken says what was taken from files.
func evaluationsTaken(t *archive.EvaluationsTaken) string {
	var b strings.Builder
	kept := "kept"
	if t.DryRun {
		kept = "would be kept"
	}
	fmt.Fprintf(&b, "%s in %s %s", phrase.Count(t.Positions, "evaluation"), phrase.Games(t.Games), kept)
	var numbers []string
	for _, source := range t.Sources {
		numbers = append(numbers, strconv.Itoa(source.Number))
	}
	if len(numbers) > 0 {
		fmt.Fprintf(&b, ", as analysis %s", strings.Join(numbers, ", "))
	}
	b.WriteString("\n")
	say := func(n int, format string, args ...any) {
		if n > 0 {
			fmt.Fprintf(&b, format+"\n", args...)
		}
	}
	say(t.Unclear, "%s: nobody can tell whose the values are; they are shown as unclear. If you know it, import again with --view", phrase.Count(t.Unclear, "evaluation"))
	say(t.Unmatched, "%s about no game of this archive", phrase.Count(t.Unmatched, "request"))
	say(t.OtherKomi, "%s with another komi than the record with these moves; --any-komi takes them", phrase.Count(t.OtherKomi, "request"))
	say(t.Shared, "%s the beginning of several games; each has the values", countAre(t.Shared, "request"))
	say(t.TooMany, "%s the beginning of more than 100 games and left out", countAre(t.TooMany, "request"))
	say(t.Orphans, "%s without a request, and with an id that names no game", phrase.Count(t.Orphans, "answer"))
	say(t.Interim, "%s from before the end of an analysis do not count", phrase.Count(t.Interim, "answer"))
	say(t.Repeated, "%s repeated after the game was complete do not count", phrase.Count(t.Repeated, "answer"))
	say(t.Refused, "%s refused: values that cannot be, or turns that the game does not have", phrase.Count(t.Refused, "answer"))
	say(t.Unread, "%s could not be read; the first is %s", phrase.Count(t.Unread, "line"), t.FirstBad)
	return b.String()
}

func countAre(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return phrase.Count(n, what) + " are"
}

func evaluationsListCommand() *cli.Command {
	return &cli.Command{
		Name:        "list",
		Usage:       "list the analyses that are kept beside the records",
		UsageText:   "kifudb evaluations list",
		Description: "The newest comes first: of a position that several evaluated, it counts.",
		Flags:       []cli.Flag{run.JSONFlag()},
		Action:      run.Action(newEvaluationsListOptions, runEvaluationsList),
	}
}

type evaluationsListOptions struct {
	archive string
	numbers []int // to be removed
}

func newEvaluationsListOptions(c *cli.Context) (o evaluationsListOptions, err error) {
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runEvaluationsList(_ context.Context, o evaluationsListOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	list, err := v.Analyses()
	if err != nil {
		return err
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, list)
	}
	if len(list.Analyses) == 0 {
		_, err := fmt.Fprintln(s.Out, "no analyses are kept beside the records; 'kifudb evaluations import FILE' reads one")
		return err
	}
	t := table.New("analysis", "engine", "values of", "games", "when", "name", "settings")
	t.AlignRight(0, 3)
	absent := 0
	for _, a := range list.Analyses {
		t.Row(strconv.Itoa(a.Number), a.Engine, a.View, phrase.Number(a.Games), a.Time, a.Name, a.Settings)
		absent += a.Absent
	}
	if err := t.Print(s.Out); err != nil {
		return err
	}
	if absent > 0 {
		if _, err := fmt.Fprintf(s.Out, "%s not in this archive; their evaluations are kept until they are\n", phrase.GamesAre(absent)); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(s.Out, "%s on the disk\n", phrase.Bytes(list.Bytes))
	return err
}

func evaluationsRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "forget analyses",
		ArgsUsage: "ANALYSIS...",
		UsageText: `kifudb evaluations list
kifudb evaluations remove 3`,
		Description: `The games are shown with older analyses, or with what their records say. This cannot be
undone, but the file can be imported again.`,
		Flags:  []cli.Flag{run.JSONFlag()},
		Action: run.Action(newEvaluationsRemoveOptions, runEvaluationsRemove),
	}
}

func newEvaluationsRemoveOptions(c *cli.Context) (o evaluationsListOptions, err error) {
	if c.NArg() == 0 {
		return o, run.Usage("evaluations remove needs the number of an analysis; 'kifudb evaluations list' shows them")
	}
	for _, arg := range c.Args().Slice() {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 {
			return o, run.Usage("%q is not the number of an analysis", arg)
		}
		if !slices.Contains(o.numbers, n) {
			o.numbers = append(o.numbers, n)
		}
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runEvaluationsRemove(_ context.Context, o evaluationsListOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	removed, err := v.RemoveAnalyses(o.numbers)
	done()
	if err != nil {
		return err
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, removed)
	}
	analyses := "1 analysis"
	if n := len(removed.Analyses); n > 1 {
		analyses = phrase.Number(n) + " analyses"
	}
	_, err = fmt.Fprintf(s.Out, "%s removed, of %s\n", analyses, phrase.Games(removed.Games))
	return err
}

func evaluationsExportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write the evaluations beside the records as lines of KataGo's analysis engine",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb evaluations export '*' -o all.jsonl
kifudb --archive OTHER evaluations import all.jsonl
kifudb evaluations export 12 --in-records -o 12.sgf     a record with its evaluations`,
		Description: `Each game is a request, whose id is the digest of the record, and its answers. The
values are Black's, and the request says so: 'kifudb evaluations import' needs no
--view. Of a position the newest analysis counts. Values of which nobody knows whose
they are, and those in records, are left out.

--in-records writes the records themselves with their evaluations, as Sabaki (SBKV,
SBKS) and LizzieYzy (LZ) write them. Records in another format than SGF are left out.

` + run.GamesHelp,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "in-records", Usage: "write records with their evaluations, rather than lines"}, run.OutputFlag(), run.ForceFlag(), run.SourceFlag(), run.FailFlag()},
		Action: run.Action(newEvaluationsExportOptions, runEvaluationsExport),
	}
}

type evaluationsExportOptions struct {
	archive string
	games   run.Selection
	output  run.Output
	records bool
	fail    bool
}

func newEvaluationsExportOptions(c *cli.Context) (o evaluationsExportOptions, err error) {
	o.games, o.output, o.records, o.fail = run.Selected(c), run.ChosenOutput(c), c.Bool("in-records"), c.Bool("fail")
	if err := o.games.Check("evaluations export"); err != nil {
		return o, err
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runEvaluationsExport(ctx context.Context, o evaluationsExportOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	ids, err := o.games.Choose(ctx, v, s)
	if err != nil {
		return err
	}
	var written *archive.EvaluationsWritten
	err = o.output.Write(s, func(w io.Writer) (err error) {
		write := v.WriteEvaluations
		if o.records {
			write = v.WriteEvaluatedRecords
		}
		written, err = write(ctx, w, ids)
		return err
	})
	if err != nil {
		return err
	}
	if !s.Quiet {
		fmt.Fprintf(s.Err, "kifudb: %s of %s written\n", phrase.Count(written.Positions, "evaluation"), phrase.Games(written.Games))
		if written.Without > 0 {
			fmt.Fprintf(s.Err, "kifudb: %s without evaluations beside the record\n", phrase.GamesAre(written.Without))
		}
		if written.Unfit > 0 {
			fmt.Fprintf(s.Err, "kifudb: %s left out, as their records have no place for evaluations\n", phrase.Games(written.Unfit))
		}
		if written.Unclear > 0 {
			fmt.Fprintf(s.Err, "kifudb: %s left out, as nobody can tell whose the values are\n", phrase.Count(written.Unclear, "evaluation"))
		}
	}
	return run.FailIfNone(o.fail, written.Games)
}

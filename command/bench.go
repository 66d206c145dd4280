package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/archive/benchmark"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

func benchCommand() *cli.Command {
	return &cli.Command{
		Name:      "bench",
		Usage:     "measure how fast your own archive answers, and how fast it grows",
		UsageText: "kifudb bench [--samples 3] [--runs 3] [--json]",
		Description: `Makes questions of every kind from the games of your archive: whole boards, corners,
sides, shapes, sequences, names, dates, results, tables, lists. It runs this program
for each of them as you would, and prints the time that each takes:

  page    kifudb search QUERY          the first page, and the number of games
  count   kifudb search --count QUERY
  next    kifudb next QUERY            the moves played next, with all results
  all     all games: sorted, as a table, as CSV

Times are milliseconds of processor time from the start of the program to its end,
the shortest of several runs. If the questions of a kind differ, the table has a range.
On a busy machine processor time means more than the time on a clock. --json has both,
and also the first run, the bytes that it read from the disk, and each single question.
The same games and the same --seed give the same questions.

Then bench imports a sample of the records from a zip into a temporary archive. It adds
one game to a copy of your archive: a temporary folder beside it that shares its
segments and takes no space. It does not change your archive.

--program measures another build of kifudb with the same questions:
  kifudb bench --json > new.json
  kifudb bench --json --program ./kifudb-old --archive archive-of-old > old.json
If the other build cannot answer a question, for example because it lacks an option, the
table has a –, its message is printed at the end, and the exit status is 3.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "samples", Value: 3, Usage: "ask `N` questions of each kind"},
			&cli.IntFlag{Name: "runs", Value: 3, Usage: "ask each `N` times"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "choose other games with another `NUMBER`"},
			&cli.StringSliceFlag{Name: "kind", Usage: "ask only kinds of questions that have `TEXT` in their names; may be repeated"},
			&cli.IntFlag{Name: "import", Value: 2000, Usage: "import `N` records, and add one; 0 for neither"},
			&cli.StringFlag{Name: "program", Usage: "measure the program in `FILE`"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON with everything"},
		},
		Action: run.Action(newBenchOptions, runBench),
	}
}

type benchOptions struct {
	archive       string
	program       string
	samples, runs int
	seed          uint64
	kinds         []string
	sample        int
}

func newBenchOptions(c *cli.Context) (o benchOptions, err error) {
	o = benchOptions{
		program: c.String("program"), samples: c.Int("samples"), runs: c.Int("runs"), seed: c.Uint64("seed"),
		kinds: c.StringSlice("kind"), sample: c.Int("import"),
	}
	if o.samples < 1 || o.runs < 1 || o.sample < 0 {
		return o, run.Usage("--samples and --runs begin at 1, --import at 0")
	}
	if o.program == "" {
		if o.program, err = os.Executable(); err != nil {
			return o, err
		}
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runBench(ctx context.Context, o benchOptions, s run.Streams) error {
	a, err := archive.Open(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	v, err := a.View()
	if err != nil {
		return err
	}
	defer v.Close()
	b, err := benchmark.New(v)
	if err != nil {
		return err
	}
	if b.Archive.Games == 0 {
		return errors.New("the archive has no games to make questions from; import some first")
	}
	b.Seed, b.Runs, b.Machine = o.seed, o.runs, thisMachine()
	m := &measurer{program: o.program, archive: o.archive, runs: o.runs}
	if err := m.begin(ctx, b); err != nil {
		return err
	}
	questions, err := benchmark.Questions(ctx, v, o.seed, o.samples)
	if err != nil {
		return err
	}
	questions = slices.DeleteFunc(questions, func(q benchmark.BenchmarkQuestion) bool {
		return len(o.kinds) > 0 && !slices.ContainsFunc(o.kinds, func(kind string) bool { return strings.Contains(q.Kind, kind) })
	})
	if len(questions) == 0 {
		return run.Usage("no kind of question has %s in its name, or the archive has no games for it", strings.Join(o.kinds, " or "))
	}
	progress := run.NewProgress(ctx, s, "stopping")
	defer progress.Finish()
	for i := range questions {
		progress.Looked(i, len(questions))
		if err := m.ask(ctx, &questions[i]); err != nil {
			return err
		}
	}
	b.Questions = questions
	if o.sample > 0 {
		if b.Import, err = m.importSample(ctx, v, o.seed, o.sample); err != nil {
			return err
		}
		if b.AddOne, err = m.addOne(ctx, o.seed); err != nil {
			fmt.Fprintf(s.Err, "kifudb: nothing was added to a copy of the archive: %s\n", plaintext.Printable(err.Error()))
		}
	}
	progress.Finish()
	b.Machine.LoadAfter = load()
	b.Busy = b.Machine.Load > 0.5 // at the end there is the benchmark itself
	if s.JSON {
		err = terminal.PrintJSON(s.Out, b)
	} else {
		err = printBenchmark(s.Out, b)
	}
	if err == nil && len(reasonsOf(b.Questions)) > 0 {
		err = &run.Error{Status: run.ExitPartial}
	}
	return err
}

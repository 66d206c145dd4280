package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/archive/benchmark"
	"kifudb/bench"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

func benchCommand() *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "measure how fast your own archive answers, and how fast it grows",
		UsageText: "kifudb bench [--samples 3] [--runs 3] [--json]\n" +
			"kifudb bench --questions FILE [--against EARLIER.json]\n" +
			"kifudb bench --write-questions FILE\n" +
			"kifudb bench --generate 10000 > games.sgf",
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

--write-questions writes these questions to FILE, each with its number of games, records
and hits, and with the board drawn, and measures nothing. --questions asks the questions
of such a file in any archive. If the archive has as many records as the file says, all
counts must be those of the file. Other programs can be asked the same questions: the
file is plain text. bench/questions in the source has files for games that anyone can
make with --generate, and describes the format.

--program measures another build of kifudb with the same questions, and --against
compares a run with an earlier one:
  kifudb bench --json --program ./kifudb-old --archive archive-of-old > old.json
  kifudb bench --against old.json
The table then says how many times as fast as before each question was answered. If
counts are not those of the file or of the earlier run, they are listed and the exit
status is 3. If the other build cannot answer a question, for example because it lacks an option, the
table has a –, its message is printed at the end, and the exit status is 3.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "samples", Value: 3, Usage: "ask `N` questions of each kind"},
			&cli.IntFlag{Name: "runs", Value: 3, Usage: "ask each `N` times"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "choose other games with another `NUMBER`"},
			&cli.StringSliceFlag{Name: "kind", Usage: "ask only kinds of questions that have `TEXT` in their names; may be repeated"},
			&cli.StringFlag{Name: "questions", Usage: "ask the questions in `FILE`"},
			&cli.StringFlag{Name: "write-questions", Usage: "write the questions with their counts to `FILE`, and measure nothing"},
			&cli.StringFlag{Name: "against", Usage: "compare with an earlier run's JSON in `FILE`"},
			&cli.IntFlag{Name: "generate", DefaultText: "none", Usage: "write `N` made-up games of --seed as SGF, and measure nothing"},
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

	questions, write, against string // names of files
	generate                  int
}

func newBenchOptions(c *cli.Context) (o benchOptions, err error) {
	o = benchOptions{
		program: c.String("program"), samples: c.Int("samples"), runs: c.Int("runs"), seed: c.Uint64("seed"),
		kinds: c.StringSlice("kind"), sample: c.Int("import"),
		questions: c.String("questions"), write: c.String("write-questions"), against: c.String("against"), generate: c.Int("generate"),
	}
	if o.samples < 1 || o.runs < 1 || o.sample < 0 {
		return o, run.Usage("--samples and --runs begin at 1, --import at 0")
	}
	if c.IsSet("generate") {
		if o.generate < 1 {
			return o, run.Usage("--generate begins at 1")
		}
		return o, nil
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
	if o.generate > 0 {
		return bench.Write(s.Out, o.seed, o.generate)
	}
	old, err := readBenchmark(o.against)
	if err != nil {
		return err
	}
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
	asked, err := o.ask(ctx, v)
	if err != nil {
		return err
	}
	b.Questions = asked.List
	if o.write != "" {
		asked.Records = b.Archive.Games
		return m.write(ctx, s, asked, o.write)
	}
	if err := m.askAll(ctx, s, b, asked); err != nil {
		return err
	}
	if o.sample > 0 {
		if b.Import, err = m.importSample(ctx, v, o.seed, o.sample); err != nil {
			return err
		}
		if b.AddOne, err = m.addOne(ctx, o.seed); err != nil {
			fmt.Fprintf(s.Err, "kifudb: nothing was added to a copy of the archive: %s\n", plaintext.Printable(err.Error()))
		}
	}
	b.Machine.LoadAfter = load()
	b.Busy = b.Machine.Load > 0.5 // at the end there is the benchmark itself
	if old != nil {
		b.Against = b.Compare(old)
	}
	if s.JSON {
		err = terminal.PrintJSON(s.Out, b)
	} else {
		err = printBenchmark(s.Out, b)
	}
	if err == nil && (len(reasonsOf(b.Questions)) > 0 || len(differencesOf(b.Questions)) > 0) {
		err = &run.Error{Status: run.ExitPartial}
	}
	return err
}

// ask returns the questions to ask: those of the file, or some that are cut out of games.
func (o *benchOptions) ask(ctx context.Context, v *archive.View) (q *benchmark.Questions, err error) {
	if o.questions != "" {
		file, err := os.Open(o.questions)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		if q, err = benchmark.ReadQuestions(file); err != nil {
			return nil, fmt.Errorf("%s: %w", o.questions, err)
		}
	} else {
		q = &benchmark.Questions{About: fmt.Sprintf("%d questions of each kind, cut out of games by seed %d", o.samples, o.seed)}
		if q.List, err = benchmark.Cut(ctx, v, o.seed, o.samples); err != nil {
			return nil, err
		}
	}
	q.List = slices.DeleteFunc(q.List, func(q benchmark.BenchmarkQuestion) bool {
		return len(o.kinds) > 0 && !slices.ContainsFunc(o.kinds, func(kind string) bool { return strings.Contains(q.Kind, kind) })
	})
	if len(q.List) == 0 {
		return nil, run.Usage("no kind of question has %s in its name, or the archive has no games for it", strings.Join(o.kinds, " or "))
	}
	return q, nil
}

// readBenchmark reads what an earlier run printed as JSON, nil of no file.
func readBenchmark(name string) (*benchmark.Benchmark, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	b := &benchmark.Benchmark{}
	if err := json.Unmarshal(text, b); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(b.Questions) == 0 {
		return nil, fmt.Errorf("%s has no questions; write it with 'kifudb bench --json'", name)
	}
	return b, nil
}

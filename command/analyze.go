package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/archive/engine"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

func analyzeCommand() *cli.Command {
	return &cli.Command{
		Name:      "analyze",
		Usage:     "ask an engine about games, and keep what it says beside the records",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb analyze 'player:shusaku' --engine 'katago analysis -config a.cfg -model m.bin.gz' --visits 500 --komi 0
kifudb analyze 12 40-60 --engine 'katago analysis -config a.cfg -model m.bin.gz' --most 1000
kifudb search 'loss:>5'                                 what moves lost, as of now`,
		Description: `Any engine that speaks the protocol of 'katago analysis' can be asked. It is started once
and evaluates the positions of the main line of each game of Go. Records never
change; 'kifudb evaluations' lists and removes what is kept.

Each position is asked about once, also if several games or orders of moves lead to
it, and never again in a later run with the same --engine, --visits and rules.
Ctrl-C stops: what was answered is kept, and the same command goes on from there.

Before it begins, the engine must say who wins two positions that are won: so kifudb
knows whose its values are, whatever its settings. An engine that ends or hangs is started
again. A position on which it ends twice is left out. Lines that are no answers are
counted.

The rules are those of the record if the engine knows them, otherwise those of
--rules. A game without komi is left out unless --komi says it.

` + run.GamesHelp + `

Exit status 3: some positions have no evaluation.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "engine", Usage: "the `COMMAND` that starts the engine, with its arguments; quotes keep spaces together"},
			&cli.StringFlag{Name: "name", Usage: "`NAME` of the engine where its values are shown; otherwise KataGo"},
			&cli.IntFlag{Name: "visits", Usage: "at most `N` visits for each position", DefaultText: "as the engine is set"},
			&cli.StringFlag{Name: "rules", Value: "japanese", Usage: "`RULES` where the record names none that the engine knows"},
			&cli.Float64Flag{Name: "komi", Usage: "the `POINTS` where the record has no komi", DefaultText: "such games are left out"},
			&cli.IntFlag{Name: "most", Usage: "ask about `N` positions at most in this run", DefaultText: "all"},
			&cli.IntFlag{Name: "in-flight", Value: 16, Usage: "send at most `N` positions ahead of the answers"},
			&cli.DurationFlag{Name: "timeout", Value: 10 * time.Minute, Usage: "start the engine again if it says nothing for `TIME`"},
			&cli.IntFlag{Name: "restarts", Value: 10, Usage: "start the engine again `N` times at most"},
			run.SourceFlag(),
			run.FailFlag(),
			run.JSONFlag(),
		},
		Action: run.Action(newAnalyzeOptions, runAnalyze),
	}
}

type analyzeOptions struct {
	archive string
	games   run.Selection
	engine  engine.Engine
	analyze archive.Analyze
	fail    bool
}

func newAnalyzeOptions(c *cli.Context) (o analyzeOptions, err error) {
	o.games, o.fail = run.Selected(c), c.Bool("fail")
	if err := o.games.Check("analyze"); err != nil {
		return o, err
	}
	command, err := commandWords(c.String("engine"))
	if err != nil {
		return o, run.Usage("--engine: %v", err)
	}
	if len(command) == 0 {
		return o, run.Usage("analyze needs --engine COMMAND, such as 'katago analysis -config FILE -model FILE'")
	}
	for _, name := range []string{"visits", "most", "restarts"} {
		if c.Int(name) < 0 {
			return o, run.Usage("--%s cannot be negative", name)
		}
	}
	if c.Int("in-flight") < 1 || c.Int("in-flight") > 10_000 {
		return o, run.Usage("--in-flight is from 1 to 10,000")
	}
	o.engine = engine.Engine{
		Command: command, Rules: c.String("rules"), InFlight: c.Int("in-flight"), Timeout: c.Duration("timeout"), Restarts: c.Int("restarts"),
	}
	o.analyze = archive.Analyze{Command: strings.Join(command, " "), Name: c.String("name"), Visits: c.Int("visits"), Rules: c.String("rules"), Most: c.Int("most")}
	if c.IsSet("komi") {
		komi := c.Float64("komi")
		o.analyze.Komi = &komi
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

// commandWords divides a command into its words. Double and single quotes keep words together;
// nothing else has a meaning, so that no shell is needed and paths of Windows stay what they are.
func commandWords(text string) (words []string, err error) {
	var word strings.Builder
	quote, begun := rune(0), false
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%q has a quotation mark that is not closed", text)
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}

// analyzedJSON is what the command says in JSON.
type analyzedJSON struct {
	*archive.Analyzed
	Restarted int    `json:"restarted,omitempty"`
	Garbage   int    `json:"garbage,omitempty"`
	FirstBad  string `json:"first_garbage,omitempty"`
	Refused   int    `json:"refused,omitempty"`
	Why       string `json:"first_refused,omitempty"`
}

func runAnalyze(ctx context.Context, o analyzeOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	ids, err := o.games.Choose(ctx, v, s)
	if err != nil {
		return err
	}
	progress := run.NewProgress(ctx, s, "stopping; what was answered is kept")
	o.analyze.Report, o.analyze.Engine = progress.Job, &o.engine
	analyzed, err := v.Analyze(ctx, ids, &o.analyze)
	progress.Finish()
	if analyzed == nil {
		return err
	}
	e := &o.engine.Counts
	var said error
	if s.JSON {
		said = terminal.PrintJSON(s.Out, analyzedJSON{analyzed, e.Restarted, e.Garbage, e.FirstBad, e.Refused, e.Why})
	} else {
		said = printAnalyzed(s.Out, analyzed, e)
	}
	switch {
	case err != nil || said != nil:
		return errors.Join(err, said)
	case !analyzed.Whole():
		return &run.Error{Status: run.ExitPartial}
	}
	return run.FailIfNone(o.fail, len(ids))
}

// printAnalyzed says what became of games.
func printAnalyzed(w io.Writer, a *archive.Analyzed, e *engine.Counts) error {
	lines := []string{fmt.Sprintf("%s of %s with an evaluation of each position: %s asked, %s known before or shared",
		phrase.Number(a.Complete), phrase.Games(a.Games), phrase.Count(a.Asked, "position"), phrase.Number(a.Known))}
	say := func(n int, format string, args ...any) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	say(a.Analysis, "kept as analysis %d", a.Analysis)
	say(a.Left, "%s without an evaluation; the same command goes on", phrase.Count(a.Left, "position"))
	say(a.OtherGame, "%s not of Go, or on a board that the engine does not know", phrase.GamesAre(a.OtherGame))
	say(a.NoKomi, "%s left out, as the record has no komi that the engine takes; --komi POINTS says it", phrase.GamesAre(a.NoKomi))
	say(e.Refused, "%s given up; the first: %s", phrase.Count(e.Refused, "position"), plaintext.Printable(e.Why))
	say(e.Garbage, "%s of the engine were no answers; the first: %s", phrase.Count(e.Garbage, "line"), plaintext.Printable(e.FirstBad))
	say(e.Restarted, "the engine was started again %s", phrase.Count(e.Restarted, "time"))
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

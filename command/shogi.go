package command

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
)

func shogiCommand() *cli.Command {
	return &cli.Command{
		Name:  "shogi",
		Usage: "work with shogi notation",
		UsageText: `kifudb shogi convert game.txt              Western notation to Japanese or back
kifudb shogi convert --help                the commands of such a file`,
		Subcommands: []*cli.Command{shogiConvertCommand()},
	}
}

func shogiConvertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "convert shogi scores between Western and Japanese notation",
		ArgsUsage: "[FILE|-]",
		UsageText: `kifudb shogi convert game.txt -o japanese.txt
kifudb shogi convert --kanji < game.txt`,
		Description: `Commands in column 1 of the file say what to do:
  GAME=(START)  GAME=(START,HANDICAP=2P)  GAME=(TSUME,POSITION=(...))
  INPUT=(WESTERN,NUMBERS=PAIRS)
  OUTPUT=(JAPANESE,NUMBERS=PAIRS,FORMAT=COLUMNS)   OUTPUT=DIAGRAM
  SCORE  COMMENTS  DIAGRAM  MEMORIZE  RECALL  RESUME

Messages go to standard error as file:line:col. Exit status: 0 clean or
warnings only, 1 errors in the text (at most ten are reported), 2 wrong usage
or a file that cannot be read or written.`,
		Flags: []cli.Flag{
			run.OutputFlag(),
			run.ForceFlag(),
			&cli.BoolFlag{Name: "bare", Usage: "leave out GAME, INPUT and keyword lines"},
			&cli.BoolFlag{Name: "crlf", Usage: "end lines with CR LF"},
			&cli.BoolFlag{Name: "kanji", Usage: "write Japanese moves in kanji (UTF-8)"},
		},
		Action: run.Action(newShogiConvertOptions, runShogiConvert),
	}
}

type shogiConvertOptions struct {
	input      string // a file, "" or "-" for standard input
	output     run.Output
	conversion archive.ShogiConversion
}

func newShogiConvertOptions(c *cli.Context) (o shogiConvertOptions, err error) {
	if c.NArg() > 1 {
		return o, run.Usage("shogi convert takes one file")
	}
	o.input, o.output = c.Args().First(), run.ChosenOutput(c)
	o.conversion = archive.ShogiConversion{Bare: c.Bool("bare"), CRLF: c.Bool("crlf"), Kanji: c.Bool("kanji")}
	return o, nil
}

func runShogiConvert(_ context.Context, o shogiConvertOptions, s run.Streams) error {
	name, r := "-", s.In
	if o.input != "" && o.input != "-" {
		f, err := os.Open(o.input)
		if err != nil {
			return &run.Error{Status: run.ExitUsage, Err: err}
		}
		defer f.Close()
		name, r = o.input, f
	}
	o.conversion.Report = func(problem string) { fmt.Fprintf(s.Err, "%s:%s\n", name, problem) }
	var out bytes.Buffer
	found, stopped, err := o.conversion.Run(&out, r)
	if err == nil {
		err = o.output.Bytes(s, out.Bytes())
	}
	switch {
	case err != nil:
		return &run.Error{Status: run.ExitUsage, Err: err}
	case stopped:
		return &run.Error{Status: run.ExitFailed, Err: fmt.Errorf("%s: stopped after %d errors; the rest was not read", name, found)}
	case found > 0:
		return &run.Error{Status: run.ExitFailed}
	}
	return nil
}

package command

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"kifudb/notation"
)

func shogiCommand() *cli.Command {
	return &cli.Command{
		Name:  "shogi",
		Usage: "work with shogi notation",
		UsageText: `kifudb shogi convert game.txt              Western notation to Japanese or back
kifudb shogi convert --help                the commands of such a file`,
		Subcommands: []*cli.Command{shogiConvertCommand()},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usage("shogi has no command %q; did you mean \"shogi convert\"?", c.Args().First())
			}
			return cli.ShowSubcommandHelp(c)
		},
	}
}

func shogiConvertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "convert shogi scores between Western and Japanese notation",
		ArgsUsage: "[FILE|-]",
		UsageText: `kifudb shogi convert game.txt -o japanese.txt
kifudb shogi convert --kanji < game.txt`,
		Description: `The file says itself what is to be done, by commands in column 1:
  GAME=(START)  GAME=(START,HANDICAP=2P)  GAME=(TSUME,POSITION=(...))
  INPUT=(WESTERN,NUMBERS=PAIRS)
  OUTPUT=(JAPANESE,NUMBERS=PAIRS,FORMAT=COLUMNS)   OUTPUT=DIAGRAM
  SCORE  COMMENTS  DIAGRAM  MEMORIZE  RECALL  RESUME

Messages go to standard error as file:line:col. Exit status: 0 clean or
warnings only, 1 errors in the text (at most ten are reported), 2 wrong usage
or a file that cannot be read or written.`,
		Flags: []cli.Flag{
			outputFlag(),
			forceFlag(),
			&cli.BoolFlag{Name: "bare", Usage: "leave out GAME, INPUT and keyword lines"},
			&cli.BoolFlag{Name: "crlf", Usage: "end lines with CR LF"},
			&cli.BoolFlag{Name: "kanji", Usage: "write Japanese moves in kanji (UTF-8)"},
		},
		Action: runShogiConvert,
	}
}

func runShogiConvert(c *cli.Context) error {
	if c.NArg() > 1 {
		return usage("shogi convert takes one file")
	}
	name, r, err := openInput(c)
	if err != nil {
		return &exitError{ExitUsage, err}
	}
	defer r.Close()
	var out bytes.Buffer
	found, err := notation.Convert(&out, r, &notation.ConvertOptions{
		PrintOptions: notation.PrintOptions{
			Bare: c.Bool("bare"), CRLF: c.Bool("crlf"), Kanji: c.Bool("kanji"),
		},
		Report: func(p notation.Problem) { fmt.Fprintf(c.App.ErrWriter, "%s:%v\n", name, p) },
	})
	if err == nil {
		err = writeOutput(c, out.Bytes())
	}
	if err != nil {
		return &exitError{ExitUsage, err}
	}
	switch {
	case found >= notation.MaxErrors:
		return &exitError{ExitFailed, fmt.Errorf("%s: stopped after %d errors; the rest was not read", name, found)}
	case found > 0:
		return &exitError{status: ExitFailed}
	}
	return nil
}

// openInput opens the file that the first argument names, or standard input.
func openInput(c *cli.Context) (string, io.ReadCloser, error) {
	name := c.Args().First()
	if name == "" || name == "-" {
		return "-", io.NopCloser(c.App.Reader), nil
	}
	f, err := os.Open(name)
	return name, f, err
}

// writeOutput writes to the file that -o names, or to standard output.
func writeOutput(c *cli.Context, b []byte) error {
	return chosenOutput(c).bytes(streamsOf(c), b)
}

package book

import (
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

func aliasImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "read aliases from a text file",
		ArgsUsage: "FILE",
		UsageText: `kifudb alias import players.txt
kifudb alias import --event events.csv
kifudb alias import -                 standard input`,
		Description: `One player, or event, per line, in UTF-8. Spellings are separated by tabs, or by
" = " in lines without tabs; the first is the preferred one. Lines that begin with
# are ignored. A file whose name ends in .csv has a row per name, a column per
spelling, and no header.

  Cho Chikun = 趙治勲 = 조치훈
  Lee Changho = Yi Ch'ang-ho = 이창호

Spellings are added to those already known, so an import can be repeated. A line
whose names already belong to different players is skipped and reported, and the
exit status is 3. 'kifudb alias undo' undoes the whole import at once.`,
		Flags:  []cli.Flag{eventFlag(), run.JSONFlag()},
		Action: aliasAction(1, 1, "alias import needs one file, or - for standard input", runAliasImport),
	}
}

func runAliasImport(a *archive.Archive, o aliasOptions, s run.Streams) error {
	name, in := o.words[0], s.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	taken, err := a.Aliases(o.kind).Take(o.line, in, strings.HasSuffix(strings.ToLower(name), ".csv"))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, f := range taken.LeftOut {
		fmt.Fprintf(s.Err, "kifudb: %s: line %d is left out: %s\n", plaintext.Printable(name), f.Line, plaintext.Printable(f.Reason))
	}
	if s.JSON {
		err = terminal.PrintJSON(s.Out, taken)
	} else {
		_, err = fmt.Fprintf(s.Out, "%s, %s added, %s left out\n", phrase.Count(taken.Lines, "line"), phrase.Count(taken.Added, "name"), phrase.Count(len(taken.LeftOut), "line"))
	}
	if err == nil && len(taken.LeftOut) > 0 {
		err = &run.Error{Status: run.ExitPartial}
	}
	return err
}

func aliasExportCommand() *cli.Command {
	return &cli.Command{
		Name:        "export",
		Usage:       "write the aliases as text",
		UsageText:   `kifudb alias export > players.txt`,
		Description: "The output can be read by 'kifudb alias import', and is always in the same order.",
		Flags:       []cli.Flag{eventFlag()},
		Action:      aliasAction(0, -1, "", runAliasExport),
	}
}

func runAliasExport(a *archive.Archive, o aliasOptions, s run.Streams) error {
	text, err := a.Aliases(o.kind).Text()
	if err != nil {
		return err
	}
	_, err = s.Out.Write(text)
	return err
}

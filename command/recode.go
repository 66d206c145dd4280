package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

func recodeCommand() *cli.Command {
	return &cli.Command{
		Name:      "recode",
		Usage:     "read records in another encoding, without their files",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb search charset:doubtful                       which encodings are mere guesses
kifudb recode --dry-run charset:doubtful --charset gbk   names as they are, and would be
kifudb recode 12 40-60 --charset shift_jis
kifudb recode --source old.zip --charset auto        guess again
kifudb recode --dry-run --mojibake problem:mojibake  "æŸ¯æ½”" as 柯潔`,
		Description: `An archive keeps the bytes of each record as they came, together with the encoding
in which to read them; recode changes that encoding. 'kifudb show ID' says which
it is, and why.
` + run.ChangeHelp + `

An encoding is doubtful if the bytes leave a choice: another encoding makes about as
much sense of them. Short names often do, and so does Romanian, which is the same
bytes in windows-1250 and ISO-8859-16. A record whose texts are in several encodings
is read value by value. Its encoding is their names joined by +, such as
gb18030+utf-8, which recode takes as well; charset:utf-8 finds it, too.

Records with bytes that the encoding does not have are left alone, unless --force
is given. Records in plain ASCII read the same in every encoding. Games keep their
numbers, tags and notes, and the encoding counts as certain from then on, also for
'kifudb rebuild'. With --charset auto, the selected games of a folder count as
evidence for each other, as in an import.

--mojibake mends text that was encoded twice: a program read it in another encoding
than its own, and saved what it saw as UTF-8. Such games are read by the way back
from then on, which is written utf-8-as-windows-1252 and can be named as an encoding,
too. Only values that come back without loss, and make likelier text, change;
games in which others lost characters are named. --charset auto undoes it.

Encodings: ` + strings.Join(archive.Charsets(), ", ") + `, and their other
names.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "charset", Usage: "the encoding's `NAME`, or auto to guess again"},
			&cli.BoolFlag{Name: "mojibake", Usage: "read text that was encoded twice as what it was"},
			run.SourceFlag(),
			&cli.BoolFlag{Name: "dry-run", Usage: "show names before and after, and change nothing"},
			&cli.BoolFlag{Name: "force", Usage: "even if some bytes are not characters of the encoding"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: answer.DefaultLimit, Usage: "show at most `N` games, 0 for all"},
			run.FailFlag(),
			run.JSONFlag(),
		},
		Action: run.Action(newRecodeOptions, runRecode),
	}
}

type recodeOptions struct {
	archive string
	games   run.Selection
	recode  archive.RecodeOptions
	fail    bool // if no game is found
}

func newRecodeOptions(c *cli.Context) (o recodeOptions, err error) {
	name := c.String("charset")
	mojibake := c.Bool("mojibake")
	if name == "" && !mojibake {
		return o, run.Usage("recode needs --charset NAME, --charset auto to guess again, or --mojibake")
	}
	if name != "" && mojibake {
		return o, run.Usage("--charset and --mojibake exclude each other")
	}
	o.games, o.fail = run.Selected(c), c.Bool("fail")
	o.recode = archive.RecodeOptions{Charset: name, Mojibake: mojibake, Force: c.Bool("force"), DryRun: c.Bool("dry-run"), Limit: c.Int("limit")}
	if strings.EqualFold(name, "auto") {
		o.recode.Charset = ""
	}
	if err := o.recode.Check(); err != nil {
		return o, err
	}
	if err := o.games.Check("recode"); err != nil {
		return o, err
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runRecode(ctx context.Context, o recodeOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, &archive.Options{ReadFile: run.ReadPatternFile(s.In)})
	if err != nil {
		return err
	}
	defer a.Close()
	v, err := a.View()
	if err != nil {
		return err
	}
	defer v.Close()
	ids, err := o.games.Choose(ctx, v, s)
	if err != nil {
		return err
	}
	progress := run.NewProgress(ctx, s, "stopping")
	o.recode.Report = progress.Job
	r, err := v.Recode(ctx, ids, &o.recode)
	progress.Finish()
	if err != nil {
		return err
	}
	if s.JSON {
		err = terminal.PrintJSON(s.Out, r)
	} else {
		games, notices := v.CountGames(ctx, ids)
		run.SayNotices(s, notices)
		err = printRecoded(s.Out, r, len(ids), games, &o.recode)
	}
	return errors.Join(err, run.FailIfNone(o.fail, len(ids)))
}

// printRecoded says what has become of so many records of so many games.
func printRecoded(w io.Writer, r *archive.Recoded, records, games int, o *archive.RecodeOptions) error {
	t := table.New("game", "read in", "as", "then in", "as")
	t.AlignRight(0)
	t.Limit(2, 50)
	t.Limit(4, 50)
	for _, g := range r.Games {
		t.Row(fmt.Sprint(g.ID), g.Charset, g.Before, g.NewCharset, g.After)
	}
	if err := t.Print(w); err != nil {
		return err
	}
	what := "recoded"
	if o.DryRun {
		what = "would be recoded"
	}
	shown := ""
	if len(r.Games) < r.Changed {
		shown = fmt.Sprintf(" (%s shown, --limit 0 for all)", phrase.Number(len(r.Games)))
	}
	count := phrase.Games
	if records != games {
		count = phrase.Records
		shown += ", of " + phrase.RecordsOfGames(records, games)
	}
	lines := []string{fmt.Sprintf("%s %s%s", count(r.Changed), what, shown)}
	switch {
	case r.Same > 0 && o.Mojibake:
		lines = append(lines, count(r.Same)+" without text that was encoded twice and can be mended")
	case r.Same > 0:
		lines = append(lines, count(r.Same)+" read so already")
	}
	if len(r.Lost) > 0 {
		var ids []archive.GameID
		for _, l := range r.Lost {
			ids = append(ids, l.ID)
		}
		lines = append(lines, fmt.Sprintf("%s with text that was encoded twice and has lost characters, which stays: %s", count(len(ids)), run.IDList(ids)))
	}
	if r.ASCII > 0 {
		lines = append(lines, count(r.ASCII)+" in plain ASCII, which is the same in all encodings")
	}
	if len(r.Undefined) > 0 {
		var ids []archive.GameID
		for _, u := range r.Undefined {
			ids = append(ids, u.ID)
		}
		left := "left as they are; --force recodes them, too"
		if o.Force {
			left = "which cannot be read"
		}
		lines = append(lines, fmt.Sprintf("%s with bytes that are not characters of %s, %s: %s", count(len(ids)), r.Charset, left, run.IDList(ids)))
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

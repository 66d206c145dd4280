package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/archive/export"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/drawing"
	"kifudb/internal/plaintext"
	"kifudb/web"
)

func showCommand() *cli.Command {
	return run.Reaching(run.SeveralArchives, &cli.Command{
		Name:      "show",
		Usage:     "show a game: its board at a move, its information, its comments",
		ArgsUsage: "GAME[@MOVE]|QUERY...",
		UsageText: `kifudb show 123                the end of game 123
kifudb show 123@45             the board after move 45
kifudb show 123@n678           the board at node 678, also in a variation
kifudb show 123@45 --svg > board.svg
kifudb show 123@45 --png > board.png
kifudb show 123@45 --mark captures   with the stones that the move takes marked
kifudb show 123 --gif > game.gif
kifudb show 123@45 --open      its page in the browser
kifudb show 123 --sgf          the raw record
kifudb show player:shusaku C:ear   the only game that a query finds, where it finds it
kifudb --archive A --archive B show 2:123@45   of several archives, the second`,
		Description: `Move numbers count the moves of the main line; node numbers count all nodes of the
record in file order from 0, as in lists and JSON.

--png and --gif paint the board as the pages show it. --gif shows the positions from
the start to the place, one after the other. It shows at most the last 600, and says
how many it leaves out.

--open opens the page of the game at the place, and prints its address, as
http://127.0.0.1:8080/game/123@45. A 'kifudb serve' of yours that shows the archive shows
the page. If none runs, this command serves the archive to this machine until you interrupt it.

Shows one game. ` + run.GamesHelp,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "svg", Usage: "print the board as an SVG picture"},
			&cli.BoolFlag{Name: "png", Usage: "print the board as a PNG picture"},
			&cli.BoolFlag{Name: "gif", Usage: "print the moves up to there as an animated GIF"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw the board with ASCII characters only"},
			&cli.BoolFlag{Name: "kanji", Usage: "shogi: draw the pieces as kanji"},
			&cli.StringFlag{Name: "mark", Usage: "mark on the board what the move does, as `TERM` names it: captures, shape:hane"},
			&cli.BoolFlag{Name: "sgf", Usage: "print the record as it came"},
			&cli.BoolFlag{Name: "open", Usage: "open the page of the game in the browser"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: run.Action(newShowOptions, runShow),
	})
}

type showOptions struct {
	archives []string
	games    run.Selection
	as       string // sgf, svg, png, gif, or "" for people or JSON
	ascii    bool
	kanji    bool
	open     bool
	mark     string // a term for what the move does; "" for none
}

func newShowOptions(c *cli.Context) (o showOptions, err error) {
	o.games, o.ascii, o.kanji = run.Selected(c), c.Bool("ascii"), c.Bool("kanji")
	if o.games.None() {
		return o, run.Usage("show needs one game, as ID, ID@MOVE or ID@nNODE, or a query")
	}
	if err := o.games.Check("show"); err != nil {
		return o, err
	}
	if o.open = c.Bool("open"); o.open {
		for _, other := range []string{"sgf", "json", "svg", "png", "gif", "ascii", "kanji"} {
			if c.Bool(other) {
				return o, run.Usage("--open shows a page, and --%s prints something else; give one of them", other)
			}
		}
	}
	switch {
	case c.Bool("sgf"):
		o.as = "sgf"
	case c.Bool("json"):
	case c.Bool("svg"):
		o.as = "svg"
	case c.Bool("png"):
		o.as = "png"
	case c.Bool("gif"):
		o.as = "gif"
	}
	if o.mark = c.String("mark"); o.mark != "" {
		name, _, _ := strings.Cut(o.mark, ":")
		if f, ok := archive.FindField(name); !ok || !f.OfMoves() {
			return o, run.Usage("--mark: %q is no term for what moves do; 'kifudb help board' lists them", o.mark)
		}
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runShow(ctx context.Context, o showOptions, s run.Streams) error {
	if (o.as == "png" || o.as == "gif") && s.Terminal() {
		return run.Usage("--%s prints a picture; write it to a file: kifudb show GAME --%s > board.%s", o.as, o.as, o.as)
	}
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	ref, hit, err := o.games.One(ctx, vs, s)
	if err != nil {
		return err
	}
	n, err := vs.Node(ref)
	if err != nil {
		return err
	}
	if err := archive.ReadFeatures(n); err != nil {
		return err
	}
	if hit != nil {
		n.Differs = hit.Differs
		if hit.Feature != nil {
			n.MarkFeature(hit.Feature)
		}
	}
	if o.mark != "" && !n.MarkTerm(o.mark) {
		fmt.Fprintf(s.Err, "kifudb: the move has no %s\n", plaintext.Printable(o.mark))
	}
	run.SayNotices(s, n.Notices)
	if o.open {
		return openPage(ctx, o.archives[max(0, n.Game.Archive-1)], n, s)
	}
	switch {
	case o.as == "sgf":
		text, _, err := export.Alone(n.Record)
		if err == nil {
			_, err = s.Out.Write(append(slices.Clip(text), '\n'))
		}
		return err
	case s.JSON:
		return terminal.PrintJSON(s.Out, n)
	case o.as == "svg":
		return n.WriteSVG(s.Out)
	case o.as == "png":
		p, err := drawing.OfNode(n)
		if err != nil {
			return err
		}
		return p.WritePNG(s.Out, drawing.UsualWidth)
	case o.as == "gif":
		cut, err := drawing.WriteFilm(ctx, s.Out, vs.View(n.Game.Archive), n)
		if err == nil && cut > 0 {
			fmt.Fprintf(s.Err, "kifudb: the first %s are not in the animation, which holds at most %d\n", phrase.Count(cut, "position"), drawing.MaxFrames)
		}
		return err
	}
	if err := answer.PrintNode(s.Out, n, o.ascii, o.kanji); err != nil {
		return err
	}
	return answer.PrintOthers(ctx, s.Out, vs, n.Game)
}

// openPage opens the page of a game in the browser, in a server of its archive.
func openPage(ctx context.Context, folder string, n *archive.Node, s run.Streams) error {
	_, at, _ := strings.Cut(n.Ref, "@")
	path := gamePath(fmt.Sprintf("%d@%s", n.Game.ID, at))
	if running, ok := runningSite(folder); ok {
		showPage(running.page(path), s)
		return nil
	}
	a, err := run.OpenArchive(folder, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	if !s.Quiet {
		fmt.Fprintln(s.Err, "kifudb: no server of this archive runs, so this command serves it; interrupt to end")
	}
	return serveUntilLeft(ctx, a, &web.Options{}, path, 0, s)
}

package programs

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
	"kifudb/internal/beacon"
	"kifudb/protocol/choice"
	"kifudb/protocol/gtp"
)

// GTPCommand is the command gtp.
func GTPCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "gtp",
		Usage:     "play and show the archive's moves in programs for Go, as an engine",
		ArgsUsage: "[QUERY...]",
		UsageText: `kifudb gtp                               for Sabaki, Lizzie, q5Go, GoGui
kifudb gtp player:shusaku                only games of one player
kifudb gtp 'rank:>=7d' --min 5           only moves of 5 games and more
kifudb gtp --pick most --unknown pass
printf 'play b q16\nkifudb-next w\n' | kifudb gtp     without another program`,
		Description: `Start this command as an engine in a program that speaks GTP 2. doc/PROGRAMS.md
says what to enter where. The board of the program is searched in the games that
QUERY chooses, in all its images, as 'kifudb next' does.

genmove plays a move of the archive. Where no move is known it resigns and says why
on standard error; see --unknown. lz-analyze, kata-analyze and their relatives show
all moves: visits are games, winrate is the score of the player to move in the decided
games, prior is the share of games with the move, and lcb the lower end of the 95 %
interval of the score. Without decided games, winrate is the estimate of 'next', and
lcb is missing. pv goes on with what was played most often. There is no scoreLead and
no ownership, as the archive knows neither. The first figures come while the archive is
still searched. The next command stops the search.

More commands, which GoGui has in its menu:
  kifudb-next [COLOR]   the moves with their figures
  kifudb-games [COUNT]  games with the position
  kifudb-open [N]       the address of the page of the Nth of them; needs 'kifudb serve'
  kifudb-query          the query for the position
  kifudb-gfx [COLOR]    marks on the board of GoGui

Boards have 2 to 25 lines. Suicide and repeating a whole board are illegal. Komi
is kept and not searched; put komi:6.5 into QUERY for that.`,
		Flags: append(bookFlags(),
			&cli.StringFlag{Name: "unknown", Value: gtp.Resign, Usage: "where no move is known, `ANSWER`: " + strings.Join(gtp.Unknowns, ", ")},
			&cli.BoolFlag{Name: "estimate", Usage: "show the estimate of 'next' as win rate, in which few games count for little"},
			&cli.BoolFlag{Name: "repeats", Usage: "allow moves that repeat a whole board"},
			&cli.StringFlag{Name: "as-version", Usage: "answer `TEXT` when asked for the version; Lizzie wants 0.15 or more", DefaultText: "this program's"},
		),
		Action: run.Action(newGTPOptions, runGTP),
	})
}

// bookFlags are those of all commands that play moves of an archive.
func bookFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "pick", Value: choice.Weighted, Usage: "choose the move to play `HOW`: weighted by games, most games, score (the best estimate)"},
		&cli.Uint64Flag{Name: "seed", Usage: "of --pick weighted; the same `NUMBER` gives the same moves", DefaultText: "another each time"},
		&cli.IntFlag{Name: "min", Aliases: []string{"min-games"}, Value: 1, Usage: "leave out moves in fewer than `N` games"},
		&cli.IntFlag{Name: "depth", Aliases: []string{"d"}, Value: 8, Usage: "show lines of `N` moves"},
		run.RecordsFlag(),
	}
}

// A bookChoice is what the flags of such a command say.
type bookChoice struct {
	archives []string
	book     choice.Options
}

func newBookChoice(c *cli.Context) (o bookChoice, err error) {
	if c.Args().Present() {
		if o.book.Query, err = run.OnlyQuery(c, c.Args().Slice()); err != nil {
			return o, err
		}
	}
	o.book.Records, o.book.Pick, o.book.Seed = c.Bool("records"), c.String("pick"), c.Uint64("seed")
	o.book.MinGames, o.book.Depth = c.Int("min"), c.Int("depth")
	const deepest = 100
	if o.book.MinGames < 0 || o.book.Depth < 1 || o.book.Depth > deepest {
		return o, run.Usage("--min must not be negative, and --depth is from 1 to %d", deepest)
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

// open opens the archives.
func (o *bookChoice) open(s run.Streams) (*choice.Book, func(), error) {
	all, done, err := run.OpenArchives(o.archives, s)
	if err != nil {
		return nil, nil, err
	}
	book, err := choice.NewBook(all.View, o.book)
	if err != nil {
		done()
		return nil, nil, run.Usage("%v", err)
	}
	return book, done, nil
}

type gtpOptions struct {
	bookChoice
	session gtp.Options
}

func newGTPOptions(c *cli.Context) (o gtpOptions, err error) {
	if o.bookChoice, err = newBookChoice(c); err != nil {
		return o, err
	}
	o.session = gtp.Options{Version: c.String("as-version"), Unknown: c.String("unknown"), Repeats: c.Bool("repeats"), Estimate: c.Bool("estimate")}
	if o.session.Version == "" {
		o.session.Version = archive.Version()
	}
	return o, nil
}

func runGTP(ctx context.Context, o gtpOptions, s run.Streams) error {
	book, done, err := o.open(s)
	if err != nil {
		return err
	}
	defer done()
	o.session.Say = func(text string) { fmt.Fprintf(s.Err, "kifudb: %s\n", text) }
	o.session.Page = o.page
	session, err := gtp.New(book, o.session)
	if err != nil {
		return run.Usage("%v", err)
	}
	return session.Run(ctx, s.In, s.Out)
}

// page returns the address of a place on the pages of a server of the archive that runs for the user. It has
// no token, since other programs log what they are told; a browser that has signed in needs none.
func (o *bookChoice) page(ref string) (string, error) {
	folder := o.archives[0]
	if number, rest, ok := strings.Cut(ref, ":"); ok { // of several archives
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(o.archives) {
			return "", fmt.Errorf("there is no archive %s", number)
		}
		folder, ref = o.archives[n-1], rest
	}
	server, ok, err := beacon.Find(folder)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", errors.New("no server shows this archive on this machine; start kifudb serve")
	}
	return strings.TrimSuffix(server.Address, "/") + "/game/" + url.PathEscape(ref), nil
}

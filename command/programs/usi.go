package programs

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
	"kifudb/game"
	"kifudb/protocol/usi"
)

// USICommand is the command usi.
func USICommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "usi",
		Usage:     "play and show the archive's moves in programs for shogi, as an engine",
		ArgsUsage: "[QUERY...]",
		UsageText: `kifudb usi                               for ShogiHome, Shogidokoro, ShogiGUI
kifudb usi date:2020.. --min 3
kifudb usi --centipawns                  also a score that every program shows
printf 'position startpos\ngo\n' | kifudb usi   without another program`,
		Description: `Start this command as an engine in a program that speaks USI. ` + fmt.Sprintf(engineHelp, "bestmove is resign"),
		Flags:       protocolFlags(),
		Action:      run.Action(newProtocolOptions(usi.USI, "shogi"), runProtocol),
	})
}

// UCICommand is the command uci.
func UCICommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "uci",
		Usage:     "play and show the archive's moves in programs for chess, as an engine",
		ArgsUsage: "[QUERY...]",
		UsageText: `kifudb uci                               for Arena, Cute Chess, En Croissant, xboard
kifudb uci player:karpov --pick most
kifudb uci --centipawns                  also a score that every program shows
printf 'position startpos\ngo\n' | kifudb uci   without another program`,
		Description: `Start this command as an engine in a program that speaks UCI. ` + fmt.Sprintf(engineHelp, "bestmove is (none)"),
		Flags:       protocolFlags(),
		Action:      run.Action(newProtocolOptions(usi.UCI, "chess"), runProtocol),
	})
}

// engineHelp describes both commands. They differ in what is answered where no move is known.
const engineHelp = `doc/PROGRAMS.md
says what to enter where. The position is searched in the games that QUERY chooses.

go lists the moves of the archive and chooses one. Of each move, nodes is the number
of games with it, wdl is how the decided games ended for the player to move, in
thousandths, and pv goes on with what was played most often. 'info string' says the same in words. The
archive knows no centipawns, so there is no score; some programs show no
line without one. --centipawns makes a score of the estimate of 'next', by the curve by
which such programs show win rates. Where no move is known, %s.

A search takes as long as it takes, usually less than a second, whatever go
says about time and depth. stop ends it at once. With infinite it waits for that.
The options MultiPV, MinGames, Pick and Centipawns can be set in the program.`

func protocolFlags() []cli.Flag {
	return append(bookFlags(),
		&cli.IntFlag{Name: "multipv", Value: 10, Usage: "show `N` moves, unless the program asks for another number"},
		&cli.BoolFlag{Name: "centipawns", Usage: "make a score in centipawns of what the games let expect"},
	)
}

type protocolOptions struct {
	bookChoice
	protocol *usi.Protocol
	game     string
	session  usi.Options
}

func newProtocolOptions(p *usi.Protocol, kind string) func(*cli.Context) (protocolOptions, error) {
	return func(c *cli.Context) (o protocolOptions, err error) {
		if o.bookChoice, err = newBookChoice(c); err != nil {
			return o, err
		}
		o.protocol, o.game = p, kind
		o.session = usi.Options{Version: archive.Version(), MultiPV: c.Int("multipv"), Centipawns: c.Bool("centipawns")}
		return o, nil
	}
}

func runProtocol(ctx context.Context, o protocolOptions, s run.Streams) error {
	book, done, err := o.open(s)
	if err != nil {
		return err
	}
	defer done()
	kind, ok := game.Named(o.game)
	if !ok {
		return fmt.Errorf("there is no game %s", o.game)
	}
	session, err := usi.New(o.protocol, kind, book, o.session)
	if err != nil {
		return run.Usage("%v", err)
	}
	return session.Run(ctx, s.In, s.Out)
}

package notations

import (
	"fmt"

	"kifudb/format"
	"kifudb/game/clock"
	"kifudb/game/notation"
	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/store"
)

// IdentStart is the private property of the root that holds the position from
// which a game of shogi starts, in SFEN, unless it is the even game's.
const IdentStart = shogi.StartIdent

// StartOf returns the position from which a game of shogi starts, given its
// info.
func StartOf(info []store.Value) (*shogi.Position, error) {
	for _, v := range info {
		if v.Ident == IdentStart {
			return shogi.ParseSFEN(v.Text)
		}
	}
	return shogi.New(), nil
}

// mixedEncodings is the code of a record whose lines are in several encodings.
const mixedEncodings = "mixed-encodings"

// A reader reads the records of a text.
type reader func([]byte, *notation.ReadOptions) []*notation.Record

// game reads the first game of a record; nil if there is none. It reports whether its
// lines are in several encodings.
func (read reader) game(r *store.Record, report func(notation.Problem)) (game *notation.Record, mixed bool) {
	text, mixed := textOf(r)
	games := read(text, &notation.ReadOptions{Report: report})
	if len(games) == 0 {
		return nil, mixed
	}
	return games[0], mixed
}

// derive reads a record. If it holds several games, all but the first are examples in its
// variations, and have their own records.
func derive(d *format.Draft, read reader) {
	d.Game, d.Size, d.Judged = Shogi, position.Size{Cols: 9, Rows: 9}, true
	game, mixed := read.game(d.Record, func(p notation.Problem) { report(d, p) })
	if mixed {
		d.Report(mixedEncodings, d.Line, func() error {
			return fmt.Errorf("%s: the lines are in several encodings", mixedEncodings)
		})
	}
	if game == nil {
		d.NoPositions = true
		d.Node()
		return
	}
	for v := range game.Nodes() {
		for range v.Closes {
			d.Script.Close()
		}
		if v.Opens {
			d.Script.Open()
		}
		d.Node()
		if v.Before != nil {
			d.Script.Move(shogi.ScriptMove(v.Before.ToPlay(), v.Node.Move))
		}
		d.Comment(v.Index, v.Node.Comment)
		d.Name(v.Index, v.Node.Bookmark)
		if v.Node.Timed {
			d.Clocks = append(d.Clocks, format.ClockAt{Node: v.Index, Clock: clock.Used(v.Node.Elapsed.Seconds())})
		}
	}
	for _, f := range game.Info {
		d.Add(f.Ident, f.Text)
	}
	if game.Field("RE") == "" {
		d.Add("RE", game.Result())
	}
	if start := game.Start; start.Handicap != shogi.NoHandicap {
		d.Add(IdentStart, start.Position.Setup())
		d.Add("HA", string(start.Handicap))
	}
}

// report passes on a problem. The code is the reader's, but the moves have words
// that they share with other games.
func report(d *format.Draft, p notation.Problem) {
	code := string(p.Code)
	switch p.Code {
	case notation.IllegalMove:
		code = format.IllegalMove
	case notation.NoSuchMove, notation.Ambiguous, notation.Unreadable, notation.NothingToCapture, notation.NoPreviousMove:
		code = format.BadMove
	case notation.OtherWinner:
		code = format.OtherWinner
	}
	d.Report(code, d.Line+p.Line-1, func() error { return fmt.Errorf("%s: column %d: %s", code, p.Column, p.Text) })
}

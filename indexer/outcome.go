package indexer

import (
	"fmt"

	"kifudb/format"
	"kifudb/game"
	"kifudb/position"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// outcome compares what a record says of its result with the end of its main line, of
// games whose boards show who has won, and adds the result if the record does not say it:
// because a player gives up in place of a move, or because the board shows it. Won is who has
// won there, Empty if nobody has.
func (x *extractor) outcome(g *store.Game, won position.Color) {
	said, known := "", gameinfo.NoWinner
	for _, v := range g.Info {
		if v.Ident == "RE" {
			said = v.Text
			known = gameinfo.ParseResult(said).Winner
			break
		}
	}
	told := x.board.Result()
	switch {
	case said == "" && told != "":
		g.Info = append(g.Info, store.Value{Ident: "RE", Text: told})
	case won == position.Empty:
	case said == "":
		g.Info = append(g.Info, store.Value{Ident: "RE", Text: won.Letter() + "+"})
	case known != gameinfo.NoWinner && known.String() != won.Letter():
		x.noteAt(format.OtherWinner, 0, func() error {
			return fmt.Errorf("%s: the record says %.40q, and on the board %s has won", format.OtherWinner, said, won)
		})
	}
}

// compareCount does so for games whose results are counted on the board: counted is what
// it comes to at the end of the main line, "" if the game is not over there.
func (x *extractor) compareCount(g *store.Game, counted string) {
	if counted == "" {
		return
	}
	for _, v := range g.Info {
		if v.Ident != "RE" {
			continue
		}
		said, board := gameinfo.ParseResult(v.Text), gameinfo.ParseResult(counted)
		draw := said.Winner == gameinfo.Draw && board.Winner == gameinfo.Draw
		if (said.Ending == gameinfo.ByPoints || said.Winner == gameinfo.Draw) && !draw && (said.Winner != board.Winner || said.Margin != board.Margin) {
			x.noteAt(format.OtherResult, 0, func() error {
				return fmt.Errorf("%s: the record says %.40q, and on the board it is %s", format.OtherResult, v.Text, counted)
			})
		}
		return
	}
	g.Info = append(g.Info, store.Value{Ident: "RE", Text: counted})
}

// endOf returns who has won at the end of the main line.
func (x *extractor) endOf(s position.Script, judge game.Judge) position.Color {
	end := -1
	for w := range s.MainLine() {
		if position.Word(w).StartsNode() {
			end++
		}
	}
	if end < 0 {
		return position.Empty
	}
	x.replayer.Rules = judge.Rules()
	board, _ := x.replayer.To(x.size, s, end)
	return judge.Winner(board)
}

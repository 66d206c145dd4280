package dataset

import (
	"github.com/parquet-go/parquet-go"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/store"
)

// hitRow is what rows about a hit of the query are made from.
type hitRow struct {
	archive int // its number, from 1
	game    *archive.Game
	number  int // of the hit in its game, from 0
	hit     *archive.Hit

	next int // number of the continuation, from 0
	move *archive.Move
}

var hitColumns = []column[hitRow]{
	archiveColumn(func(r *hitRow) int { return r.archive }),
	gameColumn(func(r *hitRow) archive.GameID { return r.game.ID }),
	{Column{Name: "hit", Kind: Int32, About: "Number of the hit in its game, from 0."}, func(r *hitRow) parquet.Value { return whole(r.number) }},
	{Column{Name: "node", Kind: Int32, About: "Number of the node. The root is 0."}, func(r *hitRow) parquet.Value { return whole(r.hit.Node) }},
	{Column{Name: "move", Kind: Int32, About: "Number of moves to the node."}, func(r *hitRow) parquet.Value { return whole(r.hit.Move) }},
}

var hitTable = table[hitRow]{
	name: "hits", about: "A row is a place where a game matches the query.", order: "archive, game, hit",
	columns: append(hitColumns[:len(hitColumns):len(hitColumns)],
		column[hitRow]{Column{Name: "x", Kind: Int8, Unit: "columns from the left, from 0", About: "Column of the upper left corner of the pattern.", Null: "the query asks for no pattern, or it is for whole boards"}, func(r *hitRow) parquet.Value { return anchor(r, 0) }},
		column[hitRow]{Column{Name: "y", Kind: Int8, Unit: "rows from the top, from 0", About: "Row of the upper left corner of the pattern.", Null: "the query asks for no pattern, or it is for whole boards"}, func(r *hitRow) parquet.Value { return anchor(r, 1) }},
		column[hitRow]{Column{Name: "symmetry", Kind: Int8, About: "How the position or pattern is turned or mirrored here, from 0 (not at all) to 7.", Null: "the hit is in a text"}, func(r *hitRow) parquet.Value { return knownWhole(r.hit.Symmetry) }},
		column[hitRow]{Column{Name: "swapped", Kind: Bool, About: "True if colors are exchanged here.", Null: "the hit is in a text"}, func(r *hitRow) parquet.Value { return r.board(yes(r.hit.Swapped)) }},
		column[hitRow]{Column{Name: "stood", Kind: Int32, Unit: "moves", About: "Number of moves before the position or pattern changed or the line ended.", Null: "the hit is in a text"}, func(r *hitRow) parquet.Value { return r.board(whole(r.hit.Stood)) }},
		column[hitRow]{Column{Name: "differs", Kind: Int32, Unit: "points", About: "Number of points that differ from the position or pattern, of a search with near:.", Null: "the hit is in a text"}, func(r *hitRow) parquet.Value { return r.board(whole(len(r.hit.Differs))) }},
		column[hitRow]{Column{Name: "property", Kind: Name, About: "SGF property with the text that matches, such as C.", Null: "the hit is on a board"}, func(r *hitRow) parquet.Value { return text(r.hit.Property) }},
		column[hitRow]{Column{Name: "text", Kind: Text, About: "The text that matches, or a part of it.", Null: "the hit is on a board"}, func(r *hitRow) parquet.Value { return text(r.hit.Text) }},
	),
}

var continuationTable = table[hitRow]{
	name: "continuations", about: "A row is a move that followed a hit on a board. A hit has one for each branch, and none at the end of a line.", order: "archive, game, hit, branch",
	columns: append(hitColumns[:len(hitColumns):len(hitColumns)],
		column[hitRow]{Column{Name: "branch", Kind: Int32, About: "Number of the branch behind the hit, from 0. The main line comes first."}, func(r *hitRow) parquet.Value { return whole(r.next) }},
		column[hitRow]{Column{Name: "color", Kind: Name, About: "Who moves, in the colors of the query: B or W."}, func(r *hitRow) parquet.Value { return text(r.move.Color) }},
		column[hitRow]{Column{Name: "point", Kind: Name, About: "The move in the coordinates of the query: two letters as in SGF, or the game's notation.", Null: "it is a pass"}, func(r *hitRow) parquet.Value { return text(r.move.Point) }},
		column[hitRow]{Column{Name: "tenuki", Kind: Bool, About: "True if moves elsewhere on the board came before it."}, func(r *hitRow) parquet.Value { return yes(r.move.Tenuki) }},
		column[hitRow]{Column{Name: "score", Kind: Double, Unit: "1 for a win, 0.5 for a draw, 0 for a loss", About: "Result of the game for the player who moves.", Null: "the result is unknown or void"}, (*hitRow).score},
	),
}

// board is a value of a hit on a board.
func (r *hitRow) board(v parquet.Value) parquet.Value {
	if r.hit.Symmetry == nil {
		return unknown()
	}
	return v
}

func anchor(r *hitRow, which int) parquet.Value {
	x, y, ok := archive.Coordinates(r.hit.Anchor)
	if !ok {
		return unknown()
	}
	return whole([2]int{x, y}[which])
}

func (r *hitRow) score() parquet.Value {
	mover := position.Black
	if (r.move.Color == position.White.Letter()) != r.hit.Swapped {
		mover = position.White
	}
	return scoreOf(r.game.Segment().Facts(r.game.Local()).Winner, mover)
}

// scoreOf is a result for a player.
func scoreOf(w store.Winner, player position.Color) parquet.Value {
	switch {
	case w == store.WinnerNone:
		return number(0.5)
	case w == store.WinnerBlack && player == position.Black, w == store.WinnerWhite && player == position.White:
		return number(1)
	case w == store.WinnerBlack, w == store.WinnerWhite:
		return number(0)
	}
	return unknown()
}

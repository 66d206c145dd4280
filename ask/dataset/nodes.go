package dataset

import (
	"strings"

	"github.com/parquet-go/parquet-go"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/search/match"
)

// nodeRow is what rows about a node of a game are made from.
type nodeRow struct {
	archive int // its number, from 1
	id      archive.GameID
	names   *pointNames

	node, parent, move int
	main               bool
	moved              bool
	played             position.Move
	called             string // as players call it, "" if names does
	key                position.Key
	keyed              bool // the rules are known
	captured           int  // -1: unknown

	said     *archive.RecordNode // nil if the record says nothing besides moves
	estimate *archive.Estimate   // of evaluationTable

	property, text string // of commentTable
}

func nodeArchive(r *nodeRow) int         { return r.archive }
func nodeGame(r *nodeRow) archive.GameID { return r.id }

var (
	nodeColumn   = column[nodeRow]{Column{Name: "node", Kind: Int32, About: "Number of the node in the order of the record. The root is 0."}, func(r *nodeRow) parquet.Value { return whole(r.node) }}
	parentColumn = column[nodeRow]{Column{Name: "parent", Kind: Int32, About: "Number of the node above.", Null: "the node is the root"}, func(r *nodeRow) parquet.Value {
		if r.parent < 0 {
			return unknown()
		}
		return whole(r.parent)
	}}
	numberColumn = column[nodeRow]{Column{Name: "move", Kind: Int32, About: "Number of moves to the node, with the node's own."}, func(r *nodeRow) parquet.Value { return whole(r.move) }}
	mainColumn   = column[nodeRow]{Column{Name: "main", Kind: Bool, About: "True if the node is on the main line."}, func(r *nodeRow) parquet.Value { return yes(r.main) }}
)

var moveTable = table[nodeRow]{
	name: "moves", about: "A row is a move, of the main line or of a variation. A node with several moves has the last of them.", order: "archive, game, node",
	columns: []column[nodeRow]{
		archiveColumn(nodeArchive), gameColumn(nodeGame), nodeColumn, parentColumn, numberColumn, mainColumn,
		{Column{Name: "color", Kind: Name, About: "Who moves: B or W."}, func(r *nodeRow) parquet.Value { return text(r.played.Color.Letter()) }},
		{Column{Name: "x", Kind: Int8, Unit: "columns from the left, from 0", About: "Column of the point.", Null: "it is a pass, or moves of the game are not points"}, func(r *nodeRow) parquet.Value { return r.coordinate(r.played.Point.X()) }},
		{Column{Name: "y", Kind: Int8, Unit: "rows from the top, from 0", About: "Row of the point.", Null: "it is a pass, or moves of the game are not points"}, func(r *nodeRow) parquet.Value { return r.coordinate(r.played.Point.Y()) }},
		{Column{Name: "point", Kind: Name, About: "The move: two letters as in SGF, or the game's notation, such as e2e4 and 7g7f.", Null: "it is a pass"}, func(r *nodeRow) parquet.Value { return text(r.names.point(r.played.Point)) }},
		{Column{Name: "called", Kind: Name, About: "The move as players call it, such as Q16, Nf3, or pass.", Null: "players use the text of point, or the move cannot be made"}, (*nodeRow).name},
		{Column{Name: "captured", Kind: Int16, Unit: "stones", About: "Number of stones that the move took off the board.", Null: "the game has no captures of stones"}, func(r *nodeRow) parquet.Value {
			if r.captured < 0 {
				return unknown()
			}
			return whole(r.captured)
		}},
		{Column{Name: "seconds_left", Kind: Double, Unit: "seconds", About: "Time that the player has left after the move.", Null: "unknown"}, func(r *nodeRow) parquet.Value {
			return r.clock(func(c *archive.Clock) parquet.Value { return known(side(r, c.BlackLeft, c.WhiteLeft)) })
		}},
		{Column{Name: "moves_left", Kind: Int32, Unit: "moves", About: "Number of moves that the player must make in the time left, in overtime.", Null: "unknown, or it is not overtime"}, func(r *nodeRow) parquet.Value {
			return r.clock(func(c *archive.Clock) parquet.Value { return knownWhole(side(r, c.BlackMoves, c.WhiteMoves)) })
		}},
		{Column{Name: "seconds_used", Kind: Double, Unit: "seconds", About: "Time that the move took, where the record says it.", Null: "unknown"}, func(r *nodeRow) parquet.Value {
			return r.clock(func(c *archive.Clock) parquet.Value { return known(c.Used) })
		}},
		{Column{Name: "loss", Kind: Double, Unit: "the engine's: points in Go, pawns in chess", About: "What the player lost by the move, by an engine's values before and after it. It is negative if the engine liked the move better than it had expected.", Null: "unknown"}, func(r *nodeRow) parquet.Value {
			return r.loss(func(l *archive.MoveLoss) parquet.Value { return known(l.Points) })
		}},
		{Column{Name: "loss_percent", Kind: Double, Unit: "percent of the chance to win", About: "The same as a chance.", Null: "unknown"}, func(r *nodeRow) parquet.Value {
			return r.loss(func(l *archive.MoveLoss) parquet.Value { return known(l.Percent) })
		}},
		{Column{Name: "accuracy", Kind: Double, Unit: "0 to 100", About: "How accurate the move was, by Lichess's formula of the percent lost.", Null: "unknown"}, func(r *nodeRow) parquet.Value {
			return r.loss(func(l *archive.MoveLoss) parquet.Value { return known(l.Accuracy) })
		}},
		{Column{Name: "choice", Kind: Name, About: "Whether the engine would have made the move: first if it is its first choice, other if another is.", Null: "unknown"}, func(r *nodeRow) parquet.Value {
			return r.loss(func(l *archive.MoveLoss) parquet.Value { return text(l.Choice) })
		}},
	},
}

var positionTable = table[nodeRow]{
	name: "positions", about: "A row is the position after a node of a game with known rules.", order: "archive, game, node",
	columns: []column[nodeRow]{
		archiveColumn(nodeArchive), gameColumn(nodeGame), nodeColumn, parentColumn, numberColumn, mainColumn,
		{Column{Name: "key", Kind: Uint64, About: "Number of the position, which is the same for it and all its images: turned, mirrored, or with colors exchanged. Of games whose stones stay where they are put, neither the side to move nor a ko is in it."}, func(r *nodeRow) parquet.Value { return key(uint64(r.key)) }},
	},
}

var evaluationTable = table[nodeRow]{
	name: "evaluations", about: "A row is what an engine or annotator thought of the position after a node: the newest analysis beside the record, or else the record.", order: "archive, game, node",
	columns: []column[nodeRow]{
		archiveColumn(nodeArchive), gameColumn(nodeGame), nodeColumn, numberColumn, mainColumn,
		{Column{Name: "black_chance", Kind: Double, Unit: "0 to 1", About: "Black's chance to win.", Null: "unknown"}, func(r *nodeRow) parquet.Value { return known(r.estimate.Black) }},
		{Column{Name: "lead", Kind: Double, Unit: "the engine's: points in Go, pawns in chess", About: "By how much Black is ahead. It is negative if White is.", Null: "unknown"}, func(r *nodeRow) parquet.Value { return known(r.estimate.Lead) }},
		{Column{Name: "mate", Kind: Name, About: "Who can force mate: B or W.", Null: "nobody can, or it is unknown"}, func(r *nodeRow) parquet.Value { return text(r.estimate.Mate) }},
		{Column{Name: "visits", Kind: Int32, About: "Number of visits or playouts of the engine.", Null: "unknown"}, func(r *nodeRow) parquet.Value { return nonzero(r.estimate.Visits) }},
		{Column{Name: "best", Kind: Name, About: "The engine's first choice here, as the record has it.", Null: "unknown"}, func(r *nodeRow) parquet.Value {
			if len(r.estimate.Best) == 0 {
				return unknown()
			}
			return text(r.estimate.Best[0])
		}},
		{Column{Name: "engine", Kind: Name, About: "The engine, as the record names it.", Null: "unknown"}, func(r *nodeRow) parquet.Value { return text(r.estimate.Engine) }},
		{Column{Name: "source", Kind: Name, About: "The SGF properties with the values; of values beside the record the name of the file or the command of the engine.", Null: "unknown"}, func(r *nodeRow) parquet.Value { return text(strings.Join(r.estimate.From, " ")) }},
		{Column{Name: "beside", Kind: Bool, About: "True if the values are from an analysis beside the record."}, func(r *nodeRow) parquet.Value { return yes(r.estimate.Beside) }},
		{Column{Name: "own", Kind: Bool, About: "True if the engine that made the move said so of its own game."}, func(r *nodeRow) parquet.Value { return yes(r.estimate.Own) }},
		{Column{Name: "unclear", Kind: Bool, About: "True if nobody can tell whose the values are."}, func(r *nodeRow) parquet.Value { return yes(r.estimate.Unclear) }},
	},
}

var commentTable = table[nodeRow]{
	name: "comments", about: "A row is a text at a node, such as its comment.", order: "archive, game, node",
	columns: []column[nodeRow]{
		archiveColumn(nodeArchive), gameColumn(nodeGame), nodeColumn,
		{Column{Name: "property", Kind: Name, About: "Identifier of the property: C for a comment, N for the name of a node. Comments on the game as a whole (GC) are in the table info."}, func(r *nodeRow) parquet.Value { return text(r.property) }},
		{Column{Name: "text", Kind: Text, About: "The text, in UTF-8."}, func(r *nodeRow) parquet.Value { return parquet.ByteArrayValue([]byte(r.text)) }},
	},
}

// coordinate is one of the move's point.
func (r *nodeRow) coordinate(n int) parquet.Value {
	if r.names.notation || r.names.point(r.played.Point) == "" || r.played.Point >= position.SwapsStone {
		return unknown()
	}
	return whole(n)
}

func (r *nodeRow) name() parquet.Value {
	if r.called != "" {
		return text(r.called)
	}
	return text(r.names.name(r.played.Point))
}

func (r *nodeRow) clock(of func(*archive.Clock) parquet.Value) parquet.Value {
	if r.said == nil || r.said.Clock == nil {
		return unknown()
	}
	return of(r.said.Clock)
}

func (r *nodeRow) loss(of func(*archive.MoveLoss) parquet.Value) parquet.Value {
	if r.said == nil || r.said.Loss == nil {
		return unknown()
	}
	return of(r.said.Loss)
}

// side returns the value of who moves.
func side[T any](r *nodeRow, black, white T) T {
	if r.played.Color == position.White {
		return white
	}
	return black
}

// pointNames are the texts of moves of games of one kind on boards of one size. They are made
// once for all games.
type pointNames struct {
	kind     registry.Game
	rules    *position.Rules // nil if the game has no points with names
	size     position.Size
	notation bool // moves are texts in a notation of the game's own

	points, names map[position.Point]string
}

func newPointNames(kind registry.Game, size position.Size) *pointNames {
	n := &pointNames{kind: kind, rules: registry.RulesOf(kind), size: size, points: map[position.Point]string{}, names: map[position.Point]string{}}
	_, n.notation = kind.(registry.MoveReader)
	return n
}

func (n *pointNames) point(p position.Point) string {
	t, ok := n.points[p]
	if !ok {
		t = archive.NewMove(n.kind, match.Reply{Move: position.Move{Color: position.Black, Point: p}}).Point
		n.points[p] = t
	}
	return t
}

func (n *pointNames) name(p position.Point) string {
	if n.rules == nil {
		return ""
	}
	t, ok := n.names[p]
	if !ok {
		t = n.rules.PointName(n.size, p)
		n.names[p] = t
	}
	return t
}

// A walker goes through the nodes of games.
type walker struct {
	replayer position.Replayer
	taken    []int32 // by node: stones that were taken off the board so far
	names    map[namesOf]*pointNames
}

// namesOf is which names points have.
type namesOf struct {
	kind int
	size position.Size
}

// each visits the nodes of a game in the order of its record. It reports whether the rules are
// known, so that the nodes have keys.
func (w *walker) each(g *archive.Game, row *nodeRow, visit func(*nodeRow)) (keyed bool, err error) {
	segment, local := g.Segment(), g.Local()
	script, err := segment.Script(local)
	if err != nil {
		return false, err
	}
	facts, kind := segment.Facts(local), g.Kind()
	at := namesOf{int(facts.Game), facts.Size}
	if w.names == nil {
		w.names = map[namesOf]*pointNames{}
	}
	if w.names[at] == nil {
		w.names[at] = newPointNames(kind, facts.Size)
	}
	row.names, row.captured = w.names[at], -1
	if stones, ok := kind.(registry.Stones); ok {
		w.stones(stones.Rules(), facts.Size, script, row, visit)
		return true, nil
	}
	if rules, ok := kind.(registry.Replayer); ok {
		start, err := rules.Start(indexer.RecordOf(facts.Size, segment.Recorded().Info(local)))
		if err == nil { // otherwise the record does not say how the game starts
			for step := range rules.Replay(start, script) {
				row.node, row.parent, row.move, row.main = step.Node, step.Parent, step.MoveNumber, step.MainLine
				row.moved, row.played, row.called = step.Moved, step.Move, ""
				if step.Moved && step.Done {
					row.called = step.Name(false)
				}
				row.key, row.keyed = step.Position.Canonical(), true
				visit(row)
			}
			return true, nil
		}
	}
	row.key, row.keyed = 0, false
	w.replayer.Rules = position.Rules{}
	w.replayer.Replay(position.Square(1), script, func(_ *position.Board, step *position.Step) bool { // where stones fall does not matter here
		row.step(step)
		visit(row)
		return true
	})
	return false, nil
}

// stones visits the nodes of a game whose stones stay where they are put.
func (w *walker) stones(rules position.Rules, size position.Size, script position.Script, row *nodeRow, visit func(*nodeRow)) {
	w.replayer.Rules = rules
	w.taken = w.taken[:0]
	w.replayer.Replay(size, script, func(b *position.Board, step *position.Step) bool {
		row.step(step)
		row.key, row.keyed = b.Canonical(), true
		if !rules.Keep {
			taken := int32(b.Captured(position.Black) + b.Captured(position.White))
			w.taken = append(w.taken, taken) // nodes come in the order of their numbers
			row.captured = int(taken)
			if step.Parent >= 0 {
				row.captured -= int(w.taken[step.Parent])
			}
		}
		visit(row)
		return true
	})
}

func (r *nodeRow) step(step *position.Step) {
	r.node, r.parent, r.move, r.main = step.Node, step.Parent, step.MoveNumber, step.MainLine
	r.moved, r.played, r.called = step.Moved, step.Move, ""
}

package match

import "kifudb/position"

// opening looks for the position in the moves before the first stone that
// touches one of the other color. Till then nothing is captured and nothing
// need be executed, which is a tenth of the work of a replay; most positions
// that come up often are found there. It reports false if the opening does not
// tell all that there is to find: a variation begins or something other than
// moves is in it, or the position was not found by its end. All reports, if the script is the
// head of one, whether there is nothing to find in what follows.
func (f *boardSearcher) opening(script position.Script, first bool) (told, all bool) {
	if f.board.Every || f.board.Ko != "" {
		return false, false
	}
	size := f.table.size
	toPlay := position.Black
	step := position.Step{Parent: -1, MainLine: true}
	var changes [1]position.Change
	for i, w := range script {
		word := position.Word(w)
		if !word.StartsNode() || i+1 < len(script) && position.Word(script[i+1]).ExtendsNode() {
			return false, false // stones are set up at this node
		}
		step.Node, step.Parent, step.Depth = i, i-1, i
		step.Moved, step.Changes = word.IsMove(), nil
		if step.Moved {
			stone := word.Stone()
			step.Move = position.Move{Color: stone.Color, Point: stone.Point}
			step.MoveNumber++
			toPlay = stone.Color.Opponent()
			if stone.Point != position.Pass {
				if !size.Contains(stone.Point) || !f.misfits.apart(stone) {
					return false, false
				}
				changes[0] = stone
				step.Changes = changes[:]
				f.misfits.change(step.Changes)
			}
		}
		f.node(&step, toPlay, nil)
		if first && len(f.hits) > 0 && f.board.Next == position.Empty || f.done(&step) {
			// No variation began above this node, so all others are below it.
			return true, true
		}
	}
	return true, false
}

// apart reports whether a point is empty and no stone of the other color is
// next to it.
func (m *misfits) apart(stone position.Change) bool {
	p := m.size.Index(stone.Point)
	x, y := stone.Point.X(), stone.Point.Y()
	other := stone.Color.Opponent()
	return m.stones[p] == position.Empty &&
		(x == 0 || m.stones[p-1] != other) && (x == m.size.Cols-1 || m.stones[p+1] != other) &&
		(y == 0 || m.stones[p-m.size.Cols] != other) && (y == m.size.Rows-1 || m.stones[p+m.size.Cols] != other)
}

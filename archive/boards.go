package archive

import (
	"fmt"

	registry "kifudb/game"
	"kifudb/indexer"
)

// Boards calls a function with the boards of a game at nodes, which are named by their numbers in
// ascending order. Only the game is replayed: its texts and values are those of [View.Nodes].
func (v *View) Boards(id GameID, numbers []int, do func(node int, board *registry.Board)) error {
	game, err := v.Game(id)
	if err != nil || len(numbers) == 0 {
		return err
	}
	g, local := game.segment, game.local
	script, err := g.Script(local)
	if err != nil {
		return err
	}
	if err := checkNodes(script, numbers); err != nil {
		return err
	}
	rules, ok := game.Kind().(registry.Replayer)
	if !ok {
		return (&Node{Game: game, Kind: game.Kind()}).NoBoard()
	}
	start, err := rules.Start(indexer.RecordOf(g.Facts(local).Size, g.Recorded().Info(local)))
	if err != nil {
		return fmt.Errorf("game %d: %w", id, err)
	}
	for step := range rules.Replay(start, script) {
		if step.Node != numbers[0] {
			continue
		}
		do(step.Node, step.Position.(registry.Shown).Data())
		if numbers = numbers[1:]; len(numbers) == 0 {
			break
		}
	}
	return g.Err()
}

package dataset

import (
	"cmp"
	"slices"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/store"
)

// A sample is a position of the main line of a game, and the move that was made there.
type sample struct {
	archive int // its number, from 1
	game    *archive.Game
	number  int           // of the move, from 1
	next    position.Move // the move
	history []position.Move

	goban    *position.Board   // of a game whose stones stay where they are put; otherwise nil
	position registry.Position // of another game
}

// sampled chooses which moves of a game are samples, by their numbers: all, or so many by chance.
func sampled(split *Split, d store.Digest, moves, most int) []bool {
	chosen := make([]bool, moves+1)
	numbers := make([]int, moves)
	for i := range numbers {
		numbers[i] = i + 1
	}
	if most > 0 && most < moves {
		order := make([]uint64, moves+1)
		for n := range order {
			order[n] = split.random(d, n)
		}
		slices.SortFunc(numbers, func(a, b int) int { return cmp.Or(cmp.Compare(order[a], order[b]), a-b) })
		numbers = numbers[:most]
	}
	for _, n := range numbers {
		chosen[n] = true
	}
	return chosen
}

// A sampler goes through the main lines of games.
type sampler struct {
	replayer position.Replayer
	history  []position.Move
}

// each gives away the samples of a game whose rules are known. Before each one it asks prepare to look at the
// position, as that goes on to the next one with the move. Moves against the rules are no samples.
func (s *sampler) each(g *archive.Game, chosen []bool, smp *sample, prepare func(*sample), give func(*sample)) error {
	segment, local := g.Segment(), g.Local()
	script, err := segment.Script(local)
	if err != nil {
		return err
	}
	s.history = s.history[:0]
	prepared := -1
	see := func(moved, legal bool, m position.Move, number int, look func()) {
		if moved && legal && number == prepared {
			smp.number, smp.next = number, m
			give(smp)
		}
		if moved {
			s.history = append(s.history, m)
		}
		smp.history = s.history
		if next := number + 1; next < len(chosen) && chosen[next] {
			look()
			prepare(smp)
			prepared = next
		}
	}
	if stones, ok := g.Kind().(registry.Stones); ok {
		s.replayer.Rules = stones.Rules()
		s.replayer.Replay(segment.Facts(local).Size, script, func(b *position.Board, step *position.Step) bool {
			if !step.MainLine {
				return false // it comes first
			}
			see(step.Moved, step.Fault == 0, step.Move, step.MoveNumber, func() { smp.goban = b })
			return true
		})
		return nil
	}
	rules := g.Kind().(registry.Replayer)
	start, err := rules.Start(indexer.RecordOf(segment.Facts(local).Size, segment.Recorded().Info(local)))
	if err != nil {
		return nil // it has no positions
	}
	for step := range rules.Replay(start, script) {
		if !step.MainLine || step.Moved && !step.Done { // later positions are not those of the game
			break
		}
		see(step.Moved, step.Fault == "", step.Move, step.MoveNumber, func() { smp.position = step.Position })
	}
	return nil
}

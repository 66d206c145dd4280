package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
)

// AnnotationLosses are what the moves of a game lost, by an engine's values.
type AnnotationLosses struct {
	Moves     int          `json:"moves" doc:"Number of moves of the main line."`
	Evaluated int          `json:"evaluated" doc:"Number of these moves whose loss is known."`
	Unit      string       `json:"unit" enum:"percent,points" doc:"Unit by which the moves are ranked: percent if any loss is known in percent."`
	OtherUnit int          `json:"other_unit,omitempty" doc:"Number of evaluated moves whose loss is not known in this unit. They have no rank. Missing if there are none."`
	Sides     []SideLosses `json:"sides" doc:"The losses of each player."`
	Costly    int          `json:"costly" doc:"Number of moves that lost something. The list may have fewer."`
	Worst     []CostlyMove `json:"worst" doc:"The moves that lost most, the costliest first."`
}

// SideLosses are what the moves of a player lost on the main line. A gain counts as no loss.
type SideLosses struct {
	Color     string   `json:"color" doc:"The player: B or W."`
	Evaluated int      `json:"evaluated" doc:"Number of the player's moves whose loss is known."`
	Points    *float64 `json:"points,omitempty" doc:"Mean loss of a move in points. Missing if unknown."`
	Percent   *float64 `json:"percent,omitempty" doc:"Mean loss of a move in percent of the chance to win. Missing if unknown."`
	Accuracy  *float64 `json:"accuracy,omitempty" doc:"Mean accuracy of the moves, from 0 to 100. Missing if unknown."`
	Mistakes  int      `json:"mistakes" doc:"Number of mistakes, without blunders."`
	Blunders  int      `json:"blunders" doc:"Number of blunders."`
	Agreed    *float64 `json:"agreed,omitempty" doc:"Share of the moves that are the engine's first choice, from 0 to 1. Missing if unknown."`
}

// A CostlyMove is a move that lost something.
type CostlyMove struct {
	Number int `json:"number" doc:"Number of the move, from 1."`
	Node   int `json:"node" doc:"Number of its node in the record."`
	archive.Move
	Name     string            `json:"name" doc:"The move as players call it."`
	Standing Standing          `json:"standing" doc:"How the move compares with earlier games."`
	Loss     *archive.MoveLoss `json:"loss" doc:"What the move lost."`
}

// value returns the loss of a move in a unit, nil if it is not known.
func value(l *archive.MoveLoss, unit string) *float64 {
	if unit == "percent" {
		return l.Percent
	}
	return l.Points
}

// lost adds what the moves of the game lost, if an engine's values say so.
func (s *annotating) lost() error {
	losses, err := s.subject.game.Losses()
	if err != nil || len(losses) == 0 {
		return err
	}
	l := &AnnotationLosses{Moves: len(s.found.Moves) + s.found.Unasked, Unit: "points", Worst: []CostlyMove{}, Sides: []SideLosses{}}
	var worst []CostlyMove
	for i := range s.found.Moves {
		m := &s.found.Moves[i]
		if m.Loss = losses[m.Node]; m.Loss == nil {
			continue
		}
		if m.Loss.Percent != nil {
			l.Unit = "percent"
		}
		worst = append(worst, CostlyMove{m.Number, m.Node, m.Move, m.Name, m.Standing, m.Loss})
	}
	for _, m := range worst {
		known := m.Loss.Percent != nil || m.Loss.Points != nil
		if known {
			l.Evaluated++
		}
		switch lost := value(m.Loss, l.Unit); {
		case lost != nil && *lost > 0:
			l.Worst = append(l.Worst, m)
		case lost == nil && known:
			l.OtherUnit++
		}
	}
	for _, color := range []string{"B", "W"} {
		if side := sideLosses(worst, color); side.Evaluated > 0 || side.Agreed != nil {
			l.Sides = append(l.Sides, side)
		}
	}
	slices.SortStableFunc(l.Worst, func(a, b CostlyMove) int {
		return cmp.Compare(*value(b.Loss, l.Unit), *value(a.Loss, l.Unit))
	})
	l.Costly = len(l.Worst)
	if s.Limit > 0 && len(l.Worst) > s.Limit {
		l.Worst = l.Worst[:s.Limit]
	}
	s.found.Losses = l
	return nil
}

// sideLosses sums up the moves of a player.
func sideLosses(moves []CostlyMove, color string) SideLosses {
	side := SideLosses{Color: color}
	var points, percent, accuracy, agreed mean
	for _, m := range moves {
		if m.Color != color {
			continue
		}
		if m.Loss.Points != nil || m.Loss.Percent != nil {
			side.Evaluated++
		}
		if x := m.Loss.Points; x != nil {
			points.add(max(*x, 0))
		}
		if x := m.Loss.Percent; x != nil {
			percent.add(max(*x, 0))
			accuracy.add(*m.Loss.Accuracy)
		}
		switch m.Loss.Class {
		case "mistake":
			side.Mistakes++
		case "blunder":
			side.Blunders++
		}
		switch m.Loss.Choice {
		case "first":
			agreed.add(1)
		case "other":
			agreed.add(0)
		}
	}
	side.Points, side.Percent, side.Accuracy, side.Agreed = points.value(), percent.value(), accuracy.value(), agreed.value()
	return side
}

// mean is that of numbers.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(x float64) { m.sum, m.n = m.sum+x, m.n+1 }

// value returns it, nil of no numbers.
func (m *mean) value() *float64 {
	if m.n == 0 {
		return nil
	}
	x := archive.Round6(m.sum / float64(m.n))
	return &x
}

// lossWords say in a comment what a move lost, "" if it is no inaccuracy.
func lossWords(l *archive.MoveLoss) string {
	if l == nil || l.Class == "" {
		return ""
	}
	text := fmt.Sprintf("kifudb: %s: the move lost %s by the engine's values.", l.Class, strings.Join(LossParts(l), ", "))
	if l.Best != "" {
		text += " The engine would have played " + l.Best + "."
	}
	return text
}

// LossParts say what a move lost, in each unit that is known: "12.3 %", "3.5 points".
func LossParts(l *archive.MoveLoss) (parts []string) {
	if l.Percent != nil {
		parts = append(parts, lostText(*l.Percent)+" %")
	}
	if l.Points != nil {
		parts = append(parts, lostText(*l.Points)+" points")
	}
	return parts
}

func lostText(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

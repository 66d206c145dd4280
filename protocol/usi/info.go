package usi

import (
	"fmt"
	"math"
	"strings"

	"kifudb/position"
	"kifudb/protocol/choice"
)

// infos returns the lines about the moves of an answer, "" if there are none.
func (s *Session) infos(a *choice.Answer) string {
	var lines []string
	for i := range a.Moves {
		if i == s.o.MultiPV {
			break
		}
		m := &a.Moves[i]
		if len(m.Texts) == 0 {
			continue
		}
		text := fmt.Sprintf("info depth %d multipv %d", len(m.Texts), i+1)
		if s.o.Centipawns {
			text += fmt.Sprintf(" score cp %d", s.centipawns(m))
		}
		if won, drawn, lost, ok := outcome(m); ok {
			text += fmt.Sprintf(" wdl %d %d %d", won, drawn, lost)
		}
		lines = append(lines, text+fmt.Sprintf(" nodes %d pv %s", m.Games, strings.Join(m.Texts, " ")))
	}
	return strings.Join(lines, "\n")
}

// inWords says the same as infos to people.
func (s *Session) inWords(a *choice.Answer) {
	for i := range a.Moves {
		if i == s.o.MultiPV {
			break
		}
		m := &a.Moves[i]
		if len(m.Texts) == 0 {
			continue
		}
		score := "score unknown"
		if m.Won.Decided > 0 {
			score = fmt.Sprintf("score %.1f%% of %d decided", 100*m.Score, m.Won.Decided)
		}
		s.note("%s games %d share %.1f%% %s", m.Texts[0], m.Games, 100*m.Share, score)
	}
}

// outcome returns how the decided games with a move ended for its player, in thousandths that add up to 1000. It
// reports false if none was decided.
func outcome(m *choice.Move) (won, drawn, lost int, ok bool) {
	r := m.Won
	if r.Decided == 0 {
		return 0, 0, 0, false
	}
	wins, losses := r.Black, r.White
	if m.Played.Color == position.White {
		wins, losses = losses, wins
	}
	const whole = 1000
	won = (wins*whole + r.Decided/2) / r.Decided
	lost = min((losses*whole+r.Decided/2)/r.Decided, whole-won)
	return won, whole - won - lost, lost, true
}

// centipawns makes hundredths of a pawn of the estimate of a score, by the curve that programs of the protocol use to
// make a score of them: 1/(1+e^(-cp/600)) for USI, as ShogiHome and others have it, and 1/(1+10^(-cp/400)) for UCI. All or
// nothing counts as 3000.
func (s *Session) centipawns(m *choice.Move) int {
	score := m.Estimate
	const most = 3000
	scale := 600.0
	if s.protocol.uci {
		scale = 400 / math.Ln10
	}
	cp := scale * math.Log(score/(1-score))
	return int(math.Round(max(-most, min(most, cp))))
}

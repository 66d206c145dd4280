package game

import (
	"sync"

	"kifudb/position/chess"
	"kifudb/position/chess/opening"
)

var chessTitles = sync.OnceValue(func() (list []Title) {
	for _, o := range opening.All() {
		list = append(list, Title{OpeningName, o.String(), []string{o.Name}})
	}
	return append(list, chessEndings...)
})

// chessEndings are the ways in which a main line ends on the board, in spite of the record's
// result: mate, stalemate, a position for the third time (articles 1.4, 5.2 and 9.2 of
// FIDE's laws).
var chessEndings = []Title{
	{EndingName, "checkmate", []string{"mate", "checkmate", "詰み", "詰", "チェックメイト", "将死", "將死", "체크메이트", "schachmatt", "matt", "mat", "échec et mat", "jaque mate", "scacco matto", "мат"}},
	{EndingName, "stalemate", []string{"stalemate", "ステイルメイト", "逼和", "스테일메이트", "patt", "pat", "ahogado", "stallo", "пат"}},
	{EndingName, "threefold repetition", []string{"repetition", "threefold repetition", "千日手"}},
}

// Titles returns the openings of chess.
func (*chessEntry) Titles() []Title { return chessTitles() }

// Naming names a game of chess.
func (*chessEntry) Naming() Naming { return &chessNaming{} }

// chessNaming knows the latest position that belongs to an opening.
type chessNaming struct {
	latest opening.Opening
	known  bool

	line []chess.Position // of the main line, those that can be the same as the latest
}

// See takes a step. A position has its name after any order of moves.
func (n *chessNaming) See(s *Step) {
	p := s.Position.(Men).Chess
	if o, ok := opening.Of(p); ok {
		n.latest, n.known = o, true
	}
	if p.Quiet() == 0 {
		n.line = n.line[:0]
	}
	n.line = append(n.line, *p)
}

// Over returns false: endings depend on the last move.
func (*chessNaming) Over() bool { return false }

// repeated returns how often the last position came up.
func (n *chessNaming) repeated() (times int) {
	last := &n.line[len(n.line)-1]
	for i := len(n.line) - 1; i >= 0; i -= 2 { // when it was the same side's turn
		if n.line[i].Same(last) {
			times++
		}
	}
	return times
}

// Names returns the opening, and how the main line ends.
func (n *chessNaming) Names() []Name {
	var list []Name
	if n.known {
		list = append(list, Name{Kind: OpeningName, Text: n.latest.String()})
	}
	if len(n.line) == 0 {
		return list
	}
	last := &n.line[len(n.line)-1]
	turn := last.ToPlay()
	switch stuck := len(last.Moves()) == 0; {
	case stuck && last.InCheck(turn):
		list = append(list, Name{EndingName, chessEndings[0].Text, turn.Opponent()})
	case stuck:
		list = append(list, Name{Kind: EndingName, Text: chessEndings[1].Text})
	case n.repeated() >= 3:
		list = append(list, Name{Kind: EndingName, Text: chessEndings[2].Text})
	}
	return list
}

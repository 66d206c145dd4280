package notation

import (
	"fmt"
	"strings"

	"kifudb/position/shogi"
)

// gameWidth is where lines of a GAME statement are wrapped.
const gameWidth = 72

// listed are the pieces in the order of a list, with their names there.
var listed = []struct {
	kind shogi.Kind
	name string
}{
	{shogi.King, "GYOKU"}, {shogi.Gold, "KIN"}, {shogi.Silver, "GIN"}, {shogi.Knight, "KEIMA"},
	{shogi.Lance, "KYOSHA"}, {shogi.Rook, "HISHA"}, {shogi.Bishop, "KAKU"}, {shogi.Pawn, "FU"},
}

// Game returns the GAME statement of a start in its one canonical form, as lines
// of at most 72 characters. Equal positions have equal lines.
func (s Start) Game() []string {
	if s.Handicap != "" {
		return []string{fmt.Sprintf("GAME=(START,HANDICAP=%s)", s.Handicap)}
	}
	kind := sideWord(s.Position.ToPlay())
	if s.Tsume {
		kind = "TSUME"
	}
	var entries []string
	for _, l := range listed {
		if places := s.places(l.kind); places != nil {
			entries = append(entries, l.name+"=("+strings.Join(places, ",")+")")
		}
	}
	return wrap(fmt.Sprintf("GAME=(%s,POSITION=(%s))", kind, strings.Join(entries, ",")))
}

// places lists where a kind's pieces are: Sente's by file and rank, Gote's, then
// those in hand. In a tsume White has the rest in hand, which is not said.
func (s Start) places(k shogi.Kind) (list []string) {
	p := s.Position
	for _, c := range []shogi.Color{shogi.Black, shogi.White} {
		owner := sideWord(c)[:1]
		for file := 1; file <= 9; file++ {
			for rank := 1; rank <= 9; rank++ {
				square := shogi.SquareAt(file, rank)
				switch piece := p.At(square); {
				case piece == shogi.NoPiece || piece.Color() != c || piece.Kind().Demoted() != k:
				case piece.Kind().Promoted():
					list = append(list, digits(square)+owner+"+")
				default:
					list = append(list, digits(square)+owner)
				}
			}
		}
	}
	for range p.Hand(shogi.Black, k) {
		list = append(list, "S")
	}
	if !s.Tsume {
		for range p.Hand(shogi.White, k) {
			list = append(list, "G")
		}
	}
	return list
}

// wrap breaks a statement after commas; continuation lines begin with a blank.
func wrap(statement string) (lines []string) {
	line := ""
	for _, word := range strings.SplitAfter(statement, ",") {
		if len(line)+len(word) > gameWidth {
			lines = append(lines, line)
			line = " "
		}
		line += word
	}
	return append(lines, line)
}

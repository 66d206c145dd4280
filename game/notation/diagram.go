package notation

import (
	"fmt"
	"strconv"
	"strings"

	"kifudb/position/shogi"
)

const (
	diagramHeading = "   9    8    7    6    5    4    3    2    1"
	diagramRule    = "----------------------------------------------"
)

// handOrder is the order of the pieces in a hand.
var handOrder = []shogi.Kind{shogi.Rook, shogi.Bishop, shogi.Gold, shogi.Silver, shogi.Knight, shogi.Lance, shogi.Pawn}

// DiagramText draws a position as the lines of a diagram:
//
//	   9    8    7    6    5    4    3    2    1
//	----------------------------------------------
//	| wL | wN | wS | wG | wK | wG | wS | wN | wL | a
//	---------------------------------------------- White in hand:
//	|    | wR |    |    |    |    |    |+wB |    | b
//	---------------------------------------------- P2
//	…
func DiagramText(p *shogi.Position) []string {
	lines := []string{diagramHeading, diagramRule}
	for rank := 1; rank <= 9; rank++ {
		row := "|"
		for file := 9; file >= 1; file-- {
			row += diagramCell(p.At(shogi.SquareAt(file, rank))) + "|"
		}
		rule := diagramRule
		switch rank {
		case 1:
			rule += " White in hand:"
		case 2:
			rule += " " + handText(p, shogi.White)
		case 7:
			rule += " Black in hand:"
		case 8:
			rule += " " + handText(p, shogi.Black)
		}
		lines = append(lines, fmt.Sprintf("%s %c", row, 'a'+rank-1), rule)
	}
	return lines
}

func diagramCell(piece shogi.Piece) string {
	if piece == shogi.NoPiece {
		return "    "
	}
	cell := []byte("    ")
	cell[2] = piece.Kind().Letter()
	if piece.Color() == shogi.White {
		cell[1] = 'w'
		if piece.Kind().Promoted() {
			cell[0] = '+'
		}
	} else if piece.Kind().Promoted() {
		cell[1] = '+'
	}
	return string(cell)
}

// handText lists a hand: "R2 P17", or "none".
func handText(p *shogi.Position, c shogi.Color) string {
	var parts []string
	for _, k := range handOrder {
		switch n := p.Hand(c, k); n {
		case 0:
		case 1:
			parts = append(parts, k.String())
		default:
			parts = append(parts, k.String()+strconv.Itoa(n))
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, " ")
}

// readDiagram reads ) and, from the next line, a diagram up to the rule below its
// last rank. The pieces in hand stand to the right of the rules, after a line
// that says whose they are.
func (r *reader) readDiagram() (*shogi.Position, bool) {
	if !r.expect(")") {
		return nil, false
	}
	if end := r.lineEnd(r.at); !isBlank(r.text[r.at:end]) {
		r.problem(r.at, BadDiagram, "the diagram begins on the next line")
		return nil, false
	}
	p := shogi.NewEmpty()
	owner := shogi.Empty
	for rank := 0; ; {
		r.at = min(r.lineEnd(r.at)+1, len(r.text))
		line := r.text[r.at:r.lineEnd(r.at)]
		text := strings.Trim(line, " \t")
		at := r.at + len(indentation(line))
		switch {
		case r.at == len(r.text) && rank < 9:
			r.problem(r.at, BadDiagram, "the diagram ends after %d ranks", rank)
			return nil, false
		case r.at == len(r.text):
			return p, true
		case text == "":
		case rank == 0 && strings.Join(strings.Fields(text), "") == "987654321":
		case text[0] == '|' && rank < 9:
			rank++
			if !r.readRank(p, at, text, rank) {
				return nil, false
			}
		case strings.HasPrefix(text, "---"):
			rest := strings.TrimLeft(text, "-")
			if !r.readHand(p, at+len(text)-len(rest), rest, &owner) {
				return nil, false
			}
			if rank == 9 {
				r.at = r.lineEnd(r.at)
				return p, true
			}
		case rank == 9:
			// The last rule is missing; the line is not the diagram's.
			r.at = max(r.at-1, 0)
			return p, true
		default:
			r.problem(at, BadDiagram, "%q is not a line of a diagram", cut(text))
			return nil, false
		}
	}
}

// readRank reads "| wL |    | … | a".
func (r *reader) readRank(p *shogi.Position, at int, text string, rank int) bool {
	cells := strings.Split(text, "|")
	if len(cells) != 11 {
		r.problem(at, BadDiagram, "%d cells in rank %c instead of 9", max(len(cells)-2, 0), 'a'+rank-1)
		return false
	}
	if name := strings.TrimSpace(cells[10]); name != "" && (len(name) > 1 || rankOf(name[0]) != rank) {
		r.problem(at, BadDiagram, "rank %c is called %q", 'a'+rank-1, cut(name))
		return false
	}
	for i, cell := range cells[1:10] {
		at += len(cells[i]) + 1
		word := strings.ToUpper(strings.TrimSpace(cell))
		if word == "" {
			continue
		}
		code, what := placeCell(p, word, shogi.SquareAt(9-i, rank))
		if code != "" {
			r.problem(at+len(indentation(cell)), code, "%q: %s", cut(word), what)
			return false
		}
	}
	return true
}

// placeCell puts the piece of a cell, as WP, P, BP, +WP or W+P, on a square.
func placeCell(p *shogi.Position, word string, square shogi.Square) (Code, string) {
	name := strings.Replace(word, "+", "", 1)
	owner := "S"
	if len(name) == 2 {
		switch name[0] {
		case 'W':
			owner = "G"
		case 'B':
		default:
			return BadDiagram, "no piece"
		}
		name = name[1:]
	}
	kind := shogi.NoKind
	if len(name) == 1 {
		kind = pieceOf(name)
	}
	if kind == shogi.NoKind || strings.HasSuffix(word, "+") {
		return BadDiagram, "no piece"
	}
	if len(word) > len(name) && strings.Contains(word, "+") {
		owner += "+"
	}
	return place(p, kind, digits(square)+owner)
}

// readHand reads what stands right of a rule: whose pieces come next, or pieces.
func (r *reader) readHand(p *shogi.Position, at int, text string, owner *shogi.Color) bool {
	fields := strings.Fields(strings.ToUpper(text))
	if len(fields) == 0 {
		return true
	}
	if len(fields) >= 3 && fields[1] == "IN" && strings.HasPrefix(fields[2], "HAND") {
		*owner = sideOf(fields[0])
		if *owner != shogi.Empty {
			fields = fields[3:]
		}
	}
	if *owner == shogi.Empty {
		r.problem(at, BadDiagram, "%q: pieces of nobody's", cut(strings.TrimSpace(text)))
		return false
	}
	for _, field := range fields {
		if field == "NONE" {
			continue
		}
		kind, n := pieceOf(field[:1]), 1
		if len(field) > 1 {
			var err error
			if n, err = strconv.Atoi(field[1:]); err != nil {
				kind = shogi.NoKind
			}
		}
		switch {
		case kind == shogi.NoKind || kind == shogi.King || n < 1:
			r.problem(at, BadDiagram, "%q is not a piece in hand", cut(field))
			return false
		case n > kind.Complement()-count(p, kind):
			r.problem(at, TooMany, "%q: more than there are of this piece", cut(field))
			return false
		}
		p.SetHand(*owner, kind, p.Hand(*owner, kind)+n)
	}
	return true
}

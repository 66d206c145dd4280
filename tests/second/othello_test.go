package second

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// othelloStart is the board before the first move.
const othelloStart = "..........................." + "OX" + "......" + "XO" + "..........................."

// flips returns the discs that a disc on a point would turn.
func flips(cells []byte, at int, disc byte) (list []int) {
	if cells[at] != '.' {
		return nil
	}
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			var run []int
			row, col := at/8+dr, at%8+dc
			for (dr != 0 || dc != 0) && row >= 0 && row < 8 && col >= 0 && col < 8 {
				cell := cells[row*8+col]
				if cell == '.' {
					break
				}
				if cell == disc {
					list = append(list, run...)
					break
				}
				run = append(run, row*8+col)
				row, col = row+dr, col+dc
			}
		}
	}
	return list
}

// othelloMoves returns the points where a color may play.
func othelloMoves(cells []byte, color byte) (list []int) {
	for at := range cells {
		if len(flips(cells, at, stone(color))) > 0 {
			list = append(list, at)
		}
	}
	return list
}

// replayOthello gives every node of a record its board, and whose turn it is: of a player who must
// pass it is the other's.
func replayOthello(r *record) (ok bool) {
	for _, n := range r.nodes {
		cells := []byte(othelloStart)
		n.turn = 'B'
		if n.parent != nil {
			copy(cells, n.parent.cells)
			n.played, n.turn = n.parent.played, n.parent.turn
		}
		if len(n.props["AB"])+len(n.props["AW"])+len(n.props["AE"]) > 0 { // only the usual start, written down
			board := goban{rows: 8, cols: 8}
			set := []byte(strings.Repeat(".", 64))
			for name, disc := range map[string]byte{"AB": 'X', "AW": 'O'} {
				list, ok := board.points(n.props[name])
				if !ok {
					return false
				}
				for _, i := range list {
					set[i] = disc
				}
			}
			if n.parent != nil || string(set) != othelloStart {
				return false
			}
		}
		for _, color := range "BW" {
			values := n.props[string(color)]
			if len(values) == 0 {
				continue
			}
			n.color, n.move = byte(color), values[0]
			if n.move == "" {
				return false
			}
			at := (&goban{rows: 8, cols: 8}).index(n.move)
			if at < 0 || n.color != n.turn {
				return false
			}
			turned := flips(cells, at, stone(n.color))
			if len(turned) == 0 {
				return false
			}
			for _, i := range append(turned, at) {
				cells[i] = stone(n.color)
			}
			n.move = pointName("othello", at, 8)
			n.played++
			n.turn = other(n.color)
			if len(othelloMoves(cells, n.turn)) == 0 {
				n.turn = n.color
			}
		}
		n.cells = string(cells)
	}
	return true
}

// pointName is how answers name a point.
func pointName(game string, i, cols int) string {
	if game == "othello" {
		return fmt.Sprintf("%c%d", 'a'+i%cols, i/cols+1)
	}
	return letters(i%cols, i/cols)
}

// generateOthello makes a collection of Othello games, which all begin in some of few ways.
func generateOthello(random *rand.Rand, games int) string {
	var all strings.Builder
	for range games {
		fmt.Fprintf(&all, "(;GM[2]FF[4]%s", othelloHeader(random))
		cells, color := []byte(othelloStart), byte('B')
		turns := turnings(8, 8)
		turn := turns[random.IntN(len(turns))]
		if turn.board(othelloStart, 8, 8) != othelloStart {
			turn = turning{}
		}
		for k := range 6 + random.IntN(24) {
			moves := othelloMoves(cells, color)
			if len(moves) == 0 {
				break
			}
			at := moves[random.IntN(len(moves))]
			if k < 7 {
				at = moves[min(random.IntN(len(moves)), random.IntN(len(moves)), random.IntN(len(moves)))]
			}
			for _, i := range append(flips(cells, at, stone(color)), at) {
				cells[i] = stone(color)
			}
			to := turn.of(at, 8, 8)
			fmt.Fprintf(&all, ";%c[%s]", color, letters(to%8, to/8))
			if random.IntN(14) == 0 {
				fmt.Fprintf(&all, "C[%s]", remarks[random.IntN(len(remarks))])
			}
			color = other(color)
			if len(othelloMoves(cells, color)) == 0 {
				color = other(color)
			}
			if len(othelloMoves(cells, color)) == 0 {
				break
			}
		}
		all.WriteString(")\n")
	}
	return all.String()
}

// othelloHeader is a header without what Othello does not have.
func othelloHeader(random *rand.Rand) string {
	text := header(random)
	for _, result := range []string{"B+R", "W+R", "B+2.5", "W+10.5", "B+T", "W+F", "W+0.5"} {
		text = strings.Replace(text, "RE["+result+"]", "RE["+result[:2]+fmt.Sprint(2+2*slices.Index([]byte("RTF"), result[2])+4)+"]", 1)
	}
	return text
}

package othello

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"kifudb/position"
)

// Name returns a square as players of Othello name it: "f5", the column's letter and
// the row from the top.
func Name(at position.Point) string {
	if at == position.Pass {
		return "pass"
	}
	if at.X() >= MaxSize || at.Y() >= MaxSize {
		return at.String()
	}
	return string(rune('a'+at.X())) + strconv.Itoa(at.Y()+1)
}

// passes are the words that stand for a pass in records, in lower case. That of SGF is
// tt, which lies on no board.
var passes = []string{"", "tt", "pa", "pass", "ps", "--", "@@"}

// ParsePoint reads a square of any board, as players name it or in the two letters of
// SGF, in upper or lower case, or a pass.
func ParsePoint(text string) (position.Point, error) {
	lower := strings.ToLower(strings.TrimSpace(text))
	for _, word := range passes {
		if lower == word {
			return position.Pass, nil
		}
	}
	if len(lower) < 2 || len(lower) > 3 || lower[0] < 'a' || lower[0] >= 'a'+MaxSize {
		return 0, errNoSquare
	}
	if len(lower) == 2 && lower[1] >= 'a' && lower[1] < 'a'+MaxSize {
		return position.At(int(lower[0]-'a'), int(lower[1]-'a')), nil
	}
	row, err := strconv.ParseUint(lower[1:], 10, 8)
	if err != nil || lower[1] == '0' || row > MaxSize {
		return 0, errNoSquare
	}
	return position.At(int(lower[0]-'a'), int(row)-1), nil
}

var errNoSquare = errors.New("neither a square, such as f5 or fe, nor a pass")

// String returns the position as programs exchange it, and [Parse] reads it: the
// squares row by row, X for Black's discs, O for White's, - for empty squares, and
// behind a blank X or O for the side to move.
func (p *Position) String() string {
	var b strings.Builder
	size := p.Size()
	for i := range size.Area() {
		b.WriteByte("-XO"[p.At(size.At(i))])
	}
	b.WriteByte(' ')
	b.WriteByte("-XO"[p.turn])
	return b.String()
}

// Parse reads a position from text in one of these forms:
//
//	---------------------------OX------XO--------------------------- X
//	8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *
//	8/8/8/3OX3/3XO3/8/8/8 B
//
// and diagrams of a line for each row, with or without coordinates and frames, as
// [Position.Draw] writes them. Black's discs are X, x, * or ●, White's O, o or ○, empty
// squares - . _ + or ·. Behind the board stands who is to move: one of these signs, B or
// W, or words such as "Black to play".
func Parse(text string) (*Position, error) {
	board, turn := cutTurn(text)
	if turn == position.Empty {
		return nil, errors.New("it is not said who is to move; put X for Black or O for White behind the board")
	}
	cells, err := cellsOf(board)
	if err != nil {
		return nil, err
	}
	side := int(math.Sqrt(float64(len(cells))))
	if side*side != len(cells) || !ValidSize(position.Square(side)) {
		return nil, fmt.Errorf("a board with %d squares, of which 8×8 is usual, and 4×4 to 14×14 are possible", len(cells))
	}
	p := NewEmpty(side)
	for i, c := range cells {
		p.Set(position.At(i%side, i/side), c)
	}
	p.SetToPlay(turn)
	return p, nil
}

// ParseMoves reads moves from the start of a game, as transcripts have them: "f5d6c3",
// "F5 D6 C3", "1. f5 2. d6", "f5-d6". A pass may stand there, or be left out. Its error
// may be a *MoveError.
func ParseMoves(text string) (*Position, error) {
	p := New(Usual)
	count := 0
	for at := 0; at < len(text); {
		word, from := nextMove(text, &at)
		if word == "" {
			break
		}
		m, err := ParsePoint(word)
		if err != nil {
			return nil, &MoveError{from, fmt.Errorf("%s: %w", word, err)}
		}
		if m != position.Pass {
			count++
		}
		if fault := p.Play(position.Move{Color: p.turn, Point: m}); fault != OK && m != position.Pass {
			return nil, &MoveError{from, fmt.Errorf("move %d, %s: against the rules: %s", count, word, fault)}
		}
	}
	if count == 0 {
		return nil, errors.New("there is no move")
	}
	return p, nil
}

// A MoveError is about a move of a text.
type MoveError struct {
	At int // the byte where it begins
	error
}

func (e *MoveError) Unwrap() error { return e.error }

// nextMove cuts the next move off a text, or a word that is none; "" at the end. Numbers
// of moves, as in "12. f5", are passed over.
func nextMove(text string, at *int) (word string, from int) {
	separator := func(c byte) bool { return strings.IndexByte(" \t\r\n,;-.", c) >= 0 }
	digit := func(i int) bool { return i < len(text) && text[i] >= '0' && text[i] <= '9' }
	i := *at
	for i < len(text) && (separator(text[i]) || digit(i)) {
		i++
	}
	from = i
	switch {
	case i+1 < len(text) && digit(i+1):
		for i++; i < from+2 && digit(i); i++ {
		}
		// Rows beyond 9 need boards that start elsewhere: two digits would run into the
		// number of the next move.
	default:
		for i < len(text) && !separator(text[i]) {
			i++
		}
	}
	*at = i
	return text[from:i], from
}

// IsTranscript reports whether a text is a single word of at least two moves that can be
// made from the start of a game, one after the other: "f5d6c3d3c4".
func IsTranscript(text string) bool {
	if len(text) < 4 || len(text)%2 != 0 {
		return false
	}
	for i := range len(text) {
		c := text[i] | 0x20
		if i%2 == 0 && (c < 'a' || c > 'h') || i%2 == 1 && (text[i] < '1' || text[i] > '8') {
			return false
		}
	}
	_, err := ParseMoves(text)
	return err == nil
}

// LooksLikeMoves reports whether a text is of moves and not of a board.
func LooksLikeMoves(text string) bool {
	at := 0
	word, _ := nextMove(strings.TrimSpace(text), &at)
	m, err := ParsePoint(word)
	return err == nil && m != position.Pass
}

// colorOf returns what a character of a board stands for.
func colorOf(r rune) (c position.Color, ok bool) {
	switch r {
	case 'X', 'x', '*', '●', '◉', '⚫':
		return position.Black, true
	case 'O', 'o', '○', '◎', '⚪':
		return position.White, true
	case '-', '.', '_', '+', '·':
		return position.Empty, true
	}
	return 0, false
}

// cutTurn cuts who is to move off a text.
func cutTurn(text string) (board string, turn position.Color) {
	text = strings.TrimSpace(text)
	lower := lowerASCII(text)
	for _, words := range []string{" to play", " to move"} {
		if i := strings.LastIndex(lower, words); i >= 0 {
			text, lower = text[:i], lower[:i]
		}
	}
	for _, name := range []struct {
		text  string
		color position.Color
	}{{"black", position.Black}, {"white", position.White}, {"b", position.Black}, {"w", position.White}} {
		if rest, ok := strings.CutSuffix(lower, name.text); ok && strings.TrimRight(rest, " \t\r\n,;:/") != rest {
			return text[:len(rest)], name.color
		}
	}
	if i := strings.LastIndexAny(text, " \t\r\n,;:/"); i >= 0 {
		if last := []rune(text[i+1:]); len(last) == 1 {
			if c, ok := colorOf(last[0]); ok && c != position.Empty {
				return text[:i], c
			}
		}
	}
	return text, position.Empty
}

// cellsOf returns what lies on the squares of a drawn board, row by row.
func cellsOf(text string) ([]position.Color, error) {
	byRuns := strings.Contains(text, "/") && !strings.Contains(text, "\n") // digits count empty squares
	var cells []position.Color
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '/' }) {
		line = strings.TrimSpace(line)
		if !byRuns {
			line = strings.Trim(line, "0123456789 \t\r|")
			if isRule(line) {
				continue
			}
		}
		for i := 0; i < len(line); {
			r, n := utf8.DecodeRuneInString(line[i:])
			i += n
			if byRuns && r >= '1' && r <= '9' {
				run := int(r - '0')
				if r == '1' && i < len(line) && line[i] >= '0' && line[i] <= '4' {
					run = 10 + int(line[i]-'0')
					i++
				}
				for range run {
					cells = append(cells, position.Empty)
				}
				continue
			}
			switch c, ok := colorOf(r); {
			case ok:
				cells = append(cells, c)
			case strings.ContainsRune(" \t\r|()[]", r):
			default:
				return nil, fmt.Errorf("%q is no disc and no empty square; expected X, O, and - for an empty square", r)
			}
		}
	}
	return cells, nil
}

// isRule reports whether a line is no row of squares: the names of the columns, a frame,
// or the count of discs under a board.
func isRule(line string) bool {
	letters := strings.ToLower(strings.ReplaceAll(line, " ", ""))
	switch {
	case letters == "", strings.HasPrefix("abcdefghijklmn", letters):
		return true
	case strings.ContainsAny(line, "┌└├─") || strings.HasPrefix(letters, "+-"):
		return true
	}
	return strings.Contains(letters, "black") && strings.Contains(letters, "white")
}

// lowerASCII is [strings.ToLower] for the letters of ASCII only. The text keeps its length, whatever
// bytes it has.
func lowerASCII(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

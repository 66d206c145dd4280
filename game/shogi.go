package game

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"kifudb/game/notation"
	"kifudb/internal/lazy"
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/shogi"
	"kifudb/position/shogi/naming"
)

// shogiGame is shogi, GM[8], whose rules are package position/shogi. SGF defines no
// moves for it; records of ours have them in USI, and the private property SFEN
// in the root says how a game starts that is not even.
var shogiGame = &shogiEntry{entry{About{
	Number: 8, Name: "shogi", Also: []string{"将棋", "將棋", "日本将棋", "쇼기"},
	Size: position.Square(9), Fixed: true, Start: []string{shogi.StartIdent}, Ratings: true, Signs: [2]string{"☗", "☖"}, Always: true, AsIs: true,
}}}

type shogiEntry struct{ entry }

// Recognizes knows SFEN and what USI says before it, moves in USI, CSA, KIF and as they
// are printed, and diagrams.
func (*shogiEntry) Recognizes(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "startpos", "sfen", "position":
		return !chessGame.Recognizes(text) // whose programs say it in the same way
	}
	if len(words[0]) <= longestMoveWord && moveWord().MatchString(words[0]) || strings.ContainsAny(text, "歩香桂銀金角飛玉王") {
		return true
	}
	// A diagram of Go on one line has slashes, too, and dots.
	return strings.Count(words[0], "/") == 8 && strings.Trim(words[0], "123456789/+plnsgbrkPLNSGBRK") == ""
}

// moveWord is a move in USI or CSA: 7g7f, P*5e, +7776FU.
var moveWord = lazy.Regexp(`^([1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]|[+-]?\d{4}(FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY))$`)

// longestMoveWord is how many bytes it has at most.
const longestMoveWord = len("+7776FU")

// ReadPosition reads a position in SFEN, or the moves in USI that lead to it:
// "lnsgk... b - 1", "sfen lnsgk... b - 1 moves 7g7f", "startpos moves 7g7f 3c3d". An
// illegal move is an error, because the text after it would mean another position.
// The position after a foul can be given directly.
//
// It reads every other text as a game in any other notation, and returns the last
// position: a diagram in BOD, moves in kanji, in KIF, in CSA.
func (*shogiEntry) ReadPosition(text string) (Position, error) {
	words := strings.Fields(text)
	if len(words) > 0 && !strings.Contains(words[0], "/") && !slices.Contains([]string{"startpos", "sfen", "position"}, words[0]) {
		p, err := notation.PositionOf(text)
		if err != nil {
			return nil, err
		}
		return Pieces{p}, nil
	}
	from := 0
	for _, name := range []string{"position", "sfen"} {
		if from < len(words) && words[from] == name {
			from++
		}
	}
	moves := max(from, len(words))
	if i := slices.Index(words[from:], "moves"); i >= 0 {
		moves = from + i
	}
	p, err := shogi.ParseSFEN(strings.Join(words[from:moves], " "))
	if err != nil {
		return nil, err
	}
	at := 0
	for i, word := range words {
		at += strings.Index(text[at:], word)
		if i > moves {
			if err := playWord(p, word); err != nil {
				return nil, &TextError{at, fmt.Errorf("move %d, %s: %w", i-moves, word, err)}
			}
		}
		at += len(word)
	}
	return Pieces{p}, nil
}

// playWord makes a move that is written in USI.
func playWord(p *shogi.Position, word string) error {
	m, err := shogi.ParseMove(word)
	if err != nil {
		return errors.New("not a move in USI, such as 7g7f, 8h2b+ or P*5e")
	}
	if fault := p.Play(m); fault != 0 {
		return fmt.Errorf("against the rules: %s", fault)
	}
	return nil
}

// ReadMove reads a move in USI.
func (*shogiEntry) ReadMove(text string) (position.Point, error) {
	m, err := shogi.ParseMove(text)
	if err != nil {
		return 0, errors.New("not in USI")
	}
	return position.Point(m.Code()), nil
}

// MoveText writes a move in USI.
func (*shogiEntry) MoveText(code position.Point) string {
	m, ok := shogi.MoveOf(uint16(code))
	if !ok {
		return ""
	}
	return m.String()
}

// Start returns the position that SFEN says, or the even game's.
func (*shogiEntry) Start(r Record) (Position, error) {
	p, err := shogi.StartOf(r.value)
	if err != nil {
		return nil, err
	}
	return Pieces{p}, nil
}

// Replay plays the moves, whose codes are those of [shogi.Move.Code].
func (*shogiEntry) Replay(start Position, s position.Script) iter.Seq[*Step] {
	return steps(shogi.Replay(start.(Pieces).Shogi, s), func(done *shogi.Step) Step {
		var move position.Move
		if done.Moved {
			move = shogi.ScriptMove(done.Before.ToPlay(), done.Move)
		}
		return stepOf(&done.Visit, pieces, move, done.Moved, done.Fault)
	})
}

// Features returns the kinds of features of shogi.
func (*shogiEntry) Features() []feature.Kind { return shogi.Kinds() }

// Observe reports what moves do, see [shogi.Observe].
func (*shogiEntry) Observe(start Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	return shogi.Observe(start.(Pieces).Shogi, s, w)
}

// Handicap returns how many pieces White has given.
func (*shogiEntry) Handicap(r Record) int {
	start, err := shogi.StartOf(r.value)
	if err != nil {
		return 0
	}
	return naming.Given(start)
}

// Pieces is a position of shogi.
type Pieces struct{ Shogi *shogi.Position }

func pieces(p *shogi.Position) Position { return Pieces{p} }

// Game returns shogi.
func (Pieces) Game() Game { return shogiGame }

// ToPlay returns whose turn it is.
func (p Pieces) ToPlay() position.Color { return p.Shogi.ToPlay() }

// Text returns the position in SFEN.
func (p Pieces) Text() string { return "sfen " + p.Shogi.SFEN() }

// Subject returns it without the number of the move.
func (p Pieces) Subject() string { return "sfen " + p.Shogi.Setup() }

// StartInfo returns the private property that holds SFEN.
func (p Pieces) StartInfo() (ident, value string) { return shogi.StartIdent, p.Shogi.SFEN() }

// Canonical returns the key of all images.
func (p Pieces) Canonical() position.Key { return p.Shogi.Canonical() }

// Equal reports whether board, hands and turn are the same.
func (p Pieces) Equal(other Position) bool {
	q, ok := other.(Pieces)
	return ok && *p.Shogi == *q.Shogi
}

// Clone returns a copy.
func (p Pieces) Clone() Position { return Pieces{p.Shogi.Clone()} }

// onSquare are the symmetries of shogi as those of square boards are numbered.
var onSquare = [shogi.NumSymmetries]position.Symmetry{0, 1, 3, 2}

// Images returns the position as it is, with Swap also turned round, and with Mirror
// also mirrored.
func (p Pieces) Images(o ImageOptions) []Image {
	var images []Image
	for _, s := range symmetriesOf(o) {
		image := Pieces{p.Shogi.Image(s)}
		if slices.ContainsFunc(images, func(other Image) bool { return other.Position.Equal(image) }) {
			continue
		}
		images = append(images, Image{onSquare[s], s&2 != 0, image, moveBack(s), moveBack(s)}) // every symmetry undoes itself
	}
	return images
}

// Image returns the image under a symmetry, whose number says whether colors are
// exchanged.
func (p Pieces) Image(s position.Symmetry, _ bool) Position {
	return Pieces{p.Shogi.Image(shogi.Symmetry(slices.Index(onSquare[:], s)))}
}

// ReadMove reads a move in USI.
func (Pieces) ReadMove(text string) (position.Point, error) { return shogiGame.ReadMove(text) }

// Name returns a move in Western notation, or as it is printed in Japan, and in USI
// for programs; in USI alone if it cannot be made.
func (p Pieces) Name(code position.Point, native bool) string {
	m, ok := shogi.MoveOf(uint16(code))
	switch {
	case !ok:
		return "?"
	case !p.Shogi.Judge(m).Possible():
		return m.String()
	case native:
		return fmt.Sprintf("%s (%s)", notation.KanjiText(p.Shogi, m), m)
	}
	return fmt.Sprintf("%s (%s)", notation.MoveText(p.Shogi, m, notation.Western), m)
}

// Play makes a move if it is possible.
func (p Pieces) Play(code position.Point) (string, bool) {
	m, ok := shogi.MoveOf(uint16(code))
	if !ok {
		return "no such move", false
	}
	f := p.Shogi.Play(m)
	return f.String(), f.Possible()
}

// Draw draws the board and both hands.
func (p Pieces) Draw(d Drawing) string {
	o := &shogi.DrawOptions{Kanji: d.Native && d.Style != position.ASCII}
	if d.Last != nil {
		o.Last, _ = shogi.MoveOf(uint16(*d.Last))
	}
	return p.Shogi.Draw(o)
}

// WriteSVG draws board and hands as a picture.
func (p Pieces) WriteSVG(w io.Writer, d Drawing) error {
	var last shogi.Move
	if d.Last != nil {
		last, _ = shogi.MoveOf(uint16(*d.Last))
	}
	return p.Shogi.WriteSVG(w, last)
}

// Moves returns the legal moves.
func (p Pieces) Moves() []Move {
	moves := []Move{}
	for _, m := range p.Shogi.Moves(nil) {
		move := Move{Text: m.String(), Name: p.Name(position.Point(m.Code()), false), To: int(m.To)}
		if m.IsDrop() {
			move.Drop = m.Drop.String()
		} else {
			from := int(m.From)
			move.From = &from
		}
		if m.Promote {
			move.Choice = "promote"
		}
		moves = append(moves, move)
	}
	return moves
}

// Data returns board and hands as plain data.
func (p Pieces) Data() *Board {
	b := &Board{
		Game: shogiGame.about.Name, Signs: shogiGame.about.Signs[:], Cells: "squares", Cols: 9, Rows: 9, Stars: []int{}, Pieces: []Piece{}, Hands: []Hand{},
		ToPlay: letter(p.ToPlay()), Text: p.Text(), Moves: p.Moves(),
	}
	for i := range 9 {
		b.Columns = append(b.Columns, strconv.Itoa(9-i))
		b.Lines = append(b.Lines, string(rune('a'+i)))
	}
	for s := range shogi.NoSquare {
		if piece := p.Shogi.At(s); piece != shogi.NoPiece {
			b.Pieces = append(b.Pieces, Piece{int(s), letter(piece.Color()), piece.Kind().String(), string(piece.Kind().Kanji())})
		}
	}
	for _, c := range []position.Color{position.Black, position.White} {
		hand := Hand{Color: letter(c), Pieces: []HandPiece{}}
		for k := shogi.Rook; k >= shogi.Pawn; k-- {
			if n := p.Shogi.Hand(c, k); n > 0 {
				hand.Pieces = append(hand.Pieces, HandPiece{k.String(), string(k.Kanji()), n})
			}
		}
		b.Hands = append(b.Hands, hand)
	}
	if len(b.Moves) == 0 && p.Shogi.InCheck(p.ToPlay()) {
		b.Winner = letter(p.ToPlay().Opponent())
	}
	return b
}

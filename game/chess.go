package game

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"kifudb/position"
	"kifudb/position/chess"
	"kifudb/position/feature"
)

// chessGame is chess, GM[3], whose rules are package position/chess. SGF defines no
// moves for it: records of ours have them in UCI, with castling as the king's move onto
// its rook, and FEN in the root where a game does not start as usual.
var chessGame = &chessEntry{entry{About{
	Number: 3, Name: "chess", Also: []string{"チェス", "国际象棋", "chess960"},
	Size: position.Square(8), Fixed: true, Start: []string{"FEN"}, Ratings: true, LateEndings: true, AsIs: true, WhiteAhead: true,
}}}

type chessEntry struct{ entry }

// Recognizes knows FEN, tags of PGN, and the start with moves in UCI.
func (*chessEntry) Recognizes(text string) bool {
	if text := strings.TrimSpace(text); strings.HasPrefix(text, "[") {
		if at := pgnTag().FindStringIndex(text); at != nil && at[0] == 0 {
			return true
		}
	}
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "position" {
		words = words[1:]
	}
	if len(words) > 0 && strings.EqualFold(words[0], "fen") {
		words = words[1:]
	}
	if len(words) > 2 && words[0] == "startpos" && words[1] == "moves" {
		_, err := chess.ParseMove(words[2])
		return err == nil
	}
	return len(words) > 0 && strings.Count(words[0], "/") == 7 && strings.Trim(words[0], "12345678/pnbrqkPNBRQK") == ""
}

// ReadPosition reads a position in FEN, and moves from there or from the start of a
// game, in SAN or UCI: "rnbqkb1r/... w KQkq - 2 3", "startpos moves e2e4 e7e5",
// "1. e4 c5 2. Nf3", also as a game in PGN, of which the end of its moves counts. A move that
// is wrong is an error: what stands after it is not what
// was meant.
func (*chessEntry) ReadPosition(text string) (Position, error) {
	p, fen := chess.New(), []string{}
	at, begun, moves := 0, 0, 0 // begun: where FEN begins
	if isPGN(text) {
		text = moveText(text)
	}
	words := strings.Fields(text)
	for i, word := range words {
		at += strings.Index(text[at:], word)
		switch lower := strings.ToLower(word); {
		case i == 0 && (lower == "position" || lower == "startpos" || lower == "fen"), lower == "moves", lower == "startpos", lower == "fen":
		case len(fen) == 0 && moves == 0 && strings.Count(word, "/") > 0, len(fen) > 0 && moves == 0 && inFEN(len(fen), word):
			if fen = append(fen, word); len(fen) == 1 {
				begun = at
			}
			if i+1 == len(words) || !inFEN(len(fen), words[i+1]) {
				var err error
				if p, err = chess.ParseFEN(strings.Join(fen, " ")); err != nil {
					return nil, &TextError{begun, err}
				}
				if len(fen) == 6 {
					moves = 1 // what follows are moves
				}
			}
		default:
			moves++
			if err := playSAN(p, word); err != nil {
				return nil, &TextError{at, err}
			}
		}
		at += len(word)
	}
	return Men{p}, nil
}

// inFEN reports whether a word can be the n-th field of FEN, from 0.
func inFEN(n int, word string) bool {
	switch n {
	case 1:
		return word == "w" || word == "b"
	case 2:
		return strings.Trim(word, "ABCDEFGHKQabcdefghkq") == "" && chess.ParseSquare(word) == chess.NoSquare || word == "-"
	case 3:
		return word == "-" || chess.ParseSquare(word) != chess.NoSquare && (word[1] == '3' || word[1] == '6')
	case 4, 5:
		return strings.Trim(word, "0123456789") == ""
	}
	return false
}

// playSAN makes a move that may have its number before it, as in "12.Nf3".
func playSAN(p *chess.Position, word string) error {
	move := word
	if rest := strings.TrimLeft(word, "0123456789"); rest != word && (rest == "" || rest[0] == '.') {
		move = strings.TrimLeft(rest, ".…")
	}
	if move == "" {
		return nil
	}
	m, err := p.Resolve(move)
	if err == nil {
		if fault := p.Judge(m); fault != 0 {
			err = fmt.Errorf("against the rules: %s", fault)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", word, err)
	}
	p.Play(m)
	return nil
}

// ReadMove reads a move in UCI.
func (*chessEntry) ReadMove(text string) (position.Point, error) {
	m, err := chess.ParseMove(text)
	if err != nil {
		return 0, err
	}
	return position.Point(m.Code()), nil
}

// MoveText writes a move in UCI.
func (*chessEntry) MoveText(code position.Point) string { return chess.MoveOf(uint16(code)).String() }

// Start returns the position that FEN says, or the usual start.
func (*chessEntry) Start(r Record) (Position, error) {
	fen := r.value("FEN")
	if fen == "" {
		return Men{chess.New()}, nil
	}
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	return Men{p}, nil
}

// Replay plays the moves, whose codes are those of [chess.Move.Code].
func (*chessEntry) Replay(start Position, s position.Script) iter.Seq[*Step] {
	return steps(chess.Replay(start.(Men).Chess, s), func(done *chess.Step) Step {
		var move position.Move
		if done.Moved {
			move = chess.ScriptMove(done.Before.ToPlay(), done.Move)
		}
		return stepOf(&done.Visit, men, move, done.Moved, done.Fault)
	})
}

// Features returns the kinds of features of chess.
func (*chessEntry) Features() []feature.Kind { return chess.Features() }

// Observe yields what moves do on the board.
func (*chessEntry) Observe(start Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	return chess.Observe(start.(Men).Chess, s, w)
}

// Men is a position of chess.
type Men struct{ Chess *chess.Position }

func men(p *chess.Position) Position { return Men{p} }

// Game returns chess.
func (Men) Game() Game { return chessGame }

// ToPlay returns whose turn it is.
func (p Men) ToPlay() position.Color { return p.Chess.ToPlay() }

// Text returns the position in FEN without its counters.
func (p Men) Text() string { return p.Chess.EPD() }

// Subject returns the same.
func (p Men) Subject() string { return p.Text() }

// StartInfo returns the property that holds FEN.
func (p Men) StartInfo() (ident, value string) { return "FEN", p.Chess.FEN() }

// Canonical returns the key of all images.
func (p Men) Canonical() position.Key { return p.Chess.Canonical() }

// Equal reports whether board, turn, and the rights to castle and to take in passing are
// the same.
func (p Men) Equal(other Position) bool {
	q, ok := other.(Men)
	return ok && p.Chess.Same(q.Chess)
}

// Clone returns a copy.
func (p Men) Clone() Position { return Men{p.Chess.Clone()} }

// Images returns the position as it is, with Swap also mirrored top to bottom with the
// colors exchanged, and with Mirror, where nobody may castle, also left to right.
func (p Men) Images(o ImageOptions) []Image {
	var images []Image
	for s := range p.Chess.Symmetries() {
		if s&1 != 0 && !o.Mirror || s&2 != 0 && !o.Swap {
			continue
		}
		image := Men{p.Chess.Image(s)}
		if slices.ContainsFunc(images, func(other Image) bool { return other.Position.Equal(image) }) {
			continue
		}
		move := func(code position.Point) position.Point { // every symmetry undoes itself
			return position.Point(s.Move(chess.MoveOf(uint16(code))).Code())
		}
		images = append(images, Image{position.Symmetry(s), s&2 != 0, image, move, move})
	}
	return images
}

// Image returns the image under a symmetry, whose number says whether colors are
// exchanged.
func (p Men) Image(s position.Symmetry, _ bool) Position {
	return Men{p.Chess.Image(chess.Symmetry(s))}
}

// ReadMove reads a move in SAN or UCI.
func (p Men) ReadMove(text string) (position.Point, error) {
	m, err := p.Chess.Resolve(text)
	if err != nil {
		return 0, err
	}
	return position.Point(m.Code()), nil
}

// Name returns a move in SAN, native with the figures of pieces.
func (p Men) Name(code position.Point, native bool) string {
	name := p.Chess.SAN(chess.MoveOf(uint16(code)))
	if kind := strings.IndexByte("NBRQK", name[0]); native && kind >= 0 {
		return string([]rune("♘♗♖♕♔")[kind]) + name[1:]
	}
	return name
}

// Play makes a move if it is possible.
func (p Men) Play(code position.Point) (string, bool) {
	f := p.Chess.Play(chess.MoveOf(uint16(code)))
	return f.String(), f.Possible()
}

// lastMove returns the move that led to a drawing.
func lastMove(d Drawing) (m chess.Move) {
	if d.Last != nil {
		m = chess.MoveOf(uint16(*d.Last))
	}
	return m
}

// Draw draws the board.
func (p Men) Draw(d Drawing) string {
	last := chess.NoSquare
	if m := lastMove(d); !m.IsNull() {
		last = m.To
	}
	return p.Chess.Draw(d.Style != position.ASCII, last)
}

// WriteSVG draws the board as a picture.
func (p Men) WriteSVG(w io.Writer, d Drawing) error { return p.Chess.WriteSVG(w, lastMove(d)) }

// Moves returns the legal moves.
func (p Men) Moves() []Move {
	moves := []Move{}
	for _, m := range p.Chess.Moves() {
		from := int(m.From)
		move := Move{Text: m.String(), Name: p.Chess.SAN(m), From: &from, To: int(m.To)}
		switch {
		case m.Promote != chess.NoKind:
			move.Choice = m.Promote.String()
		case strings.HasPrefix(move.Name, "O-O") && m.From.File() == 4:
			// The king is put where it comes to stand, as on every board.
			move.To = int(chess.SquareAt(6, m.From.Row()))
			if strings.HasPrefix(move.Name, "O-O-O") {
				move.To = int(chess.SquareAt(2, m.From.Row()))
			}
		}
		moves = append(moves, move)
	}
	return moves
}

// Data returns the board as plain data.
func (p Men) Data() *Board {
	b := &Board{
		Game: chessGame.about.Name, Cells: "squares", Cols: 8, Rows: 8, Stars: []int{}, Pieces: []Piece{}, Hands: []Hand{},
		ToPlay: letter(p.ToPlay()), Text: p.Text(), Moves: p.Moves(),
	}
	for i := range 8 {
		b.Columns = append(b.Columns, string(rune('a'+i)))
		b.Lines = append(b.Lines, strconv.Itoa(8-i))
	}
	for s := range chess.NoSquare {
		if piece := p.Chess.At(s); piece != chess.NoPiece {
			b.Pieces = append(b.Pieces, Piece{int(s), letter(piece.Color()), piece.Kind().String(), string(piece.Figure())})
		}
	}
	if len(b.Moves) == 0 && p.Chess.InCheck(p.ToPlay()) {
		b.Winner = letter(p.ToPlay().Opponent())
	}
	return b
}

package indexer

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"kifudb/notation"
	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// gameShogi is SGF's number for shogi.
const gameShogi = 8

// identStart is the private property of the root that holds the position from
// which a game of shogi starts, in SFEN, unless it is the even game's.
const identStart = "SFEN"

// dialectOf tells in which notation of shogi's a text is. It is unknown for SGF,
// which comes first: its comments may hold anything.
func dialectOf(text []byte) notation.Dialect {
	if beginsTree(text) && !inWordsOfCSA(text) {
		return notation.UnknownDialect
	}
	return notation.Detect(text)
}

// inWordsOfCSA reports whether the first parenthesis of a text stands among the
// words of CSA, which otherwise has none: in a comment, a name or a fact.
func inWordsOfCSA(text []byte) bool {
	before := text[:bytes.IndexByte(text, '(')]
	line := before[bytes.LastIndexAny(before, "\r\n")+1:]
	for _, start := range []string{"'", "N+", "N-", "$"} {
		if bytes.HasPrefix(line, []byte(start)) {
			return true
		}
	}
	return false
}

// fileDialect is dialectOf for a file that may have to be converted first, of
// which the beginning is known.
func fileDialect(head []byte) notation.Dialect {
	if charset.Whole(head) == "" {
		return dialectOf(head)
	}
	r, _ := charset.NewReader(bytes.NewReader(head))
	text, _ := io.ReadAll(r) // a character may be cut at the end
	return dialectOf(text)
}

type shogiSplitter struct {
	*notation.Scanner
	in store.Charset
}

func (s shogiSplitter) charset() store.Charset { return s.in }

func (s shogiSplitter) piece() (lead, game []byte, line int) {
	p := s.Piece()
	return p.Lead, p.Text, p.Line
}

// detect returns the charset of a record. CSA has its own way to declare one,
// and comes from Japan.
func detect(text []byte, pool *charset.Pool) charset.Guess {
	if dialectOf(text) != notation.CSA {
		return charset.Detect(text, charset.Declared(text), pool)
	}
	declared := ""
	if _, rest, ok := bytes.Cut(text[:min(len(text), 1<<10)], []byte("'CSA encoding=")); ok {
		if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
			declared = string(bytes.TrimSpace(rest[:end]))
		}
	}
	guess := charset.Detect(text, declared, pool)
	switch guess.Name {
	case charset.UTF8, charset.ShiftJIS, charset.EUCJP:
		return guess
	}
	guess = charset.Guess{Name: charset.ShiftJIS, Confidence: 0.5, Reason: charset.ReasonLikely}
	guess.Damaged = damage(text, charset.ShiftJIS)
	if n := damage(text, charset.EUCJP); n < guess.Damaged {
		guess.Name, guess.Damaged = charset.EUCJP, n
	}
	return guess
}

// damage counts the characters that an encoding cannot read.
func damage(text []byte, name string) int {
	return bytes.Count(charset.Decode(nil, text, name), []byte("\uFFFD"))
}

// readShogi reads a record in a notation of shogi's; nil if there is no game.
func readShogi(r *store.Record, report func(notation.Problem)) *notation.Record {
	text := charset.Decode(nil, tree(r), encoding(r))
	games := notation.ReadAny(text, &notation.ReadOptions{Report: report})
	if len(games) == 0 {
		return nil
	}
	return games[0]
}

// shogi derives a game from a record in a notation of shogi's. Of several games,
// all but the first are examples in its variations, and have their own records.
func (x *extractor) shogi(g *store.Game) {
	x.game, x.size = gameShogi, sgfread.Size{Cols: 9, Rows: 9}
	game := readShogi(x.record, x.shogiProblem)
	if game == nil {
		x.builder.Node()
		x.nodes++
		g.Script = x.builder.Script()
		return
	}
	for v := range game.Nodes() {
		for range v.Closes {
			x.builder.Close()
		}
		if v.Opens {
			x.builder.Open()
		}
		x.builder.Node()
		x.nodes++
		if v.Before != nil {
			x.builder.Move(shogi.ScriptMove(v.Before.ToPlay(), v.Node.Move))
		}
		if v.Node.Comment != "" {
			g.Comments = append(g.Comments, store.Comment{Node: v.Index, Ident: "C", Text: v.Node.Comment})
		}
	}
	g.Script = x.builder.Script()
	add := func(ident, text string) {
		if text != "" {
			g.Info = append(g.Info, store.Value{Ident: ident, Text: text})
		}
	}
	for _, f := range game.Info {
		add(f.Ident, f.Text)
	}
	if game.Field("RE") == "" {
		add("RE", game.Result())
	}
	if start := game.Start; start.Handicap != shogi.NoHandicap {
		add(identStart, start.Position.Setup())
		add("HA", string(start.Handicap))
	}
	g.Keys = x.shogiKeys(g, nil)
}

// usiMove adds a move of a record in SGF, which are in USI: SGF itself defines
// none for shogi.
func (x *extractor) usiMove(color position.Color, raw []byte, offset int64) {
	m, err := shogi.ParseMove(string(raw))
	if err != nil {
		x.fault(codeBadMove, offset, "a move that is not in USI: "+quote(raw)+"; left out")
		return
	}
	x.builder.Move(shogi.ScriptMove(color, m))
}

// illegalShogi notes what is wrong with a move.
func (x *extractor) illegalShogi(step *shogi.Step) {
	x.noteAt(codeIllegalMove, 0, func() error {
		return fmt.Errorf("%s: move %d (%s) is against the rules: %s", codeIllegalMove, step.MoveNumber, step.Move, step.Fault)
	})
}

// shogiKeys returns the canonical keys of all positions of a game of shogi, as
// replay does, and reports the moves that are illegal.
func (x *extractor) shogiKeys(g *store.Game, illegal func(*shogi.Step)) []position.Key {
	start, err := StartOf(g.Info)
	if err != nil {
		x.noteAt(codeBadStart, 0, func() error { return fmt.Errorf("%s: %w; the game has no positions", codeBadStart, err) })
		return nil
	}
	keys := x.keys[:0]
	for step := range shogi.Replay(start, g.Script) {
		keys = append(keys, step.Position.Canonical())
		if step.Fault != 0 && illegal != nil {
			illegal(step)
		}
	}
	x.keys = keys
	return slices.Clone(keys)
}

// StartOf returns the position from which a game of shogi starts, given its
// info.
func StartOf(info []store.Value) (*shogi.Position, error) {
	for _, v := range info {
		if v.Ident == identStart {
			return shogi.ParseSFEN(v.Text)
		}
	}
	return shogi.New(), nil
}

// given returns the number of pieces that White has given as a handicap.
func given(info []store.Value) uint8 {
	for _, v := range info {
		if v.Ident != "HA" {
			continue
		}
		start, ok := shogi.NewHandicap(shogi.Handicap(v.Text))
		if !ok {
			return 0
		}
		n := uint8(20) // pieces of a side
		for s := range shogi.NoSquare {
			if start.At(s).Color() == shogi.White {
				n--
			}
		}
		return n
	}
	return 0
}

// shogiProblem notes a problem that a reader of shogi's notations has found. The
// code is the reader's, but the moves have words that they share with other
// games.
func (x *extractor) shogiProblem(p notation.Problem) {
	code := string(p.Code)
	switch p.Code {
	case notation.IllegalMove:
		code = codeIllegalMove
	case notation.NoSuchMove, notation.Ambiguous, notation.Unreadable, notation.NothingToCapture, notation.NoPreviousMove:
		code = codeBadMove
	}
	x.noteAt(code, x.line+p.Line-1, func() error { return fmt.Errorf("%s: %s", code, p.Text) })
}

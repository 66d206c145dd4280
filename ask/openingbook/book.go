package openingbook

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/game"
	"kifudb/position"
)

// Options say which moves are in a book, and how they are weighed.
type Options struct {
	Format   string `flag:"to" usage:"write the book in {FORMAT}: [values]" enum:"polyglot,yaneuraou,edax"`
	Moves    int    `flag:"moves,m" value:"30" usage:"take the first {N} moves of each game, those of both players" minimum:"1" maximum:"1000"`
	MinGames int    `flag:"min,min-games" value:"2" usage:"leave out moves in fewer than {N} games" minimum:"1"`
	MaxMoves int    `flag:"max-moves,n" usually:"all" usage:"keep at most {N} moves of each position, the heaviest" minimum:"0"`
	Weight   string `flag:"weight" usually:"as is usual for the format" usage:"weigh moves by {HOW}: [values]" enum:",score,games"`
	Side     string `flag:"side" usually:"both" usage:"only the moves of {SIDE}: [values]" enum:",black,white"`

	// Memory is the number of bytes up to which counts are kept in memory. What is more goes to a
	// temporary file. 0 is 64 MiB.
	Memory int
	// Report, if set, is called now and then with the number of games that were read.
	Report func(games int)
}

// The ways to weigh moves.
const (
	ByScore = "score" // two for each game that the player of the move won, one for each draw
	ByGames = "games" // one for each game
)

// usualMemory is Options.Memory if nobody says it.
const usualMemory = 64 << 20

// A Book says what is in a book that was written, and what was left out.
type Book struct {
	Format    string `json:"format" doc:"Format of the book: polyglot, yaneuraou or edax."`
	Game      string `json:"game" doc:"Name of the game, such as chess."`
	Depth     int    `json:"depth" doc:"Number of moves of each game that were read."`
	MinGames  int    `json:"min_games" doc:"Number of games that a move must have."`
	Weight    string `json:"weight" doc:"How moves are weighed: score or games."`
	Games     int    `json:"games" doc:"Number of games that were read."`
	Folded    int    `json:"folded" doc:"Number of further records of these games, which do not count."`
	Positions int    `json:"positions" doc:"Number of positions in the book."`
	Moves     int    `json:"moves" doc:"Number of moves in the book."`

	Others     int `json:"others,omitempty" doc:"Number of games of other games that match the query and are not in the book. Missing if there are none."`
	Unread     int `json:"unread,omitempty" doc:"Number of games whose positions kifudb does not know. They are not in the book. Missing if there are none."`
	Illegal    int `json:"illegal,omitempty" doc:"Number of moves against the rules. They are not in the book. Missing if there are none."`
	Rare       int `json:"rare,omitempty" doc:"Number of moves that are left out because too few games have them. Missing if there are none."`
	Weightless int `json:"weightless,omitempty" doc:"Number of moves that are left out because their weight is 0. Missing if there are none."`
	Further    int `json:"further,omitempty" doc:"Number of moves that are left out because a position has enough others. Missing if there are none."`

	Notices []archive.Notice `json:"notices,omitempty" doc:"What the search for the games leaves out or does not know. Missing if there is nothing to say."`
}

// A Format is a kind of book.
type Format struct {
	Name   string
	ending string // of files
	weight string // how moves are weighed unless it is said
	Number int    // of the game, SGF's

	// key appends what tells a position from others. Books are in the order of keys. It is not ok
	// for positions that the book cannot hold.
	key func(dst []byte, p game.Position) (key []byte, ok bool)
	// code returns the number of a move in the book, given its code in scripts, in a position.
	code func(p game.Position, move position.Point) uint16
	// begin returns what writes the positions.
	begin func(w *bufio.Writer, o *Options) positionWriter
}

// A positionWriter writes the positions of a book in the order of their keys.
type positionWriter interface {
	// look is called for all positions before any is written, if the book is to be read twice.
	look(key []byte, moves []move)
	write(key []byte, moves []move) error
	twice() bool
}

// A move is a move of a position in a book.
type move struct {
	code uint16
	counts
	weight uint64
}

// Formats returns all formats.
func Formats() []Format { return []Format{polyglot, yaneuraou, edax} }

// Named returns a format by its name.
func Named(name string) (*Format, error) {
	for _, f := range Formats() {
		if f.Name == name {
			return &f, nil
		}
	}
	return nil, &archive.RequestError{Part: "to", Err: fmt.Errorf("there is no format of books %q", name)}
}

// Ending returns the format of files with the ending of a name, "" if there is none.
func Ending(name string) string {
	for _, f := range Formats() {
		if f.ending == strings.ToLower(filepath.Ext(name)) {
			return f.Name
		}
	}
	return ""
}

// Game returns the game that the format is for.
func (f *Format) Game() game.Game { return game.Of(f.Number) }

// Write makes a book of games and writes it.
func Write(ctx context.Context, vs *archive.Views, games *archive.GameSet, o *Options, w io.Writer) (_ *Book, err error) {
	if err := ask.CheckOptions(o); err != nil {
		return nil, err
	}
	f, err := Named(o.Format)
	if err != nil {
		return nil, err
	}
	if o.Weight == "" {
		weighed := *o
		weighed.Weight = f.weight
		o = &weighed
	}
	limit := o.Memory
	if limit == 0 {
		limit = usualMemory
	}
	all := newTally(limit)
	defer func() { err = errors.Join(err, all.close()) }()
	b := &Book{Format: f.Name, Game: f.Game().About().Name, Depth: o.Moves, MinGames: o.MinGames, Weight: o.Weight}
	r := &reader{format: f, options: o, tally: all, book: b, seen: map[string]int{}, moved: map[string]bool{}}
	read := 0
	for g, err := range vs.GamesIn(games) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = r.game(g)
		}
		if err != nil {
			return nil, err
		}
		if read++; read%1024 == 0 && o.Report != nil {
			o.Report(read)
		}
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := b.write(ctx, f, o, all, out); err != nil {
		return nil, err
	}
	return b, out.Flush()
}

// write writes the positions in the order of their keys.
func (b *Book) write(ctx context.Context, f *Format, o *Options, all *tally, out *bufio.Writer) error {
	to := f.begin(out, o)
	if to.twice() {
		if err := b.positions(ctx, o, all, func(key []byte, moves []move) error {
			to.look(key, moves)
			return nil
		}); err != nil {
			return err
		}
		b.Positions, b.Moves, b.Rare, b.Weightless, b.Further = 0, 0, 0, 0, 0
	}
	return b.positions(ctx, o, all, to.write)
}

// positions yields the positions of a book, each with its moves, the heaviest first.
func (b *Book) positions(ctx context.Context, o *Options, all *tally, yield func(key []byte, moves []move) error) error {
	var key []byte
	var moves []move
	flush := func() error {
		moves = b.choose(o, moves)
		if len(moves) == 0 {
			return nil
		}
		b.Positions++
		b.Moves += len(moves)
		return yield(key, moves)
	}
	n := 0
	for e, err := range all.sorted() {
		if err != nil {
			return err
		}
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		here, code := e.key[:len(e.key)-2], binary.BigEndian.Uint16([]byte(e.key[len(e.key)-2:]))
		if here != string(key) {
			if err := flush(); err != nil {
				return err
			}
			key, moves = append(key[:0], here...), moves[:0]
		}
		m := move{code: code, counts: e.counts, weight: uint64(e.games)}
		if o.Weight == ByScore {
			m.weight = 2*uint64(e.won) + uint64(e.drawn)
		}
		moves = append(moves, m)
	}
	return flush()
}

// choose leaves those of the moves of a position that are in the book, in its order.
func (b *Book) choose(o *Options, moves []move) []move {
	kept := moves[:0]
	for _, m := range moves {
		switch {
		case int(m.games) < o.MinGames:
			b.Rare++
		case m.weight == 0:
			b.Weightless++
		default:
			kept = append(kept, m)
		}
	}
	slices.SortFunc(kept, func(a, b move) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(b.games, a.games), cmp.Compare(a.code, b.code))
	})
	if o.MaxMoves > 0 && len(kept) > o.MaxMoves {
		b.Further += len(kept) - o.MaxMoves
		kept = kept[:o.MaxMoves]
	}
	return kept
}

package benchmark

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zip"

	"kifudb/archive"
	"kifudb/game"
	"kifudb/internal/durable"
	"kifudb/position"
	"kifudb/store"
)

// A Benchmark is what a program took to answer questions about an archive. Processor times
// are those of the program with all it does, from its start to its end, and so are
// the others.
type Benchmark struct {
	Program string           `json:"program"` // that was measured, as it names itself
	Archive BenchmarkArchive `json:"archive"`
	Machine BenchmarkMachine `json:"machine"`

	Seed uint64 `json:"seed"` // by which questions were chosen
	Runs int    `json:"runs"` // of each, of which the shortest counts
	Busy bool   `json:"busy"` // other programs were at work, so only processor times mean something

	Start     BenchmarkTiming     `json:"start"` // of the program that does nothing
	Questions []BenchmarkQuestion `json:"questions"`
	Import    *BenchmarkImport    `json:"import,omitempty"`  // of a sample of the records
	AddOne    *BenchmarkTiming    `json:"add_one,omitempty"` // of one game more into a copy of the archive

	Against *BenchmarkComparison `json:"against,omitempty"` // an earlier run
}

// A BenchmarkArchive is what the questions were about.
type BenchmarkArchive struct {
	Games    int            `json:"games"`
	Segments int            `json:"segments"`
	Bytes    int64          `json:"bytes"`
	RawBytes int64          `json:"raw_bytes"` // of the records as they came
	PerGame  map[string]int `json:"per_game"`  // bytes by part
}

// A BenchmarkMachine is where it was measured.
type BenchmarkMachine struct {
	System     string  `json:"system"` // as linux/amd64
	Processor  string  `json:"processor,omitempty"`
	Processors int     `json:"processors"`
	Memory     int64   `json:"memory,omitempty"`     // bytes
	Load       float64 `json:"load,omitempty"`       // processes that wanted a processor, before
	LoadAfter  float64 `json:"load_after,omitempty"` // and at the end
}

// A BenchmarkQuestion is a question that was asked.
type BenchmarkQuestion struct {
	Name   string `json:"name,omitempty"` // no other question of the run has
	Kind   string `json:"kind"`
	Query  string `json:"query"`
	Sort   string `json:"sort,omitempty"`   // the page is sorted by this
	Facet  string `json:"facet,omitempty"`  // a table of these fields is asked for, and no page
	Format string `json:"format,omitempty"` // all games are asked for in it
	Games  int    `json:"games"`            // that it finds

	// Of questions from a file, also these counts.
	Records  int              `json:"records,omitempty"`  // found, with every record of a game
	Hits     *int             `json:"hits,omitempty"`     // in these records, of questions about boards
	Expected *BenchmarkCounts `json:"expected,omitempty"` // by the file
	Differs  []string         `json:"differs,omitempty"`  // counts that are not those of the file or of the earlier run

	Page  *BenchmarkTiming `json:"page,omitempty"`  // the first page, and how many games there are
	Count *BenchmarkTiming `json:"count,omitempty"` // only how many
	Next  *BenchmarkTiming `json:"next,omitempty"`  // what was played next
	All   *BenchmarkTiming `json:"all,omitempty"`   // what is sorted, counted in a table or listed

	// Unanswered says, by the names of the timings above in JSON, what the program said in
	// place of an answer: another build may not know what is asked for.
	Unanswered map[string]string `json:"unanswered,omitempty"`
}

// A BenchmarkTiming is how long a command took, the shortest of its runs.
type BenchmarkTiming struct {
	CPU       float64 `json:"cpu_ms"`           // milliseconds of all processors
	Wall      float64 `json:"ms"`               // milliseconds until it ended
	Shown     float64 `json:"shown_ms"`         // until the first of its output
	FirstWall float64 `json:"first_ms"`         // the first run, until it ended
	FirstRead int64   `json:"first_read_bytes"` // what that read from the disk; 0 too where the system does not say
}

// A BenchmarkImport is an import of a sample into an archive of its own.
type BenchmarkImport struct {
	Games    int     `json:"games"`
	RawBytes int64   `json:"raw_bytes"`
	CPU      float64 `json:"cpu_ms"`
	Wall     float64 `json:"ms"`
	Peak     int64   `json:"peak_bytes,omitempty"` // of memory, if the system says so
}

// New returns a benchmark of an archive, which describes the archive and has no times yet.
func New(v *archive.View) (*Benchmark, error) {
	i, err := v.Inventory()
	if err != nil {
		return nil, err
	}
	b := &Benchmark{Archive: BenchmarkArchive{Games: i.Games, Segments: i.Segments, Bytes: i.Bytes, RawBytes: i.RawBytes, PerGame: map[string]int{}}}
	for _, part := range i.Parts {
		b.Archive.PerGame[part.Name] = int(part.Bytes) / max(i.Games, 1)
	}
	return b, nil
}

// A cutter cuts questions out of the games of an archive.
type cutter struct {
	view *archive.View
	rng  *rand.Rand
	ids  []archive.GameID // of all games
}

func newCutter(v *archive.View, rng *rand.Rand) *cutter {
	c := &cutter{view: v, rng: rng, ids: make([]archive.GameID, 0, v.Len())}
	for _, g := range v.Snapshot().Segments() {
		for it := g.Live().Iterator(); it.HasNext(); {
			c.ids = append(c.ids, g.Base()+archive.GameID(it.Next()))
		}
	}
	return c
}

// Cut returns questions of all kinds, so many of each, cut out of games of
// the archive that are chosen by a seed: the same games and the same seed give the same
// questions. Kinds of which nothing can be cut, such as corners where there are no
// games with stones, are left out.
func Cut(ctx context.Context, v *archive.View, seed uint64, each int) ([]BenchmarkQuestion, error) {
	c := newCutter(v, rand.New(rand.NewPCG(seed, 0xbe9c)))
	var list []BenchmarkQuestion
	add := func(kind string, n int, cut func() string) error {
		seen := map[string]bool{}
		for tries := 0; len(seen) < n && tries < 200*n && len(c.ids) > 0; tries++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if q := cut(); q != "" && !seen[q] {
				seen[q] = true
				list = append(list, BenchmarkQuestion{Kind: kind, Query: q})
			}
		}
		return nil
	}
	for _, k := range cutKinds {
		if err := add(k.name, each, func() string { return k.cut(c) }); err != nil {
			return nil, err
		}
	}
	list = append(list, wholeQuestions...)
	Name(list)
	return list, v.Snapshot().Err()
}

// wholeQuestions are about all games.
var wholeQuestions = []BenchmarkQuestion{
	{Kind: "sorted by date", Query: "id:>=1", Sort: "date"},
	{Kind: "table of players and decades", Query: "id:>=1", Facet: "player,decade"},
	{Kind: "all games as CSV", Query: "id:>=1", Format: "csv"},
}

// cutKinds are the kinds of questions that are cut out of games.
var cutKinds = []struct {
	name string
	cut  func(*cutter) string
}{
	{"whole board, 4 moves", func(c *cutter) string { return c.position(4) }},
	{"whole board, 10 moves", func(c *cutter) string { return c.position(10) }},
	{"whole board, 30 moves", func(c *cutter) string { return c.position(30) }},
	{"corner, few stones", func(c *cutter) string { return c.part(20, area{fromRight: true, cols: 6, rows: 6}, "NE", 2, 4) }},
	{"corner, many stones", func(c *cutter) string { return c.part(120, area{fromRight: true, cols: 9, rows: 9}, "NE", 12, 20) }},
	{"side", func(c *cutter) string { return c.part(80, area{col: 6, cols: 7, rows: 4}, "N", 3, 6) }},
	{"center, 9x9", func(c *cutter) string { return c.part(120, area{col: 5, row: 5, cols: 9, rows: 9}, "center", 4, 9) }},
	{"shape anywhere, 3x3", func(c *cutter) string { return c.part(60, c.somewhere(3, 3), "", 3, 4) }},
	{"shape anywhere, 4x4", func(c *cutter) string { return c.part(100, c.somewhere(4, 4), "", 5, 9) }},
	{"two stones, the rest open", (*cutter).wild},
	{"sequence in a corner", (*cutter).sequence},
	{"player", func(c *cutter) string { return c.word("player", "PB", "PW") }},
	{"event", func(c *cutter) string { return c.word("event", "EV") }},
	{"words anywhere", func(c *cutter) string { return c.word("", "PB", "PW", "EV", "PC") }},
	{"one day", func(c *cutter) string {
		if f := c.facts(); f.DateLo > 0 && f.DateLo == f.DateHi {
			return fmt.Sprintf("date:%04d-%02d-%02d", f.DateLo/10000, f.DateLo/100%100, f.DateLo%100)
		}
		return ""
	}},
	{"ten years", func(c *cutter) string {
		if f := c.facts(); f.DateLo > 0 {
			return fmt.Sprintf("date:%d..%d", f.DateLo/10000-5, f.DateLo/10000+4)
		}
		return ""
	}},
	{"result", func(c *cutter) string {
		if f := c.facts(); f.Winner == store.WinnerBlack && f.How == store.ByResign {
			return "result:B+R"
		} else if f.Winner == store.WinnerWhite && f.How == store.ByResign {
			return "result:W+R"
		}
		return ""
	}},
	{"not so, and many moves", func(c *cutter) string {
		if f := c.facts(); f.Moves >= 50 {
			return fmt.Sprintf("-winner:black moves:>%d", f.Moves)
		}
		return ""
	}},
}

// any chooses a game.
func (c *cutter) any() (*store.Segment, int) {
	g, local, _ := c.view.Snapshot().Segment(c.ids[c.rng.IntN(len(c.ids))])
	return g, local
}

func (c *cutter) facts() store.Facts {
	g, local := c.any()
	return g.Facts(local)
}

// A cutBoard is a position of a game of Go.
type cutBoard struct {
	id    archive.GameID
	board *position.Board
	moves []position.Move // of the main line up to it
}

// board chooses a game of Go and returns a position of it: after so many moves, or
// after as many as at most, if any is true.
func (c *cutter) board(moves int, any bool) (cutBoard, bool) {
	g, local := c.any()
	f := g.Facts(local)
	if _, ok := game.Of(int(f.Game)).(game.Stones); !ok || int(f.Game) != game.Default().About().Number || f.Flags&store.HasSetup != 0 || f.Handicap > 0 || f.Size != (position.Size{Cols: 19, Rows: 19}) || int(f.Moves) < moves {
		return cutBoard{}, false
	}
	if any {
		moves = 4 + c.rng.IntN(moves)
	}
	script, err := g.Script(local)
	if err != nil {
		return cutBoard{}, false
	}
	b := cutBoard{id: g.Base() + archive.GameID(local)}
	var r position.Replayer
	r.Replay(f.Size, script, func(board *position.Board, step *position.Step) bool {
		if !step.MainLine || !step.Moved {
			return true
		}
		if step.Move.Point == position.Pass || step.Fault != 0 {
			return false
		}
		b.moves = append(b.moves, step.Move)
		if len(b.moves) == moves {
			b.board = board.Clone()
		}
		return b.board == nil
	})
	return b, b.board != nil
}

// position is the whole board after so many moves.
func (c *cutter) position(moves int) string {
	b, ok := c.board(moves, false)
	if !ok {
		return ""
	}
	var names []string
	for i, m := range b.moves {
		if (m.Color == position.Black) != (i%2 == 0) {
			return "" // the moves of a position alternate
		}
		names = append(names, b.board.Size().Name(m.Point))
	}
	return `pos:"` + strings.Join(names, " ") + `"`
}

// An area is a rectangle of the board.
type area struct {
	col, row, cols, rows int
	fromRight            bool // col counts from the right side
}

// somewhere is an area inside the board.
func (c *cutter) somewhere(cols, rows int) area {
	return area{col: 2 + c.rng.IntN(19-4-cols), row: 2 + c.rng.IntN(19-4-rows), cols: cols, rows: rows}
}

// part is an area of the board after some of so many moves, if so many stones are in it.
func (c *cutter) part(moves int, a area, place string, least, most int) string {
	b, ok := c.board(moves, true)
	if !ok {
		return ""
	}
	stones := 0
	rows := b.rows(a, func(color position.Color) byte {
		if color != position.Empty {
			stones++
		}
		return ".XO"[color]
	})
	if stones < least || stones > most {
		return ""
	}
	return "pat:" + place + "[" + strings.Join(rows, "|") + "]"
}

// rows writes an area.
func (b *cutBoard) rows(a area, cell func(position.Color) byte) []string {
	if a.fromRight {
		a.col = b.board.Size().Cols - a.cols - a.col
	}
	var rows []string
	for y := range a.rows {
		row := make([]byte, a.cols)
		for x := range row {
			row[x] = cell(b.board.At(position.At(a.col+x, a.row+y)))
		}
		rows = append(rows, string(row))
	}
	return rows
}

// wild is two stones of a corner, whatever is on the other points.
func (c *cutter) wild() string {
	b, ok := c.board(40, true)
	if !ok {
		return ""
	}
	stones := 0
	rows := b.rows(area{fromRight: true, cols: 7, rows: 7}, func(color position.Color) byte {
		if color == position.Empty || stones == 2 {
			return '*'
		}
		stones++
		return ".XO"[color]
	})
	if stones < 2 {
		return ""
	}
	return "pat:NE[" + strings.Join(rows, "|") + "]"
}

// sequence is the first moves of a game in the upper right corner.
func (c *cutter) sequence() string {
	b, ok := c.board(60, false)
	if !ok {
		return ""
	}
	var words []string
	for _, m := range b.moves {
		if m.Point.X() >= 10 && m.Point.Y() < 9 && len(words) < 8 {
			words = append(words, string(".BW"[m.Color]), b.board.Size().Name(m.Point))
		}
	}
	if len(words) < 8 {
		return ""
	}
	return "seq:corner[" + strings.Join(words, " ") + "] within:30"
}

// word is a word of one of some properties of a game, in a field if it is named.
func (c *cutter) word(field string, idents ...string) string {
	g, local := c.any()
	var words []string
	for _, v := range g.Info(local) {
		if slices.Contains(idents, v.Ident) {
			words = append(words, strings.FieldsFunc(v.Text, func(r rune) bool { return !isWordRune(r) })...)
		}
	}
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 })
	if len(words) == 0 {
		return ""
	}
	word := `"` + words[c.rng.IntN(len(words))] + `"`
	if field == "" {
		return word
	}
	return field + ":" + word
}

// isWordRune reports whether a rune may stand in a word of a question without being
// taken for something else.
func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// Sample writes records of the archive, as they came, at most so many, chosen by
// a seed, as files of a zip. Those that are no file of their own by their bytes alone, as
// those of WTHOR, are left out.
func Sample(ctx context.Context, v *archive.View, seed uint64, most int, w io.Writer) (games int, bytes int64, err error) {
	z := zip.NewWriter(w)
	defer func() { err = errors.Join(err, z.Close()) }()
	rng := rand.New(rand.NewPCG(seed, 0x5a3b))
	c := newCutter(v, rng)
	// Runs of games, as they are in files: what is derived of a record depends on those
	// near it, and so does the time that it takes.
	const run = 100
	for tries := 0; games < most && tries < 2*most/run+10 && len(c.ids) > 0; tries++ {
		from := rng.IntN(len(c.ids)) / run * run
		for i, id := range c.ids[from:min(from+run, len(c.ids))] {
			if err := ctx.Err(); err != nil || games == most {
				return games, bytes, err
			}
			if c.ids[from+i] == 0 {
				continue // was written
			}
			c.ids[from+i] = 0
			g, local, _ := v.Snapshot().Segment(id)
			r, err := g.Record(local)
			if err != nil {
				return games, bytes, err
			}
			if r.Format != "" || len(r.Companions) > 0 {
				continue
			}
			file, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("%d.sgf", id), Method: zip.Deflate})
			if err != nil {
				return games, bytes, err
			}
			if _, err := file.Write(r.Raw); err != nil {
				return games, bytes, err
			}
			games++
			bytes += int64(len(r.Raw))
		}
	}
	return games, bytes, nil
}

// Copy makes a second archive of one, in a folder that is not there yet. They
// share their segments, which never change, so the copy takes no space in the same file
// system; whatever is done to it is not done to the first.
func Copy(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.Mkdir(to, 0o777); err != nil {
		return err
	}
	for _, entry := range entries {
		old, copied := filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())
		switch {
		case entry.IsDir():
			err = durable.Files{}.LinkTree(old, copied)
		default:
			var data []byte
			if data, err = os.ReadFile(old); err == nil {
				_, err = durable.Files{}.Write(copied, false, func(w io.Writer) error { _, err := w.Write(data); return err })
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

package dataset

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
)

// The formats of positions for programs that learn.
const (
	AsArrays = "npz"       // arrays of NumPy, of games that put stones or discs on points
	AsLines  = "positions" // JSON, a position on a line, of all games with rules
)

// A Learning says how positions are written for programs that learn: those before the moves of main lines,
// with the move and the result. Games are split over three sides.
type Learning struct {
	Dir     string // made if it is not there
	Form    string // AsArrays or AsLines
	Split   Split
	PerGame int  // positions of each game, chosen by the seed; 0 for all
	Replace bool // files that are there; otherwise the error wraps [archive.ErrExists]

	Report func(archive.JobProgress) // if set, is told how far it is
}

// Learned says what was written. It is written beside the positions, too, when these are complete.
type Learned struct {
	Version string        `json:"version"` // of what is described here
	Form    string        `json:"form"`
	Kind    string        `json:"kind,omitempty"`   // the game, of arrays
	Width   int           `json:"width,omitempty"`  // of its board
	Height  int           `json:"height,omitempty"` // of its board
	Planes  []string      `json:"planes,omitempty"` // names of the planes of arrays
	Seed    uint64        `json:"seed"`
	PerGame int           `json:"per_game,omitempty"`
	Sides   []LearnedSide `json:"sides"`
	Skipped int           `json:"skipped,omitempty"` // moves that are no samples, as they are not on a point or against the rules

	Unruled int `json:"-"` // games that are left out, as their rules are not known
}

// A LearnedSide is a side of the split.
type LearnedSide struct {
	Name      string   `json:"name"`
	Share     float64  `json:"share"`
	Games     int      `json:"games"`
	Positions int64    `json:"positions"`
	Files     []string `json:"files"`
}

// indexName is the file that says what was written.
const indexName = "dataset.json"

// ours are the files that an export writes.
var ours = regexp.MustCompile(`^((train|validation|test)(-\d{4,}\.npz|\.jsonl)|dataset\.json)$`)

// Check says what is wrong with the options: a [*archive.RequestError], or nil.
func (o *Learning) Check() error {
	switch {
	case o.Form != AsArrays && o.Form != AsLines:
		return &archive.RequestError{Part: "format", Err: fmt.Errorf("there is no format %q; expected %s or %s", o.Form, AsArrays, AsLines)}
	case o.PerGame < 0:
		return &archive.RequestError{Part: "per-game", Err: fmt.Errorf("expected a number of positions, not %d", o.PerGame)}
	}
	return o.Split.Check()
}

// Write writes the positions of a set of games. Nothing is written if files of an earlier export are there that
// may not be replaced. The index is written last, so that what is complete can be told.
func (o *Learning) Write(ctx context.Context, vs *archive.Views, set *archive.GameSet) (*Learned, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	old, err := o.present()
	if err != nil {
		return nil, err
	}
	learned := &Learned{Version: SchemaVersion, Form: o.Form, Seed: o.Split.Seed, PerGame: o.PerGame}
	for side, name := range SideNames {
		learned.Sides = append(learned.Sides, LearnedSide{Name: name, Share: o.Split.Shares[side], Files: []string{}})
	}
	l := &learner{options: o, views: vs, set: set, total: set.Len(), learned: learned}
	if o.Form == AsArrays {
		if err := l.oneBoard(); err != nil {
			return nil, err
		}
	}
	if l.groups, err = groupsOf(ctx, vs, set); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return nil, err
	}
	if o.Form == AsArrays {
		err = l.arrays(ctx)
	} else {
		err = l.lines(ctx)
	}
	if err != nil {
		return nil, err
	}
	index, err := json.MarshalIndent(learned, "", "  ")
	if err != nil {
		return nil, err
	}
	if _, err := archive.WriteFile(filepath.Join(o.Dir, indexName), o.Replace, func(w io.Writer) error {
		_, err := w.Write(append(index, '\n'))
		return err
	}); err != nil {
		return nil, err
	}
	for _, name := range old { // positions of an earlier export would be taken for those of this one
		if name != indexName && !slices.ContainsFunc(learned.Sides, func(s LearnedSide) bool { return slices.Contains(s.Files, name) }) {
			if err := os.Remove(filepath.Join(o.Dir, name)); err != nil {
				return nil, err
			}
		}
	}
	return learned, nil
}

// present returns the names of files of an earlier export.
func (o *Learning) present() (names []string, err error) {
	files, err := os.ReadDir(o.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, f := range files {
		if ours.MatchString(f.Name()) {
			names = append(names, f.Name())
		}
	}
	if len(names) > 0 && !o.Replace {
		return nil, fmt.Errorf("%s: %w", filepath.Join(o.Dir, names[0]), archive.ErrExists)
	}
	return names, nil
}

// A learner writes the positions of one export.
type learner struct {
	options *Learning
	views   *archive.Views
	set     *archive.GameSet
	groups  *groups
	learned *Learned
	sampler sampler
	total   int
}

// each goes through the samples of all games, with their sides.
func (l *learner) each(ctx context.Context, prepare func(s *sample), give func(side int, s *sample) (taken bool)) error {
	done := 0
	for i, v := range l.views.All() {
		for it := l.set.In(i).Iterator(); it.HasNext(); {
			if err := ctx.Err(); err != nil {
				return err
			}
			g, err := v.Game(archive.GameID(it.Next()))
			if err != nil {
				return err
			}
			if _, ok := g.Kind().(registry.Replayer); !ok {
				l.learned.Unruled++
				continue
			}
			digest := l.groups.digest(i, g.ID)
			side := l.options.Split.side(digest)
			chosen := sampled(&l.options.Split, g.Segment().Digest(g.Local()), g.Moves, l.options.PerGame)
			s := sample{archive: i + 1, game: g}
			given := 0
			if err := l.sampler.each(g, chosen, &s, prepare, func(s *sample) {
				if give(side, s) {
					given++
				}
			}); err != nil {
				return fmt.Errorf("game %s: %w", g.Name(), err)
			}
			at := &l.learned.Sides[side]
			at.Games++
			at.Positions += int64(given)
			for _, is := range chosen {
				if is {
					given--
				}
			}
			l.learned.Skipped -= given
			if done++; l.options.Report != nil {
				l.options.Report(archive.JobProgress{Stage: "writing positions", Done: int64(done), Total: int64(l.total), Unit: archive.UnitGames})
			}
		}
	}
	return nil
}

// A positionLine is a position as a line of JSON.
type positionLine struct {
	Archive  int      `json:"archive"`
	Game     uint32   `json:"game"`
	Kind     string   `json:"kind"`
	Number   int      `json:"number"`
	ToPlay   string   `json:"to_play"`
	Position string   `json:"position"`
	Ko       string   `json:"ko,omitempty"`
	History  []string `json:"history"`
	Move     string   `json:"move"`
	Score    *float64 `json:"score"`
}

// History is how many moves before a position are written with it.
const History = 8

// lines writes a file of lines for each side.
func (l *learner) lines(ctx context.Context) error {
	var files [sides]io.Writer
	names := map[string]*pointNames{}
	var open func(side int) error
	open = func(side int) error {
		if side == sides {
			return l.writeLines(ctx, &files, names)
		}
		at := &l.learned.Sides[side]
		at.Files = append(at.Files, at.Name+".jsonl")
		_, err := archive.WriteFile(filepath.Join(l.options.Dir, at.Files[0]), l.options.Replace, func(w io.Writer) error {
			files[side] = w
			return open(side + 1)
		})
		return err
	}
	return open(0)
}

func (l *learner) writeLines(ctx context.Context, files *[sides]io.Writer, names map[string]*pointNames) error {
	var line positionLine
	var fault error
	var buffers [sides]bytes.Buffer
	flush := func(side, least int) {
		if b := &buffers[side]; fault == nil && b.Len() > least {
			_, fault = files[side].Write(b.Bytes())
			b.Reset()
		}
	}
	named := func(s *sample) *pointNames {
		kind := s.game.Kind()
		key := kind.About().Name + s.game.Size
		if names[key] == nil {
			names[key] = newPointNames(kind, s.game.Segment().Facts(s.game.Local()).Size)
		}
		return names[key]
	}
	err := l.each(ctx, func(s *sample) {
		n := named(s)
		line = positionLine{Archive: s.archive, Game: uint32(s.game.ID), Kind: s.game.Game, History: []string{}}
		if s.goban != nil {
			line.Position = s.goban.SetupSGF()
			if ko, ok := s.goban.Ko(); ok {
				line.Ko = n.point(ko)
			}
		} else {
			line.Position = s.position.Text()
		}
		for _, m := range s.history[max(0, len(s.history)-History):] {
			line.History = append(line.History, m.Color.Letter()+" "+n.point(m.Point))
		}
	}, func(side int, s *sample) bool {
		line.Number, line.ToPlay, line.Move = s.number, s.next.Color.Letter(), named(s).point(s.next.Point)
		line.Score = nil
		if v := scoreOf(s.game.Segment().Facts(s.game.Local()).Winner, s.next.Color); !v.IsNull() {
			score := v.Double()
			line.Score = &score
		}
		encoder := json.NewEncoder(&buffers[side])
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(&line); err != nil && fault == nil {
			fault = err
		}
		flush(side, 1<<16)
		return true
	})
	for side := range buffers {
		flush(side, 0)
	}
	return errors.Join(err, fault)
}

// oneBoard sees to it that all games are of one kind whose moves are points, on boards of one size.
func (l *learner) oneBoard() error {
	counts := map[namesOf]int{}
	for i, v := range l.views.All() {
		for _, segment := range v.Snapshot().Segments() {
			for it := segment.Live().Iterator(); it.HasNext(); {
				local := it.Next()
				if l.set.In(i).Contains(uint32(segment.Base()) + local) {
					f := segment.Facts(int(local))
					counts[namesOf{int(f.Game), f.Size}]++
				}
			}
		}
	}
	var said []string
	for at, n := range counts {
		said = append(said, fmt.Sprintf("%d of %s on %v", n, registry.Of(at.kind).About().Name, at.size))
	}
	if len(counts) > 1 {
		slices.Sort(said)
		return &archive.RequestError{Part: "format", Err: fmt.Errorf("an array holds boards of one game and one size, and these are games %s; add game: and size: to the query", strings.Join(said, ", "))}
	}
	for at := range counts {
		kind := registry.Of(at.kind)
		if !registry.PutsOnPoints(kind) {
			return &archive.RequestError{Part: "format", Err: fmt.Errorf("%s has no planes, as its moves do not put stones or discs on points; the format %s has its positions as text", kind.About().Name, AsLines)}
		}
		l.learned.Kind, l.learned.Width, l.learned.Height = kind.About().Name, at.size.Cols, at.size.Rows
		l.learned.Planes = planesOf(kind)
	}
	return nil
}

// planesOf returns the names of the planes of a game.
func planesOf(kind registry.Game) []string {
	names := []string{"own", "opponent", "black_to_play"}
	for i := range lastMoves {
		names = append(names, fmt.Sprintf("last_%d", i+1))
	}
	if rules := registry.RulesOf(kind); rules != nil && !rules.Keep {
		names = append(names, "ko")
	}
	return names
}

// lastMoves is how many of the last moves have planes.
const lastMoves = 5

// shardRows is the number of positions of a file of arrays.
const shardRows = 1 << 15

// A shard is the positions of a side that are not written yet.
type shard struct {
	rows                                              int
	planes, move, result, komi, game, number, archive *array
}

func newShard(planes, bytes int) *shard {
	return &shard{
		planes: &array{"planes", "|u1", []int{planes, bytes}, nil}, move: &array{"move", "<i2", nil, nil}, result: &array{"score", "<f4", nil, nil},
		komi: &array{"komi", "<f4", nil, nil}, game: &array{"game", "<i8", nil, nil}, number: &array{"number", "<i4", nil, nil}, archive: &array{"archive", "|i1", nil, nil},
	}
}

func (s *shard) list() []*array {
	return []*array{s.planes, s.move, s.result, s.komi, s.game, s.number, s.archive}
}

// arrays writes files of arrays, each of so many positions of a side.
func (l *learner) arrays(ctx context.Context) error {
	size := position.Size{Cols: l.learned.Width, Rows: l.learned.Height}
	bytes := (size.Area() + 7) / 8
	var shards [sides]*shard
	for side := range shards {
		shards[side] = newShard(len(l.learned.Planes), bytes)
	}
	planes := make([]byte, len(l.learned.Planes)*bytes)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	err := l.each(ctx, func(s *sample) {
		draw(planes, bytes, size, l.learned.Planes, s)
	}, func(side int, s *sample) bool {
		target := size.Area() // a pass
		if s.next.Point != position.Pass {
			if !size.Contains(s.next.Point) {
				return false
			}
			target = size.Index(s.next.Point)
		}
		at := shards[side]
		at.add(planes, bytes, size.Area(), target, s)
		if at.rows == shardRows {
			if err := l.writeShard(side, at); err != nil {
				stop(err)
			}
		}
		return true
	})
	if fault := context.Cause(ctx); fault != nil {
		return fault
	}
	if err != nil {
		return err
	}
	for side, at := range shards {
		if at.rows > 0 {
			if err := l.writeShard(side, at); err != nil {
				return err
			}
		}
	}
	return nil
}

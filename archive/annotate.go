package archive

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/duplicate"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
	"kifudb/study"
)

// AnnotationOptions say which game is compared with which others, and as of when.
type AnnotationOptions struct {
	Game  string // a reference to a game of the archive, as 123 or 2:123
	File  string // or else the path of a file that holds one game
	Query Query  // which games it is compared with; all of its kind if empty
	// AsOf is the day before which other games must have been over to be known: a date
	// as queries have it, AsOfNow for all games whenever they were played, or "" for the
	// day of the game itself.
	AsOf    string
	Records bool // each record counts
	Limit   int  // games of each list, 0 for all

	// Progress and Watch are those of a [Search].
	Progress func(done, total int)
	Watch    func(sofar *Annotation)
}

// AsOfNow compares a game with all others, also with later and undated ones.
const AsOfNow = "now"

// rareShare is the share of games up to which a move is rare.
const rareShare = 0.05

// Annotation is a game against what was known on its day. A game is earlier if its last
// possible day is before that of this game: others of the same day, or whose date
// leaves it open, may have been known or not, and so may undated ones. They are counted
// by themselves. The game itself and other records of it do not count; nor does what is
// in variations, which was not played.
type Annotation struct {
	Envelope

	Game *Game  `json:"game"`
	File string `json:"file,omitempty"` // if it was read from there
	// AsOf is the day, or the days, "" if all games count as earlier. AsOfFrom says why:
	// "game" for its date, "asked", "undated" for a game without one, or "now".
	AsOf     string   `json:"as_of"`
	AsOfFrom string   `json:"as_of_from"`
	Query    string   `json:"query"` // which games it is compared with
	Games    ByTime   `json:"games"` // of its kind and size
	Left     []GameID `json:"left"`  // records of this game, which do not count

	Moves      []AnnotationMove   `json:"moves"`
	Unasked    int                `json:"unasked,omitempty"` // moves behind so many that nobody asks about them
	Departures []int              `json:"departures"`        // numbers of the moves that lead from known positions to new ones
	Returns    []int              `json:"returns"`           // and of those that lead back
	LastKnown  int                `json:"last_known"`        // number of the last move that leads to a known position
	Nearest    []Seen             `json:"nearest"`           // the latest earlier games with that position
	Corners    []AnnotationCorner `json:"corners,omitempty"`

	// Board is the position before the first departure, and Departure the move; nil
	// without one.
	Board     registry.Position `json:"-"`
	Departure position.Move     `json:"-"`

	record store.Record
}

// ByTime counts games by how they lie to the day.
type ByTime struct {
	Earlier   int `json:"earlier"`
	Meanwhile int `json:"meanwhile"` // of the same day, or the date leaves it open
	Undated   int `json:"undated"`
	Later     int `json:"later"`
}

func newByTime(n [4]int) ByTime {
	return ByTime{n[study.Earlier], n[study.Meanwhile], n[study.Undated], n[study.Later]}
}

// A Standing says how a move stands to what was known.
type Standing string

// The standings.
const (
	Usual      Standing = "usual"         // played before, in more than 5 % of the games with the position
	Rare       Standing = "rare"          // played before, in 5 % or less
	New        Standing = "new"           // it leads from a known position to an unknown one
	Transposed Standing = "transposition" // not played here before; the position is known by other moves
	Return     Standing = "return"        // it leads from an unknown position to a known one
	Unknown    Standing = "unknown"       // from an unknown position to another
)

// AnnotationMove is a move of the game.
type AnnotationMove struct {
	Number int    `json:"number"`
	Node   int    `json:"node"`
	Move          // as SGF or the game writes it
	Name   string `json:"name"` // as boards name it

	Standing Standing `json:"standing"`
	Known    ByTime   `json:"known"`           // games with the position before the move, the same side to play
	Played   ByTime   `json:"played"`          // of these, where it was played
	Reached  ByTime   `json:"reached"`         // games with the position after it, by whatever moves
	Rank     int      `json:"rank,omitempty"`  // among the moves that earlier games have here, 1 for the most frequent
	Of       int      `json:"of,omitempty"`    // how many these are
	Share    *Share   `json:"share,omitempty"` // of the earlier games with the position
	Won      Results  `json:"won"`             // of the earlier games with the move
	// Doubtful says that it is new, or rare, unless games were earlier whose dates do not
	// say so.
	Doubtful bool `json:"doubtful,omitempty"`

	Usually *UsualMove `json:"usually,omitempty"` // the most frequent other move of earlier games
	Last    *Seen      `json:"last,omitempty"`    // the latest earlier game with the move; without one, with the position
	Maybe   []Seen     `json:"maybe,omitempty"`   // games that may have been earlier, with the move
}

// UsualMove is a move that earlier games have.
type UsualMove struct {
	Move
	Name  string `json:"name"`
	Games int    `json:"games"`
}

// Seen is a game in which a position came up.
type Seen struct {
	Game *Game  `json:"game"`
	Ref  string `json:"ref"`
	Date string `json:"date,omitempty"` // as understood
}

// Annotate compares a game with what was known on its day. The errors are those of
// [Views.Search]; of a game whose rules are not known they wrap [ErrNoBoard].
func (vs *Views) Annotate(ctx context.Context, a *AnnotationOptions) (*Annotation, error) {
	subject, err := vs.subject(ctx, a)
	if err != nil {
		return nil, err
	}
	defer subject.close()
	s := &annotating{AnnotationOptions: a, views: vs, subject: subject, found: &Annotation{Game: subject.game, File: a.File, Query: a.Query.String(), Moves: []AnnotationMove{}, Departures: []int{}, Returns: []int{}, Nearest: []Seen{}, Left: []GameID{}}}
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	if err := s.ask(ctx); err != nil {
		return nil, err
	}
	s.found.tell(&s.notes)
	return s.found, nil
}

// A subject is the game that is annotated.
type subject struct {
	game    *Game
	archive int // its view among those that are asked, -1 for none
	close   func() error
}

// subject returns the game that is meant. One in a file is read by importing it into an
// archive of its own, as any format is.
func (vs *Views) subject(ctx context.Context, a *AnnotationOptions) (*subject, error) {
	if a.File != "" {
		return fileSubject(ctx, a.File)
	}
	v, number, rest, err := vs.Named(a.Game)
	if err != nil {
		return nil, err
	}
	n, err := v.node(number, rest)
	if err != nil {
		return nil, err
	}
	if !v.Live(n.Game.ID) {
		return nil, v.missing(n.Game.ID)
	}
	return &subject{n.Game, max(number-1, 0), func() error { return nil }}, nil
}

func fileSubject(ctx context.Context, path string) (*subject, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	a, done, closeArchive, err := importedAlone(ctx, []string{path})
	if err != nil {
		return nil, err
	}
	s := &subject{archive: -1, close: closeArchive}
	v, err := a.View()
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.close = func() error { return errors.Join(v.Close(), closeArchive()) }
	switch n := v.Len(); {
	case n == 0:
		err = fmt.Errorf("%s: there is no game in the file", path)
	case n > 1:
		err = fmt.Errorf("%s: there are %d games in the file; expected one", path, n)
	case done.Failed > 0:
		err = fmt.Errorf("%s: the file cannot be read whole", path)
	default:
		s.game, err = v.Game(1)
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.game.File = path
	return s, nil
}

// annotating is a game while it is annotated.
type annotating struct {
	*AnnotationOptions
	views   *Views
	subject *subject
	found   *Annotation
	notes   notices

	lo, hi  int32 // the day
	kind    registry.Replayer
	options []*search.Options
	states  []ArchiveState
	moves   []*playedMove
	start   cornerBoard   // before the first move
	boards  []cornerBoard // after each move; none of boards whose corners are not compared
}

// maxAnnotated is the number of moves that are looked at: a record may have millions.
const maxAnnotated = 2000

// A playedMove is a move of the main line, with the questions about it.
type playedMove struct {
	node          int
	move          position.Move
	name          string
	before, after int // the numbers of the questions about the positions
	folded        position.Move
	from          registry.Position // the position before it
}

// prepare finds out what is to be asked.
func (s *annotating) prepare(ctx context.Context) error {
	g, local := s.subject.game.segment, s.subject.game.local
	var ok bool
	if s.kind, ok = s.subject.game.kind().(registry.Replayer); !ok {
		return fmt.Errorf("game %s is one of %s, whose rules are not known: %w", s.subject.game.Name(), s.subject.game.Game, ErrNoBoard)
	}
	var err error
	if s.found.record, err = g.Record(local); err != nil {
		return err
	}
	if err := s.day(g.Facts(local)); err != nil {
		return err
	}
	for i, v := range s.views.list {
		o := v.options(ctx, s.Records, &s.notes)
		s.options = append(s.options, o)
		left := roaring.New()
		if i == s.subject.archive {
			clusters, err := v.Clusters(ctx)
			if err != nil {
				return err
			}
			left.Add(uint32(s.subject.game.ID))
			if number, _, ok := clusters.Of(s.subject.game.ID); ok {
				for _, m := range clusters.Cluster(number).Members {
					left.Add(uint32(m.ID))
				}
			}
		} else {
			same, err := duplicate.Same(ctx, g, local, v.snapshot)
			if err != nil {
				return err
			}
			for _, id := range same {
				left.Add(uint32(id))
			}
		}
		o.Among = roaring.New()
		o.Among.AddRange(0, uint64(room))
		o.Among.AndNot(left)
		for _, id := range left.ToArray() {
			s.found.Left = append(s.found.Left, first(i)+GameID(id))
		}
	}
	return nil
}

// day finds out the day as of which other games are known.
func (s *annotating) day(f store.Facts) error {
	s.lo, s.hi, s.found.AsOfFrom = f.DateLo, f.DateHi, "game"
	switch {
	case s.AsOf == AsOfNow:
		s.lo, s.hi, s.found.AsOfFrom = 0, 0, "now"
	case s.AsOf != "":
		days, err := query.Value{Text: s.AsOf}.Days()
		if err != nil {
			return &RequestError{"asof", err}
		}
		s.lo, s.hi, s.found.AsOfFrom = int32(days.Lo), int32(days.Hi), "asked"
	case f.DateLo == 0 && f.DateHi == 0:
		s.found.AsOfFrom = "undated"
	}
	s.found.AsOf = dateWords(s.lo, s.hi)
	return nil
}

package ask

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/archive"
	"kifudb/book/duplicate"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
	"kifudb/study"
)

// AnnotateOptions say which game is compared with others, and as of when.
type AnnotateOptions struct {
	Game string `path:"id" maxLength:"20" doc:"Id of the game."` // a reference to a game of the archive, as 123 or 2:123
	File string // or else the path of a file that holds one game
	// AsOf is the day before which other games must have been over to be known: a date
	// as queries have it, AsOfNow for all games whenever they were played, or "" for the
	// day of the game itself.
	AsOf  string `flag:"asof" usage:"what was known before {DATE}, or now; the game's own day by default" query:"as_of" maxLength:"40" doc:"Date before which other games count as earlier, or now to compare with all games. Without it the date of the game counts."`
	Limit int    `flag:"limit,n" value:"5" usage:"list at most {N} of the nearest games, 0 for all" query:"limit" minimum:"0" default:"10" page:"5" doc:"Largest number of games in each list. 0 for all."`

	// Watch, if set, is called now and then, by one goroutine, with what is known so far.
	Watch func(sofar *Annotation)
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
	archive.Envelope

	Game     *archive.Game    `json:"game" doc:"The game that is compared with others."`
	File     string           `json:"file,omitempty" doc:"Path of the file with the game. Missing if the game is in the archive."`
	AsOf     string           `json:"as_of" doc:"Day, or first and last possible day, before which other games count as earlier. Empty if all games do."`
	AsOfFrom string           `json:"as_of_from" doc:"Where as_of comes from: game (the game's date), asked (the request), undated (the game has no date) or now (all games count)."`
	Query    string           `json:"query" doc:"Query for the games that it is compared with, in normal form."`
	Games    ByTime           `json:"games" doc:"Number of games of the same kind and board size."`
	Left     []archive.GameID `json:"left" doc:"Ids of the records of this game, its own among them. They are left out of the comparison."`

	Moves      []AnnotationMove   `json:"moves" doc:"Moves of the main line, in order."`
	Unasked    int                `json:"unasked,omitempty" doc:"Number of moves at the end that were not compared, since the game is too long. Missing if all were compared."`
	Departures []int              `json:"departures" doc:"Numbers of the moves that lead from a known position to a new one."`
	Returns    []int              `json:"returns" doc:"Numbers of the moves that lead from a new position back to a known one."`
	LastKnown  int                `json:"last_known" doc:"Number of the last move that leads to a known position. 0 if there is none."`
	Nearest    []Seen             `json:"nearest" doc:"The latest earlier games that reached that position."`
	Corners    []AnnotationCorner `json:"corners,omitempty" doc:"The corners of the board, compared with earlier games. Missing on boards smaller than 13x13, and in games without stones on points."`

	Losses *AnnotationLosses `json:"losses,omitempty" doc:"What the moves lost, by an engine's values. Missing if none are known."`

	// Board is the position before the first departure, and Departure the move; nil
	// without one.
	Board     registry.Position `json:"-"`
	Departure position.Move     `json:"-"`

	record store.Record
}

// ByTime counts games by how they lie to the day.
type ByTime struct {
	Earlier   int `json:"earlier" doc:"Number of games that were certainly over before that day."`
	Meanwhile int `json:"meanwhile" doc:"Number of games of the same day, or whose date leaves open whether they were earlier."`
	Undated   int `json:"undated" doc:"Number of games without a date."`
	Later     int `json:"later" doc:"Number of games that were played later."`
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
	Number       int    `json:"number" doc:"Number of the move, from 1."`
	Node         int    `json:"node" doc:"Number of its node in the record. The root is 0."`
	archive.Move        // as SGF or the game writes it
	Name         string `json:"name" doc:"The move as players call it, such as Q16."`

	Standing Standing        `json:"standing" doc:"How the move compares with earlier games: usual, rare, new, transposition, return or unknown."`
	Known    ByTime          `json:"known" doc:"Number of games with the position before the move and the same side to play."`
	Played   ByTime          `json:"played" doc:"Number of these games in which this move was played."`
	Reached  ByTime          `json:"reached" doc:"Number of games with the position after the move, whichever moves led there."`
	Rank     int             `json:"rank,omitempty" doc:"Rank of the move among the moves of earlier games, 1 for the most frequent. Missing if nobody played it before."`
	Of       int             `json:"of,omitempty" doc:"Number of different moves that earlier games have here. Missing if there are none."`
	Share    *archive.Share  `json:"share,omitempty" doc:"Share of the earlier games with the position in which this move was played. Missing if there are none."`
	Won      archive.Results `json:"won" doc:"How the earlier games with this move ended."`
	Doubtful bool            `json:"doubtful,omitempty" doc:"True if the move may be neither new nor rare, since some games with it have no exact date. Otherwise missing."`

	Loss *archive.MoveLoss `json:"loss,omitempty" doc:"What the move lost, by an engine's values. Missing if unknown."`

	Usually *UsualMove `json:"usually,omitempty" doc:"The most frequent other move in earlier games. Missing if there is none."`
	Last    *Seen      `json:"last,omitempty" doc:"The latest earlier game with the move, or else with the position. Missing if there is none."`
	Maybe   []Seen     `json:"maybe,omitempty" doc:"Games with the move that may have been earlier. Missing if there are none."`
}

// UsualMove is a move that earlier games have.
type UsualMove struct {
	archive.Move
	Name  string `json:"name" doc:"The move as players call it."`
	Games int    `json:"games" doc:"Number of earlier games with the move."`
}

// Seen is a game in which a position came up.
type Seen struct {
	Game *archive.Game `json:"game" doc:"The game, with its names, date and result."`
	Ref  string        `json:"ref" doc:"Place in the game where the position came up, such as 12@40."`
	Date string        `json:"date,omitempty" doc:"Date as kifudb understands it: 1846, 1846-09 or 1846-09-11. Missing if unknown."`
}

// Annotate compares a game with what was known on its day: with the games of a query that are
// of its kind. The errors are those of [Views.Search]; of a game whose rules are not known they
// wrap [archive.ErrNoBoard].
func (vs *Views) Annotate(ctx context.Context, s *archive.Search, o *AnnotateOptions) (*Annotation, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	subject, err := vs.subject(ctx, o)
	if err != nil {
		return nil, err
	}
	defer subject.close()
	a := &annotating{AnnotateOptions: o, search: s, views: vs, subject: subject, found: &Annotation{
		Game: subject.game, File: o.File, Query: s.Query.String(), Moves: []AnnotationMove{}, Departures: []int{}, Returns: []int{}, Nearest: []Seen{}, Left: []archive.GameID{},
	}}
	if err := a.prepare(ctx); err != nil {
		return nil, err
	}
	if err := a.ask(ctx); err != nil {
		return nil, err
	}
	if err := a.lost(); err != nil {
		return nil, err
	}
	if a.subject.game.Ungraded() {
		a.notes.Say(archive.NoticeEvaluated, "what moves lost is not known, as an earlier version added the game; rebuilding the archive finds it out")
	}
	a.found.SetGaps(&a.notes)
	return a.found, nil
}

// A subject is the game that is annotated.
type subject struct {
	game    *archive.Game
	archive int // its view among those that are asked, -1 for none
	close   func() error
}

// subject returns the game that is meant. One in a file is read by importing it into an
// archive of its own, as any format is.
func (vs *Views) subject(ctx context.Context, o *AnnotateOptions) (*subject, error) {
	if o.File != "" {
		return fileSubject(ctx, o.File)
	}
	v, number, _, err := vs.Named(o.Game)
	if err != nil {
		return nil, err
	}
	n, err := vs.Node(o.Game)
	if err != nil {
		return nil, err
	}
	if !v.Live(n.Game.ID) {
		return nil, v.Missing(n.Game.ID)
	}
	return &subject{n.Game, max(number-1, 0), func() error { return nil }}, nil
}

func fileSubject(ctx context.Context, path string) (*subject, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	a, done, closeArchive, err := archive.ImportAlone(ctx, []string{path})
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
	*AnnotateOptions
	search  *archive.Search // which games it is compared with
	views   *Views
	subject *subject
	found   *Annotation
	notes   archive.Notices

	lo, hi  int32 // the day
	kind    registry.Replayer
	options []*search.Options
	states  []archive.ArchiveState
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
	g, local := s.subject.game.Segment(), s.subject.game.Local()
	var ok bool
	if s.kind, ok = s.subject.game.Kind().(registry.Replayer); !ok {
		return fmt.Errorf("game %s is a game of %s, whose rules kifudb does not know: %w", s.subject.game.Name(), s.subject.game.Game, archive.ErrNoBoard)
	}
	var err error
	if s.found.record, err = g.Record(local); err != nil {
		return err
	}
	if err := s.day(g.Facts(local)); err != nil {
		return err
	}
	for i, v := range s.views.All() {
		o := v.Options(ctx, s.search.Records, &s.notes)
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
			same, err := duplicate.Same(ctx, g, local, v.Snapshot())
			if err != nil {
				return err
			}
			for _, id := range same {
				left.Add(uint32(id))
			}
		}
		o.Among = roaring.New()
		o.Among.AddRange(0, uint64(archive.IDRoom))
		o.Among.AndNot(left)
		for _, id := range left.ToArray() {
			s.found.Left = append(s.found.Left, archive.FirstID(i)+archive.GameID(id))
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
			return &archive.RequestError{Part: "asof", Err: err}
		}
		s.lo, s.hi, s.found.AsOfFrom = int32(days.Lo), int32(days.Hi), "asked"
	case f.DateLo == 0 && f.DateHi == 0:
		s.found.AsOfFrom = "undated"
	}
	s.found.AsOf = dateWords(s.lo, s.hi)
	return nil
}

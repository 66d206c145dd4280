package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/search"
	"kifudb/study"
)

// Problems are diagrams of problems that stand in several records, with their
// solutions compared.
type Problems struct {
	archive.Envelope

	Query    string        `json:"query" doc:"The query in normal form."`
	Of       *archive.Game `json:"of,omitempty" doc:"The game whose problems are compared. Missing if the request names none."`
	Moved    bool          `json:"moved" doc:"True if the search covers other places of the board and other board sizes."`
	Diagrams int           `json:"diagrams" doc:"Number of diagrams of problems in the games that match."`
	Distinct int           `json:"distinct" doc:"Number of different problems. If the request names a game, of that game's problems that were found."`
	Several  int           `json:"several" doc:"Number of problems in several records."`
	Problems []Problem     `json:"problems" doc:"The problems, those in the most records first."`

	Listed int `json:"-"` // problems of which Problems are the first
}

// A Problem is one problem and where it stands.
type Problem struct {
	Position  string          `json:"position" doc:"The problem in its first record, as text for pos: in a query."`
	Games     int             `json:"games" doc:"Number of records with the problem."`
	Copies    int             `json:"copies" doc:"Number of these records that are copies of others."`
	Solutions string          `json:"solutions" doc:"How the solutions compare: same, partly (they share some first moves), differ, color (the other side is to play) or unknown (fewer than two records have one)."`
	Records   []ProblemRecord `json:"records" doc:"Records with the problem."`

	Board *position.Board `json:"-"` // of the first record
}

// A ProblemRecord is a place where a problem stands.
type ProblemRecord struct {
	Game     *archive.Game `json:"game" doc:"The record."`
	Ref      string        `json:"ref" doc:"Place of the problem in the record, such as 12@n5."`
	Name     string        `json:"name,omitempty" doc:"Name that the record gives the problem. Missing if it gives none."`
	Symmetry int           `json:"symmetry" doc:"How the diagram of the first record is turned or mirrored here, from 0 (not at all) to 7."`
	Swapped  bool          `json:"swapped,omitempty" doc:"True if colors are exchanged. Otherwise missing."`
	Copy     bool          `json:"copy,omitempty" doc:"True if the record is a copy of one before it in the list. Otherwise missing."`

	ToPlay  string         `json:"to_play,omitempty" doc:"Who is to play: B or W. Missing if the record does not say."`
	Right   []archive.Move `json:"right" doc:"Right first moves, on the board of this record."`
	By      string         `json:"by,omitempty" doc:"How these moves are known to be right: marked by the record, or main line. Missing if there are none."`
	There   []archive.Move `json:"right_there" doc:"Right first moves, on the board of the first record."`
	Line    []archive.Move `json:"line" doc:"The first right line of moves, on the board of the first record."`
	Agrees  string         `json:"agrees,omitempty" doc:"How the solution compares with the record named by against: same, partly, differ, color or unknown. Missing for that record itself."`
	Common  int            `json:"common_moves" doc:"Number of moves at the beginning of the line that the record named by against also has."`
	Against string         `json:"against,omitempty" doc:"Place of the first record with a solution, such as 12@n5. Missing if the solution is not compared."`

	solution solution
	turns    []study.Turn
	there    []position.Move // as There
}

// RightThere returns the moves of There.
func (r *ProblemRecord) RightThere() []position.Move { return r.there }

// keepDiffering leaves only the problems whose solutions do not agree.
func (p *Problems) keepDiffering() {
	p.Problems = slices.DeleteFunc(p.Problems, func(p Problem) bool {
		return p.Solutions == SolutionsSame || p.Solutions == SolutionsUnknown
	})
}

// How the solutions of a problem compare, by the first moves that are right.
const (
	SolutionsSame    = "same"    // the same first moves
	SolutionsPartly  = "partly"  // some of them
	SolutionsDiffer  = "differ"  // none
	SolutionsColor   = "color"   // the other side is to play
	SolutionsUnknown = "unknown" // not given, or in one record only
)

// How right moves are known.
const (
	SolutionMarked   = "marked"
	SolutionMainLine = "main line"
)

const askProblems = "problems"

// ProblemsOptions say which problems are compared, and how many are listed.
type ProblemsOptions struct {
	// Game is a game whose problems are looked for, which comes first; "" for all problems.
	Game  string `query:"game" maxLength:"20" doc:"Id of a game whose problems are looked for. Without it all problems that match are compared."`
	Limit int    `flag:"limit,n" value:"10" usage:"list at most {N} problems, 0 for all" query:"limit" minimum:"0" default:"50" page:"12,1-500" doc:"Largest number of problems. 0 for all."`
	// Moved takes diagrams as the same that are elsewhere on the board with the same edges near.
	Moved  bool `flag:"moved" usage:"also elsewhere on the board, and on boards of other sizes" query:"moved" doc:"Also look elsewhere on the board, and on boards of other sizes."`
	Differ bool `flag:"differ" usage:"only problems whose solutions do not agree" query:"differ" doc:"Only problems whose solutions do not agree."`

	// Watch, if set, is called now and then, by one goroutine, with the figures so far.
	Watch func(sofar *Problems)
}

// Problems finds the problems that stand in several records of the games of a query, and compares
// their solutions. Every record counts, since those of the same problem in two books are often known
// as of one game. The same are diagrams that are the same when they are turned, mirrored or
// their colors exchanged; see study.Form. The errors are those of [Views.Node] and [Views.Search],
// and [archive.ErrNoProblem].
func (vs *Views) Problems(ctx context.Context, s *archive.Search, o *ProblemsOptions) (*Problems, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	moved := o.Moved
	what := &study.Problems{Moved: moved, Limit: o.Limit}
	if o.Differ {
		what.Limit = 0 // which of them differ is known at the end
	}
	about := &Problems{Moved: moved, Query: s.Query.String(), Problems: []Problem{}}
	var own []ownDiagram
	if o.Game != "" {
		n, err := vs.Node(o.Game)
		if err != nil {
			return nil, err
		}
		about.Of = n.Game
		if own, err = ownDiagrams(n.Game, moved); err != nil {
			return nil, err
		}
		for _, d := range own {
			what.Forms = append(what.Forms, d.key)
		}
	}
	asked := *s
	asked.Records = true
	asked.Also = map[string]search.Aggregation{askProblems: what}
	q, err := vs.question(ctx, &asked)
	if err != nil {
		return nil, err
	}
	figures := func(answer *search.Answer) (*Problems, error) {
		found, out := answer.Found[askProblems].(*study.ProblemsFound), *about
		out.Diagrams, out.Distinct, out.Several = found.Diagrams, found.Problems, found.Several
		return &out, nil
	}
	list := func(out *Problems, answer *search.Answer) error {
		found := answer.Found[askProblems].(*study.ProblemsFound)
		reader := problemReader{views: vs, ctx: ctx, moved: moved, trees: map[archive.GameID]*problemTree{}}
		if err := reader.read(found.List); err != nil {
			return err
		}
		if o.Game != "" {
			if err := reader.ownProblems(out, own, found); err != nil {
				return err
			}
		} else {
			for _, r := range found.List {
				if err := reader.problem(out, r.Places); err != nil {
					return err
				}
			}
		}
		out.Listed = out.Several
		if o.Differ {
			out.keepDiffering()
			out.Listed = len(out.Problems)
			if o.Limit > 0 && out.Listed > o.Limit {
				out.Problems = out.Problems[:o.Limit]
			}
		}
		records := 0
		for _, p := range out.Problems {
			records += len(p.Records)
		}
		out.Envelope = q.Envelope(answer, found.Diagrams, records)
		q.skipped(found.Skipped)
		return nil
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*Problems]{Watch: o.Watch, Read: figures, Rest: list})
}

// skipped says how many records hold no diagrams, as their games have no points.
func (q *question) skipped(n int) {
	switch n {
	case 0:
	case 1:
		q.Notices.Say(archive.NoticeNoPoints, "1 record left out, because its game has no stones on points")
	default:
		q.Notices.Say(archive.NoticeNoPoints, "%d records left out, because their games have no stones on points", n)
	}
}

// An ownDiagram is a diagram of the game that is asked for.
type ownDiagram struct {
	study.Diagram
	key string
}

// A copyOf is what makes a record a copy of another one.
type copyOf struct {
	archive, cluster int
	event, name      string
}

// DiagramsOf returns the nodes of a game at which problems begin, as [Views.Problems] finds them.
func DiagramsOf(g *archive.Game) (nodes []int, err error) {
	own, err := ownDiagrams(g, false)
	if errors.Is(err, archive.ErrNoProblem) {
		return nil, nil
	}
	for _, d := range own {
		nodes = append(nodes, d.Node)
	}
	return nodes, err
}

// ownDiagrams returns the diagrams of a game.
func ownDiagrams(g *archive.Game, moved bool) ([]ownDiagram, error) {
	stones, ok := g.Kind().(registry.Stones)
	if !ok {
		return nil, fmt.Errorf("game %s is a game of %s, which has no diagrams of stones: %w", g.Name(), g.Game, archive.ErrNoProblem)
	}
	script, err := g.Segment().Script(g.Local())
	if err != nil {
		return nil, err
	}
	var own []ownDiagram
	facts := g.Segment().Facts(g.Local())
	for node, board := range study.Diagrams(stones.Rules(), facts.Size, script) {
		form, _ := study.Form(board, moved)
		own = append(own, ownDiagram{study.Diagram{Game: archive.FirstID(max(g.Archive-1, 0)) + g.ID, Node: node}, study.FormKey(int(facts.Game), form)})
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("game %s: %w; a problem has stones of both colors set up, and at most %d moves", g.Name(), archive.ErrNoProblem, study.MaxProblemMoves)
	}
	return own, nil
}

// ownProblems reads where the problems of a game stand, which itself comes first.
func (r *problemReader) ownProblems(out *Problems, own []ownDiagram, found *study.ProblemsFound) error {
	places := map[string][]study.Diagram{}
	for _, p := range found.List {
		places[p.Form] = p.Places
	}
	out.Several = 0
	for _, d := range own {
		others := slices.DeleteFunc(slices.Clone(places[d.key]), func(p study.Diagram) bool { return p == d.Diagram })
		if err := r.problem(out, append([]study.Diagram{d.Diagram}, others...)); err != nil {
			return err
		}
		if len(others) > 0 {
			out.Several++
		}
	}
	out.Distinct = len(own)
	slices.SortStableFunc(out.Problems, func(a, b Problem) int { return b.Games - a.Games })
	return nil
}

// problem reads the records of a problem and compares their solutions.
func (r *problemReader) problem(out *Problems, places []study.Diagram) error {
	p := Problem{Records: []ProblemRecord{}}
	games := map[archive.GameID]bool{}
	known := map[copyOf]bool{}
	for _, place := range places {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		one, board, err := r.record(place)
		if err != nil {
			return err
		}
		if len(p.Records) == 0 {
			p.Board, p.Position = board, registry.OnPoints(board).Text()
		}
		i, own := archive.SplitID(place.Game)
		list, err := r.views.All()[i].Clusters(r.ctx)
		if err != nil {
			return err
		}
		if number, _, ok := list.Of(own); ok && !games[place.Game] {
			as := copyOf{i, number, one.Game.Event, one.Name}
			if one.Copy = known[as]; one.Copy {
				p.Copies++
			}
			known[as] = true
		}
		games[place.Game] = true
		p.Records = append(p.Records, *one)
	}
	p.Games = len(games)
	p.compare()
	out.Problems = append(out.Problems, p)
	return nil
}

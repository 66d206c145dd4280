package archive

import (
	"context"
	"fmt"
	"slices"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/search"
	"kifudb/study"
)

// Problems are diagrams of problems that stand in several records, with their
// solutions compared.
type Problems struct {
	Envelope

	Query    string    `json:"query"`        // in normal form
	Of       *Game     `json:"of,omitempty"` // the game whose problems are looked for
	Moved    bool      `json:"moved"`        // also elsewhere on the board, and on boards of other sizes
	Diagrams int       `json:"diagrams"`     // of problems, in the games of the query
	Distinct int       `json:"distinct"`     // different problems; of a game, those of its own that are found
	Several  int       `json:"several"`      // problems that stand in several records
	Problems []Problem `json:"problems"`     // those in the most records first
}

// A Problem is one problem and where it stands.
type Problem struct {
	Position  string          `json:"position"`  // as pos: reads it, of the first record
	Games     int             `json:"games"`     // records
	Copies    int             `json:"copies"`    // of these, copies of others
	Solutions string          `json:"solutions"` // one of SolutionsSame and the others
	Records   []ProblemRecord `json:"records"`

	Board *position.Board `json:"-"` // of the first record
}

// A ProblemRecord is a place where a problem stands.
type ProblemRecord struct {
	Game *Game  `json:"game"`
	Ref  string `json:"ref"`
	Name string `json:"name,omitempty"` // that the record gives the problem
	// Symmetry and Swapped turn the diagram of the first record to this one. With
	// Moved its stones may lie elsewhere beside that.
	Symmetry int  `json:"symmetry"`
	Swapped  bool `json:"swapped,omitempty"`
	// Copy says that the record is a copy of one before: it is known to be of the same
	// game, as the same problem in two books may be, and names the same event and problem.
	Copy bool `json:"copy,omitempty"`

	ToPlay string `json:"to_play,omitempty"` // B or W; as the first move or the record says
	Right  []Move `json:"right"`             // the first moves that are right, on this board
	// By says how it is known: SolutionMarked by the record, or SolutionMainLine; ""
	// if there are no moves.
	By      string `json:"by,omitempty"`
	There   []Move `json:"right_there"`       // the same on the board of the first record
	Line    []Move `json:"line"`              // the first line that is right, on the board of the first record
	Agrees  string `json:"agrees,omitempty"`  // with the first record that has a solution, "" for itself: SolutionsSame and the others
	Common  int    `json:"common_moves"`      // so many moves of the line are those of that record
	Against string `json:"against,omitempty"` // that record's Ref

	solution solution
	turns    []study.Turn
	there    []position.Move // as There
}

// RightThere returns the moves of There.
func (r *ProblemRecord) RightThere() []position.Move { return r.there }

// KeepDiffering leaves only the problems whose solutions do not agree.
func (p *Problems) KeepDiffering() {
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

// Problems finds the problems that stand in several records of the games of a query, and compares
// their solutions. Every record counts, since those of the same problem in two books are often known
// as of one game. The same are diagrams that are the same when they are turned, mirrored or
// their colors exchanged, and with moved also elsewhere on the board with the same
// edges near; see study.Form. If ref names a game, its problems are looked for, and the game comes first. The
// limit of the search is that of problems. If watch is not nil, it is called now and then with the figures so
// far. The errors are those of [Views.Node] and [Views.Search], and [ErrNoProblem].
func (vs *Views) Problems(ctx context.Context, ref string, s *Search, moved bool, watch func(*Problems)) (*Problems, error) {
	what := &study.Problems{Moved: moved, Limit: s.Limit}
	about := &Problems{Moved: moved, Query: s.Query.String(), Problems: []Problem{}}
	var own []ownDiagram
	if ref != "" {
		n, err := vs.Node(ref)
		if err != nil {
			return nil, err
		}
		about.Of = n.Game
		if own, err = n.Game.ownDiagrams(moved); err != nil {
			return nil, err
		}
		for _, d := range own {
			what.Forms = append(what.Forms, d.key)
		}
	}
	asked := *s
	asked.Records = true
	asked.also = map[string]search.Aggregation{askProblems: what}
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
		reader := problemReader{views: vs, ctx: ctx, moved: moved}
		if ref != "" {
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
		records := 0
		for _, p := range out.Problems {
			records += len(p.Records)
		}
		out.Envelope = q.envelope(answer, found.Diagrams, records)
		q.skipped(found.Skipped)
		return nil
	}
	return run(ctx, q, recipe[*Problems]{watch: watch, read: figures, rest: list})
}

// skipped says how many records hold no diagrams, as their games have no points.
func (q *question) skipped(n int) {
	switch n {
	case 0:
	case 1:
		q.notes.say(NoticeNoPoints, "1 record not looked at, of games that are not played with stones on points")
	default:
		q.notes.say(NoticeNoPoints, "%d records not looked at, of games that are not played with stones on points", n)
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

// ownDiagrams returns the diagrams of a game.
func (g *Game) ownDiagrams(moved bool) ([]ownDiagram, error) {
	stones, ok := g.kind().(registry.Stones)
	if !ok {
		return nil, fmt.Errorf("game %s is one of %s, which has no diagrams of stones: %w", g.Name(), g.Game, ErrNoProblem)
	}
	script, err := g.segment.Script(g.local)
	if err != nil {
		return nil, err
	}
	var own []ownDiagram
	facts := g.segment.Facts(g.local)
	for node, board := range study.Diagrams(stones.Rules(), facts.Size, script) {
		form, _ := study.Form(board, moved)
		own = append(own, ownDiagram{study.Diagram{Game: first(max(g.Archive-1, 0)) + g.ID, Node: node}, study.FormKey(int(facts.Game), form)})
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("game %s: %w: stones of both colors that are set up, and at most %d moves", g.Name(), ErrNoProblem, study.MaxProblemMoves)
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
	games := map[GameID]bool{}
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
		i, own := split(place.Game)
		list, err := r.views.list[i].Clusters(r.ctx)
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

package ask

import (
	"context"
	"strconv"
	"sync"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/study"
)

// The questions about a game are asked as one batch, so that the terms that they share
// are made once: one for each of its positions, with the side that moves next there,
// one for the games that it is compared with, and then those for its corners.

// A precedentsAt is a position of the game, of which precedents are asked.
type precedentsAt struct {
	text   string         // as pos: reads it
	next   position.Color // whose move it is
	played *position.Move // the game's own, folded; nil at its end
}

// askAnnotation names the aggregation in each question of the batch.
const askAnnotation = "precedents"

// ask asks about all positions, and then about the corners.
func (s *annotating) ask(ctx context.Context) error {
	positions, err := s.positions()
	if err != nil {
		return err
	}
	var batch []asking
	for _, p := range positions {
		board := &query.Board{Kind: "pos", Text: p.text, Next: p.next, MainLine: true}
		batch = append(batch, asking{board, &study.Annotation{Moves: true, Played: p.played, Limit: s.Limit}})
	}
	kind, err := s.games()
	if err != nil {
		return err
	}
	batch = append(batch, asking{kind.Root, &study.Annotation{Limit: 1}})
	answers, err := s.askAll(ctx, batch, func(sofar []*search.Answer) {
		if s.Watch == nil {
			return
		}
		part := *s.found
		part.Moves = nil
		if err := s.fill(&part, sofar); err == nil {
			part.Looked = archive.LookedOf(sofar[0])
			s.Watch(&part)
		}
	})
	if err != nil {
		return err
	}
	if err := s.fill(s.found, answers); err != nil {
		return err
	}
	last := answers[len(answers)-1]
	games := s.found.Games.Earlier + s.found.Games.Meanwhile + s.found.Games.Undated + s.found.Games.Later
	s.found.Provenance = archive.Provenance{
		Program: archive.Version(), Archives: s.states, Query: s.found.Query, Games: games, Records: games + last.Folded, Of: s.views.Len(),
	}
	return s.corners(ctx)
}

// An asking is a question of the batch: a board, and what is to be found out about it.
type asking struct {
	board query.Node
	what  *study.Annotation
}

// askAll asks a batch of all archives. Each question gets the day and the games that
// do not count.
func (s *annotating) askAll(ctx context.Context, batch []asking, watch func([]*search.Answer)) ([]*search.Answer, error) {
	if len(batch) == 0 {
		return nil, nil
	}
	all := make([][]search.Member, len(batch))
	progress := s.progress(len(batch))
	for i, v := range s.views.All() {
		searcher, local, err := v.Searcher(ctx, s.options[i])
		if err != nil {
			return nil, s.views.ErrorIn(i, err)
		}
		if tell := func(done, _ int) { progress(i, done) }; progress != nil && local != nil {
			local.Progress = tell
		} else if progress != nil {
			searcher = archive.WithProgress(searcher, tell)
		}
		for k, a := range batch {
			what := *a.what
			what.Lo, what.Hi = s.lo, s.hi
			question, err := search.Resolve(ctx, v.Snapshot(), s.comparedWith(a.board), map[string]search.Aggregation{askAnnotation: &what}, s.options[i])
			if err != nil {
				return nil, s.views.ErrorIn(i, err)
			}
			if len(s.states) == i {
				moment := question.Moment()
				s.states = append(s.states, archive.ArchiveState{ID: moment.Archive, Generation: moment.Generation, Clusters: moment.Clusters})
			}
			all[k] = append(all[k], search.Member{Searcher: searcher, Question: question, First: archive.FirstID(i)})
		}
	}
	answers, err := search.AskAllTogether(ctx, all, watch)
	for _, a := range answers {
		s.notes.Incomplete(&a.Cover)
	}
	return answers, err
}

// progress returns what sums up how far the searches in the archives are, nil if nobody
// wants to know.
func (s *annotating) progress(questions int) func(i, done int) {
	if s.search.Progress == nil {
		return nil
	}
	var mu sync.Mutex // guards done, and Progress is called under it
	done := make([]int, len(s.views.All()))
	return func(i, n int) {
		mu.Lock()
		defer mu.Unlock()
		done[i] = n
		sum := 0
		for _, n := range done {
			sum += n
		}
		s.search.Progress(sum, questions*s.views.Len())
	}
}

// comparedWith returns the query for a board in the games that the game is compared
// with.
func (s *annotating) comparedWith(board query.Node) archive.Query {
	var nodes query.And
	if all, ok := board.(query.And); ok {
		nodes = append(nodes, all...)
	} else {
		nodes = append(nodes, board)
	}
	switch root := s.search.Query.Root.(type) {
	case nil:
	case query.And:
		nodes = append(nodes, root...)
	default:
		nodes = append(nodes, root)
	}
	if len(nodes) == 1 {
		return archive.Query{Root: nodes[0]}
	}
	return archive.Query{Root: nodes}
}

// nextAt returns who moves next at a position: the position says so, but of stones, where
// it is who did.
func nextAt(p registry.Position, did position.Color) position.Color {
	if _, stones := p.(*registry.Points); stones {
		return did
	}
	return p.ToPlay()
}

// positions replays the main line, notes its moves, and returns its positions, each
// once for each side that may be to move there and each move that was made.
func (s *annotating) positions() ([]precedentsAt, error) {
	g, local := s.subject.game.Segment(), s.subject.game.Local()
	script, err := g.Script(local)
	if err != nil {
		return nil, err
	}
	start, err := s.kind.Start(indexer.RecordOf(g.Facts(local).Size, g.Recorded().Info(local)))
	if err != nil {
		return nil, err
	}
	type key struct {
		text   string
		next   position.Color
		played position.Move
		moved  bool
	}
	var list []precedentsAt
	asked := map[key]int{}
	ask := func(p precedentsAt) int {
		k := key{text: p.text, next: p.next, moved: p.played != nil}
		if k.moved {
			k.played = *p.played
		}
		at, ok := asked[k]
		if !ok {
			at = len(list)
			list, asked[k] = append(list, p), at
		}
		return at
	}
	var after []precedentsAt
	before := start.Clone()
	compared := s.comparesCorners(start)
	for step := range s.kind.Replay(start, script) {
		if !step.MainLine {
			break
		}
		if step.Moved && len(s.moves) == 0 && compared {
			s.start = cornersIn(before)
		}
		if step.Moved && len(s.moves) == maxAnnotated {
			s.found.Unasked = script.Moves() - maxAnnotated
			break
		}
		if step.Moved {
			m := &playedMove{node: step.Node, move: step.Move, name: step.Name(false), folded: foldedMove(before, step.Move), from: before}
			m.before = ask(precedentsAt{before.Text(), nextAt(before, step.Move.Color), &m.folded})
			s.moves = append(s.moves, m)
			after = append(after, precedentsAt{step.Position.Text(), nextAt(step.Position, step.Move.Color.Opponent()), nil})
		}
		before = step.Position.Clone()
		if step.Moved && compared {
			s.boards = append(s.boards, cornersIn(before))
		}
	}
	// The position after a move is nearly always the one before the next.
	for i, m := range s.moves {
		m.after = -1
		if i+1 < len(s.moves) {
			if next := s.moves[i+1].before; list[next].text == after[i].text && list[next].next == after[i].next {
				m.after = next
			}
		}
		if m.after < 0 {
			m.after = ask(after[i])
		}
	}
	return list, nil
}

// foldedMove returns the move that stands for all that mean the same in a position.
func foldedMove(before registry.Position, m position.Move) position.Move {
	if symmetric, ok := before.(registry.Symmetric); ok {
		m.Point = match.Folded(symmetric.Selves(registry.ImageOptions{Mirror: true}), m.Point)
		return m
	}
	points, ok := before.(*registry.Points)
	if !ok {
		return m
	}
	folding := position.BoardPattern(points.Goban).Folding(points.Goban.Size(), position.ImageOptions{})
	c := folding.Fold(position.Change{Point: m.Point, Color: m.Color})
	return position.Move{Color: c.Color, Point: c.Point}
}

// games returns the query for all games that the game is compared with: those of its
// kind, on boards of its size.
func (s *annotating) games() (archive.Query, error) {
	about := s.subject.game.Kind().About()
	text := "game:" + strconv.Itoa(about.Number)
	if !about.Fixed {
		text += " size:" + s.subject.game.Size
	}
	return archive.ParseQuery(text)
}

// nameAt returns the name of a move that could be made instead of one of the game.
func (s *annotating) nameAt(i int, m position.Move) string {
	mover, ok := s.moves[i].from.(registry.Mover)
	if !ok {
		return "?"
	}
	return mover.Name(m.Point, false)
}

// fill says of each move how it stands to what is known.
func (s *annotating) fill(to *Annotation, answers []*search.Answer) error {
	all := answers[len(answers)-1]
	to.Games = newByTime(all.Found[askAnnotation].(*study.AnnotationFound).Games)
	at := func(i int) *study.AnnotationFound { return answers[i].Found[askAnnotation].(*study.AnnotationFound) }
	to.Departures, to.Returns, to.LastKnown = []int{}, []int{}, 0
	for i, m := range s.moves {
		before, after := at(m.before), at(m.after)
		move := AnnotationMove{
			Number: i + 1, Node: m.node, Move: archive.NewMove(s.kind, match.Reply{Move: m.move}), Name: m.name,
			Known: newByTime(before.Games), Played: newByTime(before.Played), Reached: newByTime(after.Games),
			Share: archive.ShareOf(before.Played[study.Earlier], before.Games[study.Earlier]), Won: archive.NewResults(search.Results{}),
		}
		for _, other := range before.Moves {
			move.Of++
			if other.Move == m.folded {
				move.Won = archive.NewResults(other.Won)
			} else if move.Usually == nil {
				name := s.nameAt(i, other.Move)
				move.Usually = &UsualMove{archive.NewMove(s.kind, match.Reply{Move: other.Move}), name, other.Games}
			}
			if other.Games > before.Played[study.Earlier] {
				move.Rank++
			}
		}
		if before.Played[study.Earlier] > 0 {
			move.Rank++ // behind those that are more frequent
		} else {
			move.Rank = 0
		}
		move.stand()
		switch move.Standing {
		case New:
			if len(to.Departures) == 0 {
				to.Board, to.Departure = m.from, m.move
			}
			to.Departures = append(to.Departures, move.Number)
		case Return:
			to.Returns = append(to.Returns, move.Number)
		}
		if move.Reached.Earlier > 0 {
			to.LastKnown = move.Number
		}
		last := before.Follows
		if len(last) == 0 {
			last = before.Latest
		}
		if len(last) > 0 {
			seen, err := s.views.seen(last[0])
			if err != nil {
				return err
			}
			move.Last = seen
		}
		for _, one := range before.Doubtful {
			seen, err := s.views.seen(one)
			if err != nil {
				return err
			}
			move.Maybe = append(move.Maybe, *seen)
		}
		to.Moves = append(to.Moves, move)
	}
	to.Nearest = []Seen{}
	if to.LastKnown > 0 {
		for _, one := range at(s.moves[to.LastKnown-1].after).Latest {
			seen, err := s.views.seen(one)
			if err != nil {
				return err
			}
			to.Nearest = append(to.Nearest, *seen)
		}
	}
	return nil
}

// stand sets the standing of a move by its counts.
func (m *AnnotationMove) stand() {
	known, played, reached := m.Known.Earlier, m.Played.Earlier, m.Reached.Earlier
	switch {
	case known == 0 && reached == 0:
		m.Standing = Unknown
	case known == 0:
		m.Standing = Return
	case played == 0 && reached == 0:
		m.Standing = New
	case played == 0:
		m.Standing = Transposed
	case float64(played) <= rareShare*float64(known):
		m.Standing = Rare
	default:
		m.Standing = Usual
	}
	switch maybe := m.Played.Meanwhile + m.Played.Undated; m.Standing {
	case New, Transposed:
		m.Doubtful = maybe > 0
	case Rare:
		m.Doubtful = float64(played+maybe) > rareShare*float64(known+maybe)
	}
}

// seen returns a game in which something came up.
func (vs *Views) seen(s study.Sighting) (*Seen, error) {
	game, err := vs.GameOf(search.PageGame{ID: s.Game})
	if err != nil {
		return nil, err
	}
	ref, err := game.RefAt(s.Node)
	return &Seen{Game: game, Ref: ref, Date: dateWords(s.Lo, s.Hi)}, err
}

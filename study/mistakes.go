package study

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/game/estimate"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/search/statistics"
	"kifudb/store"
)

// Mistakes finds the moves on the main lines of games that lost much by an engine's values, and
// which of them are alike: see [RegionKind]. If the query names a player, only the moves of
// that player count. It finds a *MistakesFound.
type Mistakes struct {
	Percent bool  `json:"percent,omitempty"` // losses are those of the chance to win, not of points
	From    int32 `json:"from"`              // the least loss of a mistake, in hundredths
	Least   int   `json:"least,omitempty"`   // mistakes that are alike stand in so many games
	ByCount bool  `json:"by_count,omitempty"`
	Limit   int   `json:"limit,omitempty"` // clusters to return, 0 for all
	Most    int   `json:"most,omitempty"`  // mistakes that are kept at once, 0 for the usual number

	// Black and White are the conditions for games in which the player has the color; null if the
	// query names nobody.
	Black json.RawMessage `json:"black,omitempty"`
	White json.RawMessage `json:"white,omitempty"`
}

// mostMistakes is how many are kept at once, unless the question says otherwise: 80 MB.
const mostMistakes = 1 << 20

// MistakesFound are mistakes, and those that are alike.
type MistakesFound struct {
	Named     bool  // only the moves of the player count whom the query names
	Games     int   // with a move whose loss is known
	Moves     int   // whose loss is known
	Lost      int64 // by these, in hundredths; a gain is no loss
	Mistakes  int
	InGames   int   // games with mistakes
	ByThem    int64 // lost by mistakes
	Unclear   int   // mistakes in games of which nobody knows how they start
	Dropped   int   // mistakes that were left out, as there were too many
	DroppedBy int64 // lost by these
	Clusters  int   // there are
	Alike     int   // mistakes in them
	List      []MistakeCluster
}

// A MistakeCluster is mistakes that are alike, by game and node.
type MistakeCluster struct {
	Kind    RegionKind
	Key     uint64 // tells its region apart from others of the kind
	Members []Mistake
	Played  []MistakePlayed // those that lost the most first
	Losses  statistics.Ratio
}

// MistakePlayed is a move of a cluster, in the coordinates of its region.
type MistakePlayed struct {
	Point position.Point
	Moves int
	Lost  int64
}

// A Mistake is a move that lost much.
type Mistake struct {
	Game store.GameID
	Node int32
	Loss int32 // in hundredths

	keys   [regionKinds]uint64
	played [regionKinds]position.Point
}

func (m *Mistake) compare(o *Mistake) int {
	return cmp.Or(cmp.Compare(m.Game, o.Game), cmp.Compare(m.Node, o.Node))
}

func init() { search.Register(func() search.Aggregation { return new(Mistakes) }) }

// Kind implements [search.Aggregation].
func (*Mistakes) Kind() string { return "mistakes" }

// Resolve implements [search.Aggregation].
func (m *Mistakes) Resolve(r *search.Resolver) (search.Aggregation, error) {
	resolved := *m
	for _, side := range []struct {
		color position.Color
		to    *json.RawMessage
	}{{position.Black, &resolved.Black}, {position.White, &resolved.White}} {
		n, named, err := r.OnSide(side.color)
		if err != nil || !named {
			return &resolved, err
		}
		if *side.to, err = query.FilterToJSON(n); err != nil {
			return nil, err
		}
	}
	return &resolved, nil
}

// Check implements [search.Aggregation].
func (m *Mistakes) Check(*search.Question) error {
	if m.From <= 0 {
		return errors.New("a mistake loses more than nothing")
	}
	if m.Limit < 0 || m.Least < 0 || m.Most < 0 {
		return errNegative
	}
	if (m.Black == nil) != (m.White == nil) {
		return errors.New("mistakes of a player of one color only")
	}
	_, err := m.sides()
	return err
}

func (m *Mistakes) sides() (*playerSides, error) {
	if m.Black == nil {
		return nil, nil
	}
	s := &playerSides{}
	for i, filter := range []json.RawMessage{m.Black, m.White} {
		n, err := query.FilterFromJSON(filter)
		if err != nil {
			return nil, err
		}
		if s.conditions[i], err = match.Prepare(n); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Empty implements [search.Aggregation].
func (m *Mistakes) Empty(*search.Question) search.State {
	sides, err := m.sides()
	if err != nil { // Check has looked
		panic("study: mistakes of a question that was not checked: " + err.Error())
	}
	return &mistakesState{gradedMoves: gradedMoves{of: m, sides: sides}}
}

// playerSides tell in which games a player has which color.
type playerSides struct {
	conditions [2]match.Condition // that the player is Black, White

	mu     sync.Mutex
	opened map[*store.Segment][2]match.Filter
}

// mostOpened bounds the segments for which conditions are kept open.
const mostOpened = 8

func (p *playerSides) filters(s *store.Segment) [2]match.Filter {
	p.mu.Lock()
	defer p.mu.Unlock()
	f, ok := p.opened[s]
	if !ok {
		if p.opened == nil || len(p.opened) >= mostOpened {
			p.opened = map[*store.Segment][2]match.Filter{}
		}
		f = [2]match.Filter{p.conditions[0].Open(s), p.conditions[1].Open(s)}
		p.opened[s] = f
	}
	return f
}

// games returns in which of some games the player is Black, and White.
func (p *playerSides) games(ctx context.Context, s *store.Segment, among *roaring.Bitmap) (sides [2]*roaring.Bitmap, err error) {
	if p == nil {
		return [2]*roaring.Bitmap{among, among}, nil
	}
	for i, f := range p.filters(s) {
		b := match.NewBlock(s, f, among, match.KeepNone)
		if err := b.Apply(ctx); err != nil {
			return sides, err
		}
		sides[i] = b.Mask
	}
	return sides, nil
}

// mistakesState has the mistakes of the games so far.
type mistakesState struct {
	gradedMoves

	games, moves, unclear, dropped int
	lost, droppedBy                int64
	list                           []Mistake
}

// Games are replayed in the goroutines of the blocks.
var _ search.Forker = (*mistakesState)(nil)

// Fork implements [search.Forker].
func (s *mistakesState) Fork() search.State {
	return &mistakesState{gradedMoves: gradedMoves{of: s.of, sides: s.sides}}
}

// Spare implements [search.Forker].
func (*mistakesState) Spare() {}

func (s *mistakesState) Add(ctx context.Context, b *match.Block) error {
	err := s.eachGame(ctx, b, func(local int, moves []Mistake) error {
		s.games++
		s.moves += len(moves)
		first := len(s.list)
		for _, m := range moves {
			s.lost += int64(max(m.Loss, 0))
			if m.Loss >= s.of.From {
				s.list = append(s.list, m)
			}
		}
		if len(s.list) == first {
			return nil
		}
		err := s.reader.read(b.Segment, local, s.list[first:], &everyRegion)
		for i := range s.list[first:] {
			if s.list[first+i].keys == ([regionKinds]uint64{}) {
				s.unclear++
			}
		}
		return err
	})
	s.trim()
	return err
}

// A gradedMoves reads what moves lost that count.
type gradedMoves struct {
	of     *Mistakes
	sides  *playerSides
	reader regionReader
}

// eachGame visits the games of a block that have moves whose loss is known and counts, with all
// these moves, in the order of nodes.
func (s *gradedMoves) eachGame(ctx context.Context, b *match.Block, visit func(local int, moves []Mistake) error) error {
	evaluated := roaring.New()
	for local := range b.Games() {
		if b.Segment.Facts(local).Flags&store.LossesRead == 0 {
			return fmt.Errorf("of game %d the archive does not know what moves lost: %w; rebuilding the archive adds that of all games", b.ID(local), match.ErrUngraded)
		}
		if b.Segment.Facts(local).Flags&store.HasValues != 0 {
			evaluated.AddInt(local)
		}
	}
	if evaluated.IsEmpty() {
		return nil
	}
	sides, err := s.sides.games(ctx, b.Segment, evaluated)
	if err != nil {
		return err
	}
	var moves []Mistake
	for it := evaluated.Iterator(); it.HasNext(); {
		local := it.Next()
		if err := ctx.Err(); err != nil {
			return err
		}
		black, white := sides[0].Contains(local), sides[1].Contains(local)
		if !black && !white {
			continue
		}
		if moves = s.moves(b, int(local), black, white, moves[:0]); len(moves) > 0 {
			if err := visit(int(local), moves); err != nil {
				return err
			}
		}
	}
	return nil
}

// moves appends the moves of one or both sides of a game whose loss is known.
func (s *gradedMoves) moves(b *match.Block, local int, black, white bool, list []Mistake) []Mistake {
	for _, v := range b.Segment.Info(local) {
		if v.Ident != estimate.GradesIdent {
			continue
		}
		for g := range estimate.Grades(v.Text).All() {
			loss := g.Points
			if s.of.Percent {
				loss = g.Percent
			}
			if g.Main && loss.Known && g.Node > 0 && (g.By != "B" || black) && (g.By != "W" || white) {
				list = append(list, Mistake{Game: b.ID(local), Node: int32(g.Node), Loss: loss.Value})
			}
		}
	}
	return list
}

// read finds what the board was like before some moves of a game, which are in the order of its
// nodes. On the main line a node follows the one before it in the file.
func (v *regionReader) read(g *store.Segment, local int, list []Mistake, wanted *regionSet) error {
	facts := g.Facts(local)
	kind := game.Of(int(facts.Game))
	at := 0
	if stones, ok := kind.(game.Stones); ok {
		script, err := g.Script(local)
		if err != nil {
			return err
		}
		moves := movesAt(script, list)
		v.ofGame(stones, facts.Size)
		replayer := position.Replayer{Rules: stones.Rules()}
		replayer.Replay(facts.Size, script, func(board *position.Board, step *position.Step) bool {
			for _, c := range step.Changes {
				v.lanes.set(c.Point, c.Color)
			}
			if int(list[at].Node) == step.Node+1 {
				if m := moves[at]; m.Color != position.Empty {
					list[at].take(v.keys(board, m, wanted))
				}
				at++
			}
			return at < len(list)
		})
		return nil
	}
	if _, ok := kind.(game.Replayer); !ok {
		return nil
	}
	return match.Replay(g, local, func(step *game.Step) bool {
		if int(list[at].Node) == step.Node {
			if step.Moved && step.Before != nil {
				list[at].take(piecesKey(step.Before, step.Move.Point))
			}
			at++
		}
		return at < len(list)
	})
}

func (m *Mistake) take(keys [regionKinds]regionKey) {
	for k, one := range keys {
		m.keys[k], m.played[k] = one.key, one.played
	}
}

// movesAt returns the moves of mistakes, which are in the order of nodes.
func movesAt(script position.Script, list []Mistake) []position.Move {
	moves := make([]position.Move, len(list))
	node, at := -1, 0
	for event, m := range script.Events() {
		if event != position.AtNode {
			continue
		}
		if node++; node == int(list[at].Node) {
			moves[at] = m
			if at++; at == len(list) {
				break
			}
		}
	}
	return moves
}

// piecesKey returns the whole position before a move, in a game of pieces or discs that are not just
// stones on points.
func piecesKey(p game.Position, code position.Point) (list [regionKinds]regionKey) {
	text, _, played := PiecesRegion(p, code)
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %v %s", p.Game().About().Number, p.ToPlay(), text))
	list[WholeRegion] = regionKey{max(binary.LittleEndian.Uint64(sum[:]), 1), played}
	return list
}

// PiecesRegion returns a position of a game of pieces or discs as it is shown for all of its images,
// with its text, and a move in it.
func PiecesRegion(p game.Position, code position.Point) (text string, shown game.Position, played position.Point) {
	text, shown, played = p.Text(), p, code
	imager, ok := p.(game.Imager)
	if !ok || p.Game().About().AsIs {
		return text, shown, played
	}
	forth := func(code position.Point) position.Point { return code }
	for _, image := range imager.Images(game.ImageOptions{Mirror: true}) {
		if t := image.Position.Text(); t < text {
			text, shown, forth = t, image.Position, image.Forth
		}
	}
	played = forth(code)
	if symmetric, ok := p.(game.Symmetric); ok {
		for _, self := range symmetric.Selves(game.ImageOptions{Mirror: true}) {
			if q := forth(self.Back(code)); before(q, played) {
				played = q
			}
		}
	}
	return text, shown, played
}

// trim leaves mistakes out if there are too many: first those that are like no other, then those that
// lost least.
func (s *mistakesState) trim() {
	most := cmp.Or(s.of.Most, mostMistakes)
	if len(s.list) <= most {
		return
	}
	counts := map[uint64]int{}
	for i := range s.list {
		for _, key := range s.list[i].keys {
			counts[key]++
		}
	}
	s.keep(func(m *Mistake) bool {
		return slices.ContainsFunc(m.keys[:], func(key uint64) bool { return key != noRegion && counts[key] > 1 })
	})
	if enough := most - most/4; len(s.list) > enough {
		losses := make([]int32, len(s.list))
		for i := range s.list {
			losses[i] = s.list[i].Loss
		}
		slices.Sort(losses)
		least, spare := losses[len(losses)-enough], 0
		for _, loss := range losses[len(losses)-enough:] {
			if loss == least {
				spare++
			}
		}
		s.keep(func(m *Mistake) bool {
			if m.Loss == least {
				spare--
			}
			return m.Loss > least || m.Loss == least && spare >= 0
		})
	}
}

// keep leaves out the mistakes that a function does not want.
func (s *mistakesState) keep(wanted func(*Mistake) bool) {
	s.list = slices.DeleteFunc(s.list, func(m Mistake) bool {
		if wanted(&m) {
			return false
		}
		s.dropped++
		s.droppedBy += int64(m.Loss)
		return true
	})
}

func (s *mistakesState) Merge(other search.State) {
	o := other.(*mistakesState)
	s.games += o.games
	s.moves += o.moves
	s.unclear += o.unclear
	s.dropped += o.dropped
	s.lost += o.lost
	s.droppedBy += o.droppedBy
	s.list = append(s.list, o.list...)
	s.trim()
}

func (s *mistakesState) Finish() any {
	found := &MistakesFound{
		Named: s.sides != nil, Games: s.games, Moves: s.moves, Lost: s.lost, Mistakes: len(s.list) + s.dropped, ByThem: s.droppedBy,
		Unclear: s.unclear, Dropped: s.dropped, DroppedBy: s.droppedBy,
	}
	list := slices.Clone(s.list)
	slices.SortFunc(list, func(a, b Mistake) int { return a.compare(&b) })
	for i := range list {
		found.ByThem += int64(list[i].Loss)
		if i == 0 || list[i].Game != list[i-1].Game {
			found.InGames++
		}
	}
	found.List = clusters(list, max(s.of.Least, 1), s.of.ByCount)
	found.Clusters = len(found.List)
	for i := range found.List {
		found.Alike += len(found.List[i].Members)
	}
	if limit := s.of.Limit; limit > 0 && found.Clusters > limit {
		found.List = found.List[:limit]
	}
	return found
}

// Raise implements [search.Raiser].
func (s *mistakesState) Raise(by store.GameID) {
	s.list = slices.Clone(s.list)
	for i := range s.list {
		s.list[i].Game += by
	}
}

// jsonMistakes is the state in JSON.
type jsonMistakes struct {
	Games     int    `json:"games"`
	Moves     int    `json:"moves"`
	Lost      int64  `json:"lost"`
	Unclear   int    `json:"unclear,omitempty"`
	Dropped   int    `json:"dropped,omitempty"`
	DroppedBy int64  `json:"dropped_by,omitempty"`
	List      string `json:"list"` // by game and node, mistakeBytes each
}

// mistakeBytes is how many bytes one mistake has in JSON, before they become text.
const mistakeBytes = 4 + 4 + 4 + regionKinds*(8+2)

// MarshalJSON writes the state.
func (s *mistakesState) MarshalJSON() ([]byte, error) {
	list := slices.Clone(s.list)
	slices.SortFunc(list, func(a, b Mistake) int { return a.compare(&b) })
	data := make([]byte, 0, mistakeBytes*len(list))
	for i := range list {
		m := &list[i]
		data = binary.LittleEndian.AppendUint32(data, uint32(m.Game))
		data = binary.LittleEndian.AppendUint32(data, uint32(m.Node))
		data = binary.LittleEndian.AppendUint32(data, uint32(m.Loss))
		for k := range m.keys {
			data = binary.LittleEndian.AppendUint64(data, m.keys[k])
			data = binary.LittleEndian.AppendUint16(data, uint16(m.played[k]))
		}
	}
	return query.WriteJSON(jsonMistakes{s.games, s.moves, s.lost, s.unclear, s.dropped, s.droppedBy, base64.StdEncoding.EncodeToString(data)})
}

// UnmarshalJSON reads it, into an empty state.
func (s *mistakesState) UnmarshalJSON(text []byte) error {
	var j jsonMistakes
	if err := query.ReadJSON(text, &j); err != nil {
		return err
	}
	data, err := base64.StdEncoding.DecodeString(j.List)
	if err != nil {
		return fmt.Errorf("a list of mistakes: %w", err)
	}
	if len(data)%mistakeBytes != 0 || j.Games < 0 || j.Moves < 0 || j.Unclear < 0 || j.Dropped < 0 {
		return errors.New("a list of mistakes is cut off, or counts fewer than none")
	}
	s.games, s.moves, s.lost, s.unclear, s.dropped, s.droppedBy = j.Games, j.Moves, j.Lost, j.Unclear, j.Dropped, j.DroppedBy
	for ; len(data) > 0; data = data[mistakeBytes:] {
		m := Mistake{Game: store.GameID(binary.LittleEndian.Uint32(data)), Node: int32(binary.LittleEndian.Uint32(data[4:])), Loss: int32(binary.LittleEndian.Uint32(data[8:]))}
		if m.Node <= 0 || m.Loss < s.of.From {
			return fmt.Errorf("a mistake at node %d loses %d hundredths", m.Node, m.Loss)
		}
		for k := range m.keys {
			at := data[12+10*k:]
			m.keys[k], m.played[k] = binary.LittleEndian.Uint64(at), position.Point(binary.LittleEndian.Uint16(at[8:]))
		}
		s.list = append(s.list, m)
	}
	return nil
}

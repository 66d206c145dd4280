package study

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// Remarks collects what was written in records where the one position or pattern of a
// query stands: at the nodes at which it comes up, and at those behind them that change
// nothing. A comment on the game as a whole counts where it stands from the root on.
// Texts that differ in nothing but white space are one remark. It finds a
// *RemarksFound.
type Remarks struct {
	// Limit is how many remarks keep their texts, the longest; 0 for all.
	Limit int `json:"limit"`
}

// RemarksFound are the remarks on a position or pattern.
type RemarksFound struct {
	Remarks []Remark       // the longest first; as many as were asked for
	Total   int            // there are
	Records int            // in which they stand
	Others  []store.GameID // records with none but remarks beyond the limit
	Unread  int            // records of which the comments are not indexed yet
}

// A Remark is a text, and where it was written.
type Remark struct {
	Ident  string        `json:"ident"`  // the property: C, N, GC
	Text   string        `json:"text"`   // as the first of the places has it
	Length int           `json:"length"` // in columns, so that a Chinese character counts twice
	Places []RemarkPlace `json:"places"` // by game, then by node
}

// RemarkPlace is where a text was written.
type RemarkPlace struct {
	Game store.GameID `json:"game"`
	Node int          `json:"node"` // in the order of the file, from 0
}

func init() { search.Register(func() search.Aggregation { return new(Remarks) }) }

// Kind implements [search.Aggregation].
func (*Remarks) Kind() string { return "remarks" }

// Resolve implements [search.Aggregation].
func (r *Remarks) Resolve(*search.Resolver) (search.Aggregation, error) { return r, nil }

// Check implements [search.Aggregation].
func (r *Remarks) Check(q *search.Question) error {
	if r.Limit < 0 {
		return errors.New("a list of remarks cannot have a limit below 0")
	}
	return oneBoard(q)
}

// Keep implements [search.Keeper].
func (*Remarks) Keep() match.Keep { return match.KeepReplies }

// Empty implements [search.Aggregation].
func (r *Remarks) Empty(*search.Question) search.State {
	return &remarksState{limit: r.Limit, remarks: map[string]*remark{}}
}

// remarksState is what is known so far. Of the remarks beyond the limit only the places
// are kept: they cannot be among the longest any more.
type remarksState struct {
	limit   int
	remarks map[string]*remark // by a digest of property and text
	unread  int
}

// A remark is one in the making: its places are in no order.
type remark struct {
	Remark
	from RemarkPlace // of the text
}

// Hits are looked at in the goroutines of the blocks.
var _ search.Forker = (*remarksState)(nil)

// Fork implements [search.Forker].
func (s *remarksState) Fork() search.State {
	return &remarksState{limit: s.limit, remarks: map[string]*remark{}}
}

// Spare implements [search.Forker].
func (*remarksState) Spare() {}

func (s *remarksState) Add(ctx context.Context, b *match.Block) error {
	if b.Mask.IsEmpty() {
		return nil
	}
	nodes := map[int][]int{} // of the hits, by game
	err := b.Replies(ctx, nil, func(local int, _ store.Winner, list []match.HitReply) {
		for _, h := range list {
			if h.Hit {
				nodes[local] = append(nodes[local], h.Node())
			}
		}
	})
	if err != nil {
		return err
	}
	games := roaring.New()
	for local := range nodes {
		games.AddInt(local)
	}
	var standing map[int]bool // of the game at hand
	at := -1
	for c, err := range b.Segment.CommentsOf(ctx, games) {
		if errors.Is(err, store.ErrNotIndexed) {
			s.unread += int(games.GetCardinality())
			break
		}
		if err != nil {
			return err
		}
		if c.Local != at {
			at = c.Local
			if standing, err = standingNodes(b.Segment, at, nodes[at]); err != nil {
				return err
			}
		}
		if standing[c.Node] {
			s.add(b.ID(c.Local), c.Comment)
		}
	}
	for local, hits := range nodes {
		if !slices.Contains(hits, 0) {
			continue
		}
		for _, v := range b.Segment.Info(local) {
			if v.Ident == "GC" {
				s.add(b.ID(local), store.Comment{Ident: "GC", Text: v.Text})
			}
		}
	}
	s.trim()
	return nil
}

// standingNodes returns the nodes of some hits in a game, and those behind them that
// change nothing on the board.
func standingNodes(g *store.Segment, local int, hits []int) (map[int]bool, error) {
	script, err := g.Script(local)
	if err != nil {
		return nil, err
	}
	standing := map[int]bool{}
	for _, node := range hits {
		standing[node] = true
	}
	var r position.Replayer
	r.Replay(g.Facts(local).Size, script, func(_ *position.Board, step *position.Step) bool {
		if !step.Moved && len(step.Changes) == 0 && step.Parent >= 0 && standing[step.Parent] {
			standing[step.Node] = true
		}
		return true
	})
	return standing, nil
}

// add takes in a text.
func (s *remarksState) add(game store.GameID, c store.Comment) {
	words := strings.Join(strings.Fields(c.Text), " ")
	if words == "" {
		return
	}
	place := RemarkPlace{game, c.Node}
	s.put(digestOf(c.Ident, words), remark{Remark{c.Ident, c.Text, columns(words), []RemarkPlace{place}}, place})
}

// digestOf tells remarks apart.
func digestOf(ident, words string) string {
	sum := sha256.Sum256([]byte(ident + "\x00" + words))
	return hex.EncodeToString(sum[:16])
}

// columns is about the length of a text on a terminal: where East Asian scripts begin,
// characters are wide.
func columns(text string) int {
	const wide = '\u1100'
	n := 0
	for _, r := range text {
		if n++; r >= wide {
			n++
		}
	}
	return n
}

// put takes in a remark.
func (s *remarksState) put(digest string, r remark) {
	sum := s.remarks[digest]
	if sum == nil {
		r.Places = slices.Clone(r.Places)
		s.remarks[digest] = &r
		return
	}
	if sum.Text == "" || r.Text != "" && comparePlaces(r.from, sum.from) < 0 {
		sum.Text, sum.from = r.Text, r.from
	}
	sum.Places = append(sum.Places, r.Places...)
}

func comparePlaces(a, b RemarkPlace) int {
	return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Node, b.Node))
}

// sorted returns a copy of a remark with its places in order.
func (r *remark) sorted() Remark {
	c := r.Remark
	c.Places = slices.Clone(c.Places)
	slices.SortFunc(c.Places, comparePlaces)
	c.Places = slices.Compact(c.Places)
	return c
}

// ordered returns the digests, the longest remarks first.
func (s *remarksState) ordered() []string {
	return slices.SortedFunc(maps.Keys(s.remarks), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.remarks[b].Length, s.remarks[a].Length), cmp.Compare(a, b))
	})
}

// trim forgets the texts beyond the limit.
func (s *remarksState) trim() {
	if s.limit == 0 || len(s.remarks) <= s.limit {
		return
	}
	for _, digest := range s.ordered()[s.limit:] {
		s.remarks[digest].Text = ""
	}
}

func (s *remarksState) Merge(other search.State) {
	o := other.(*remarksState)
	s.unread += o.unread
	for digest, r := range o.remarks {
		s.put(digest, *r)
	}
	s.trim()
}

func (s *remarksState) Finish() any {
	found := &RemarksFound{Total: len(s.remarks), Unread: s.unread}
	records := map[store.GameID]bool{}
	for i, digest := range s.ordered() {
		r := s.remarks[digest]
		shown := s.limit == 0 || i < s.limit
		if shown {
			found.Remarks = append(found.Remarks, r.sorted())
		}
		for _, p := range r.Places {
			if !shown && !records[p.Game] {
				found.Others = append(found.Others, p.Game)
			}
			records[p.Game] = true
		}
	}
	found.Records = len(records)
	slices.Sort(found.Others)
	return found
}

// Raise implements [search.Raiser].
func (s *remarksState) Raise(by store.GameID) {
	for _, r := range s.remarks {
		for i := range r.Places {
			r.Places[i].Game += by
		}
		r.from.Game += by
	}
}

// jsonRemarks is the state in JSON.
type jsonRemarks struct {
	Remarks map[string]Remark `json:"remarks"` // by digest
	Unread  int               `json:"unread,omitempty"`
}

// MarshalJSON writes the state.
func (s *remarksState) MarshalJSON() ([]byte, error) {
	j := jsonRemarks{map[string]Remark{}, s.unread}
	for digest, r := range s.remarks {
		j.Remarks[digest] = r.sorted()
	}
	return query.WriteJSON(j)
}

// UnmarshalJSON reads it, into an empty state.
func (s *remarksState) UnmarshalJSON(data []byte) error {
	var j jsonRemarks
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	s.unread = j.Unread
	for digest, r := range j.Remarks {
		if len(r.Places) == 0 || r.Text != "" && digest != digestOf(r.Ident, strings.Join(strings.Fields(r.Text), " ")) {
			return fmt.Errorf("the remark %q is nowhere, or another one", digest)
		}
		s.put(digest, remark{r, r.Places[0]})
	}
	return nil
}

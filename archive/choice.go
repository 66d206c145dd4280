package archive

import (
	"context"
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// A GameSet is games of one or several archives.
type GameSet struct {
	of []*roaring.Bitmap // by archive
}

// GamesOf returns games of the only archive as a set.
func GamesOf(games *roaring.Bitmap) *GameSet { return &GameSet{[]*roaring.Bitmap{games}} }

// NoGames returns a set that games of the views can be added to.
func (vs *Views) NoGames() *GameSet {
	set := &GameSet{}
	for range vs.list {
		set.of = append(set.of, roaring.New())
	}
	return set
}

// In returns the games of the i-th archive, nil for all.
func (s *GameSet) In(i int) *roaring.Bitmap {
	if s == nil {
		return nil
	}
	return s.of[i]
}

// LiveIn returns those live games of a segment of the only archive that are of the set, all if
// it is nil, by their numbers in the segment.
func (s *GameSet) LiveIn(g *store.Segment) []uint32 {
	return slices.DeleteFunc(g.Live().ToArray(), func(local uint32) bool {
		return s != nil && !s.In(0).Contains(uint32(g.Base())+local)
	})
}

// Len returns the number of games.
func (s *GameSet) Len() int {
	n := 0
	for _, games := range s.of {
		n += size(games)
	}
	return n
}

// IDs returns the games of the i-th archive, ascending.
func (s *GameSet) IDs(i int) []GameID { return IDsIn(s.of[i]) }

// GamesIn yields what lists show of the games of a set, archive by archive in the
// order of their numbers.
func (vs *Views) GamesIn(s *GameSet) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for i, v := range vs.list {
			for it := s.of[i].Iterator(); it.HasNext(); {
				game, err := v.Game(GameID(it.Next()))
				if err == nil {
					game.Archive = vs.Number(i)
				}
				if !yield(game, err) {
					return
				}
			}
		}
	}
}

// CountGames counts the games of a set of records, see [View.CountGames].
func (vs *Views) CountGames(ctx context.Context, s *GameSet) (int, []Notice) {
	n := 0
	var notes Notices
	for i, v := range vs.list {
		games, said := v.CountGames(ctx, s.IDs(i))
		n += games
		for _, notice := range said {
			notes.Say(notice.Code, "%s", notice.Text)
		}
	}
	return n, notes.said()
}

// A Choice says which games are meant: those that references name, those that a
// query finds, or of those named the ones that the query finds.
type Choice struct {
	References []string // nil: all games, see [Views.GamesNamed]
	Query      Query

	// Records takes every record that the query finds, and not the one that stands
	// for its game. One that is named by its number is always taken for itself.
	Records bool
	// Sure leaves out what is found by a guess at lost characters of names: games
	// that are to be changed.
	Sure bool
}

// Chosen are the games that a choice means.
type Chosen struct {
	*GameSet
	Folded  int // records left out because another one of their game stands for them
	Notices []Notice
}

// Choose returns the games that a choice means.
func (vs *Views) Choose(ctx context.Context, c *Choice) (*Chosen, error) {
	s, err := vs.searchIn(c)
	if err != nil {
		return nil, err
	}
	if s.Among != nil && c.Query.Root == nil {
		return &Chosen{GameSet: s.Among}, nil
	}
	chosen := &Chosen{GameSet: vs.NoGames()}
	ids, end, err := vs.ids(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		i, own := SplitID(id)
		chosen.of[i].Add(uint32(own))
	}
	chosen.Folded, chosen.Notices = end.Folded, end.Notices
	return chosen, nil
}

// searchIn returns the search for the games that a choice means.
func (vs *Views) searchIn(c *Choice) (*Search, error) {
	s := &Search{Query: c.Query, Sure: c.Sure}
	return s, vs.Restrict(s, c.References, c.Records)
}

// Restrict makes a search one among the games that references name, each record of
// which counts by itself. If references is nil, or they name all games, records of
// one game are folded unless each is to count.
func (vs *Views) Restrict(s *Search, references []string, records bool) (err error) {
	if references != nil {
		s.Among, err = vs.GamesNamed(references)
	}
	s.Records = records || s.Among != nil
	return err
}

package archive

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/internal/wall"
	"kifudb/query"
)

// A SavedState is a saved search as lists show it.
type SavedState struct {
	Name   string    `json:"name" doc:"Name of the saved search."`
	Query  string    `json:"query" doc:"Query of the saved search."`
	Games  int       `json:"games" doc:"Number of games that match."`
	New    int       `json:"new" doc:"Number of games that match now and did not match when the user last looked."`
	Gone   int       `json:"gone" doc:"Number of games that matched when the user last looked and do not match now."`
	Looked time.Time `json:"looked,omitzero" doc:"Time at which the user last looked. Missing if never."`
	Error  string    `json:"error,omitempty" doc:"Why the search cannot run. Missing if it can."`
}

// A Saved is a saved search that was run.
type Saved struct {
	Search user.Search
	Query  Query
	Games  *roaring.Bitmap // that it finds now
	New    *roaring.Bitmap // of these, those of which no record was found at the last look
	Gone   *roaring.Bitmap // found at the last look, and not any more
}

// SavedNames returns the names of the saved searches.
func (v *View) SavedNames() ([]string, error) {
	searches, err := v.archive.user.Searches()
	names := make([]string, 0, len(searches))
	for _, search := range searches {
		names = append(names, search.Name)
	}
	return names, err
}

// SavedStates runs all saved searches. One that cannot be run says so in its state.
func (v *View) SavedStates(ctx context.Context) ([]SavedState, []Notice, error) {
	searches, err := v.archive.user.Searches()
	if err != nil {
		return nil, nil, err
	}
	var notes Notices
	list := []SavedState{}
	for _, search := range searches {
		state := SavedState{Name: search.Name, Query: search.Query, Looked: search.Looked.UTC()}
		saved, err := v.runSaved(ctx, search, &notes)
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != nil:
			state.Error = err.Error()
		default:
			state.Games, state.New, state.Gone = size(saved.Games), size(saved.New), size(saved.Gone)
		}
		list = append(list, state)
	}
	return list, notes.list, nil
}

// Saved runs a saved search. Without one of that name the error is
// [user.ErrNoSearch].
func (v *View) Saved(ctx context.Context, name string) (*Saved, []Notice, error) {
	search, err := v.archive.user.Search(name)
	if err != nil {
		return nil, nil, err
	}
	var notes Notices
	saved, err := v.runSaved(ctx, search, &notes)
	return saved, notes.list, err
}

func (v *View) runSaved(ctx context.Context, search user.Search, notes *Notices) (*Saved, error) {
	q, err := query.Parse(search.Query)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", search.Name, err)
	}
	games, clusters, err := v.found(ctx, q, notes)
	if err != nil {
		return nil, err
	}
	return &Saved{search, q, games, unseen(games, search.Seen, clusters), unseen(search.Seen, games, clusters)}, nil
}

// found returns the games that a query finds, and how records were counted.
func (v *View) found(ctx context.Context, q Query, notes *Notices) (*roaring.Bitmap, *duplicate.Clusters, error) {
	ids, end, err := v.ids(ctx, &Search{Query: q})
	if err != nil {
		return nil, nil, err
	}
	for _, n := range end.Notices {
		if n.Code != NoticeDamaged && n.Code != NoticeUnindexed { // of lists of games
			notes.Say(n.Code, "%s", n.Text)
		}
	}
	games := roaring.New()
	for _, id := range ids {
		games.Add(uint32(id))
	}
	clusters, err := v.Clusters(ctx)
	if err != nil {
		clusters = nil // was noted
	}
	return games, clusters, ctx.Err()
}

// unseen returns the games of which no record is among those that were seen.
func unseen(games, seen *roaring.Bitmap, clusters *duplicate.Clusters) *roaring.Bitmap {
	fresh := roaring.AndNot(games, seen)
	if clusters == nil {
		return fresh
	}
	was := map[int]bool{} // a cluster was seen, by its number
	for _, id := range fresh.ToArray() {
		number, _, ok := clusters.Of(GameID(id))
		if !ok {
			continue
		}
		known, ok := was[number]
		if !ok {
			known = slices.ContainsFunc(clusters.Cluster(number).Members, func(m duplicate.Member) bool { return seen.Contains(uint32(m.ID)) })
			was[number] = known
		}
		if known {
			fresh.Remove(id)
		}
	}
	return fresh
}

func size(games *roaring.Bitmap) int { return int(games.GetCardinality()) }

// Save saves a search under a name and looks at it. Files that the query names are
// saved with it, as they are now. It returns the search as it was saved and the
// one whose place it took, nil if there was none; without replace that is
// [user.ErrSearchExists].
func (v *View) Save(ctx context.Context, name string, q Query, replace bool) (saved user.Search, before *user.Search, notes []Notice, err error) {
	var n Notices
	o := v.Options(ctx, false, &n)
	if q, err = q.Inline(o.ReadFile); err != nil {
		return saved, nil, nil, err
	}
	if err := q.CheckSavedAs(name, o.User); err != nil {
		return saved, nil, nil, err
	}
	games, _, err := v.found(ctx, q, &n)
	if err != nil {
		return saved, nil, nil, err
	}
	saved = user.Search{Name: name, Query: q.String(), Seen: games, Looked: wall.Now(), Generation: v.Generation()}
	before, err = v.archive.user.AddSearch(saved, replace)
	return saved, before, n.list, err
}

// RemoveSearch forgets a saved search and returns it. Without one of that name the
// error is [ErrNoSearch].
func (v *View) RemoveSearch(name string) (user.Search, error) {
	return v.archive.user.RemoveSearch(name)
}

// PutBack saves a search again that was removed, with what was seen of it.
func (v *View) PutBack(search user.Search) error {
	_, err := v.archive.user.AddSearch(search, false)
	return err
}

// CheckSearchName says what is wrong with the name of a saved search: a
// [*RequestError], or nil.
func CheckSearchName(name string) error {
	if err := user.CheckSearchName(name); err != nil {
		return &RequestError{"", err}
	}
	return nil
}

// Looked notes that all games of a saved search were looked at, but for those that
// are new and not among the shown ones, if shown is not nil.
func (v *View) Looked(saved *Saved, shown []GameID) error {
	seen := saved.Games
	if shown != nil {
		left := saved.New.Clone()
		for _, id := range shown {
			left.Remove(uint32(id))
		}
		seen = roaring.AndNot(seen, left)
	}
	search := saved.Search
	search.Seen, search.Looked, search.Generation = seen, wall.Now(), v.Generation()
	return v.archive.user.Looked(search)
}

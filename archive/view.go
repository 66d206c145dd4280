package archive

import (
	"context"
	"errors"
	"slices"
	"sync"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/search"
	"kifudb/store"
)

// A View is an archive as it was at one moment. It is safe for concurrent use. It answers
// every question that [Views] do, about this archive alone.
type View struct {
	*Views

	archive  *Archive
	snapshot *store.Snapshot
	user     *user.DB // what the user had added by then, for questions
	beside   *beside  // evaluations beside the records; nil if there are none
	asOf     string   // what is to be said of its commit, which may not be the newest; "" for nothing

	mu       sync.Mutex // protects what follows
	clusters *duplicate.Clusters
	compared bool // the clusters are known

	count  sync.Once   // of
	counts [1 << 8]int // games of each kind, see held
}

// Close lets go of the moment. Where damage was met that may be in answers, it says so.
func (v *View) Close() error {
	return errors.Join(v.snapshot.Err(), v.beside.damage(), v.snapshot.Close())
}

// AsOf says which commit the view shows if the store of the archive cannot be reached; otherwise it returns "".
func (v *View) AsOf() string { return v.asOf }

// Generation counts the changes of the archive up to this moment.
func (v *View) Generation() uint64 { return v.snapshot.Generation() }

// Archive returns the archive of the view.
func (v *View) Archive() *Archive { return v.archive }

// Snapshot returns the store as it was at this moment.
func (v *View) Snapshot() *store.Snapshot { return v.snapshot }

// Len returns the number of games.
func (v *View) Len() int { return v.snapshot.Len() }

// Unindexed returns how many games have comments that are not indexed yet, so
// that questions about comments do not find them.
func (v *View) Unindexed() int {
	text := v.snapshot.Text()
	return text.Games - text.Indexed
}

// Clusters returns which records are of one game.
func (v *View) Clusters(ctx context.Context) (*duplicate.Clusters, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.compared {
		return v.clusters, nil
	}
	clusters, err := v.archive.clusters.of(ctx, v.snapshot, v.user)
	if err != nil {
		return nil, err
	}
	v.clusters, v.compared = clusters, true
	return clusters, nil
}

// A clusterCache has the clusters of the last view, for the next one: most are of the same state,
// and to read and order them takes more than some questions do.
type clusterCache struct {
	mu        sync.Mutex // protects what follows
	stamp     uint64     // of the games
	decisions []user.Decision
	clusters  *duplicate.Clusters // nil for none yet
}

func (c *clusterCache) of(ctx context.Context, s *store.Snapshot, u *user.DB) (*duplicate.Clusters, error) {
	decisions, err := u.Decisions()
	if err != nil {
		return nil, err
	}
	if last := c.last(s.Stamp(), decisions); last != nil {
		return last, nil
	}
	kept, err := duplicate.Keep(ctx, s)
	if err != nil {
		return nil, err
	}
	made := kept.Decided(s, decisions)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stamp, c.decisions, c.clusters = s.Stamp(), decisions, made
	return made, nil
}

// last returns the clusters if they are of such games and decisions, nil otherwise.
func (c *clusterCache) last(stamp uint64, decisions []user.Decision) *duplicate.Clusters {
	c.mu.Lock()
	defer c.mu.Unlock()
	same := func(a, b user.Decision) bool { return a.Kind == b.Kind && slices.Equal(a.Games, b.Games) }
	if c.stamp != stamp || !slices.EqualFunc(c.decisions, decisions, same) {
		return nil
	}
	return c.clusters
}

// Options returns what all questions have in common. What an answer has to go
// without is noted.
func (v *View) Options(ctx context.Context, records bool, notes *Notices) *search.Options {
	o := &search.Options{
		ReadFile: v.archive.readFile,
		User:     v.user,
		Charset:  charsetNamed,
	}
	if v.asOf != "" {
		notes.Say(NoticeAsOf, "%s", v.asOf)
	}
	if !records {
		clusters, err := v.Clusters(ctx)
		if err != nil {
			notes.add(NoticeDuplicates, err)
		}
		o.Clusters = clusters
	}
	o.Records = o.Clusters == nil // as whoever answers elsewhere has clusters
	return o
}

// current says whether the view still shows the archive, of which the caller holds
// the writer: otherwise what the view knows of games may be wrong by now.
func (v *View) current() error {
	s, err := v.archive.db.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	if s.Generation() != v.snapshot.Generation() {
		return ErrChanged
	}
	return nil
}

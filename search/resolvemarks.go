package search

import (
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/query"
	"kifudb/store"
)

// charset finds out the name under which records have the encoding that is asked
// for, if that is another one.
func (r *Resolver) charset(_ query.Field, t *query.Term) (query.Node, error) {
	v := t.Values[0]
	if v.Kind != query.Word && v.Kind != query.Phrase || r.options.Charset == nil {
		return t, nil
	}
	name, ok := r.options.Charset(v.Text)
	if !ok || name == v.Text {
		return t, nil
	}
	return t.Resolved(query.Resolution{Charset: name}), nil
}

// tagged finds out the games that have a tag.
func (r *Resolver) tagged(_ query.Field, t *query.Term) (query.Node, error) {
	v := t.Values[0]
	return r.marked(t, func(db *user.DB) (*roaring.Bitmap, error) {
		return db.Tagged(v.Text, v.Kind == query.Prefix)
	})
}

// noted finds out the games with a note that fits, or asks for the positions with one.
func (r *Resolver) noted(_ query.Field, t *query.Term) (query.Node, error) {
	m, err := t.Values[0].TextQuery(nil).Matcher()
	if err != nil {
		return nil, err
	}
	return r.withNotes(t, m.Match)
}

// withNotes returns the condition that a game has a note of which the test holds, or that a
// position with such a note comes up in it.
func (r *Resolver) withNotes(t *query.Term, test func(text string) bool) (query.Node, error) {
	games, err := r.marked(t, func(db *user.DB) (*roaring.Bitmap, error) {
		games := roaring.New()
		notes, err := db.GameNotes()
		for _, n := range notes {
			if test(n.Text) {
				games.Add(uint32(n.Game))
			}
		}
		return games, err
	})
	if err != nil || r.options.User == nil {
		return games, err
	}
	resolved := *games.(*query.Term).Resolution
	notes, err := r.options.User.PositionNotes()
	for _, n := range notes {
		if test(n.Text) {
			resolved.Positions = append(resolved.Positions, string(n.Position))
		}
	}
	return t.Resolved(resolved), err
}

// marks finds out the games that have a tag, or a note.
func (r *Resolver) marks(_ query.Field, t *query.Term) (query.Node, error) {
	switch strings.ToLower(t.Values[0].Text) {
	case "tag":
		return r.marked(t, func(db *user.DB) (*roaring.Bitmap, error) { return db.Tagged("", true) })
	case "note":
		return r.withNotes(t, func(string) bool { return true })
	}
	return t, nil
}

// duplicates finds out the records that have others of a kind in their cluster.
func (r *Resolver) duplicates(_ query.Field, t *query.Term) (query.Node, error) {
	clusters, err := r.clusters()
	if err != nil {
		return nil, err
	}
	name := strings.ToLower(t.Values[0].Text)
	games := roaring.New()
	if id, err := strconv.ParseUint(name, 10, 32); err == nil {
		games.Add(uint32(id))
		if number, _, ok := clusters.Of(store.GameID(id)); ok {
			for _, member := range clusters.Cluster(number).Members {
				games.Add(uint32(member.ID))
			}
		}
		return t.Resolved(query.Resolution{Games: games}), nil
	}
	kind, _ := duplicate.ParseKind(name)
	for i, cluster := range clusters.All() {
		if i%1024 == 0 && r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		for i, member := range cluster.Members {
			if kind != 0 && member.Kinds&kind == 0 || name == "preferred" && i > 0 || name == "other" && i == 0 {
				continue
			}
			games.Add(uint32(member.ID))
		}
	}
	found := t.Resolved(query.Resolution{Games: games})
	if name == "none" {
		return query.Negate(found), nil
	}
	return found, nil
}

// clusters returns the records of one game; if they are not among the options,
// they are found, which may take long.
func (r *Resolver) clusters() (_ *duplicate.Clusters, err error) {
	if r.options.Clusters != nil {
		return r.options.Clusters, nil
	}
	if r.found == nil {
		r.found, err = duplicate.Open(r.ctx, r.snapshot, r.options.User)
	}
	return r.found, err
}

// marked finds out the games that the user put something on; without a file of
// the user's there are none. Where the records of one game count once, what is
// on one of them is on the game: otherwise another record would show up for
// -tag:read.
func (r *Resolver) marked(t *query.Term, find func(*user.DB) (*roaring.Bitmap, error)) (query.Node, error) {
	games := roaring.New()
	if r.options.User != nil {
		var err error
		if games, err = find(r.options.User); err != nil {
			return nil, err
		}
	}
	if r.folds {
		games = withCopies(games, r.options.Clusters)
	}
	return t.Resolved(query.Resolution{Games: games}), nil
}

// withCopies returns games with all records of each.
func withCopies(games *roaring.Bitmap, clusters *duplicate.Clusters) *roaring.Bitmap {
	all := games.Clone()
	for _, k := range clusters.All() {
		if slices.ContainsFunc(k.Members, func(m duplicate.Member) bool { return games.Contains(uint32(m.ID)) }) {
			for _, m := range k.Members {
				all.Add(uint32(m.ID))
			}
		}
	}
	return all
}

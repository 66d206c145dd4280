package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/duplicate"
	"kifudb/store"
)

// dup is the meaning of the field for records of one game: those that have
// others of a kind in their cluster, or have any, or none; the preferred ones of
// their clusters and the others; or all of the cluster of a game.
type dup struct{}

var dupNames = []string{"exact", "prefix", "near", "said", "any", "none", "preferred", "other"}

func (dup) check(v Value) error {
	if v.Kind == Word || v.Kind == Phrase {
		if slices.Contains(dupNames, strings.ToLower(v.Text)) {
			return nil
		}
		if _, err := strconv.ParseUint(v.Text, 10, 32); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s is not one of %s, nor the number of a game", printValue(v), strings.Join(dupNames, ", "))
}

func (dup) literal() bool { return false }
func (dup) ordered() bool { return false }

// duplicates finds out the records that have others of a kind in their cluster.
func (r *resolver) duplicates(_ field, t *Term) (Node, error) {
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
		return t.resolved(Resolution{Games: games}), nil
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
	found := t.resolved(Resolution{Games: games})
	if name == "none" {
		return not(found), nil
	}
	return found, nil
}

// clusters returns the records of one game; if they are not among the options,
// they are found, which may take long.
func (r *resolver) clusters() (_ *duplicate.Clusters, err error) {
	if r.options.Clusters != nil {
		return r.options.Clusters, nil
	}
	if r.found == nil {
		r.found, err = duplicate.Open(r.ctx, r.snapshot, r.options.User)
	}
	return r.found, err
}

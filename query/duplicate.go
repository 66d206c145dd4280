package query

import (
	"context"
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

func (dup) condition(c *compiler, f field, v Value) (condition, error) {
	clusters := c.options.Clusters
	if clusters == nil {
		var err error
		if clusters, err = duplicate.Open(context.Background(), c.snapshot, c.options.User); err != nil {
			return nil, err
		}
	}
	name := strings.ToLower(v.Text)
	m := &marked{games: roaring.New(), figures: Figures{Term: printNode(&Term{f.name, []Value{v}}), Index: "clusters"}}
	if id, err := strconv.ParseUint(name, 10, 32); err == nil {
		m.games.Add(uint32(id))
		if number, _, ok := clusters.Of(store.GameID(id)); ok {
			for _, member := range clusters.Cluster(number).Members {
				m.games.Add(uint32(member.ID))
			}
		}
		return m, nil
	}
	kind, _ := duplicate.ParseKind(name)
	for _, cluster := range clusters.All() {
		for i, member := range cluster.Members {
			if kind != 0 && member.Kinds&kind == 0 || name == "preferred" && i > 0 || name == "other" && i == 0 {
				continue
			}
			m.games.Add(uint32(member.ID))
		}
	}
	if name == "none" {
		return none{m}, nil
	}
	return m, nil
}

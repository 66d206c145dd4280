package archive

import (
	"context"
	"slices"
	"strings"

	"kifudb/book/duplicate"
)

// Duplicates are games with more than one record.
type Duplicates struct {
	Total    int       `json:"total" doc:"Number of games with several records."`
	Records  int       `json:"records" doc:"Number of records of all these games together."`
	Clusters []Cluster `json:"clusters" doc:"The games of this page with their records."`

	All int `json:"-"` // clusters in the archive
}

// A Cluster is the records of one game.
type Cluster struct {
	Archive   int      `json:"archive,omitempty" doc:"Number of the archive, from 1. Missing if only one archive is asked."`
	Preferred GameID   `json:"preferred" doc:"Id of the record that stands for the game."`
	Because   string   `json:"because" doc:"Why that record is preferred, as a phrase such as \"has more moves\"."`
	Records   []Member `json:"records" doc:"The records, in order of preference."`

	Kinds Kinds `json:"-"`
}

// A Member is a record of a cluster.
type Member struct {
	ID    GameID   `json:"id" doc:"Id of the record."`
	Kinds []string `json:"kinds" doc:"How the record belongs to the cluster: exact, prefix, near or said."`
}

// Others returns the records that are not preferred, ascending.
func (c *Cluster) Others() []GameID {
	var ids []GameID
	for _, m := range c.Records[1:] {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return ids
}

// Has reports whether a record is one of the cluster.
func (c *Cluster) Has(id GameID) bool {
	return slices.ContainsFunc(c.Records, func(m Member) bool { return m.ID == id })
}

func newCluster(c *duplicate.Cluster) Cluster {
	out := Cluster{Preferred: c.Preferred(), Because: c.Reason().String(), Kinds: c.Kinds()}
	for _, m := range c.Members {
		out.Records = append(out.Records, Member{m.ID, KindNames(m.Kinds)})
	}
	return out
}

// KindNames returns the names of kinds of duplicates.
func KindNames(k Kinds) []string {
	if k == 0 {
		return []string{}
	}
	return strings.Split(k.String(), ", ")
}

// ParseKinds reads a list of kinds of duplicates such as "exact,near"; "" is all.
func ParseKinds(list string) (kinds Kinds, err error) {
	if list == "" {
		return 0, nil
	}
	for _, name := range strings.Split(list, ",") {
		kind, ok := duplicate.ParseKind(strings.TrimSpace(name))
		if !ok {
			return 0, badRequest("kind", "there is no kind %q; expected exact, prefix, near or said", name)
		}
		kinds |= kind
	}
	return kinds, nil
}

// Duplicates returns the clusters that are of certain kinds, if any are given, and
// of which a record is among some games unless that is nil, at most so many, all if
// limit is 0. The records of a cluster are in one archive.
func (vs *Views) Duplicates(ctx context.Context, among *GameSet, kinds Kinds, limit int) (*Duplicates, error) {
	if err := vs.Verify(); err != nil {
		return nil, err
	}
	d := &Duplicates{Clusters: []Cluster{}}
	for i, v := range vs.list {
		clusters, err := v.Clusters(ctx)
		if err != nil {
			return nil, vs.ErrorIn(i, err)
		}
		wanted := map[int]bool{}
		if among != nil {
			for _, id := range among.IDs(i) {
				if number, _, ok := clusters.Of(id); ok {
					wanted[number] = true
				}
			}
		}
		d.All += clusters.Len()
		for number, c := range clusters.All() {
			if among != nil && !wanted[number] || kinds != 0 && c.Kinds()&kinds == 0 {
				continue
			}
			d.Total++
			d.Records += len(c.Members)
			if limit == 0 || len(d.Clusters) < limit {
				cluster := newCluster(c)
				cluster.Archive = vs.Number(i)
				d.Clusters = append(d.Clusters, cluster)
			}
		}
	}
	return d, nil
}

// ClusterOf returns the cluster of a record; ok is false if it has none.
func (v *View) ClusterOf(ctx context.Context, id GameID) (c Cluster, ok bool, err error) {
	clusters, err := v.Clusters(ctx)
	if err != nil {
		return Cluster{}, false, err
	}
	number, _, ok := clusters.Of(id)
	if !ok {
		return Cluster{}, false, nil
	}
	return newCluster(clusters.Cluster(number)), true, nil
}

// CountGames counts games of which some may be records of the same. If that is not
// known, each record counts and a notice says so.
func (v *View) CountGames(ctx context.Context, ids []GameID) (int, []Notice) {
	clusters, err := v.Clusters(ctx)
	if err != nil {
		var notes Notices
		notes.add(NoticeDuplicates, err)
		return len(ids), notes.list
	}
	n := 0
	seen := map[int]bool{} // clusters, by their numbers
	for _, id := range ids {
		if number, _, ok := clusters.Of(id); ok {
			if seen[number] {
				continue
			}
			seen[number] = true
		}
		n++
	}
	return n, nil
}

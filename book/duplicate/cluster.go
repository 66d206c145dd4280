package duplicate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"
	"sync"

	"kifudb/store"
)

// Kinds say how a record goes together with others of its cluster. A record can
// be of several kinds.
type Kinds uint8

// The kinds.
const (
	// Exact records have the same moves, perhaps under a symmetry or with the
	// colors exchanged.
	Exact Kinds = 1 << iota
	// Prefix records are the beginning of the cluster's longest record, or are
	// that record.
	Prefix
	// Near records differ from the cluster's longest record in a few moves or in
	// the end, or are that record.
	Near
	// Said are records of which the user says that they are of one game.
	Said
)

// kindNames are the kinds as people write them, in order.
var kindNames = []struct {
	kind Kinds
	name string
}{{Exact, "exact"}, {Prefix, "prefix"}, {Near, "near"}, {Said, "said"}}

// ParseKind returns the kind with a name: exact, prefix, near or said.
func ParseKind(name string) (Kinds, bool) {
	for _, k := range kindNames {
		if k.name == name {
			return k.kind, true
		}
	}
	return 0, false
}

// String returns the names of the kinds with commas between.
func (k Kinds) String() string {
	s := ""
	for _, named := range kindNames {
		if k&named.kind != 0 {
			if s != "" {
				s += ", "
			}
			s += named.name
		}
	}
	return s
}

// A Member is a record of a cluster.
type Member struct {
	ID     store.GameID
	Kinds  Kinds
	Reason Reason // why it is preferred to the next one; of the last, Earlier
}

// A Cluster is two or more records of one game.
type Cluster struct {
	Members []Member // the preferred one first, then the next best
}

// Preferred returns the record that stands for the cluster.
func (c *Cluster) Preferred() store.GameID { return c.Members[0].ID }

// Reason says why the preferred record is preferred to the second best.
func (c *Cluster) Reason() Reason { return c.Members[0].Reason }

// Kinds returns all kinds of the members.
func (c *Cluster) Kinds() Kinds {
	var k Kinds
	for _, m := range c.Members {
		k |= m.Kinds
	}
	return k
}

// first returns the lowest id of a cluster.
func (c *Cluster) first() store.GameID {
	return slices.MinFunc(c.Members, func(a, b Member) int { return cmp.Compare(a.ID, b.ID) }).ID
}

func byLowest(a, b Cluster) int { return cmp.Compare(a.first(), b.first()) }

// place is where the record with an id stands.
type place struct {
	id      store.GameID
	cluster int32
	member  int32
}

// Clusters are all clusters of an archive. They do not change.
type Clusters struct {
	list   []Cluster // by lowest id
	places []place   // by id

	once   sync.Once // guards what follows
	digest string
	read   []byte // what encode would write, if they were read from that; nil once there is the digest
}

// Digest tells tables apart: it is that of all clusters, their records, and which of
// them are preferred; "" for no clusters.
func (c *Clusters) Digest() string {
	if c == nil || len(c.list) == 0 {
		return ""
	}
	c.once.Do(func() {
		if c.read == nil {
			c.read = c.encode()
		}
		sum := sha256.Sum256(c.read)
		c.digest, c.read = hex.EncodeToString(sum[:8]), nil
	})
	return c.digest
}

// newClusters puts clusters in order.
func newClusters(list []Cluster) *Clusters {
	c := &Clusters{list: list}
	members := 0
	for i := range list {
		members += len(list[i].Members)
	}
	sortClusters(list)
	c.places = make([]place, 0, members)
	for i := range list {
		for j, m := range list[i].Members {
			c.places = append(c.places, place{m.ID, int32(i), int32(j)})
		}
	}
	slices.SortFunc(c.places, func(a, b place) int { return cmp.Compare(a.id, b.id) })
	return c
}

// sortClusters sorts clusters by their lowest ids, by which those that were read are already.
func sortClusters(list []Cluster) {
	if slices.IsSortedFunc(list, byLowest) {
		return
	}
	type keyed struct {
		first store.GameID
		Cluster
	}
	byFirst := make([]keyed, len(list))
	for i := range list {
		byFirst[i] = keyed{list[i].first(), list[i]}
	}
	slices.SortFunc(byFirst, func(a, b keyed) int { return cmp.Compare(a.first, b.first) })
	for i := range byFirst {
		list[i] = byFirst[i].Cluster
	}
}

// Len returns the number of clusters.
func (c *Clusters) Len() int { return len(c.list) }

// Others returns the number of records that are not the preferred ones of
// their clusters: how many fewer games there are than records.
func (c *Clusters) Others() int { return len(c.places) - len(c.list) }

// Records returns the number of records that belong to a cluster.
func (c *Clusters) Records() int { return len(c.places) }

// All yields the clusters with their numbers, by their lowest id.
func (c *Clusters) All() iter.Seq2[int, *Cluster] {
	return func(yield func(int, *Cluster) bool) {
		for i := range c.list {
			if !yield(i, &c.list[i]) {
				return
			}
		}
	}
}

// Cluster returns a cluster by its number, as All and Of give it.
func (c *Clusters) Cluster(number int) *Cluster { return &c.list[number] }

// Of returns the number of the cluster that a record belongs to, and its number among the
// members. It reports false for a record without duplicates.
func (c *Clusters) Of(id store.GameID) (number, member int, ok bool) {
	i, ok := slices.BinarySearchFunc(c.places, id, func(p place, id store.GameID) int { return cmp.Compare(p.id, id) })
	if !ok {
		return 0, 0, false
	}
	return int(c.places[i].cluster), int(c.places[i].member), true
}

// Between yields the records from one id to before another that belong to a
// cluster, ascending, with the number of the cluster and which of its members
// each is.
func (c *Clusters) Between(from, to store.GameID) iter.Seq2[store.GameID, [2]int] {
	return func(yield func(store.GameID, [2]int) bool) {
		i, _ := slices.BinarySearchFunc(c.places, from, func(p place, id store.GameID) int { return cmp.Compare(p.id, id) })
		for ; i < len(c.places) && c.places[i].id < to; i++ {
			if p := c.places[i]; !yield(p.id, [2]int{int(p.cluster), int(p.member)}) {
				return
			}
		}
	}
}

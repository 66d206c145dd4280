package search_test

import (
	"testing"

	"kifudb/book/duplicate"
	"kifudb/cluster/nodetest"
	"kifudb/search"
	"kifudb/store"
)

// Nodes are in a package that imports this one, so its tests get them from here.
func init() {
	search.StartNodes = func(t testing.TB, s *store.Snapshot, replicas int) func(*duplicate.Clusters) search.Searcher {
		nodes := nodetest.Start(t, s, 3, replicas)
		return func(clusters *duplicate.Clusters) search.Searcher { return nodes.Searcher(s, clusters) }
	}
	search.OneAtATime = func(t testing.TB, s *store.Snapshot) *store.Snapshot { return nodetest.NewRoom(t, s).Snapshot }
}

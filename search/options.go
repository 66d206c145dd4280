package search

import (
	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/game"
	"kifudb/store"
)

// Options are the circumstances of a search. The zero Options are the
// defaults.
type Options struct {
	// ReadFile reads the files that board terms name with @. Nil refuses
	// them, as programs must that answer the network.
	ReadFile func(name string) ([]byte, error)
	// Among, if set, are the ids of the games to choose from.
	Among *roaring.Bitmap
	// Together, if set, are the archives that are asked together, in the order of
	// their numbers from 1: places in games name one of them, as in 2:12@40.
	Together []*store.Snapshot
	// Game, if set, returns the game of board terms that nothing says the game of; otherwise it
	// is [game.Default].
	Game func() game.Game
	// Held, if set, reports whether there are games of a kind, for advice.
	Held func(game.Game) bool
	// User is what the user added to the archive; nil for nothing.
	User *user.DB
	// Charset, if set, returns the name under which records have the encoding
	// that a user names: gb18030 for "GBK".
	Charset func(label string) (name string, ok bool)
	// Clusters are the records of one game. Each cluster is counted and shown
	// once, by the best of its records that fulfil the query, unless Records is
	// set or the query asks for records itself (AsksForRecords). If it is nil,
	// each record counts.
	Clusters *duplicate.Clusters
	// Records counts and shows each record of a cluster.
	Records bool
	// Folded, if set, is called with the numbers of records that were found and
	// left out because another record of their cluster stands for them.
	Folded func(records int)
	// Guessed, if set, is called with the numbers of games that were found by
	// names with lost characters, which may be any. Their hits say so.
	Guessed func(games int)
	// Sure leaves those games out, as is right where games are chosen to be changed.
	Sure bool
	// Sort is the order of the games; by id if empty.
	Sort []Order
	// After, if set, leaves out the games up to a place in the answer. It must
	// be a cursor of the same query and order.
	After *Cursor
	// Offset is the number of games to leave out first, behind After.
	Offset int
	// Limit is the largest number of games; 0 for all.
	Limit int
	// PerGame is the largest number of hits of each game; 0 for all.
	PerGame int
	// Workers is the number of goroutines that search boards; 0 for one per
	// processor.
	Workers int
	// Progress, if set, is called now and then with the number of games looked
	// at and of those in the archive.
	Progress func(done, total int)
}

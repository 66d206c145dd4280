// Package cluster searches an archive on many machines at once. NATS carries the messages.
// The package decides which nodes are present, which segments each holds, and how answers
// are merged.
//
// Its nouns:
//
//   - A [Node] answers questions about some segments of an archive. It joins, announces
//     again and again which segments it has, fetches those that it owns by rendezvous
//     hashing, and drops others once their owners have them.
//   - A [Member] is a node's description of itself.
//   - An [Asker] sends a question to nodes that have the segments it names, and merges
//     their answers, each segment exactly once. It is a search.Searcher.
//   - Package link has the credentials of all participants; natsserver is NATS within a process.
//
// A node serves an [Archive] and receives batches of search.Questions. It does not look into
// their JSON; package search does.
//
// Read wire.go first: the messages. Then placement.go, node.go and hold.go: which node
// has which segments. Then answer.go and fanout.go: how a question goes out and comes back. No
// message carries a time of day, so clocks may differ.
package cluster

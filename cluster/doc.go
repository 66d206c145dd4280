// Package cluster searches an archive on many machines at once. NATS carries its
// messages; who is there, who has what and how answers are put together is all that
// is done here.
//
// Its nouns:
//
//   - A [Node] answers questions about some segments of an archive. It joins, says again
//     and again what it has, takes the segments that are its own by rendezvous hashing,
//     and lets go of others once their owners have them.
//   - A [Member] is what a node says of itself.
//   - An [Asker] sends a question to those who have the segments that it names, and
//     merges what they answer, each segment exactly once. It is a search.Searcher for
//     whoever asks.
//   - [Credentials] are what everybody shows who takes part, a [Server] is NATS within
//     this process.
//
// What a node serves is an [Archive], what it is asked is a batch of search.Questions,
// whose JSON it does not look into: package search does.
//
// Read wire.go first: what is said by which message; then placement.go, node.go and
// hold.go: who has what; answer.go and fanout.go: how a question goes out and comes
// back. No message carries a time of day, so clocks may differ.
package cluster

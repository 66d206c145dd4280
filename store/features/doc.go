// Package features is the index of what moves do on the board, for the games of one segment: who
// captured how many stones at which node. Games report it, see package feature.
//
// Its nouns:
//
//   - A [Part] gathers the instances of some games. [Encode] joins parts into an index.
//   - An [Index] holds one [Column] for each kind of feature of each game, such as the captures of
//     Go. A kind that it does not hold has to be replayed.
//
// The index decides alone: a column gives the same answers as replaying all games of the segment
// with game.Observer. So it is used only if the kind is defined as it was when the index was
// built. Each column has a [Digest] of the definition, and checksums that are compared before the
// column is first used. A damaged column counts as missing.
//
// A column knows for each value and player which games have it, and for each game the nodes. Of
// common values, see [feature.Kind], it knows the games alone: [Column.Lists] tells.
//
// # Layout
//
// An index is two blocks of bytes, the directory and the columns. Numbers are uvarints unless
// something else is said.
//
//	directory  version, games of the segment, number of SGF's numbers of games; for each, ascending:
//	           the number, kinds of the game, number of streams; for each of them: games with rows,
//	           1 if somebody else than the two players did something or else 0, bytes of the
//	           stream, u32 CRC-32C; number of kinds in it; for each of them: number of the kind,
//	           length of its name, the name, u64 digest, number of common values, they; games that
//	           have the kind, instances, bytes of the stream for this kind, bytes of sets, u32
//	           CRC-32C of these
//	columns    for each stream its bytes, then for each of its kinds the sets
//	sets       number of sets; for each, ascending: the difference to the key before, games, bytes;
//	           then the sets. The key is the value times 4 and the player's color. A kind with very
//	           many values has sets of games with any, of value 0. See sets.go
//	stream     the rows; the codes of steps, of ranks and of values; u32 number of blocks; for each,
//	           u16 first game and u32 where it begins; then the blocks. A block has 4 games, the
//	           last one the rest
//	rows       the different rows, the most frequent first: number of rows; for each the number of
//	           its slots; for each slot the kind times 3 and the turn, and the word or 0
//	codes      a code for all contexts, and the number of contexts with codes of their own; for each
//	           the difference to the context before less one, and its code. See family.go
//	code       number of symbols; for each the difference to the symbol before less one, and the
//	           bits of its code. See huffman.go
//	game       bits: for each node with instances a step, the rank of its row, and for each slot
//	           without a word the value less one; then the symbol for the end. Between the games
//	           of a block stands the difference of their numbers
//	step       the difference to the node before in the game, times 2, and 1 if the player is not the
//	           one who would follow from the row before if players took turns; at first, Black
//	           plays odd nodes. Where somebody else did something, it is times 4, and the player's
//	           color. The player of a row is the one of its first instance
//
// All kinds of a game share one stream, except that a kind with many words has its own. What
// happens together, or at one node after the other, then takes few bits: stones that were in atari
// are saved, a stone that takes a ko captures one. The contexts are the row before, where a row at
// the next node follows it, and for values the class of the kind's value before and of the first
// value of the node before.
package features

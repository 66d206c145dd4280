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
// built. Each column has a [Digest] of the definition, and a checksum that is compared before the
// column is first used. A damaged column counts as missing.
//
// # Layout
//
// An index is two blocks of bytes, the directory and the columns. Numbers are uvarints unless
// something else is said.
//
//	directory  version, games of the segment, how many games there are and SGF's numbers of them,
//	           ascending, number of columns; for each column, in the order of
//	           SGF's numbers of games and of names: number of the game, length of the name, the
//	           name, u64 digest, games that have the kind, instances, bits of values times
//	           2 and 1 if somebody else than the two players did something, largest value, bytes
//	           of sets, bytes of lists, u32 CRC-32C of both
//	columns    for each column its sets and its lists
//	sets       number of sets; for each, ascending: value times 4 and the player's color, games,
//	           bytes; then the sets. A set has the games with such an instance: the first game and
//	           the differences less one, or if that is not shorter a bitmap with a bit per game
//	lists      u32 number of blocks; for each, u16 first game and u32 where it begins; then the
//	           blocks. A block has up to 16 games, for each the difference to the game before it in
//	           the block, bytes of its instances, and these
//	instance   one number: the difference to the node before, times 2, and 1 for White, times
//	           2^bits, and the value less one; then, if the value less one does not fit, how much it
//	           is above 2^bits-1. Where somebody else than the two players did something,
//	           the player's color, times 4, is in place of the bit
//
// The number of bits is the one that makes the lists shortest. Games without a kind take nothing in
// its column.
package features

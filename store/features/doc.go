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
//	           name, u64 digest, games that have the kind, instances, 1 if somebody else than
//	           the two players did something or else 0, largest value, bytes of sets, bytes of
//	           lists, u32 CRC-32C of both
//	columns    for each column its sets and its lists
//	sets       number of sets; for each, ascending: value times 4 and the player's color, games,
//	           bytes; then the sets. A set has the games with such an instance: the first game and
//	           the differences less one, or if that is not shorter a bitmap with a bit per game
//	lists      the codes of steps and of values; u32 number of blocks; for each, u16 first game and
//	           u32 where it begins; then the blocks. A block has eight games, the last one the
//	           rest: for each the difference to the game before it in the block and the number
//	           of its instances; then the bits of all of them
//	codes      number of symbols; for each the difference to the symbol before less one, and the
//	           bits of its code. See huffman.go
//	instance   a step and the value less one. A step is the difference to the node before in the
//	           game, times 2, and 1 if the player is not the one who would follow from the
//	           instance before if players took turns; at first, Black plays odd nodes. Where
//	           somebody else did something, it is times 4, and the player's color
//
// Games without a kind take nothing in its column. On 86,308 games of Go the codes halve what the
// lists take as bytes: nodes are near each other and players take turns.
package features

// Package postings is the position index of a segment: canonical position key
// to the games that hold it.
//
// A [Builder] takes the keys of up to 65,536 games, numbered within their
// segment by a uint16, and makes a block of bytes. An [Index] answers from
// such a block, usually in a mapped file. The same games give the
// same bytes, in whatever order they were added.
//
// The answer is a list of candidates. It contains every game that holds the key. It may contain
// a few others, because only part of the key is stored: on average at
// most 1/16 of a game per lookup and segment. The caller replays the
// candidates, and learns the node, the symmetry and the continuation from it.
//
// That takes a microsecond a game, too long for positions that thousands of
// games have in common. So [Verify] compares the boards of all games with a shared
// key when the segment is built, and [Verified] answers for them without a replay.
//
// # Format
//
// Some 92 in 100 keys occur in one game of a segment only, so the postings are
// one sorted table rather than lists. Numbers are little-endian and nothing is
// aligned.
//
//	header     32 bytes: magic "kpos", u32 version, u32 bucket bits b,
//	           u32 entries n, u32 shared keys h, u32 bytes of shared lists,
//	           u64 postings
//	directory  the 2^b buckets, 60 to a line of 64 bytes: u32 number of the
//	           line's first entry, then u8 entries of each bucket
//	entries    3 bytes each, bucket by bucket: for a bucket of k entries
//	           k fingerprints u8, then k games u16, by fingerprint and game
//	shared     h keys in ascending order, each u64: the upper 48 bits of the
//	           key, and in the lower 16 its number of games less one;
//	           then h times u32, where the key's list begins;
//	           then the lists: up to 4096 games u16 each, more as a bitmap of
//	           8,192 bytes
//
// A key's bucket is its upper b bits and its fingerprint the next 8. The
// number of bits is chosen so that a bucket holds 8 to 16 entries on average.
// Keys of 16 or more games, and keys that would push a bucket over 255
// entries, are kept apart as shared keys: there a posting costs 2 bytes or
// less, long lists need no cap, and the rate of false candidates does not
// grow with them.
//
// Over 65,536 games of about 200 moves an entry costs 3.08 bytes with its
// share of the directory. A map in a general key-value store, one key per hash,
// costs 63 to 76 bytes a posting and 50 to 200 times the time to build.
//
// # Verified games
//
// The boards of a shared key's games are compared, point by point, with one of
// them, under all sixteen images. A game gets a code if
//
//   - its board is an image of that one,
//   - the key comes up once in it, in all its variations,
//   - it does so on the main line, and
//   - one move followed or none: no variation begins there.
//
// The code says which image it is, at which node and move, and what followed.
// All other games have code 0, and a search replays them. Images of one board are
// images of each other. So a search replays a single game with a code and compares
// its board with the board in the query. If that is an image, too, all games
// with a code are hits, and the codes say where and how. If not, two boards
// have the same key, and none of these games is a hit. So a collision of keys cannot give a wrong
// answer here either.
//
//	header     20 bytes: magic "kver", u32 version, u32 shared keys h, u32
//	           places, u32 codes
//	keys       h times 12 bytes, in the order of the index: u32 number of the
//	           key's first code, u32 of its first place, u16 the first game of
//	           its list that has a code, by its number there, u16 places;
//	           0 places: nothing is known, and there are no codes
//	places     u16 node and u16 number of the move there, in the order in which
//	           they were met
//	codes      u16 for each game of the key's list, in its order: 0, or
//	           1 + image + 16·(after + (2·area + 3)·place),
//	           where image is the symmetry, and 8 more with colors exchanged;
//	           after is 0 if nothing followed, otherwise 1 + 2·point, and one
//	           more for White; point is the number of the point on the board that
//	           all are images of, or the area of the board for a pass
//
// On 19 lines five places fit in a code. A search replays games with other places, games
// on boards of more than 45 lines, and games in which the position has a node number over 65,535.
// Most keys have one place, or a second one for
// records in which nodes are not numbered as moves.
//
// It costs 17 to 26 bytes a game and 2.5 µs of a processor.
package postings

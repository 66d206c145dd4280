// Package columns is the pattern index of a segment: for every point of the
// board and every game of one board size, when the first stone came to lie
// there.
//
// [Build] replays games and makes a block of bytes. An [Index] scans such a
// block, usually in a mapped file. The same games give the
// same bytes, on any number of processors.
//
// A scan looks for the images of a pattern and reports candidates. Nearly all
// of them are decided: the index knows that the pattern stands on the board,
// and from which node on, without a replay. In a game with variations the index decides
// only about the main line. Unless the caller wants only main lines, the scan
// reports such a game once, undecided, if the stones of the pattern lay on their points
// within a few nodes in some variation. It does the same for games whose main line is longer than
// [MaxNodes]. It never leaves out a game with a hit.
//
// # How a scan decides
//
// On most points of most games at most one thing ever happens: a stone is put
// there and stays. Let t be the node where that happens. Take a pattern that wants black
// stones on some points, white stones on others, and others empty. It stands
// from the latest t of its stones to the earliest t of its empty points, if
// that is later, and if the stones have the right color. The same number decides about points
// with a stone of any color, and about points that may be empty or hold one color.
//
// For each point and color, a bitmap has the games where such a stone ever lies there. The
// bitmaps come first and remove most games for most patterns. A signature removes
// more if the pattern covers a whole corner (see corner.go), and a key of their states, which lies in bytes of its own,
// has the games at once (see cornerkey.go). A scan looks for a pattern with one
// anchor in 128 blocks at once (see run.go). It compares the remaining games
// four at a time, as four 16-bit numbers in a 64-bit word.
// Processors with AVX2 compare sixteen games at a time, and filter twenty
// anchors together (see kernel.go). For long comparisons they read tables, made block
// by block, that already include the later changes of a point (see times.go).
//
// On some 12 of 361 points of a game more happens: captures, and stones on the
// same point again. Those points are marked, and a list per game has the times of all further
// changes. The comparison leaves these points out. The list decides about them only if
// the other points agree.
//
// A scan can count the moves that followed the hits instead of reporting each hit. It then handles all
// games of a block in which an image stands at a point together (see [Tally]). A shape of a
// stone or two stands a hundred times in a game, and each report took 40 to 100
// nanoseconds. Counting a hit takes 10 to 30.
//
// For a pattern with a sequence of moves, the scan finds where its cells fit. A
// [Replay] then finds, from the times in its region and from these lists, whether and
// where the sequence was played. That takes a fifth of the time for replaying the
// games, most of which put the stones there in another order or color.
//
// # Format
//
// Games are lanes, in blocks of 64, so that a set of a block's games is one
// word and the data of a block lie close together. Points are numbered row by
// row from the upper left. B is the number of blocks, A that of points. Numbers
// are little-endian and nothing is aligned.
//
//	header    28 bytes: magic "kcol", u32 version, u32 columns, u32 rows,
//	          u32 games, u32 changes, u32 stretches
//	games     u16 per game: its number in the segment, ascending
//	nodes     u16 per game: nodes on the main line, at most MaxNodes
//	weights   3 times u32 per point: in how many games a black, a white stone
//	          ever lies there, and how early; for planning
//	branched  u64 per block: games with variations
//	long      u64 per block: games with more than MaxNodes nodes on the main line
//	plain     u64 per block: games without setup or faults that matter (see
//	          Sequel)
//	corners   for each bit of the games' signatures (512; none on boards smaller
//	          than 14×14) the set of games that have it: u64 per block
//	ever      by 32 blocks, point by point: the set of games where a black stone
//	          ever lies there, u64 per block, then that for white. Variations count.
//	first     block by block, point by point: u16 per lane, what first happened
//	          on the main line: the node in bits 0 to 13 (all set: nothing),
//	          bit 14 if it was a white stone, bit 15 if more happened later.
//	          The lanes' order is 0, 16, 32, 48, 1, 17, …: see slot
//	starts    64·B+1 times u32: where each lane's changes begin
//	lanes     u32 per stretch: the lane of its game, ascending
//	begins    u32 per stretch: its first node
//	groups    the stretches by 64, point by point: u64 of those where a black
//	          stone ever lies there, u64 for white, u64 of those where one
//	          always does. See stretch.go
//	changes   u32 per change, the first ones excluded, in ascending order: the
//	          point in the upper half, then the node in 14 bits and the color
//	          in 2
//
// On a 19×19 board a game of 212 moves takes 985 bytes: 722 in first, 90 in
// ever, 64 in corners and about 105 in changes. A game with variations takes 6 more for
// each of its nodes. A scan for a corner of
// some stones takes 10 to 500 nanoseconds a game, a scan for a floating shape 0.5 to 7
// microseconds. If there are many hits, they take most of it. Measured
// alternatives that lost: scanning the events of each game with counters of
// mismatches (20 to 100 times slower for a rare pattern); lists of games per
// 3×3 neighborhood (a class occurs in 55 of 100 games); compressed bitmaps (a
// stone ever lies on a point in 28 games of 100, too many to compress); blocks
// of 512 games (a block no longer fits into the cache: slower for floating
// shapes, and no faster for others); comparing single games when few are left (as
// fast, and twice the code).
package columns

// Package evaluation keeps what engines thought of the positions of games, in a file beside
// the records.
//
// Its nouns are the [DB] of an archive, the [Source] of an analysis, which is a file or a
// job, and the [Game], which is what one source says of one record. Games are known by the
// digests of their records, so that rebuilding and compacting an archive changes nothing, and
// all games with the very same record have the same evaluations.
//
// # The file
//
// The file evaluations is a sequence of entries, which are only appended. Integers have their low
// byte first. An entry is
//
//	magic    4 bytes  "KEV1"
//	kind     u8       1 a source, 2 a game, 3 what is shown of a game
//	version  u8       of the texts of kinds 2 and 3: see [Game.Version]
//	-        2 bytes  0
//	source   u32      the number of the source; 0 in kind 3
//	length   u32      of the body
//	digest   16 bytes of the game's record; 0 in kind 1
//	body     u32      CRC-32C of the body
//	head     u32      CRC-32C of the 36 bytes before
//	body
//
// The body of a source is a [Source] in JSON. The body of a game is
//
//	nodes    uvarint  how many nodes the game has
//	texts    three times uvarint length and text: what is shown of the game, all sources
//	         and the record taken together
//	count    uvarint  how many positions this source evaluated; 0 in kind 3
//	and for each position, nodes ascending
//	node     uvarint  the number of the node less that of the one before
//	estimate          as estimate.Estimate.AppendPacked writes it
//
// The last entry of a source and game counts. The last entry of a game has its texts. Sources
// are in the order in which their entries of kind 1 come last: the newest is the last.
// A crash may leave an incomplete entry at the end, which the next writer cuts off. If
// bytes in the middle are damaged, readers go on at the next whole head and say so.
// Removing a source writes the file anew without it, and gives it its name when it is on the disk.
//
// The file has no copy: an analysis can be made or imported again. It is the only file of
// the package; evaluations.lock is locked by who writes it and always empty.
package evaluation

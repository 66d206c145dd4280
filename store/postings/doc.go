// Package postings is the position index of a segment: canonical position key
// to the games that hold it.
//
// A [Builder] takes the keys of up to 65,536 games, numbered within their
// segment by a uint16, and makes a block of bytes; an [Index] answers from
// such a block wherever it lies, usually in a mapped file. Equal games give
// equal bytes, whatever the order in which they were added.
//
// The answer is a list of candidates. Every game that holds the key is in it;
// a few others may be, because only part of the key is stored: on average at
// most 1/16 of a game per lookup and segment. The caller replays the
// candidates, which also tells it the node, the symmetry and the continuation,
// so none of these is stored.
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
package postings

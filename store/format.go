package store

// # Files
//
//	archive/
//	  MANIFEST             JSON: what belongs to the archive, see manifest.go
//	  LOCK                 locked by the writer, always empty
//	  ledger.db            what imports did with every file and game: package ledger
//	  user.db              what the user added, if anything: package user
//	  clusters             which records are of one game: package duplicate; may be missing
//	  segments/000001/
//	    games.db           bbolt: the raw records
//	    games.idx          sections: all that is derived from them but texts
//	    names/             Bleve: words of game-info values; not if they are few
//	    comments/          not if there are none, or not yet
//	      comments.idx     sections: the comments, and where they are
//	      words/           Bleve: their words; not if they are few
//	  segments/tmp-…       what a writer is building, or was when it was killed
//
// A segment is named by a number that is never used again, and holds up to
// 65,536 consecutive ids, so that a game's number in it fits into 16 bits.
// Segments follow one another without gaps. Nothing in a segment's directory
// ever changes, but that comments/ comes later.
//
// # Order of writes
//
// At any moment, also after a crash or a loss of power, these hold:
//
//  1. MANIFEST is whole, and names only files that are whole and on the disk.
//  2. What MANIFEST names is not changed and not removed.
//
// So a change is made in this order. The files are built in a new directory
// segments/tmp-…; each is flushed (fsync), then the directories, then the
// directory is renamed to its number and segments/ is flushed. The new manifest
// is written to tmp-MANIFEST, flushed, renamed over MANIFEST, and the archive's
// directory is flushed: with that rename the change has happened. Comments are
// built likewise and renamed into their segment. A removal is a new manifest
// and nothing else: the sets of removed games are in it, at most 11 KB to a
// segment, usually some bytes. They could be files of their own, and would
// need all of the above.
//
// ledger.db comes after MANIFEST: it names games only once they are committed.
//
// What is not named by MANIFEST is left over from an interrupted change or was
// replaced by a later one. It is deleted by the next writer when it begins, and
// by each when it ends. A reader in another process that has not opened a text
// index by then gets ErrStale, and takes a new snapshot; whatever it has open
// stays readable.
//
// What can go wrong, and what is left then:
//
//   - The program ends, or the power fails: the archive is as before or after
//     the change. Tests make each single step fail, and fill the disk.
//   - A byte of a file has changed: all files have checksums in MANIFEST, and
//     MANIFEST has its own. What is derived is built anew of games.db, by Repair;
//     of games.db itself only what zstd's checksums find whole; the games of
//     the rest may be given up, and are imported again of their files.
//   - A newer writer has taken a reader's segment away: ErrStale.
//
// # Databases beside the segments
//
// Other packages keep databases of bbolt in the archive's directory, each of
// which is changed by transactions of its own: ledger.db, which file gave which
// game (kifudb/ledger), and user.db, what users add (kifudb/user).
// No transaction spans them and MANIFEST. So that any of them may be older than
// the others:
//
//  3. What ledger.db says of games was true of MANIFEST when it was written:
//     games are committed first. If it lags behind, files are read a second
//     time, and their games are found to be known. It is never ahead.
//  4. user.db names games by ids. Those are given once and stay, whatever is
//     merged, rewritten or rebuilt; what it says of ids that are gone is not
//     asked for.
//  5. Neither is needed to read the archive. A missing one is an empty one.
//
// A backup reads the databases before MANIFEST, for the same reason.
//
// # games.db
//
// One bucket, "records". A key is the first local game of a block, 16 bits, high
// byte first; the block holds 32 games, or less from 64 KiB on. It is
//
//	uvarint  length of the packed records
//	zstd     per record: uvarint bytes of the raw record (0: the game is gone,
//	         and nothing follows), text without coordinates, uvarint begin and
//	         end of the tree, path, uvarint number in its file, charset, f32
//	         confidence, reason; all texts with a uvarint length before them
//	zstd     the coordinates of the moves, see split.go
//
// The path of a record, its charset and the reason for it are much the same
// from game to game and take a few bytes in a block; as values of their own
// they would take a hundred.
//
// # Sections
//
// games.idx and comments.idx begin with a header and a table, numbers
// little-endian:
//
//	header   64 bytes: "kifudb\r\n", u32 version, u32 sections n, u64 bytes of
//	         the file, zeros, at byte 60 u32 CRC-32C of header and table, taken
//	         with this field zero
//	table    n times 64 bytes: 40 of tag, u64 offset, u64 length, u32 CRC-32C
//	         of the section, u32 zero
//	sections each at a multiple of 64, zeros between
//
// A reader skips sections that it does not know. The header is verified when
// the file is opened; the sections' checksums by Check, as reading everything
// would take longer than most searches.
//
// games.idx, of G ids:
//
//	facts             G times 36 bytes, see facts.go
//	lines             G times 36 bytes, to find records of one game: u64 digest of
//	                  the canonical sequence of moves, u64 digest of its first 30
//	                  moves, u64 of players and day, six u16 points of the Dyer
//	                  signature; see line.go
//	digests           G times 16 bytes; zeros: the game is gone
//	digests.order     u16 per game that is not gone, ascending by digest
//	scripts           position.Script of each game; scripts.at: u32 begins, G+1
//	commented         bitmap of the games with comments
//	positions         package postings
//	positions.verified  the verified games of it; if there is no such section,
//	                  as in segments of older versions, games are replayed
//	columns/19x19     package columns, for each size of board
//	idents            per identifier, ascending: its text, uvarint values
//	values            distinct values by identifier and text, in blocks of 16:
//	                  uvarint bytes shared with the value before, and the rest;
//	                  values.at: u32 begins of blocks
//	values.games      per value: uvarint games, then the differences less one,
//	                  or from 8,192 games a bitmap of 8 KiB; values.games.at
//	info              per game: uvarint numbers of its values; info.at
//	names.words       u32 per document of names/: the number of its value
//
// comments.idx, of N comments in the order of games and nodes:
//
//	game, node, ident N times u16, u32, u16
//	idents            texts of the identifiers
//	texts             zstd blocks of about 16 KiB: each comment's text; texts.at:
//	                  u32 begins; texts.first: u32 number of the first comment
//	words.numbers     u32 per document of words/: the number of its comment
//
// The dictionary of values is in games.idx and not in bbolt so that it can be
// read through like any mapped memory: a search for a part of a file name in
// 65,536 games takes milliseconds. bbolt would fetch page after page. The same
// holds for scripts, which every verified hit needs.
//
// Older versions wrote names.table and words.table to indexes that know nothing
// of apostrophes, of spaces between Chinese characters, and of their forms. Such
// an index is not used: texts are read through, as where they are few, which
// finds the same and takes longer, until the segment is rebuilt.
//
// The same games in the same order give the same bytes, but for Bleve's files,
// which differ in the order of their documents and are compared by what they
// answer.
//
// # Sizes
//
// Bytes per game of 31,615 professional games, 1,388 bytes each as they came:
//
//	positions   630     games.db      320     digests      18
//	columns     901     facts          36     names/       30
//	scripts     419     dictionary     76     lines        36
//	                                          all       2,466
//
// And of 88,608 comments, short ones, 33 bytes each: comments.idx 23 a comment,
// words/ 54, much of which is Bleve's bookkeeping for a document. Of longer
// ones it is 0.3 and 0.6 of an English text.
//
// # Versions
//
//	1  as above, but segments have no number of their own
//	2  as above
//
// Each segment has the number of its format in MANIFEST, and MANIFEST the
// greatest of them. An archive is used only if all of them are the newest; a
// greater one is ErrNewer, a smaller one ErrOlder. [DB.Rebuild] builds one
// segment after the other anew of its records, each with a manifest of its own.
// So an upgrade that was interrupted leaves an archive of which MANIFEST says
// which segments are done: the older program refuses it from the first segment
// on, as it does not know that number, the newer one until the last is done,
// and the next Rebuild goes on where the first has ended. For that, what a new
// version changes must not be MANIFEST itself, games.db or the numbers there;
// and if one ever must, its reader has to know both.

// formatVersion is the newest version of the format, the one that is written.
// It rises when an older program would misunderstand the archive; a new section
// does not need that.
const formatVersion = 2

// maxGames is the number of ids of a segment.
const maxGames = 1 << 16

package store

// # Files
//
//	archive/
//	  MANIFEST             the archive's identity and the number of its newest manifest
//	  manifests/0000000123 what belongs to the archive as of its 123rd commit
//	  removed/0000000120   which games were removed, as far as commit 120 changed it,
//	                       and 0000000120.copy, which is the same
//	  LOCK                 locked by the writer, always empty
//	  ledger.db            what imports did with every file and game: package ledger
//	  ledger.log           the changes of it, of which it can be made again
//	  user.log, user.copy  what the user added, if anything, twice: package user
//	  witness              how many changes of users there were
//	  clusters             which records are of one game: package duplicate; may be missing
//	  features/000001.idx  what moves do on the board, of the games of segment 000001:
//	                       package features; may be missing
//	  segments/000001/
//	    header.json        what the segment is, and its files with their checksums
//	    games.db           bbolt: the raw records
//	    games.par          restores damaged pages of it: package parity
//	    games.idx          sections: all that is derived from them but texts
//	    names/             Bleve: words of game-info values; not if they are few
//	    comments/          not if there are none, or not yet
//	      header.json      as above
//	      comments.idx     sections: the comments, and where they are
//	      words/           Bleve: their words; not if they are few
//	  …/tmp-…              what a writer is building, or was when it was killed
//
// MANIFEST, manifests, headers and the files of removed games are JSON and sealed:
// the last field of each is the checksum of all bytes before it, see seal.go.
//
// A segment is named by a number that is never used again, and holds up to
// 65,536 consecutive ids, so that a game's number in it fits into 16 bits.
// Segments follow one another without gaps. Nothing in a segment's directory
// ever changes, but that comments/ comes later.
//
// An archive's identity is 16 bytes by chance, made with it and shared by its
// backups. It is in every manifest and header, so that files of two archives
// are never taken for those of one.
//
// # Manifests
//
// Commits are counted; the number is the generation. Each commit makes a manifest
// of its number, which must not exist yet, and none is ever changed. The newest
// is the archive. An object store that can put what is absent could hold it.
//
// A manifest has an entry of some 150 bytes for each segment: its place, and the
// digest of its header. It has all entries, or names an earlier manifest that
// has, and those that differ from it, up to 64; so what a commit writes does not
// grow with the archive. The last 8 manifests are kept, and those that they need,
// with the files of removed games that they name.
//
// MANIFEST is replaced after each commit. It may be one commit behind, if the
// program ended just then. It is there to notice that the newest manifest is
// gone, and for older programs, which find in it that they are too old.
//
// # Order of writes
//
// At any moment, also after a crash or a loss of power, these hold:
//
//  1. The newest manifest is whole, and names only files that are whole and on
//     the disk.
//  2. What it names is not changed and not removed.
//  3. What a commit wrote before its manifest is enough to make the manifest anew.
//
// So a change is made in this order. The files are built in a new directory
// segments/tmp-…; its header is written; each is flushed (fsync), then the
// directories, then the directory is renamed to its number and segments/ is
// flushed. Comments are built likewise and renamed into their segment. If sets of
// removed games have changed, they are written to removed/, first the copy, each with
// a rename, and flushed. The new manifest is written to manifests/tmp-…, flushed, and linked to
// its number, which fails if there is one; manifests/ is flushed: with that
// the change has happened. At last MANIFEST is replaced by rename. Tests hold this
// order as a golden file.
//
// ledger.db comes after the manifest: it names games only once they are committed.
//
// What the manifest does not name is left over from an interrupted change or was
// replaced by a later one. When a writer begins, it completes a change of which
// only the manifest is missing; the rest is deleted then, and when a writer ends.
// Never deleted is a segment that is later than the manifest. A reader in another
// process that has not opened a text index by then gets ErrStale, and takes a new
// snapshot; whatever it has open stays readable.
//
// What can go wrong, and what is left then:
//
//   - The program ends, or the power fails: the archive is as before or after
//     the change. Tests make each single step fail, and fill the disk.
//   - A byte of a file has changed: all files have checksums in headers, and the
//     small files their own. What is derived is built anew of games.db, by Repair.
//     Damaged pages of games.db itself are restored by games.par; records beyond that are
//     found in the files from which they came or in other archives, or are given up.
//   - MANIFEST or manifests are damaged or lost, or older ones were copied back:
//     readers do not fall back to an earlier one, which would lose commits
//     unseen, but return ErrCorrupt. Repair makes the last one anew of the newest
//     that can be read and the headers of later segments, see recover.go. Which
//     games were removed stands in removed/ only, in two files each; only if both are
//     lost, and that is accepted, games come back, which Repair says.
//   - A newer writer has taken a reader's segment away: ErrStale.
//
// # Databases beside the segments
//
// Other packages keep files in the archive's directory, each of which is changed
// by transactions of its own: ledger.db, a database of bbolt, which file gave
// which game (kifudb/indexer/ledger), and user.log, operations of users (kifudb/book/user).
// No transaction spans them and the manifest. So that any of them may be older than
// the others:
//
//  4. What ledger.db says of games was true of the manifest when it was written:
//     games are committed first. If it lags behind, files are read a second
//     time, and their games are found to be known. What is ahead, as the
//     archive was put back, does not count: it carries identity and commit. The
//     manifest knows how many changes of it there were before the commit.
//  5. user.log names games by ids. Those are given once and stay, whatever is
//     merged, rewritten or rebuilt; what it says of ids that are gone is not
//     asked for. The manifest knows what the file witness said before the commit.
//  6. Neither is needed to read the archive.
//  7. features/ is derived, see featurefile.go. A file names the stamp of its segment, and one of
//     another segment is not used. It is written under a temporary name, flushed and renamed. The
//     next writer deletes those of segments that are gone.
//
// A backup reads the databases before the manifest, for the same reason.
//
// # games.db
//
// One bucket, "records". A key is the first local game of a block, 16 bits, high
// byte first; the block holds 64 games, or less from 128 KiB on. It is
//
//	u8       0
//	uvarint  length of the packed records
//	zstd     per record: uvarint bytes of the raw record (0: the game is gone,
//	         and nothing follows; 2^30 more: see below), text without moves, uvarints of the
//	         lengths of their runs, see split.go, uvarint begin and
//	         end of the tree, path, uvarint number in its file, charset, f32
//	         confidence, reason; all texts with a uvarint length before them.
//	         With 2^30 in the bytes of the raw record: name of its format, uvarint
//	         companions, and of each its name and its bytes; the companion
//	         "\x00part" is the Part of the record
//	zstd     the steps from one move to the next, see split.go
//
// The path of a record, its charset and the reason for it are much the same
// from game to game and take a few bytes in a block; as values of their own
// they would take a hundred.
//
// # Sections
//
// games.idx and comments.idx are files of sections, see package disk, which also says
// when sections are verified. A text index is read once and verified when a text is
// first searched; blocks of records and of comments carry zstd's checksums.
//
// games.idx, of G ids:
//
//	facts             G times 36 bytes, see facts.go
//	facts.days        the same of days, results and moves, in columns of 4, 1 and 2
//	facts.results     bytes a game, see factcolumns.go
//	facts.moves
//	lines             G times 36 bytes, to find records of one game: u64 digest of
//	                  the canonical sequence of moves, u64 digest of its first 30
//	                  moves, u64 of players and day, six u16 points of the Dyer
//	                  signature; see line.go
//	digests           G times 16 bytes; zeros: the game is gone
//	digests.order     u16 per game that is not gone, ascending by digest
//	scripts.packed    position.Script of each game, packed; scripts.at: u32 begins, G+1
//	commented         bitmap of the games with comments
//	positions         package postings, of keys as position.Board.IndexKey returns them
//	positions.verified  the verified games of it
//	columns/19x19     package columns, for each size of board of Go;
//	columns.4/15x15   of other games whose stones are put on points and stay, by
//	                  SGF's number
//	columns-corners/19x19  the corner key of the index with the same name, on boards from 14×14 on;
//	                  segments of earlier versions have none
//	idents            per identifier, ascending: its text, uvarint values
//	values            distinct values by identifier and text, in blocks of 16:
//	                  uvarint bytes shared with the value before, and the rest;
//	                  values.at: u32 begins of blocks
//	values.games      per value: uvarint games, then the differences less one,
//	                  or from 8,192 games a bitmap of 8 KiB; values.games.at
//	info              per game: uvarint numbers of its values; info.at
//	names.words       u32 per document of names/: the number of its value, of which
//	                  a long one has several documents. Values of nothing but digits, five
//	                  or more, have none: see serial.go
//
// comments.idx, of N comments in the order of games and nodes:
//
//	game, node, ident N times u16, u32, u16
//	idents            texts of the identifiers
//	texts             zstd blocks of about 16 KiB: each comment's text; texts.at:
//	                  u32 begins; texts.first: u32 number of the first comment
//	words.numbers     u32 per document of words/: the number of its comment, as above
//
// The dictionary of values is in games.idx and not in bbolt so that it can be
// read through like any mapped memory: a search for a part of a file name in
// 65,536 games takes milliseconds. bbolt would fetch page after page. The same
// holds for scripts, which every verified hit needs.
//
// The same games in the same order give the same bytes, but for Bleve's files,
// which differ in the order of their documents and are compared by what they
// answer.
//
// # Sizes
//
// Bytes per game of 31,615 professional games, 1,388 bytes each as they came:
//
//	positions   176     games.db      259     digests      18
//	columns     965     facts          43     names/       28
//	scripts     239     dictionary     72     lines        36
//	                                          all       1,858
//
// And of 88,608 comments, short ones, 33 bytes each: comments.idx 23 a comment,
// words/ 54, much of which is Bleve's bookkeeping for a document. Of longer
// ones it is 0.3 and 0.6 of an English text.
//
// # Versions
//
//	9  as above
//	10 as 9, with a record that has a Part: no other segment has it
//
// Each segment has the number of its format in its entry, and the manifest its
// own. A greater one than the program knows is ErrNewer, and 1 to 8, which no
// released program has written, are ErrOlder. For that, what a new version
// changes must not be the seal of MANIFEST and the numbers there; and if
// one ever must, its reader has to know both.

// formatVersion is the version of the format that is written. It rises when an older
// program would misunderstand the archive; a new section does not need that.
const (
	formatVersion = 9

	// partFormat is that of segments with records that are parts of shared trees: older programs would
	// take where a record was for a part of it.
	partFormat   = 10
	newestFormat = partFormat // that is read
)

// oldestFormat is the oldest version that is read: nothing was released before it.
const oldestFormat = 9

// maxGames is the number of ids of a segment.
const maxGames = 1 << 16

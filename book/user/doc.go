// Package user stores the additions of users that nothing can derive: tags, notes,
// corrections, saved searches, answers to drills and the like, in files beside the records.
//
// Its noun is the [DB], one for an archive. Each kind of addition has a file of source code.
// Additions name games by their ids, which neither a rebuild nor another import
// changes. Each kind can be exported as text, for version control and for other archives.
//
// # The files
//
// The truth is a log of operations, one on each line, in two equal files: user.log and
// user.copy. A line is
//
//	checksum length operation
//
// The checksum is the CRC-32C, in 8 hexadecimal digits, of all that follows it on the line. The
// length is that of the operation in bytes, in decimal. The operation is JSON: the archive, the
// writer, its number among those of this writer, a clock, the time, the command, and the
// change; see operation. The state is the result of all operations of both files, in the order
// of their clocks, writers and numbers, each once. Hence
//
//   - a change adds a line to user.log and then to user.copy, each
//     flushed to the disk before the method returns;
//   - a line that is whole in one of the files counts, so that damage to,
//     or loss of, one file costs nothing;
//   - the logs of two machines with the same archive are merged by appending
//     one to the other: where they disagree, the later operation wins;
//   - undoing is an operation, too;
//   - people can read what they typed without this program.
//
// Reading repeats the operations, some 30 microseconds each; people make few. A database
// beside the log would have to be kept in step with it and guarded against damage of its own.
//
// After a crash the last line of user.log may be cut off, or user.copy may lack it. That is in
// order, and the next change continues from there. Every other difference is damage, which
// Check names. Readers continue as long as no operation is lost. Writers wait until Repair has
// made the files equal.
//
// A third file, witness, counts the operations of each writer, and each manifest of the archive
// repeats the counts. So kifudb notices if both files are gone or older. While operations
// are missing nobody reads or writes anything. Repair gives them up only if the user accepts
// that, which is an operation, too. It puts unreadable lines into user.lost.
package user

// Package user is what the user adds to an archive and nothing can derive:
// tags, notes, corrections, saved searches and the like, in files beside the records.
//
// Its noun is the [DB], one for an archive; each kind of thing that it keeps
// has a file of its own. What is kept names games by their ids, which neither a
// rebuild nor another import changes, and has its own way out as text, for
// version control and for moving to another archive.
//
// # The files
//
// The truth is a log of operations, one on each line, in two files that hold the
// same: user.log and user.copy. A line is
//
//	checksum length operation
//
// the CRC-32C, in 8 hexadecimal digits, of all that follows it on the line, the
// bytes of the operation in decimal, and the operation as JSON: which archive it
// is of, who wrote it, its number among those of this writer, a clock, the time,
// the command, and what that changed; see operation. What is kept is what comes
// out when the operations of both files are done in the order of their clocks,
// writers and numbers, each once. Hence
//
//   - a change is made by adding a line to user.log and then to user.copy, each
//     flushed to the disk before the method returns;
//   - whatever line is whole in one of the files counts, so that no damage to,
//     or loss of, one file costs anything;
//   - the logs of two machines that have the same archive become one by putting
//     one behind the other: where they disagree, the later operation wins;
//   - undoing is an operation, too;
//   - anybody can read what they typed without this program.
//
// Reading is nothing but doing the operations again, some 30 microseconds each;
// people make few. A database beside it would have to be kept in step with the
// log and be guarded against damage of its own.
//
// A line that was cut off by a crash, at the end of user.log, or a last one
// that user.copy lacks, is in order, and the next change goes on from there.
// Everything else in which the two differ is damage, which Check names. It does
// not keep anybody from reading, as long as no operation is lost; it keeps
// everybody from writing until Repair has made the files alike.
//
// A third file, witness, counts the operations of each writer, and each manifest of the archive
// repeats it. So both files may be gone, or older, and that is noticed. While operations
// are missing nobody reads or writes anything. Repair gives them up only if that is
// accepted, which is an operation, too; what cannot be read it puts into user.lost.
package user

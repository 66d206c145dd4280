// Package durable writes files in such a way that they are on the disk, whole,
// or not there at all, whatever ends the program.
//
// Its noun is [Files], the operations; the zero value is ready for use. A file
// that is to have a name is written beside it under a temporary one, flushed,
// renamed, and its folder flushed: a rename alone may be lost with the power,
// and a name may be on the disk before what it names. While a program writes a
// temporary file it keeps it locked (on Windows a file beside it). One that is
// not locked was left by a program that was killed, and the next one that writes
// to the folder removes it.
package durable

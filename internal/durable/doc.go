// Package durable writes files so that they are on the disk completely or not at all,
// however the program ends.
//
// Its noun is [Files], the operations; the zero value is ready for use. To write a
// file, it writes a temporary file beside it, flushes it, renames it, and flushes the
// folder. A rename alone may be lost with the power, and a name may reach the disk before
// its contents. While a program writes a temporary file it keeps it locked (on Windows a
// file beside it). An unlocked temporary file belongs to a killed program, and the next
// program that writes to the folder removes it.
package durable

//go:build unix

package disk

import "golang.org/x/sys/unix"

// leave gives the memory of a mapped file back to the system. The system keeps the pages
// while it has room and maps them again when they are read. Without it, a program that has
// read an archive once counts as using as much memory as the archive takes on disk.
func leave(mem []byte) {
	_ = unix.Madvise(mem, unix.MADV_DONTNEED) // advice: nothing depends on its being taken
}

//go:build unix

package store

import "golang.org/x/sys/unix"

// leave gives the memory of a mapped file back to the system, which keeps the pages as long
// as it has room for them and maps them again when they are read. Without it, whoever has read
// through an archive once counts as using as much memory as the archive takes on disk.
func leave(mem []byte) {
	_ = unix.Madvise(mem, unix.MADV_DONTNEED) // advice: nothing depends on its being taken
}

// Package memorydisk has the tests of a package make their files in memory. A test file
// imports it for that alone.
//
// These tests make and delete files by the hundred thousand and flush each. On a disk they
// wait for it most of their time: those of archive take three times as long there. Linux has
// a folder in memory; it is used if it has room, and if TMPDIR names no other folder.
package memorydisk

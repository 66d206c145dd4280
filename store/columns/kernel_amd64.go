//go:build !purego

package columns

import "golang.org/x/sys/cpu"

// hasKernels says whether the processor runs the functions of kernel_amd64.s.
var hasKernels = cpu.X86.HasAVX2 && cpu.X86.HasBMI2

// filterAVX2 makes the sets of rows of filterWidth anchors each, one row after
// the other: those of start, and with n of the planes, from the offsets on.
// Between rows of the planes are stride words. It returns the set of rows where
// something is left, and writes no others. It reads start, n offsets and, of
// the planes, filterWidth words from each offset plus rows-1 times the stride
// on; rows is from 1 to 64.
//
//go:noescape
func filterAVX2(sets, start, planes *uint64, offsets *int, n, rows, stride int) (some uint64)

// compareAVX2 does what compare does, for all lanes of a set. It reads 128 bytes
// from each of the cells' offsets, counted from first. Points, if it is not
// nil, is the occupancy of the first point, with sets of slots; from there on it
// reads what belongs to the cells.
//
//go:noescape
func compareAVX2(m *matches, first *byte, cells *kernelCell, stones, empties, halves int, set uint64, points *occupied)

// learnAVX2 makes the occupancy of n points, at least 1, with sets of slots of
// the games that have a stone there before each of the deadlines.
//
//go:noescape
func learnAVX2(points *occupied, first *byte, n int, deadlines *[deadlines]uint16)

// nextAVX2 finds for a set of slots, whose nodes are in m, which cell of a region
// had its first stone first of those after the node, and the slots where more
// happened on any cell. It reads 128 bytes from each of the n offsets of the
// region, counted from first; n is at least 1.
//
//go:noescape
func nextAVX2(m *matches, first *byte, region *int32, n int, set uint64)

// nextKeysAVX2 sets the cells of a set of slots, whose nodes are in m, to the least
// keys of a region. It reads 128 bytes from each of the n offsets of the region,
// counted from first; n is at least 1. The cells of all other slots are set to 0.
//
//go:noescape
func nextKeysAVX2(m *matches, first *byte, region *int32, n int, set uint64)

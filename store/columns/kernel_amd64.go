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
// from each of the cells' offsets, counted from first.
//
//go:noescape
func compareAVX2(m *matches, first *byte, cells *kernelCell, stones, empties, halves int, set uint64)

// timesAVX2 makes those of the timetables that are wanted, a bit each, of n points, at
// least 1, from the section "first". A table has area points.
//
//go:noescape
func timesAVX2(tables *uint8, first *byte, n int, wanted uint64, area int)

// compareTimesAVX2 does what compare does at n neighboring anchors, 1 to 64, for all lanes that are
// in their sets and among some, with timetables, counted from the point of the first anchor. It
// returns the anchors that have matches, and writes those of no others. Late lanes, which these cannot tell, are neither
// certain nor open. It reads 64 bytes from each of the offsets in times, which are stones,
// then others, then once more as many as both, and 64 bytes further on for each anchor.
//
//go:noescape
func compareTimesAVX2(m *matches, tables *uint8, times *int32, stones, others int, sets *uint64, n int, among uint64) (some uint64)

// settleAVX2 decides the open matches of timetables by second stretches. Certain are those
// that come up in them, late those that these cannot tell, and open those where one of the cells
// only holds after its second stretch, if at all, with a node before which the image does not
// come up. It reads 64 bytes from each of the n offsets in times, which are where first stretches
// end, and of those where second ones begin and end, all counted from tables; n is at least 1.
//
//go:noescape
func settleAVX2(m *matches, tables *uint8, times, begins, ends *int32, n int)

// endedAVX2 returns the slots of matches of timetables after whose nodes no stone is put on
// the points of a region. It reads 64 bytes from half of each of the n offsets of the region,
// counted from lastPut, a table from the point of the anchor on; n is at least 1.
//
//go:noescape
func endedAVX2(m *matches, lastPut *uint8, region *int32, n int) (slots uint64)

// againAVX2 sets "again" of matches of timetables to how many nodes after that after their nodes
// the first stone is put on a point of a region that had one before, by the table "third" from the point of the
// anchor on. It returns the slots where one is; of others that is at least 253 less the node. It
// reads what endedAVX2 does.
//
//go:noescape
func againAVX2(m *matches, third *uint8, region *int32, n int) (slots uint64)

// lowerAVX2 does what lowerOrders does; swapped is 1 for hits that are.
//
//go:noescape
func lowerAVX2(m *matches, orders *uint16, slots, swapped uint64)

// nextAVX2 finds for a set of slots, whose nodes are in m, which cell of a region
// had its first stone first of those after the node, and the slots where more
// happened on any cell. It reads 128 bytes from each of the n offsets of the
// region, counted from first; n is at least 1.
//
//go:noescape
func nextAVX2(m *matches, first *byte, region *int32, n int, set uint64)

// nextKeysAVX2 sets the cells of a set of slots, whose nodes are in m, to the least
// keys of a region. It reads 128 bytes from each of the n offsets of the region,
// counted from first; n is at least 1. The cells of all other slots are set to 0. Marked
// are those slots where more happened on any cell, and perhaps others.
//
//go:noescape
func nextKeysAVX2(m *matches, first *byte, region *int32, n int, set uint64)

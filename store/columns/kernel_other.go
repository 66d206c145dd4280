//go:build !amd64 || purego

package columns

const hasKernels = false

func filterAVX2(sets, start, planes *uint64, offsets *int, n, rows, stride int) (some uint64) {
	panic("no such processor")
}

func compareAVX2(m *matches, first *byte, cells *kernelCell, stones, empties, halves int, set uint64) {
	panic("no such processor")
}

func timesAVX2(tables *uint8, first *byte, n int, wanted uint64, area int) {
	panic("no such processor")
}

func compareTimesAVX2(m *matches, tables *uint8, times *int32, stones, others int, sets *uint64, n int, among uint64) (some uint64) {
	panic("no such processor")
}

func nextAVX2(m *matches, first *byte, region *int32, n int, set uint64) {
	panic("no such processor")
}

func nextKeysAVX2(m *matches, first *byte, region *int32, n int, set uint64) {
	panic("no such processor")
}

func endedAVX2(m *matches, lastPut *uint8, region *int32, n int) (slots uint64) {
	panic("no such processor")
}

func lowerAVX2(m *matches, orders *uint16, slots, swapped uint64) {
	panic("no such processor")
}

func settleAVX2(m *matches, tables *uint8, times, begins, ends *int32, n int) {
	panic("no such processor")
}

func againAVX2(m *matches, third *uint8, region *int32, n int) (slots uint64) {
	panic("no such processor")
}

//go:build !amd64 || purego

package columns

const hasKernels = false

func filterAVX2(sets, start, planes *uint64, offsets *int, n, rows, stride int) (some uint64) {
	panic("no such processor")
}

func compareAVX2(m *matches, first *byte, cells *kernelCell, stones, empties, halves int, set uint64) {
	panic("no such processor")
}

func timesAVX2(tables *uint8, first *byte, n int, wanted uint64, changed bool) {
	panic("no such processor")
}

func compareTimesAVX2(m *matches, tables *uint8, times *int32, stones, others int, set uint64) {
	panic("no such processor")
}

func nextAVX2(m *matches, first *byte, region *int32, n int, set uint64) {
	panic("no such processor")
}

func nextKeysAVX2(m *matches, first *byte, region *int32, n int, set uint64) {
	panic("no such processor")
}

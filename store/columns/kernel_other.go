//go:build !amd64 || purego

package columns

const hasKernels = false

func filterAVX2(sets, start, planes *uint64, offsets *int, n, rows, stride int) (some uint64) {
	panic("no such processor")
}

func compareAVX2(m *matches, first *byte, cells *kernelCell, stones, empties, halves int, set uint64, points *occupied) {
	panic("no such processor")
}

func learnAVX2(points *occupied, first *byte, n int, deadlines *[deadlines]uint16) {
	panic("no such processor")
}

func nextAVX2(m *matches, first *byte, region *int32, n int, set uint64) {
	panic("no such processor")
}

func nextKeysAVX2(m *matches, first *byte, region *int32, n int, set uint64) {
	panic("no such processor")
}

package disk

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/huff0"
)

// Zstd looks for repetitions before it codes what is left of them. Among the coordinates of
// moves it finds none that pay, and looking took most of its time. So they
// become a frame of one block that has literals, coded by Huffman's method, and no
// sequences: the same bytes but for a few, and any decoder of zstd reads them. See RFC 8878,
// "Zstandard Compression and the application/zstd Media Type", 3.1.1.
const (
	frameMagic     = 0xFD2FB528
	frameChecksum  = 1 << 2 // of the frame header's descriptor
	frameSingle    = 1 << 5 // as large a window as content, of which the size is there
	frameSize4     = 2 << 6 // in four bytes
	lastBlock      = 1
	compressedType = 2

	leastLiterals = 1 << 10 // below, a single stream would take fewer bytes
	mostLiterals  = 128 << 10
)

// AppendLiterals appends a frame of zstd that holds data. It reports false if it is no use: the data
// is too short or too long for it, or there is nothing to gain.
func AppendLiterals(dst, data []byte, s *huff0.Scratch) ([]byte, bool) {
	if len(data) < leastLiterals || len(data) > mostLiterals {
		return dst, false
	}
	s.Reuse = huff0.ReusePolicyNone
	coded, _, err := huff0.Compress4X(data, s)
	// Literals header: u2 type, u2 format of sizes (18 bits each), u18 size, u18 coded size.
	const header = 5
	block := header + len(coded) + 1
	if err != nil || block >= len(data) {
		return dst, false
	}
	le := binary.LittleEndian
	dst = le.AppendUint32(dst, frameMagic)
	dst = append(dst, frameChecksum|frameSingle|frameSize4)
	dst = le.AppendUint32(dst, uint32(len(data)))
	dst = le.AppendUint32(dst, uint32(lastBlock|compressedType<<1|block<<3))[:len(dst)+3]
	dst = le.AppendUint64(dst, uint64(compressedType)|3<<2|uint64(len(data))<<4|uint64(len(coded))<<22)[:len(dst)+header]
	dst = append(dst, coded...)
	dst = append(dst, 0) // sequences
	return le.AppendUint32(dst, uint32(xxhash.Sum64(data))), true
}

package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
)

// The log is frames, one after the other. Numbers are little-endian:
//
//	u32      magic, which says what kind of frame it is
//	u64      number of the change after which it is true
//	u32      bytes of the body
//	bytes    the body
//	u32      CRC-32C of all before
//	u32      bytes of the frame, by which the last one is found
//
// The body of a change is its chain and a part, see part.go: the keys that have changed. That of
// marks is u64 and a chain for each of the last changes before the beginning of the log, that of sums
// is described in guard.go. In logs of older versions, the body of a change is the part alone.

// Kinds of frames, by their magic.
const (
	frameUnchained = 0x31676c6b // "klg1", a change without a chain
	frameChange    = 0x32676c6b // "klg2"
	frameMarks     = 0x32686c6b // "klh2"
	frameSums      = 0x32706c6b // "klp2"
)

const (
	maxFrame  = 4 << 30 // bytes of a change, unpacked
	frameHead = 16
	frameTail = 8
)

// A chain is a digest of all changes up to one: that of the chain before, its number and its part.
// Two logs with the same chain had the same changes.
type chain [16]byte

func (c chain) next(number uint64, part []byte) (after chain) {
	h := sha256.New()
	h.Write(c[:])
	h.Write(binary.LittleEndian.AppendUint64(nil, number))
	h.Write(part)
	copy(after[:], h.Sum(nil))
	return after
}

// String returns the chain in hexadecimal digits, "" if there is none: a log of an older version.
func (c chain) String() string {
	if c == (chain{}) {
		return ""
	}
	return hex.EncodeToString(c[:])
}

// chainOf is the inverse of String.
func chainOf(text string) (c chain) {
	if b, err := hex.DecodeString(text); err == nil {
		copy(c[:], b)
	}
	return c
}

// A frame is one of the log.
type frame struct {
	kind   uint32
	number uint64
	chain  chain // of a change
	part   []byte
}

func (f *frame) encode() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, frameHead+len(f.chain)+len(f.part)+frameTail)
	b = le.AppendUint32(b, f.kind)
	b = le.AppendUint64(b, f.number)
	b = le.AppendUint32(b, 0)
	if f.kind == frameChange {
		b = append(b, f.chain[:]...)
	}
	b = append(b, f.part...)
	le.PutUint32(b[12:], uint32(len(b)-frameHead))
	b = le.AppendUint32(b, crc32.Checksum(b, castagnoli))
	return le.AppendUint32(b, uint32(len(b)+4))
}

// frameOf returns the frame with which data begins, and its length.
func frameOf(data []byte) (f frame, n int, ok bool) {
	le := binary.LittleEndian
	if len(data) < frameHead+frameTail {
		return f, 0, false
	}
	f.kind, f.number = le.Uint32(data), le.Uint64(data[4:])
	size := int64(le.Uint32(data[12:]))
	if f.kind != frameUnchained && f.kind != frameChange && f.kind != frameMarks && f.kind != frameSums || size > int64(len(data)-frameHead-frameTail) {
		return f, 0, false
	}
	n = frameHead + int(size) + frameTail
	sum := n - frameTail
	if le.Uint32(data[sum:]) != crc32.Checksum(data[:sum], castagnoli) || le.Uint32(data[sum+4:]) != uint32(n) {
		return f, 0, false
	}
	f.part = data[frameHead:sum]
	if f.kind == frameChange {
		if len(f.part) < len(f.chain) {
			return f, 0, false
		}
		f.part = f.part[copy(f.chain[:], f.part):]
	}
	return f, n, true
}

// marks calls do for each of the changes that a frame of marks names.
func (f *frame) marks(do func(number uint64, c chain)) {
	for b := f.part; len(b) >= 8+len(chain{}); b = b[8+len(chain{}):] {
		do(binary.LittleEndian.Uint64(b), chain(b[8:]))
	}
}

// change reports whether a frame is a change, or part of what the log begins with.
func (f *frame) change() bool { return f.kind == frameChange || f.kind == frameUnchained }

// eachFrame calls do for each frame in data, and damaged with the bytes of what is none although a
// frame follows. It returns how many bytes at the beginning are frames or damaged: what follows them
// is what a program that was killed has left.
func eachFrame(data []byte, do func(*frame), damaged func(from, to int)) (whole int) {
	for at := 0; at < len(data); {
		f, n, ok := frameOf(data[at:])
		if ok {
			if whole < at {
				damaged(whole, at)
			}
			do(&f)
			at += n
			whole = at
			continue
		}
		next := bytes.Index(data[at+1:], []byte("kl"))
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return whole
}

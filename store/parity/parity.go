// Package parity makes parity bytes, from which damaged pages of a file can be restored: Reed–Solomon codes,
// as in PAR2, computed by github.com/klauspost/reedsolomon
// with a Cauchy matrix.
//
// A file is cut into pages. Each stripe takes pages at equal distances, and has two pages of
// parity. So any two pages of a stripe can be restored, and a run of twice as many pages as there are
// stripes: in a file of 16 MiB, 256 KiB. Checksums locate the damaged pages. All this takes less
// than two percent of a large file, and some four percent of one of 30 KB.
//
// # Format
//
// Numbers are little-endian.
//
//	header    32 bytes: "kpar", u32 version, u32 bytes of a page, u32 pages of a stripe,
//	          u32 pages of parity for a stripe, u32 stripes, u64 bytes of the file
//	checksums u32 CRC-32C of each page of the file, the last one filled with zeros, then of
//	          each page of parity; then one of all bytes before
//	parity    stripe by stripe
package parity

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/klauspost/reedsolomon"
)

const (
	magic      = "kpar"
	version    = 1
	headerSize = 32

	parityPages = 2   // of a stripe
	mostPages   = 128 // of the file in a stripe
	minPage     = 512
	maxPage     = 4096
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrDamaged is wrapped by errors about parity that cannot be used.
var ErrDamaged = errors.New("damaged parity")

// layout says how a file is cut.
type layout struct {
	page    int
	stripe  int // pages of the file in a stripe
	stripes int
	size    int64
}

func newLayout(size int64) layout {
	l := layout{page: minPage, size: size}
	for l.page < maxPage && int64(l.page)*mostPages < size {
		l.page *= 2
	}
	l.stripes = (l.pages() + mostPages - 1) / mostPages
	if l.stripes > 0 {
		l.stripe = (l.pages() + l.stripes - 1) / l.stripes
	}
	return l
}

// pages returns the number of pages of the file.
func (l *layout) pages() int { return int((l.size + int64(l.page) - 1) / int64(l.page)) }

// sums returns the number of checksums.
func (l *layout) sums() int { return l.pages() + l.stripes*parityPages }

// begin returns where the pages of parity begin.
func (l *layout) begin() int { return headerSize + 4*l.sums() + 4 }

// coder computes the parity of a stripe. A Cauchy matrix takes a hundredth of the time of the usual one to make.
func (l *layout) coder() (reedsolomon.Encoder, error) {
	return reedsolomon.New(l.stripe, parityPages, reedsolomon.WithCauchyMatrix(), reedsolomon.WithMaxGoroutines(1))
}

// shards returns room for a stripe: its pages, and those of parity.
func (l *layout) shards() [][]byte {
	room := make([]byte, (l.stripe+parityPages)*l.page)
	shards := make([][]byte, l.stripe+parityPages)
	for i := range shards {
		shards[i] = room[i*l.page:][:l.page:l.page]
	}
	return shards
}

// Make returns the parity of a file of size bytes, nil if it is empty. It reads a stripe at a time.
func Make(file io.ReaderAt, size int64) ([]byte, error) {
	l := newLayout(size)
	if l.stripes == 0 {
		return nil, nil
	}
	if size > math.MaxUint32*minPage || l.pages() > math.MaxInt32/8 {
		return nil, fmt.Errorf("parity of %d bytes", size)
	}
	coder, err := l.coder()
	if err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	data := make([]byte, l.begin()+l.stripes*parityPages*l.page)
	copy(data, magic)
	for i, n := range []int{version, l.page, l.stripe, parityPages, l.stripes} {
		le.PutUint32(data[4+4*i:], uint32(n))
	}
	le.PutUint64(data[24:], uint64(size))
	sum := func(i int, page []byte) { le.PutUint32(data[headerSize+4*i:], crc32.Checksum(page, castagnoli)) }
	shards := l.shards()
	for s := range l.stripes {
		for i, page := range shards[:l.stripe] {
			clear(page)
			n := s + i*l.stripes
			if n >= l.pages() {
				continue
			}
			if err := readPage(file, page, int64(n)*int64(l.page), size); err != nil {
				return nil, err
			}
			sum(n, page)
		}
		if err := coder.Encode(shards); err != nil {
			return nil, err
		}
		for i, page := range shards[l.stripe:] {
			n := s*parityPages + i
			copy(data[l.begin()+n*l.page:], page)
			sum(l.pages()+n, page)
		}
	}
	le.PutUint32(data[l.begin()-4:], crc32.Checksum(data[:l.begin()-4], castagnoli))
	return data, nil
}

// readPage fills a page with the bytes of a file from an offset on, as far as it has some.
func readPage(file io.ReaderAt, page []byte, at, size int64) error {
	page = page[:min(int64(len(page)), size-at)]
	if n, err := file.ReadAt(page, at); n < len(page) {
		return err
	}
	return nil
}

// Mended is a file as far as its parity could restore it.
type Mended struct {
	Data     []byte
	Restored int // pages that were damaged, and are whole again
	Left     int // pages that are damaged still
}

// Mend restores the pages of a file that are damaged or missing, as far as that can be done. The
// error wraps [ErrDamaged] if the parity itself cannot be used.
func Mend(file, parity []byte) (*Mended, error) {
	l, err := open(parity)
	if err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	sound := func(i int, page []byte) bool {
		return le.Uint32(parity[headerSize+4*i:]) == crc32.Checksum(page, castagnoli)
	}
	m := &Mended{Data: make([]byte, l.pages()*l.page)}
	copy(m.Data, file[:min(int64(len(file)), l.size)])
	coder, err := l.coder()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	for s := range l.stripes {
		shards := make([][]byte, l.stripe+parityPages)
		lost := 0 // of the file
		for i := range l.stripe {
			n := s + i*l.stripes
			if n >= l.pages() {
				shards[i] = make([]byte, l.page)
				continue
			}
			if page := m.Data[n*l.page:][:l.page:l.page]; sound(n, page) {
				shards[i] = page
			} else {
				lost++
			}
		}
		if lost == 0 {
			continue
		}
		for i := range parityPages {
			n := s*parityPages + i
			if page := parity[l.begin()+n*l.page:][:l.page:l.page]; sound(l.pages()+n, page) {
				shards[l.stripe+i] = page
			}
		}
		whole := make([]bool, l.stripe)
		for i := range whole {
			whole[i] = shards[i] != nil
		}
		if coder.ReconstructData(shards) != nil { // more are lost than parity is left for
			m.Left += lost
			continue
		}
		for i, was := range whole {
			if was {
				continue
			}
			n := s + i*l.stripes
			if !sound(n, shards[i]) {
				m.Left++
				continue
			}
			copy(m.Data[n*l.page:], shards[i])
			m.Restored++
		}
	}
	m.Data = m.Data[:l.size]
	return m, nil
}

// open reads the header and compares the checksums with theirs.
func open(parity []byte) (l layout, err error) {
	if len(parity) < headerSize || string(parity[:4]) != magic {
		return l, fmt.Errorf("%w: no header", ErrDamaged)
	}
	le := binary.LittleEndian
	number := func(i int) int { return int(le.Uint32(parity[4+4*i:])) }
	if v := number(0); v != version {
		return l, fmt.Errorf("%w: version %d, this program reads %d", ErrDamaged, v, version)
	}
	size := le.Uint64(parity[24:])
	if size > uint64(len(parity))*mostPages { // which bounds everything else
		return l, fmt.Errorf("%w: of %d bytes", ErrDamaged, size)
	}
	if l = newLayout(int64(size)); number(1) != l.page || number(2) != l.stripe || number(3) != parityPages || number(4) != l.stripes {
		return l, fmt.Errorf("%w: other pages than those of %d bytes", ErrDamaged, size)
	}
	if len(parity) != l.begin()+l.stripes*parityPages*l.page {
		return l, fmt.Errorf("%w: %d bytes", ErrDamaged, len(parity))
	}
	if sums := parity[:l.begin()-4]; crc32.Checksum(sums, castagnoli) != le.Uint32(parity[len(sums):]) {
		return l, fmt.Errorf("%w: its checksums are damaged", ErrDamaged)
	}
	return l, nil
}

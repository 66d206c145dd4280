package ledger

import (
	"encoding/binary"
	"io"
	"os"
)

// salvage reads a file of bbolt without bbolt, which follows damaged pages to anywhere: it calls visit
// with each key and value of each bucket in it that it comes to, and damaged with each page that is none.
// Format: go.etcd.io/bbolt/internal/common. The buckets of the ledger have no others in them.
func salvage(file *os.File, visit func(bucket, key, value []byte), damaged func(page uint64)) error {
	metas, err := readMetas(file)
	if err != nil || len(metas) == 0 {
		return err
	}
	s := &salvager{file: file, pages: metas[0].pages, seen: map[uint64]bool{}, damaged: damaged}
	return s.tree(metas[0].root, func(name, value []byte, isBucket bool) error {
		if !isBucket || len(value) < 16 {
			return nil
		}
		each := func(key, value []byte, _ bool) error {
			visit(name, key, value)
			return nil
		}
		if root := binary.NativeEndian.Uint64(value); root != 0 {
			return s.tree(root, each)
		}
		if !s.leaf(value[16:], each) {
			damaged(0)
		}
		return nil
	})
}

type salvager struct {
	file    io.ReaderAt
	pages   uint64
	seen    map[uint64]bool // pages that were come to
	damaged func(page uint64)
}

// A visitor is called with what is in a leaf.
type visitor func(key, value []byte, isBucket bool) error

// tree goes through a tree. The pages are read in their order.
func (s *salvager) tree(root uint64, visit visitor) error {
	for next := []uint64{root}; len(next) > 0; {
		page := next[len(next)-1]
		next = next[:len(next)-1]
		if s.seen[page] {
			s.damaged(page)
			continue
		}
		s.seen[page] = true
		data, err := readPage(s.file, page, s.pages)
		if err != nil {
			s.damaged(page)
			continue
		}
		switch binary.NativeEndian.Uint16(data[8:]) {
		case 0x01:
			children, ok := branch(data)
			if !ok {
				s.damaged(page)
			}
			next = append(next, children...)
		case 0x02:
			if !s.leaf(data, visit) {
				s.damaged(page)
			}
		default:
			s.damaged(page)
		}
	}
	return nil
}

// branch returns the pages below one, the first one last.
func branch(page []byte) (children []uint64, ok bool) {
	const head, size = 16, 16
	n := int(binary.NativeEndian.Uint16(page[10:]))
	if head+n*size > len(page) {
		return nil, false
	}
	for i := n - 1; i >= 0; i-- {
		children = append(children, binary.NativeEndian.Uint64(page[head+i*size+8:]))
	}
	return children, true
}

// leaf visits what is in a leaf, and reports whether all of it can be read.
func (s *salvager) leaf(page []byte, visit visitor) bool {
	const head, size = 16, 16
	if len(page) < head {
		return false
	}
	ne := binary.NativeEndian
	n, whole := int(ne.Uint16(page[10:])), true
	for i := range n {
		at := head + i*size
		if at+size > len(page) {
			return false
		}
		flags, pos := ne.Uint32(page[at:]), uint64(at)+uint64(ne.Uint32(page[at+4:]))
		keys, values := uint64(ne.Uint32(page[at+8:])), uint64(ne.Uint32(page[at+12:]))
		if pos+keys+values > uint64(len(page)) {
			whole = false
			continue
		}
		if visit(page[pos:pos+keys:pos+keys], page[pos+keys:pos+keys+values:pos+keys+values], flags&1 != 0) != nil {
			whole = false
		}
	}
	return whole
}

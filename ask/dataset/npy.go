package dataset

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// An array is a NumPy array in memory.
type array struct {
	name  string
	kind  string // as NumPy writes types: |u1, <i2, <i4, <i8, <f4
	shape []int  // without the rows
	data  []byte
}

// writeNPZ writes arrays of so many rows as an .npz file: a zip of .npy files, which begin with "\x93NUMPY",
// the version 1.0, the length of the head as u16, and the head, a dictionary in Python that ends in a newline so
// that the data begin at a multiple of 64. See numpy/lib/format.py. The same arrays give the same bytes.
func writeNPZ(w io.Writer, rows int, arrays []*array) error {
	z := zip.NewWriter(w)
	for _, a := range arrays {
		f, err := z.Create(a.name + ".npy")
		if err != nil {
			return err
		}
		if _, err := f.Write(headNPY(a.kind, append([]int{rows}, a.shape...))); err != nil {
			return err
		}
		if _, err := f.Write(a.data); err != nil {
			return err
		}
	}
	return z.Close()
}

func headNPY(kind string, shape []int) []byte {
	var dims strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&dims, "%d, ", n)
	}
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, strings.TrimSuffix(dims.String(), " "))
	const before = 10
	pad := 64 - (before+len(head)+1)%64
	head += strings.Repeat(" ", pad%64) + "\n"
	b := append([]byte("\x93NUMPY\x01\x00"), 0, 0)
	binary.LittleEndian.PutUint16(b[8:], uint16(len(head)))
	return append(b, head...)
}

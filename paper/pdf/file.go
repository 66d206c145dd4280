package pdf

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
)

// A file is a PDF in the making (ISO 32000-1). Objects go out as soon as they are complete, so
// that only their places stay in memory.
type file struct {
	to     *bufio.Writer
	at     int64
	places []int64 // of objects, by their numbers; 0 for one that is not written yet
	err    error

	packer *zlib.Writer
	packed bytes.Buffer
}

func newFile(w io.Writer) *file {
	f := &file{to: bufio.NewWriterSize(w, 1<<16), places: make([]int64, 1)}
	f.packer = zlib.NewWriter(&f.packed)
	f.write("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n") // bytes that are no text, as the standard advises
	return f
}

func (f *file) write(s string) {
	if f.err != nil {
		return
	}
	n, err := f.to.WriteString(s)
	f.at += int64(n)
	f.err = err
}

// reserve returns the number of an object that will be written later.
func (f *file) reserve() int {
	f.places = append(f.places, 0)
	return len(f.places) - 1
}

// object writes an object.
func (f *file) object(number int, body string) {
	f.places[number] = f.at
	f.write(strconv.Itoa(number) + " 0 obj\n" + body + "\nendobj\n")
}

// stream writes an object with data, which it compresses. The dictionary is what else is said of
// them.
func (f *file) stream(number int, dictionary string, data []byte) {
	f.packed.Reset()
	f.packer.Reset(&f.packed)
	if _, err := f.packer.Write(data); err != nil && f.err == nil {
		f.err = err
	}
	if err := f.packer.Close(); err != nil && f.err == nil {
		f.err = err
	}
	f.places[number] = f.at
	f.write(fmt.Sprintf("%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>stream\n", number, dictionary, f.packed.Len()))
	f.write(f.packed.String())
	f.write("\nendstream\nendobj\n")
}

// end writes the table of objects.
func (f *file) end(root, info int) error {
	start := f.at
	f.write(fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(f.places)))
	for _, place := range f.places[1:] {
		if place == 0 {
			f.write("0000000000 00000 f \n")
		} else {
			f.write(fmt.Sprintf("%010d 00000 n \n", place))
		}
	}
	f.write(fmt.Sprintf("trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(f.places), root, info, start))
	if f.err != nil {
		return f.err
	}
	return f.to.Flush()
}

// ref refers to an object.
func ref(number int) string { return strconv.Itoa(number) + " 0 R" }

// text writes a text for people, such as a title.
func text(s string) string {
	b := []byte("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		b = fmt.Appendf(b, "%04X", unit)
	}
	return string(append(b, '>'))
}

// number writes a length with as many digits as a printer can tell apart.
func number(b []byte, v float64) []byte {
	b = strconv.AppendFloat(b, v, 'f', 2, 64)
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	if b[len(b)-1] == '.' {
		b = b[:len(b)-1]
	}
	if len(b) >= 2 && string(b[len(b)-2:]) == "-0" {
		b = append(b[:len(b)-2], '0')
	}
	return b
}

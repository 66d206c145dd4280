package indexer_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"testing"
	"unicode/utf16"

	"github.com/mholt/archives"
)

// A packed is a file to be put into a container.
type packed struct{ name, content string }

func zipOf(t *testing.T, files ...packed) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f.name)
		must(t, err)
		_, err = w.Write([]byte(f.content))
		must(t, err)
	}
	must(t, z.Close())
	return b.String()
}

func tarOf(t *testing.T, files ...packed) string {
	t.Helper()
	var headers []tar.Header
	for _, f := range files {
		headers = append(headers, tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.content))})
	}
	return tarWith(t, headers, files)
}

// tarWith makes a tar file with headers of any kind.
func tarWith(t *testing.T, headers []tar.Header, files []packed) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i, h := range headers {
		must(t, w.WriteHeader(&h))
		_, err := w.Write([]byte(files[i].content))
		must(t, err)
	}
	must(t, w.Close())
	return b.String()
}

func compressed(t *testing.T, c archives.Compressor, content string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := c.OpenWriter(&b)
	must(t, err)
	_, err = w.Write([]byte(content))
	must(t, err)
	must(t, w.Close())
	return b.String()
}

// sevenZipOf makes a 7z file in which nothing is compressed, after the
// description of the format in the LZMA SDK (7zFormat.txt). No file may be empty.
func sevenZipOf(files ...packed) string { return sevenZipBy(copyCoder, files...) }

// The coders of 7z that tests use: the size of its id, with 0x20 if it has
// properties, the id, and the properties with their length.
const (
	copyCoder = "\x01\x00"
	aesCoder  = "\x24\x06\xF1\x07\x01\x12\x53\x0F" + "0123456789abcdef" // a key of 2^19 rounds, an initial vector
)

// sevenZipBy makes a 7z file whose data are said to have been made by a coder.
func sevenZipBy(coder string, files ...packed) string {
	var data, sizes, sums, names []byte
	for i, f := range files {
		data = append(data, f.content...)
		if i < len(files)-1 {
			sizes = append(sizes, number7(len(f.content))...)
		}
		sums = binary.LittleEndian.AppendUint32(sums, crc32.ChecksumIEEE([]byte(f.content)))
		for _, unit := range utf16.Encode([]rune(f.name + "\x00")) {
			names = binary.LittleEndian.AppendUint16(names, unit)
		}
	}
	const (
		end, header, streams, filesInfo = 0, 1, 4, 5
		packInfo, unpackInfo, subs      = 6, 7, 8
		size, sum, folders, coderSizes  = 9, 10, 11, 12
		streamCount, nameList           = 13, 17
	)
	h := []byte{header, streams, packInfo, 0, 1, size}
	h = append(h, number7(len(data))...)
	h = append(h, end, unpackInfo, folders, 1, 0, 1)
	h = append(append(h, coder...), coderSizes)
	h = append(h, number7(len(data))...)
	h = append(h, end, subs, streamCount)
	h = append(h, number7(len(files))...)
	if len(sizes) > 0 {
		h = append(append(h, size), sizes...)
	}
	h = append(append(h, sum, 1), sums...)
	h = append(h, end, end, filesInfo)
	h = append(h, number7(len(files))...)
	h = append(h, nameList)
	h = append(h, number7(len(names)+1)...)
	h = append(append(h, 0), names...)
	h = append(h, end, end)

	return sevenZipWith(string(data), h)
}

// sevenZipHidden is a 7z whose header is encrypted, too.
func sevenZipHidden() string {
	const header = "0123456789abcdef"
	h := []byte{23, 6, 0, 1, 9, 16, 0, 7, 11, 1, 0, 1} // where the header is and how it was packed
	h = append(append(h, aesCoder...), 12, 16, 0, 0)
	return sevenZipWith(header, h)
}

// sevenZipWith puts data and a header together.
func sevenZipWith(data string, h []byte) string {
	start := binary.LittleEndian.AppendUint64(nil, uint64(len(data)))
	start = binary.LittleEndian.AppendUint64(start, uint64(len(h)))
	start = binary.LittleEndian.AppendUint32(start, crc32.ChecksumIEEE(h))
	out := []byte("7z\xBC\xAF\x27\x1C\x00\x04")
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(start))
	return string(out) + string(start) + data + string(h)
}

// number7 encodes a number below 1<<14 as 7z does.
func number7(n int) []byte {
	if n < 0x80 {
		return []byte{byte(n)}
	}
	return []byte{0x80 | byte(n>>8), byte(n)}
}

// rarOf makes a rar file of version 1.5 in which nothing is compressed.
func rarOf(files ...packed) string { return rarWith(0, 0, files...) }

// rarWith makes a rar file with flags of the archive and of its files.
func rarWith(archiveFlags, fileFlags uint16, files ...packed) string {
	out := "Rar!\x1A\x07\x00" + rarBlock(0x73, archiveFlags, make([]byte, 6))
	for _, f := range files {
		size := uint32(len(f.content))
		b := binary.LittleEndian.AppendUint32(nil, size) // packed
		b = binary.LittleEndian.AppendUint32(b, size)    // unpacked
		b = append(b, 3)                                 // Unix
		b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE([]byte(f.content)))
		b = append(b, 0, 0, 0, 0, 20, 0x30) // time, version, stored
		b = binary.LittleEndian.AppendUint16(b, uint16(len(f.name)))
		b = binary.LittleEndian.AppendUint32(b, 0o100644)
		out += rarBlock(0x74, 0x8000|fileFlags, append(b, f.name...)) + f.content
	}
	return out + rarBlock(0x7B, 0x4000, nil)
}

func rarBlock(kind byte, flags uint16, fields []byte) string {
	b := binary.LittleEndian.AppendUint16([]byte{kind}, flags)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(fields)+7))
	b = append(b, fields...)
	return string(binary.LittleEndian.AppendUint16(nil, uint16(crc32.ChecksumIEEE(b)))) + string(b)
}

package user

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strconv"

	"kifudb/store"
)

// A line is an operation as it stands in a file.
type line struct {
	text string // without the line feed
	operation
}

// bad is a part of a file that is not an operation of this archive.
type bad struct {
	line int // from 1
	text []byte
	why  string
	last bool // no operation comes after it
}

// file is what one of the two files holds.
type file struct {
	name    string
	missing bool
	lines   []line
	bad     []bad
	torn    []byte // what is at the end without a line feed, if it is not an operation
	whole   bool   // it is its lines and nothing else
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sumLength = 8

// frame returns the line of an operation, with its line feed.
func frame(op *operation) (string, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // people may want to read it
	if err := encoder.Encode(op); err != nil {
		return "", err
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	rest := fmt.Sprintf(" %d %s", len(text), text)
	return fmt.Sprintf("%08x%s\n", crc32.Checksum([]byte(rest), castagnoli), rest), nil
}

// frameAt returns the operation with which data begins, and the length of its
// line without the line feed.
func frameAt(data []byte) (text []byte, n int, ok bool) {
	if len(data) < sumLength+3 || data[sumLength] != ' ' {
		return nil, 0, false
	}
	sum, err := strconv.ParseUint(string(data[:sumLength]), 16, 32)
	if err != nil {
		return nil, 0, false
	}
	begin := sumLength + 1
	digits := bytes.IndexByte(data[begin:min(len(data), begin+20)], ' ')
	if digits < 1 {
		return nil, 0, false
	}
	length, err := strconv.ParseUint(string(data[begin:begin+digits]), 10, 62)
	begin += digits + 1
	if err != nil || length > uint64(len(data)-begin) {
		return nil, 0, false
	}
	n = begin + int(length)
	if crc32.Checksum(data[sumLength:n], castagnoli) != uint32(sum) {
		return nil, 0, false
	}
	return data[begin:n], n, true
}

// read takes a file apart. A line that is damaged costs no other: the next one
// is found by the line feed, or by the length where that is damaged.
func (f *file) read(data []byte, archive string) error {
	f.whole = true
	for number := 1; len(data) > 0; number++ {
		text, n, ok := frameAt(data)
		if !ok {
			f.whole = false
			end := bytes.IndexByte(data, '\n')
			if end < 0 {
				f.torn = data
				break
			}
			f.bad = append(f.bad, bad{number, data[:end+1], "its checksum is wrong", true})
			data = data[end+1:]
			continue
		}
		l := line{text: string(data[:n])}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&l.operation); err != nil {
			return fmt.Errorf("%s: line %d: %w (%w)", f.name, number, store.ErrNewer, err)
		}
		if archive != "" && l.Archive != "" && l.Archive != archive {
			f.whole = false
			f.bad = append(f.bad, bad{number, append(bytes.Clone(data[:n]), '\n'), "it is of another archive", true})
		} else {
			f.lines = append(f.lines, l)
			for i := range f.bad {
				f.bad[i].last = false
			}
		}
		data = data[n:]
		switch {
		case len(data) == 0: // all of the line was written but its end
			f.whole = false
		case data[0] == '\n':
			data = data[1:]
		default:
			f.whole = false
			f.bad = append(f.bad, bad{number, nil, "it does not end where it should", false})
			if _, _, ok := frameAt(data); !ok {
				data = data[1:]
			}
		}
	}
	return nil
}

// union returns the lines of files, each once, in the order of the files.
func union(files ...*file) []line {
	var all []line
	seen := map[string]bool{}
	for _, f := range files {
		for _, l := range f.lines {
			if !seen[l.text] {
				seen[l.text] = true
				all = append(all, l)
			}
		}
	}
	return all
}

// lacking returns how many of all lines a file does not hold.
func (f *file) lacking(all []line) int {
	mine := map[string]bool{}
	for _, l := range f.lines {
		mine[l.text] = true
	}
	n := 0
	for _, l := range all {
		if !mine[l.text] {
			n++
		}
	}
	return n
}

package katago

import (
	"bufio"
	"errors"
	"io"
	"iter"
)

// MaxLine is how long a line may be that is read.
const MaxLine = 32 << 20

// ErrLong is returned for a line that is longer than MaxLine, which is skipped.
var ErrLong = errors.New("the line is too long")

// Lines yields the lines of a text, without their ends, each valid until the next one; those that are too
// long with ErrLong. It stops after any other error.
func Lines(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		in := bufio.NewReaderSize(r, 1<<20)
		var long []byte // of a line that does not fit into the buffer
		tooLong := false
		for {
			part, err := in.ReadSlice('\n')
			if errors.Is(err, bufio.ErrBufferFull) {
				if tooLong = tooLong || len(long)+len(part) > MaxLine; tooLong {
					long = long[:0]
				} else {
					long = append(long, part...)
				}
				continue
			}
			if err != nil && !errors.Is(err, io.EOF) {
				yield(nil, err)
				return
			}
			line := part
			if len(long) > 0 {
				long = append(long, part...)
				line = long
			}
			if len(line) > 0 || tooLong {
				var fault error
				if tooLong || len(line) > MaxLine {
					line, fault = nil, ErrLong
				}
				if !yield(trimEnd(line), fault) {
					return
				}
			}
			if err != nil {
				return
			}
			long, tooLong = long[:0], false
		}
	}
}

func trimEnd(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}

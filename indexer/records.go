package indexer

import (
	"bufio"
	"bytes"
	"context"

	"kifudb/format"
	"kifudb/store"
)

// Records returns the records of a file that is not imported, each with the encoding in
// which it is read, and the format of the file, which its bytes and its name show; nil if
// they show none that is read.
func Records(ctx context.Context, path string, data []byte) (*format.Format, []store.Record, error) {
	h := format.NewHead(data, int64(len(data)))
	f := formats.Recognise(path, h)
	if f == nil || !f.Read() {
		return nil, nil, nil
	}
	var records []store.Record
	c := newCutter(func(b *batch) error {
		for _, e := range b.entries {
			records = append(records, e.record)
		}
		return nil
	})
	file := &format.File{Head: h, R: bufio.NewReader(bytes.NewReader(data)), Path: path, Scanner: &c.scanner, Most: maxRecord, At: bytes.NewReader(data), Size: int64(len(data))}
	_, err := c.records(ctx, path, f, f.Split(file))
	if err == nil {
		err = c.flush()
	}
	for i, guess := range Guesses(records) {
		if records[i].Charset.Name == "" {
			records[i].Charset = guess
		}
	}
	return f, records, err
}

package dataset

import (
	"io"
	"sync/atomic"

	"github.com/parquet-go/parquet-go"
)

// The sizes of the parts of a file. A part is in memory until it is written: a row group ends with
// its segment, or after so many rows or bytes of text.
const (
	batchRows = 1 << 10
	groupRows = 1 << 18
	groupText = 16 << 20
)

// A sheet writes the rows of a table to a file. The nil sheet of a table that is not wanted
// takes rows and does nothing.
type sheet[R any] struct {
	table  *table[R]
	file   *parquet.GenericWriter[any]
	values [][]parquet.Value // by column, of the rows that the writer does not have yet
	n      int               // of these rows
	rows   int               // in the row group before them
	text   int               // bytes of text in the row group
	total  int64
	failed atomic.Bool // nothing more is written

	full  chan batch             // to the writer, which works beside
	empty chan [][]parquet.Value // batches that the writer has written
	ended chan error             // what the writer says at the end
}

// A batch is rows for the writer.
type batch struct {
	values   [][]parquet.Value
	rows     int
	endGroup bool // behind them
}

func newSheet[R any](t *table[R], w io.Writer) *sheet[R] {
	described := t.described()
	s := &sheet[R]{table: t, full: make(chan batch), empty: make(chan [][]parquet.Value, 2), ended: make(chan error, 1)}
	for range cap(s.empty) {
		values := make([][]parquet.Value, len(t.columns))
		for i := range values {
			values[i] = make([]parquet.Value, batchRows)
		}
		s.empty <- values
	}
	s.values = <-s.empty
	s.file = parquet.NewGenericWriter[any](w, described.schema(), parquet.Compression(&parquet.Zstd),
		parquet.CreatedBy("kifudb", SchemaVersion, ""), parquet.KeyValueMetadata("kifudb.version", SchemaVersion),
		parquet.KeyValueMetadata("kifudb.table", described.about()))
	go s.write()
	return s
}

// write writes batches until there are no more. After an error it only takes them.
func (s *sheet[R]) write() {
	var fault error
	for b := range s.full {
		if fault == nil {
			fault = s.writeBatch(&b)
		}
		if fault != nil {
			s.failed.Store(true)
		}
		s.empty <- b.values
	}
	if fault == nil {
		fault = s.file.Close()
	}
	s.ended <- fault
}

func (s *sheet[R]) writeBatch(b *batch) error {
	for i, c := range s.file.ColumnWriters() {
		if _, err := c.WriteRowValues(b.values[i][:b.rows]); err != nil {
			return err
		}
	}
	if b.endGroup {
		return s.file.Flush()
	}
	return nil
}

// add adds a row.
func (s *sheet[R]) add(r *R) {
	if s == nil {
		return
	}
	for i := range s.table.columns {
		c := &s.table.columns[i]
		v := c.of(r)
		switch {
		case v.IsNull():
			s.values[i][s.n] = v.Level(0, 0, i)
			continue
		case c.Null != "":
			v = v.Level(0, 1, i)
		default:
			v = v.Level(0, 0, i)
		}
		if c.Kind == Text {
			s.text += len(v.ByteArray())
		}
		s.values[i][s.n] = v
	}
	s.n++
	s.total++
	switch {
	case s.rows+s.n >= groupRows || s.text >= groupText:
		s.endGroup()
	case s.n == batchRows:
		s.give(false)
	}
}

// give gives the rows to the writer.
func (s *sheet[R]) give(endGroup bool) {
	s.full <- batch{s.values, s.n, endGroup}
	s.values = <-s.empty
	s.rows += s.n
	s.n = 0
}

// endGroup ends the row group.
func (s *sheet[R]) endGroup() {
	if s != nil && s.rows+s.n > 0 {
		s.give(true)
		s.rows, s.text = 0, 0
	}
}

// end ends the file.
func (s *sheet[R]) end() error {
	s.endGroup()
	close(s.full)
	return <-s.ended
}

// The values of columns.

func whole[N ~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint32](n N) parquet.Value {
	return parquet.Int32Value(int32(n))
}
func wide[N ~int | ~uint32 | ~int64](n N) parquet.Value { return parquet.Int64Value(int64(n)) }
func key(k uint64) parquet.Value                        { return parquet.Int64Value(int64(k)) }
func yes(b bool) parquet.Value                          { return parquet.BooleanValue(b) }
func number(x float64) parquet.Value                    { return parquet.DoubleValue(x) }
func unknown() parquet.Value                            { return parquet.NullValue() }

// text is null for "".
func text(s string) parquet.Value {
	if s == "" {
		return unknown()
	}
	return parquet.ByteArrayValue([]byte(s))
}

// known is a number that may be unknown.
func known(x *float64) parquet.Value {
	if x == nil {
		return unknown()
	}
	return number(*x)
}

func knownWhole(n *int) parquet.Value {
	if n == nil {
		return unknown()
	}
	return whole(*n)
}

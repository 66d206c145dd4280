package dataset

import (
	"io"

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
	err    error // the first one; nothing is written after it
}

func newSheet[R any](t *table[R], w io.Writer) *sheet[R] {
	described := t.described()
	s := &sheet[R]{table: t, values: make([][]parquet.Value, len(t.columns))}
	for i := range s.values {
		s.values[i] = make([]parquet.Value, batchRows)
	}
	s.file = parquet.NewGenericWriter[any](w, described.schema(), parquet.Compression(&parquet.Zstd),
		parquet.CreatedBy("kifudb", SchemaVersion, ""), parquet.KeyValueMetadata("kifudb.version", SchemaVersion),
		parquet.KeyValueMetadata("kifudb.table", described.about()))
	return s
}

// add adds a row.
func (s *sheet[R]) add(r *R) {
	if s == nil || s.err != nil {
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
		s.give()
	}
}

// give gives the rows to the writer.
func (s *sheet[R]) give() {
	if s.err != nil || s.n == 0 {
		return
	}
	for i, c := range s.file.ColumnWriters() {
		if _, err := c.WriteRowValues(s.values[i][:s.n]); err != nil {
			s.err = err
			return
		}
	}
	s.rows += s.n
	s.n = 0
}

// endGroup ends the row group.
func (s *sheet[R]) endGroup() {
	if s == nil {
		return
	}
	s.give()
	if s.err == nil && s.rows > 0 {
		s.err = s.file.Flush()
	}
	s.rows, s.text = 0, 0
}

// end ends the file.
func (s *sheet[R]) end() error {
	s.endGroup()
	if s.err != nil {
		return s.err
	}
	return s.file.Close()
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

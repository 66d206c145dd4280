package parquet

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	pq "github.com/parquet-go/parquet-go"
	meta "github.com/parquet-go/parquet-go/format"
)

// A table reads the rows of a file, one after the other. The library may panic at damaged files;
// a table returns an error then.
type table struct {
	file    *pq.File
	columns []column
	groups  []pq.RowGroup // not begun
	rows    pq.Rows       // of the group at hand, nil if there is none
	batch   []pq.Row
	unread  []pq.Row // of the batch
	number  int64    // of rows that were read
}

// A column has one value for each row.
type column struct {
	name  string
	index int // of the leaf
	text  bool
	show  func(pq.Value) string
}

// rowsAtOnce is how many rows are decoded at once; each may hold a large record.
const rowsAtOnce = 16

// openTable opens a file. Columns within others, and lists, are left out.
func openTable(r io.ReaderAt, size int64) (t *table, err error) {
	defer recovered(&err)
	f, err := pq.OpenFile(r, size, pq.SkipBloomFilters(true), pq.SkipPageIndex(true))
	if err != nil {
		return nil, fmt.Errorf("the file is damaged or cut off: %w", err)
	}
	t = &table{file: f, groups: f.RowGroups(), batch: make([]pq.Row, rowsAtOnce)}
	for _, c := range f.Root().Columns() {
		if c.Leaf() && !c.Repeated() {
			t.columns = append(t.columns, newColumn(c))
		}
	}
	return t, nil
}

// recovered makes an error of a panic.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the file is damaged: %v", p)
	}
}

func newColumn(c *pq.Column) column {
	col := column{name: c.Name(), index: c.Index(), show: pq.Value.String}
	kind, logical := c.Type().Kind(), c.Type().LogicalType()
	if logical != nil {
		switch of := logical.Value.(type) {
		case *meta.DateType:
			col.show = func(v pq.Value) string { return day(int64(v.Int32()) * 24 * 3600) }
			return col
		case *meta.TimestampType:
			unit := unitOf(of.Unit)
			col.show = func(v pq.Value) string { return moment(v.Int64(), unit).Format("2006-01-02 15:04:05") }
			return col
		case *meta.TimeType:
			unit := unitOf(of.Unit)
			col.show = func(v pq.Value) string {
				n := v.Int64()
				if kind == pq.Int32 {
					n = int64(v.Int32())
				}
				return moment(n, unit).Format("15:04:05")
			}
			return col
		}
	}
	if col.text = kind == pq.ByteArray; col.text {
		col.show = func(v pq.Value) string { return string(v.ByteArray()) }
	}
	if kind == pq.Double || kind == pq.Float {
		col.show = func(v pq.Value) string {
			f := v.Double()
			if kind == pq.Float {
				f = float64(v.Float())
			}
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	return col
}

// day is a date as PGN writes it, of seconds since 1970.
func day(seconds int64) string { return time.Unix(seconds, 0).UTC().Format("2006.01.02") }

// moment returns a time of so many units since 1970.
func moment(n int64, unit time.Duration) time.Time {
	per := int64(time.Second / unit)
	return time.Unix(n/per, n%per*int64(unit)).UTC()
}

func unitOf(u meta.TimeUnit) time.Duration {
	switch u.Value.(type) {
	case *meta.MicroSeconds:
		return time.Microsecond
	case *meta.NanoSeconds:
		return time.Nanosecond
	}
	return time.Millisecond
}

// next returns the next row, by columns; nulls are "". It is good until the next call. The error
// is io.EOF at the end.
func (t *table) next() (cells []string, err error) {
	defer recovered(&err)
	for len(t.unread) == 0 {
		if t.rows == nil {
			if len(t.groups) == 0 {
				return nil, io.EOF
			}
			t.rows, t.groups = t.groups[0].Rows(), t.groups[1:]
		}
		n, err := t.rows.ReadRows(t.batch)
		t.unread = t.batch[:n]
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("row %d or one of the next %d cannot be read: %w", t.number+1, rowsAtOnce, err)
		}
		if n == 0 {
			t.rows.Close()
			t.rows = nil
		}
	}
	row := t.unread[0]
	t.unread = t.unread[1:]
	t.number++
	cells = make([]string, len(t.columns))
	byLeaf := map[int]pq.Value{}
	for _, v := range row {
		byLeaf[v.Column()] = v
	}
	for i, c := range t.columns {
		if v, ok := byLeaf[c.index]; ok && !v.IsNull() {
			cells[i] = c.show(v)
		}
	}
	return cells, nil
}

// close frees what the table holds.
func (t *table) close() {
	if t.rows != nil {
		t.rows.Close()
		t.rows = nil
	}
}

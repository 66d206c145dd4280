package dataset

import (
	"fmt"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// A Kind is the type of the values of a column.
type Kind int

// The kinds. Names are texts of which many rows have the same, so that files keep each once.
const (
	Int8 Kind = iota
	Int16
	Int32
	Int64 // ascends or repeats, as the numbers of games do
	Uint64
	Double
	Bool
	Date
	Text
	Name
)

// String returns the type's name in SQL, as DuckDB has it.
func (k Kind) String() string {
	return [...]string{"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UBIGINT", "DOUBLE", "BOOLEAN", "DATE", "VARCHAR", "VARCHAR"}[k]
}

// node returns the type in Parquet.
func (k Kind) node() parquet.Node {
	switch k {
	case Int8:
		return parquet.Encoded(parquet.Int(8), &parquet.RLEDictionary)
	case Int16:
		return parquet.Encoded(parquet.Int(16), &parquet.RLEDictionary)
	case Int32:
		return parquet.Encoded(parquet.Int(32), &parquet.DeltaBinaryPacked)
	case Int64:
		return parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	case Uint64:
		return parquet.Encoded(parquet.Uint(64), &parquet.Plain)
	case Double:
		return parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.Plain)
	case Bool:
		return parquet.Encoded(parquet.Leaf(parquet.BooleanType), &parquet.Plain)
	case Date:
		return parquet.Encoded(parquet.Date(), &parquet.DeltaBinaryPacked)
	case Text:
		return parquet.Encoded(parquet.String(), &parquet.Plain)
	}
	return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
}

// A Column is a column of a table.
type Column struct {
	Name  string
	Kind  Kind
	Unit  string // of numbers that have one
	About string // what it means, as sentences
	Null  string // when a value is null, as the end of "null if"; "" if none ever is
}

// A Table is a table that can be written.
type Table struct {
	Name    string
	About   string // what a row is, as a sentence
	Columns []Column
	Order   string // by which columns the rows ascend
}

// column is a Column with the value that it has in a row made from an R.
type column[R any] struct {
	Column
	of func(r *R) parquet.Value
}

// table is a Table of rows that are made from an R.
type table[R any] struct {
	name, about, order string
	columns            []column[R]
}

func (t *table[R]) described() Table {
	d := Table{Name: t.name, About: t.about, Order: t.order}
	for _, c := range t.columns {
		d.Columns = append(d.Columns, c.Column)
	}
	return d
}

// Tables returns all tables, in the order in which they are listed.
func Tables() []Table {
	return []Table{
		gameTable.described(), infoTable.described(), tagTable.described(), moveTable.described(), positionTable.described(),
		evaluationTable.described(), commentTable.described(), hitTable.described(), continuationTable.described(),
	}
}

// TableNames returns the names of all tables.
func TableNames() (names []string) {
	for _, t := range Tables() {
		names = append(names, t.Name)
	}
	return names
}

// about describes the table in the metadata of a file: a line for it, and one for each column.
func (t *Table) about() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s Rows ascend by %s.\n", t.Name, t.About, t.Order)
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "%s %s: %s\n", c.Name, c.Kind, c.Says())
	}
	return b.String()
}

// Says returns what a column means, with its unit and when it is null.
func (c *Column) Says() string {
	text := c.About
	if c.Unit != "" {
		text += " Unit: " + c.Unit + "."
	}
	if c.Null != "" {
		text += " Null if " + c.Null + "."
	}
	return text
}

// schema returns the schema in Parquet.
func (t *Table) schema() *parquet.Schema {
	root := fields{Group: parquet.Group{}}
	for _, c := range t.Columns {
		node := c.Kind.node()
		if c.Null != "" {
			node = parquet.Optional(node)
		}
		root.Group[c.Name] = parquet.Compressed(node, &parquet.Zstd)
		root.names = append(root.names, c.Name)
	}
	return parquet.NewSchema(t.Name, root)
}

// fields is a group of columns that keeps their order.
type fields struct {
	parquet.Group
	names []string
}

// Fields returns the columns in their order.
func (f fields) Fields() []parquet.Field {
	at := map[string]parquet.Field{}
	for _, field := range f.Group.Fields() {
		at[field.Name()] = field
	}
	list := make([]parquet.Field, 0, len(f.names))
	for _, name := range f.names {
		list = append(list, at[name])
	}
	return list
}

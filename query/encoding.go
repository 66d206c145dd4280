package query

import "kifudb/store"

// encoding is the meaning of the charset field: the encoding that a record is
// read in, under any of its names, or what the record says of it.
type encoding struct{ text }

func (encoding) condition(c *compiler, f field, v Value) (condition, error) {
	written := newTexts(f, v)
	if v.Kind != Word && v.Kind != Phrase || c.options.Charset == nil {
		return written, nil
	}
	name, ok := c.options.Charset(v.Text)
	if !ok || name == v.Text {
		return written, nil
	}
	read := newTexts(f, v)
	read.values = &store.TextQuery{Idents: []string{"charset"}, Text: name, Kind: store.Exact}
	read.figures.Also = []string{name}
	return some{written, read}, nil
}

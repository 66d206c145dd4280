package query

import "kifudb/store"

// encoding is the meaning of the charset field: the encoding that a record is
// read in, under any of its names, or what the record says of it.
type encoding struct{ text }

// charset finds out the name under which records have the encoding that is asked
// for, if that is another one.
func (r *resolver) charset(_ field, t *Term) (Node, error) {
	v := t.Values[0]
	if v.Kind != Word && v.Kind != Phrase || r.options.Charset == nil {
		return t, nil
	}
	name, ok := r.options.Charset(v.Text)
	if !ok || name == v.Text {
		return t, nil
	}
	return t.resolved(Resolution{Charset: name}), nil
}

func charsetCondition(f field, v Value, r *Resolution) (condition, error) {
	written := newTexts(f, v)
	if r.Charset == "" {
		return written, nil
	}
	read := newTexts(f, v)
	read.values = &store.TextQuery{Idents: []string{"charset"}, Text: r.Charset, Kind: store.Exact}
	read.figures.Also = []string{r.Charset}
	return some{written, read}, nil
}

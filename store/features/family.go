package features

import (
	"encoding/binary"
	"maps"
	"slices"
)

// A family is what one sort of numbers is coded with: a base code, and codes of their own for
// contexts in which other numbers are frequent. A context is what the reader knows before it reads.

// A counter counts the symbols of a family by context.
type counter map[int]*[symbols]int

func (c counter) add(context, symbol int) {
	counts := c[context]
	if counts == nil {
		counts = new([symbols]int)
		c[context] = counts
	}
	counts[symbol]++
}

// number counts a number.
func (c counter) number(a *alphabet, context int, n uint64) {
	symbol, _, _ := a.symbolOf(n)
	c.add(context, symbol)
}

// codeFamily writes numbers of one sort.
type codeFamily struct {
	alphabet *alphabet
	base     *codeBook
	own      map[int]*codeBook // by context
}

// newFamily chooses the codes. A context has a code of its own if that saves more than it takes.
// Always is a symbol that each code has, or -1.
func newFamily(a *alphabet, c counter, always int) *codeFamily {
	f := &codeFamily{alphabet: a, own: map[int]*codeBook{}}
	var sum [symbols]int
	for _, counts := range c {
		for s, n := range counts {
			sum[s] += n
		}
	}
	with := func(counts [symbols]int) *codeBook {
		if always >= 0 {
			counts[always]++
		}
		return newCodeBook(&counts)
	}
	f.base = with(sum)
	for context, counts := range c {
		book := with(*counts)
		saved := -8*len(book.appendTo(nil)) - 16
		for s, n := range counts {
			saved += n * (int(f.base.lengths[s]) - int(book.lengths[s]))
		}
		if saved > 0 {
			f.own[context] = book
		}
	}
	return f
}

// write writes a number in a context.
func (f *codeFamily) write(w *bitWriter, context int, n uint64) {
	w.number(f.alphabet, f.book(context), n)
}

func (f *codeFamily) book(context int) *codeBook {
	if book := f.own[context]; book != nil {
		return book
	}
	return f.base
}

// appendTo appends the codes.
func (f *codeFamily) appendTo(b []byte) []byte {
	b = f.base.appendTo(b)
	b = binary.AppendUvarint(b, uint64(len(f.own)))
	next := 0
	for _, context := range slices.Sorted(maps.Keys(f.own)) {
		b = binary.AppendUvarint(b, uint64(context-next))
		b = f.own[context].appendTo(b)
		next = context + 1
	}
	return b
}

// readFamily reads what appendTo has written: a table for each of so many contexts; nil if it is
// damaged.
func readFamily(r *reader, contexts int) []*decodeTable {
	base := readTable(r)
	if base == nil {
		return nil
	}
	tables := make([]*decodeTable, contexts)
	for i := range tables {
		tables[i] = base
	}
	next := 0
	for n := r.number(); n > 0; n-- {
		context := next + r.number()
		own := readTable(r)
		if own == nil || context >= contexts {
			return nil
		}
		tables[context], next = own, context+1
	}
	return tables
}

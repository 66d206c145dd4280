package store

import "slices"

// An InfoReader reads the info of many games, in any order. It keeps the texts that it has
// decoded, some thousands of them, since games have most of theirs in common with others: dates,
// results, players, and the beginnings of the names of their files. It is for one goroutine.
type InfoReader struct {
	of     *dictionary // of the game that is read
	blocks []decodedBlock
}

// infoBlocks is how many blocks of values a reader keeps at most.
const infoBlocks = 1 << 12

// A decodedBlock is the texts of a block of values.
type decodedBlock struct {
	of     *dictionary
	number int // of the block
	texts  [frontBlock]string
}

// Info returns what [Segment.Info] does.
func (r *InfoReader) Info(g *Segment, local int) []Value {
	if g.remote != nil {
		return g.Info(local)
	}
	if c, ok := g.corrected.of(local); ok {
		return g.overlay.lay(local, slices.Clone(c.Info), nil)
	}
	d := g.files.dict()
	r.of = d
	if r.blocks == nil {
		r.blocks = make([]decodedBlock, infoBlocks)
	}
	return g.overlay.lay(local, d.each(local, nil, r.text), nil)
}

// text returns the text of a value.
func (r *InfoReader) text(number int) string {
	at := number / frontBlock
	b := &r.blocks[at%infoBlocks]
	if b.of != r.of || b.number != at {
		b.of, b.number = r.of, at
		first := at * frontBlock
		for i, text := range r.of.texts(first, min(first+frontBlock, r.of.len())) {
			b.texts[i-first] = string(text)
		}
	}
	return b.texts[number%frontBlock]
}

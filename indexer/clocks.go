package indexer

import (
	"slices"

	"kifudb/format"
	"kifudb/game"
	"kifudb/game/clock"
	"kifudb/game/estimate"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"
)

// ClocksOf returns what reads the comments of a game's programs for what they say of time,
// nil if nothing does.
func ClocksOf(kind game.Game) clock.Reader {
	if r, ok := kind.(game.Timer); ok {
		return r
	}
	return nil
}

// timed keeps what a property of a record in SGF says of time at its node.
func (x *extractor) timed(p sgfread.Property) {
	if name := p.AppendName(nil); len(x.times) < maxInfo && clock.Has(name) { // as of texts
		x.times = append(x.times, saidAt{x.at, estimate.Said{Property: string(name), Value: p.Value(0)}})
	}
}

// account adds what the record says of the players' time on its main line.
func (x *extractor) account(g *store.Game) {
	clocks, reader := x.clocks, ClocksOf(x.kind)
	if len(clocks)+len(x.times) == 0 && (reader == nil || len(x.told)+len(g.Comments) == 0) {
		return
	}
	by := mainLine(g)
	at := append(x.clocked[:0], make([]clock.Clock, len(by))...)
	x.clocked = at
	for i := range clocks {
		if c := &clocks[i]; c.Node < len(at) {
			at[c.Node].Join(&c.Clock)
		}
	}
	for _, s := range x.times {
		if s.node < len(at) {
			at[s.node].Take(s.Property, s.Value)
		}
	}
	if reader != nil {
		for _, list := range [...][]store.Comment{x.told, g.Comments} {
			for _, c := range list {
				if c.Ident != "C" || c.Node >= len(at) {
					continue
				}
				if said, ok := reader.ReadClock(c.Text, by[c.Node]); ok {
					at[c.Node].Join(&said)
				}
			}
		}
	}
	a := clock.Account{Control: controlOf(g.Info)}
	for node, mover := range by {
		a.Add(node, mover, &at[node])
	}
	if times, ok := a.Times(); ok {
		g.Facts.Flags |= store.HasClocks
		g.Info = append(g.Info, store.Value{Ident: clock.Ident, Text: times.Text()})
	}
}

// controlOf reads how much time the players had.
func controlOf(info []store.Value) clock.Control {
	value := func(ident string) string {
		i := slices.IndexFunc(info, func(v store.Value) bool { return v.Ident == ident })
		if i < 0 {
			return ""
		}
		return info[i].Text
	}
	return clock.ParseControl(value("TM"), value("OT"))
}

// mainLine returns who moved at each node of a game's main line, "B", "W" or "".
func mainLine(g *store.Game) (by []string) {
	for event, m := range g.Script.Events() {
		switch event {
		case position.Closed:
			return by
		case position.AtNode:
			mover := ""
			if m.Color != position.Empty {
				mover = m.Color.Letter()
			}
			by = append(by, mover)
		}
	}
	return by
}

// DraftOf reads a record in a format of its own; ok is false for one in SGF. It finds out
// no more than the format does: no positions, names or facts.
func DraftOf(r *store.Record) (d *format.Draft, ok bool) {
	f := FormatOf(r)
	if f.Derive == nil {
		return nil, false
	}
	d = &format.Draft{Record: r, Script: &position.ScriptBuilder{}, Report: func(string, int, func() error) {}}
	f.Derive(d)
	return d, true
}

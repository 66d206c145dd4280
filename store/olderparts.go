package store

import (
	"context"

	"kifudb/position"
	"kifudb/store/columns"
)

// Segments of before packedFormat know every position by its canonical key, and their
// scripts are not packed. Those of before stretchFormat have older pattern indexes, those of before
// openingFormat late keys only of more than 40 stones. They are read and checked as they are.

// unpacked reports whether a segment is of before packedFormat.
func (e *segmentEntry) unpacked() bool { return e.Format < packedFormat }

// partsOf returns the parts of games.idx in a segment of a format.
func partsOf(e *segmentEntry) []part {
	parts := append([]part(nil), indexParts[:]...)
	for i := range parts {
		switch p := &parts[i]; {
		case p.name == "scripts" && e.unpacked():
			p.build = buildPlainScripts
		case p.name == "columns" && e.Format < groupedFormat:
			p.build = columnsBy(columns.BuildFormat6)
		case p.name == "columns" && e.Format < stretchFormat:
			p.build = columnsBy(columns.BuildFormat8)
		}
	}
	return parts
}

// columnsBy returns what writes pattern indexes as an older format has them.
func columnsBy(build func(position.Rules, position.Size, []columns.Game) ([]byte, error)) func(context.Context, []*gathered, *sectionWriter) error {
	return func(ctx context.Context, games []*gathered, w *sectionWriter) error {
		return addColumns(ctx, games, w, build)
	}
}

// buildPlainScripts writes scripts that are not packed.
func buildPlainScripts(_ context.Context, games []*gathered, w *sectionWriter) error {
	addScripts(games, w, tagPlainScripts, func(dst []byte, g *gathered) []byte { return g.script.AppendBytes(dst) })
	return nil
}

// olderKeys returns the keys by which segments of before openingFormat know the positions
// of a game.
func olderKeys(e *segmentEntry, g *Game) []position.Key {
	rules, ok := stonesOf(g.Facts)
	if !ok || len(g.Keys) == 0 {
		return g.Keys
	}
	keyOf := (*position.Board).OlderIndexKey
	if e.unpacked() {
		keyOf = (*position.Board).Canonical
	}
	keys := make([]position.Key, 0, len(g.Keys))
	r := position.Replayer{Rules: rules}
	r.Replay(g.Facts.Size, g.Script, func(b *position.Board, step *position.Step) bool {
		if len(step.Changes) > 0 || step.Node == 0 {
			keys = append(keys, keyOf(b))
		}
		return true
	})
	return keys
}

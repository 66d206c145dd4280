package indexer

import (
	"kifudb/game"
	"kifudb/store"
)

// namingOf returns what names the main line of a game, by names of its own.
func namingOf(g game.Game) game.Naming {
	if n, ok := g.(game.Namer); ok {
		return n.Naming()
	}
	return noNames{}
}

// noNames is the Naming of games whose moves have no names.
type noNames struct{}

func (noNames) See(*game.Step)     {}
func (noNames) Over() bool         { return true }
func (noNames) Names() []game.Name { return nil }

// nameStones names a game that package position replays, which is done once more
// since its steps are others.
func (x *extractor) nameStones(g *store.Game) {
	rules, ok := x.kind.(game.Namer)
	if !ok {
		return
	}
	if quick, ok := rules.(game.MoveNamer); ok {
		g.Info = appendNames(g.Info, quick.NamesOf(x.size, g.Script))
		return
	}
	start, err := rules.Start(x.start(g.Info))
	if err != nil {
		return // stones start anywhere
	}
	naming := rules.Naming()
	for step := range rules.Replay(start, g.Script) {
		if !step.MainLine || naming.Over() {
			break
		}
		naming.See(step)
	}
	g.Info = appendNames(g.Info, naming.Names())
}

// appendNames adds the names of a game to its values.
func appendNames(info []store.Value, names []game.Name) []store.Value {
	for _, n := range names {
		info = append(info, store.Value{Ident: n.Ident(), Text: n.Text})
	}
	return info
}

package indexer

import (
	"kifudb/indexer/ledger"
	"kifudb/store"
)

// lookForGone accounts, when everything has been read, for games that their files no
// longer hold. The files have vanished, or changed in this run or earlier. A game that
// another file holds has only moved. The rest is reported, and removed if the user wants
// that.
func (a *account) lookForGone(p *plan) error {
	gone, err := a.ledger.Gone(p.roots...)
	if err != nil {
		return err
	}
	known := map[[2]string]int{} // their indexes in gone
	for i, g := range gone {
		known[[2]string{g.Source, g.Member}] = i
	}
	var lost []ledger.Span // by sources that have vanished
	reader := a.ledger.NewReader()
	b := &ledger.Batch{}
	for i := range p.vanished {
		path := p.vanished[i].Path
		b.Forget = append(b.Forget, path)
		members, err := reader.Members(&p.vanished[i].Source)
		if err != nil {
			return err
		}
		for _, o := range members {
			key := [2]string{path, o.Member}
			i, ok := known[key]
			if !ok {
				i = len(gone)
				known[key] = i
				gone = append(gone, ledger.Gone{Source: path, Member: o.Member})
			}
			gone[i].Games = append(gone[i].Games, o.Games...)
			lost = append(lost, o.Games...)
		}
	}
	if len(gone) == 0 && len(p.vanished) == 0 {
		return nil
	}
	if a.holdings == nil {
		if a.holdings, err = a.ledger.Holdings(); err != nil {
			return err
		}
	}
	a.holdings.Drop(lost)

	said := map[store.GameID]bool{}
	told := map[string]bool{} // sources with an outcome
	var prune []store.GameID
	for _, g := range gone {
		o := &ledger.Outcome{Source: g.Source, Member: g.Member, What: ledger.Lost}
		rest := ledger.Outcome{} // what is still gone after this run
		for _, s := range g.Games {
			for i := range store.GameID(s.Count) {
				id := s.ID + i
				live := a.writer.Live(id)
				switch {
				case s.Fate == ledger.Pruned && !live:
					rest.Add(0, id, ledger.Pruned)
				case !live || s.Fate == ledger.Pruned:
					// The user has removed it, or brought it back: nothing to say.
				case said[id] || a.holdings.Count(id) > 0:
					o.Add(0, id, ledger.Elsewhere)
				case a.options.Prune:
					prune = append(prune, id)
					o.Add(0, id, ledger.Pruned)
					rest.Add(0, id, ledger.Pruned)
				default:
					o.Add(0, id, ledger.Missing)
					rest.Add(0, id, ledger.Missing)
				}
				said[id] = said[id] || live
			}
		}
		b.Gone = append(b.Gone, ledger.Gone{Source: g.Source, Member: g.Member, Games: rest.Games})
		if len(o.Games) > 0 {
			b.Outcomes = append(b.Outcomes, o)
			told[g.Source] = true
		}
	}
	for _, path := range b.Forget {
		if !told[path] {
			b.Outcomes = append(b.Outcomes, &ledger.Outcome{Source: path, What: ledger.Lost})
		}
	}
	if err := a.writer.Remove(prune...); err != nil {
		return err
	}
	for _, o := range b.Outcomes {
		a.totals.Count(o)
	}
	b.Commit = a.writer.Generation()
	return a.enterBatch(b)
}

package study

import (
	"strings"
	"sync"

	"kifudb/book/alias"
	"kifudb/position"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// names tells who played the games of segments. Where many games are asked for, each
// spelling of a segment is read once. It is safe for concurrent use.
type names struct {
	aliases *alias.Table // nil if there are none; asked under mu, as it remembers

	mu        sync.Mutex                    // guards what follows
	bySegment map[*store.Segment]*sideNames // those that were read
}

// sideNames are Black's and White's names in a segment, by the numbers of the values;
// "" for other values.
type sideNames [2][]string

// aliasesOf returns the user's aliases of players, for a question to carry.
func aliasesOf(r *search.Resolver) ([]alias.Group, error) {
	table, err := r.Aliases(alias.Players)
	if err != nil || table == nil {
		return nil, err
	}
	return table.Groups(), nil
}

func newNames(groups []alias.Group) *names {
	n := &names{bySegment: map[*store.Segment]*sideNames{}}
	if len(groups) > 0 {
		n.aliases = alias.NewTable(alias.Players, groups)
	}
	return n
}

// manyGames is for how many games of a block it is worth reading all names of its
// segment.
const manyGames = 64

// of returns the names in the segment of a block, nil where it does not pay to read
// them all.
func (n *names) of(b *match.Block) *sideNames {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.bySegment[b.Segment] == nil && b.Mask.GetCardinality() >= manyGames {
		n.bySegment[b.Segment] = n.read(b.Segment)
	}
	return n.bySegment[b.Segment]
}

// player returns who played a color in a game, by the preferred spelling; "" if the
// record does not say. Read is what of returned for the segment.
func (n *names) player(read *sideNames, g *store.Segment, local int, c position.Color) string {
	side := 0
	switch c {
	case position.Empty:
		return ""
	case position.White:
		side = 1
	}
	if read == nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		for _, v := range g.Info(local) {
			if v.Ident != playerIdents[side] {
				continue
			}
			if name := n.preferred(v.Text); name != "" {
				return name
			}
		}
		return ""
	}
	for _, value := range g.ValueNumbers(local, nil) {
		if value < len(read[side]) && read[side][value] != "" {
			return read[side][value]
		}
	}
	return ""
}

// playerIdents are the properties of Black's and White's names.
var playerIdents = [...]string{"PB", "PW"}

// preferred returns what a name counts as, "" for nothing.
func (n *names) preferred(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || n.aliases == nil {
		return text
	}
	return n.aliases.Preferred(text)
}

func (n *names) read(g *store.Segment) *sideNames {
	sides := new(sideNames)
	for i, ident := range playerIdents {
		for value, text := range g.NumberedValues(ident) {
			if text = n.preferred(text); text == "" {
				continue
			}
			if more := value + 1 - len(sides[i]); more > 0 {
				sides[i] = append(sides[i], make([]string, more)...)
			}
			sides[i][value] = text
		}
	}
	return sides
}

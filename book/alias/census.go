package alias

import (
	"context"
	"strings"

	"kifudb/store"
)

// A person is a name of an archive and the games under it.
type person struct {
	name     Name
	text     string // the spelling of most games
	games    int
	from, to int  // the years of the games that have a date; 0 for none
	special  bool // the name says that there is another one like it: Liu Xi (2)
	most     int  // games of the spelling
}

// A census is all names of an archive of one kind, without editions and years
// of events.
type census struct {
	kind   Kind
	people []person
	byKey  map[string]int32
	told   []pair // that a remark calls the same
	parts  []pair // a nickname with an account, and one of the two alone
	seats  []seat // of all live games
}

// A pair is two people, the smaller number first.
type pair [2]int32

func pairOf(a, b int32) pair { return pair{min(a, b), max(a, b)} }

// A seat is who has the two sides of a game, or nobody, -1, for a team as well.
// For events, the first is the event.
type seat struct {
	segment *store.Segment
	local   int
	who     [2]int32
}

// take counts the names of an archive.
func take(ctx context.Context, s *store.Snapshot, kind Kind) (*census, error) {
	c := &census{kind: kind, byKey: map[string]int32{}}
	for _, g := range s.Segments() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		who := make([][2]int32, g.Len())
		for i := range who {
			who[i] = [2]int32{-1, -1}
		}
		years := make([]int, g.Len())
		for local := range iterate(g.Live()) {
			f := g.Facts(local)
			if f.DateLo > 0 && f.DateLo/10000 == f.DateHi/10000 {
				years[local] = int(f.DateLo / 10000)
			}
		}
		for side, ident := range kind.Idents() {
			for value, games := range g.Values(ident) {
				n := int(games.GetCardinality())
				last, single := c.read(value, n)
				for local := range iterate(games) {
					if single {
						who[local][side] = last
					}
					if year := years[local]; last >= 0 && single && year > 0 {
						p := &c.people[last]
						if p.from == 0 || year < p.from {
							p.from = year
						}
						p.to = max(p.to, year)
					}
				}
			}
		}
		for local := range iterate(g.Live()) {
			c.seats = append(c.seats, seat{g, local, who[local]})
		}
	}
	return c, nil
}

// read counts the names of a value of n games. It returns the last one, and
// whether it is the only one.
func (c *census) read(value string, n int) (last int32, single bool) {
	last = -1
	players := 0
	for _, r := range c.kind.Read(value) {
		if r.Also {
			p := pairOf(last, c.person(r))
			if r.Part {
				c.parts = append(c.parts, p)
			} else {
				c.told = append(c.told, p)
			}
			continue
		}
		players++
		last = c.person(r)
		p := &c.people[last]
		p.games += n
		if n > p.most {
			p.text, p.most = r.Text, n
		}
	}
	return last, players == 1
}

// person returns the number of a name.
func (c *census) person(r Reading) int32 {
	i, ok := c.byKey[r.Key]
	if !ok {
		i = int32(len(c.people))
		c.byKey[r.Key] = i
		c.people = append(c.people, person{name: Name{Key: r.Key}, text: r.Text, special: strings.ContainsAny(r.Text, "([（")})
	}
	return i
}

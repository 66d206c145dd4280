package opening

import (
	_ "embed"
	"strings"
	"sync"

	"kifudb/position"
	"kifudb/position/chess"
)

//go:embed openings.tsv
var table string

// Opening is an opening with a name.
type Opening struct {
	Code string // of the Encyclopaedia of Chess Openings: "B90"
	Name string // "Sicilian Defense: Najdorf Variation"
}

// String returns both.
func (o Opening) String() string { return o.Code + " " + o.Name }

// All returns all openings in the order of their codes, each once.
func All() []Opening { return read().all }

// Of returns the opening of a position, if the position has a name of its own.
func Of(p *chess.Position) (Opening, bool) {
	o, ok := read().at[p.Key()]
	return o, ok
}

// openings is the table as it is asked.
type openings struct {
	all []Opening
	at  map[position.Key]Opening
}

// read reads the table when it is first needed, which takes some milliseconds.
var read = sync.OnceValue(func() openings {
	o := openings{at: map[position.Key]Opening{}}
	for line := range strings.Lines(table) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		p, err := chess.ParseFEN(fields[2])
		if err != nil {
			panic("opening: " + err.Error()) // which a test would have found
		}
		this := Opening{fields[0], fields[1]}
		if n := len(o.all); n == 0 || o.all[n-1] != this {
			o.all = append(o.all, this)
		}
		o.at[p.Key()] = this
	}
	return o
})

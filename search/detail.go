package search

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search/statistics"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// A Detail says of the games of a continuation when they were played, who made the move,
// how strong the players were, and how they spread over the values of a field.
type Detail struct {
	First, Last Occasion // the first and the last game whose date is known

	// Players are who made the move, with the number of games. A game without their
	// name is not among them.
	Players map[string]int

	// Pairings are the decided games of which both ranks are known.
	Pairings []PairingResults

	By map[string]Counted // by value of the field
}

// An Occasion is a game in which a move was made. The zero Occasion is none.
type Occasion struct {
	Day    int32        // as yyyymmdd: the last of the game's dates for a first game, else the first
	Began  int32        // the first of them
	Game   store.GameID // of several on that day the one with the lowest number
	Player string       // who made the move, "" if that is not known
}

// PairingResults are the results of games of players of two ranks, as their Black sees
// them.
type PairingResults struct {
	statistics.Pairing
	Swapped bool // black and white are exchanged in these games
	statistics.Results
}

// Year returns the year in which the game began, as it counts elsewhere; 0 of no occasion.
func (o Occasion) Year() int {
	if o.Game == 0 {
		return 0
	}
	return gameinfo.YearOf(int(o.Began))
}

// earlier returns the first of two occasions.
func earlier(a, b Occasion) Occasion {
	if b.Game == 0 || a.Game != 0 && cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Game, b.Game)) <= 0 {
		return a
	}
	return b
}

// later returns the last of two occasions.
func later(a, b Occasion) Occasion {
	if b.Game == 0 || a.Game != 0 && cmp.Or(-cmp.Compare(a.Day, b.Day), cmp.Compare(a.Game, b.Game)) <= 0 {
		return a
	}
	return b
}

// A rowDetail is what is known of the games of one row, or of the table.
type rowDetail struct {
	first, last Occasion
	players     map[string]int
	pairings    map[pairingKey]statistics.Results
	by          map[string]Counted
}

type pairingKey struct {
	statistics.Pairing
	swapped bool
}

func newRowDetail() *rowDetail {
	return &rowDetail{players: map[string]int{}, pairings: map[pairingKey]statistics.Results{}, by: map[string]Counted{}}
}

func (r *rowDetail) merge(o *rowDetail) {
	r.first, r.last = earlier(r.first, o.first), later(r.last, o.last)
	for name, n := range o.players {
		r.players[name] += n
	}
	for key, n := range o.pairings {
		r.pairings[key] = r.pairings[key].Add(n)
	}
	for value, n := range o.by {
		sum := r.by[value]
		sum.add(n)
		r.by[value] = sum
	}
}

// detail returns a copy of what is known.
func (r *rowDetail) detail() *Detail {
	d := &Detail{First: r.first, Last: r.last, Players: maps.Clone(r.players), By: maps.Clone(r.by)}
	for key, n := range r.pairings {
		d.Pairings = append(d.Pairings, PairingResults{key.Pairing, key.swapped, n})
	}
	slices.SortFunc(d.Pairings, func(a, b PairingResults) int {
		if a.Swapped != b.Swapped {
			if b.Swapped {
				return -1
			}
			return 1
		}
		return a.Compare(b.Pairing)
	})
	return d
}

// read takes in what detail returned, of another process perhaps.
func (r *rowDetail) read(d *Detail) error {
	if d == nil {
		return errors.New("a continuation lacks its details")
	}
	r.first, r.last = d.First, d.Last
	for name, n := range d.Players {
		if n < 0 {
			return fmt.Errorf("%d games of %q", n, name)
		}
		r.players[name] += n
	}
	for _, p := range d.Pairings {
		if min(p.Won, p.Drawn, p.Lost) < 0 {
			return fmt.Errorf("results %+v", p.Results)
		}
		key := pairingKey{p.Pairing, p.Swapped}
		r.pairings[key] = r.pairings[key].Add(p.Results)
	}
	for value, n := range d.By {
		if n.Games < 0 || n.Won.negative() {
			return fmt.Errorf("%d games of %q", n.Games, value)
		}
		sum := r.by[value]
		sum.add(n)
		r.by[value] = sum
	}
	return nil
}

// details are what a tally knows beyond numbers.
type details struct {
	wanted *Continuations
	texts  *valueTexts

	total *rowDetail
	rows  []*rowDetail // by number in the tally's list

	// While the games of a segment are counted, by the numbers of values there.
	segment *store.Segment
	own     *segmentTexts
	local   int
	facts   store.Facts
	values  []int
	players map[uint64]int // row and value
	firsts  []numberedOccasion
	lasts   []numberedOccasion

	counted []string // values of the game at hand that the table has counted
	swapped bool     // black and white are exchanged in that game, as the table sees it
}

// A numberedOccasion names the player by the number of the name in the segment, -1
// if there is none.
type numberedOccasion struct {
	Occasion
	player int
}

func newDetails(c *Continuations) *details {
	c.once.Do(func() { c.texts = newValueTexts(c) })
	return (&details{wanted: c, texts: c.texts}).fork()
}

// fork returns details of nothing for other games.
func (d *details) fork() *details {
	return &details{wanted: d.wanted, texts: d.texts, total: newRowDetail(), players: map[uint64]int{}}
}

// row returns what is known of a row.
func (d *details) row(n int) *rowDetail {
	for len(d.rows) <= n {
		d.rows = append(d.rows, newRowDetail())
		d.firsts, d.lasts = append(d.firsts, numberedOccasion{}), append(d.lasts, numberedOccasion{})
	}
	return d.rows[n]
}

// open makes the details ready for the games of a segment.
func (d *details) open(g *store.Segment) { d.segment, d.own, d.local = g, d.texts.of(g), -1 }

// game makes a game the one that rows are about.
func (d *details) game(local int) {
	if local != d.local {
		d.local, d.facts = local, d.segment.Facts(local)
		d.values = d.segment.ValueNumbers(local, d.values[:0])
	}
}

// see counts the game at hand in a row, in which a color of the question moved.
// Swapped are games with black and white exchanged.
func (d *details) see(n int, moved position.Color, swapped bool) {
	row, f := d.row(n), &d.facts
	if swapped {
		moved = moved.Opponent()
	}
	d.count(row, moved, swapped)
	if !d.wanted.Detail {
		return
	}
	player := d.own.player(d.values, moved)
	if player >= 0 {
		d.players[uint64(n)<<32|uint64(player)]++
	}
	if f.DateLo != 0 {
		id := d.segment.Base() + store.GameID(d.local)
		if o := (Occasion{Day: f.DateHi, Began: f.DateLo, Game: id}); earlier(d.firsts[n].Occasion, o) == o {
			d.firsts[n] = numberedOccasion{o, player}
		}
		if o := (Occasion{Day: f.DateLo, Began: f.DateLo, Game: id}); later(d.lasts[n].Occasion, o) == o {
			d.lasts[n] = numberedOccasion{o, player}
		}
	}
}

// all counts the game at hand in the table.
func (d *details) all(swapped bool) {
	d.count(d.total, position.Empty, swapped)
	if f := &d.facts; d.wanted.Detail && f.DateLo != 0 {
		id := d.segment.Base() + store.GameID(d.local)
		d.total.first = earlier(d.total.first, Occasion{Day: f.DateHi, Began: f.DateLo, Game: id})
		d.total.last = later(d.total.last, Occasion{Day: f.DateLo, Began: f.DateLo, Game: id})
	}
}

// count counts what tables and rows have in common.
func (d *details) count(row *rowDetail, moved position.Color, swapped bool) {
	f := &d.facts
	if d.wanted.Detail {
		if pairing, won, ok := pairingOf(f); ok {
			key := pairingKey{pairing, swapped}
			row.pairings[key] = row.pairings[key].Add(won)
		}
	}
	if d.wanted.By == "" {
		return
	}
	ofMover := d.texts.field.attribute.ofBoth()
	if row == d.total {
		if d.counted, d.swapped = d.counted[:0], swapped; ofMover {
			return // the moves tell whose values count
		}
	}
	for _, value := range d.valuesOf(moved) {
		row.count(value, f.Winner, swapped)
		if ofMover && !slices.Contains(d.counted, value) {
			d.counted = append(d.counted, value)
			d.total.count(value, f.Winner, d.swapped)
		}
	}
}

// count counts a game that has a value of the field.
func (r *rowDetail) count(value string, winner store.Winner, swapped bool) {
	sum := r.by[value]
	sum.Games++
	sum.Won.Count(winner, swapped)
	r.by[value] = sum
}

// valuesOf returns the values of the field that the game at hand has. If a color moved,
// values that each side has are those of its player only.
func (d *details) valuesOf(moved position.Color) []string {
	field := d.texts.field
	a, mover := &field.attribute, OfBlack|OfWhite
	switch moved {
	case position.Black:
		mover = OfBlack
	case position.White:
		mover = OfWhite
	}
	var list []string
	see := func(value string, of Sides) {
		if value != "" && (of == 0 || !a.ofBoth() || field.turned(of)&mover != 0) && !slices.Contains(list, value) {
			list = append(list, value)
		}
	}
	switch {
	case a.sided != nil:
		for i, value := range a.sided(&d.facts) {
			see(value, OfBlack<<i)
		}
	case a.read != nil:
		return a.read(&d.facts)
	case a.tagged:
		return a.Values(d.segment, d.local)
	default:
		for _, n := range d.values {
			if of, ok := d.own.isOfField(n); ok {
				see(d.texts.value(d.segment, d.own, n), of)
			}
		}
	}
	return list
}

// close names the players who were counted by number.
func (d *details) close() {
	for key, n := range d.players {
		if name := d.texts.name(d.segment, d.own, int(uint32(key))); name != "" {
			d.rows[key>>32].players[name] += n
		}
	}
	clear(d.players)
	name := func(o numberedOccasion) Occasion {
		if o.Game != 0 && o.player >= 0 {
			o.Player = d.texts.name(d.segment, d.own, o.player)
		}
		return o.Occasion
	}
	for n, row := range d.rows {
		row.first, row.last = earlier(row.first, name(d.firsts[n])), later(row.last, name(d.lasts[n]))
		d.firsts[n], d.lasts[n] = numberedOccasion{}, numberedOccasion{}
	}
}

// raise raises the ids of games.
func (d *details) raise(by store.GameID) {
	for _, r := range append([]*rowDetail{d.total}, d.rows...) {
		for _, o := range [...]*Occasion{&r.first, &r.last} {
			if o.Game != 0 {
				o.Game += by
			}
		}
	}
}

// jsonPairing is a PairingResults in JSON.
type jsonPairing struct {
	Pairing statistics.Pairing
	Swapped bool `json:",omitempty"`
	Results statistics.Results
}

// MarshalJSON writes a pairing with its results.
func (p PairingResults) MarshalJSON() ([]byte, error) {
	return query.WriteJSON(jsonPairing{p.Pairing, p.Swapped, p.Results})
}

// UnmarshalJSON reads it.
func (p *PairingResults) UnmarshalJSON(data []byte) error {
	var j jsonPairing
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	*p = PairingResults{j.Pairing, j.Swapped, j.Results}
	return nil
}

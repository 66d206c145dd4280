package search

import (
	"fmt"

	"kifudb/store"
)

// jsonCorrection is what is said of a game instead of what its record says, in JSON:
// all of its values, and what was read from them, which whoever has nothing but
// segments cannot read.
type jsonCorrection struct {
	Game      store.GameID `json:"game"`
	Info      [][2]string  `json:"info"`           // identifiers and texts
	Date      [2]int32     `json:"date"`           // first and last day
	Winner    store.Winner `json:"winner"`         // see package store
	How       store.How    `json:"how"`            //
	Margin    int32        `json:"margin"`         // in hundredths
	Komi      *int32       `json:"komi,omitempty"` // in hundredths
	Handicap  uint8        `json:"handicap"`
	BlackRank int16        `json:"blackRank"`
	WhiteRank int16        `json:"whiteRank"`
	Unsure    [2]bool      `json:"unsure"` // of the date, of the result
}

func correctionsToJSON(c *store.Corrections) []jsonCorrection {
	var list []jsonCorrection
	for id, one := range c.All() {
		f := one.Facts
		j := jsonCorrection{
			Game: id, Info: [][2]string{}, Date: [2]int32{f.DateLo, f.DateHi}, Winner: f.Winner, How: f.How, Margin: f.Margin,
			Handicap: f.Handicap, BlackRank: f.BlackRank, WhiteRank: f.WhiteRank,
			Unsure: [2]bool{f.Flags&store.DateUnsure != 0, f.Flags&store.ResultUnsure != 0},
		}
		if f.Komi != store.NoKomi {
			j.Komi = &f.Komi
		}
		for _, v := range one.Info {
			j.Info = append(j.Info, [2]string{v.Ident, v.Text})
		}
		list = append(list, j)
	}
	return list
}

// correctionsFromJSON reads what correctionsToJSON wrote, and trusts none of it.
func correctionsFromJSON(list []jsonCorrection) (*store.Corrections, error) {
	games := map[store.GameID]store.Correction{}
	for _, j := range list {
		switch {
		case j.Game == 0:
			return nil, fmt.Errorf("a correction of no game")
		case j.Winner > store.WinnerVoid:
			return nil, fmt.Errorf("game %d is corrected to a winner %d, which there is not", j.Game, j.Winner)
		case j.How > store.ByForfeit:
			return nil, fmt.Errorf("game %d is corrected to an end %d, which there is not", j.Game, j.How)
		}
		f := store.Facts{
			DateLo: j.Date[0], DateHi: j.Date[1], Winner: j.Winner, How: j.How, Margin: j.Margin, Komi: store.NoKomi,
			Handicap: j.Handicap, BlackRank: j.BlackRank, WhiteRank: j.WhiteRank,
		}
		if j.Komi != nil {
			f.Komi = *j.Komi
		}
		if j.Unsure[0] {
			f.Flags |= store.DateUnsure
		}
		if j.Unsure[1] {
			f.Flags |= store.ResultUnsure
		}
		c := store.Correction{Facts: f}
		for _, v := range j.Info {
			if v[0] == "" {
				return nil, fmt.Errorf("game %d is corrected in a value without an identifier", j.Game)
			}
			c.Info = append(c.Info, store.Value{Ident: v[0], Text: v[1]})
		}
		games[j.Game] = c
	}
	return store.NewCorrections(games), nil
}

// corrected returns the part with its segments as corrections make them.
func (p *part) corrected(c *store.Corrections) *part {
	segments, same := make([]*store.Segment, len(p.segments)), true
	for i, g := range p.segments {
		segments[i] = g.Corrected(c)
		same = same && segments[i] == g
	}
	if same {
		return p
	}
	return &part{segments: segments, clusters: p.clusters, whole: p.whole}
}

// partsFor returns the part as each question of a batch sees it. Questions that
// were corrected alike share one, and by that what is looked up in it.
func (p *part) partsFor(batch []*Question) []*part {
	var parts []*part
	type seen struct {
		corrections *store.Corrections
		part        *part
	}
	var known []seen
questions:
	for _, q := range batch {
		for _, k := range known {
			if k.corrections.Equal(q.corrections) {
				parts = append(parts, k.part)
				continue questions
			}
		}
		known = append(known, seen{q.corrections, p.corrected(q.corrections)})
		parts = append(parts, known[len(known)-1].part)
	}
	return parts
}

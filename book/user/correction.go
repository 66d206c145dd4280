package user

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kifudb/store"
)

// A Correction is what the user says of one property of a game instead of what
// its record says.
type Correction struct {
	Game  store.GameID
	Ident string // an SGF identifier of the game's information: PB, DT
	Text  string // "" if the record is wrong to say anything

	Withdrawn bool // nothing is said of the property any more: the record is right
}

// maxCorrection bounds the text of a correction, in bytes.
const maxCorrection = 4 << 10

// Check says why a correction cannot be kept.
func (c *Correction) Check() error {
	ident := len(c.Ident) > 0 && len(c.Ident) <= 32 && strings.Trim(c.Ident, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
	switch {
	case c.Game == 0:
		return errors.New("a correction is of a game")
	case !ident || c.Ident[0] < 'A':
		return fmt.Errorf("%q is not an SGF identifier; such as DT, PB", c.Ident)
	case len(c.Text) > maxCorrection:
		return fmt.Errorf("a corrected value has at most %d bytes; this one has %d", maxCorrection, len(c.Text))
	case !utf8.ValidString(c.Text):
		return errors.New("a corrected value is not UTF-8")
	}
	return nil
}

// A correctionChange corrects a property of a game, or withdraws a correction.
type correctionChange struct {
	Game  store.GameID `json:"game"`
	Ident string       `json:"property"`
	Text  *string      `json:"text,omitempty"` // nil: the record is right
	Was   *string      `json:"was,omitempty"`  // the correction that this takes the place of
}

func (s *state) changeCorrection(c *correctionChange) {
	of := s.corrections[c.Game]
	switch {
	case c.Text == nil:
		if delete(of, c.Ident); len(of) == 0 {
			delete(s.corrections, c.Game)
		}
	case of == nil:
		s.corrections[c.Game] = map[string]string{c.Ident: *c.Text}
	default:
		of[c.Ident] = *c.Text
	}
}

func (c *correctionChange) inverse() correctionChange {
	return correctionChange{c.Game, c.Ident, c.Was, c.Text}
}

// correction returns the correction of a property of a game; nil for none.
func (s *state) correction(id store.GameID, ident string) *string {
	if text, ok := s.corrections[id][ident]; ok {
		return &text
	}
	return nil
}

// Correct keeps corrections, each in place of an earlier one of the same property
// of its game, or withdraws that, as one change, and what the games are now. It returns the number of
// those that say something new.
func (db *DB) Correct(list []Correction, games []Game) (changed int, err error) {
	for i := range list {
		if err := list[i].Check(); err != nil {
			return 0, err
		}
	}
	err = db.change("correct", func(s *state, o *operation) error {
		seen := map[Correction]bool{} // of a property that is corrected twice the last one counts
		for _, c := range slices.Backward(list) {
			place := Correction{Game: c.Game, Ident: c.Ident}
			was := s.correction(c.Game, c.Ident)
			now := &c.Text
			if c.Withdrawn {
				now = nil
			}
			same := now == nil && was == nil || now != nil && was != nil && *now == *was
			if !seen[place] && !same {
				o.Corrections = append(o.Corrections, correctionChange{c.Game, c.Ident, now, was})
			}
			seen[place] = true
		}
		slices.Reverse(o.Corrections)
		changed = len(o.Corrections)
		o.Digests = s.newDigests(games)
		return nil
	})
	return changed, err
}

// Uncorrect withdraws the corrections of properties of games, all of them if no identifier
// is given, and returns them.
func (db *DB) Uncorrect(games []store.GameID, idents ...string) (gone []Correction, err error) {
	err = db.change("correct remove", func(s *state, o *operation) error {
		gone = nil
		for _, c := range s.corrected() {
			if !slices.Contains(games, c.Game) || len(idents) > 0 && !slices.Contains(idents, c.Ident) {
				continue
			}
			gone = append(gone, c)
			o.Corrections = append(o.Corrections, correctionChange{Game: c.Game, Ident: c.Ident, Was: &c.Text})
		}
		return nil
	})
	return gone, err
}

// corrected returns all corrections by game and identifier.
func (s *state) corrected() (list []Correction) {
	for id, of := range s.corrections {
		for ident, text := range of {
			list = append(list, Correction{Game: id, Ident: ident, Text: text})
		}
	}
	slices.SortFunc(list, func(a, b Correction) int { return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Ident, b.Ident)) })
	return list
}

// Corrections returns all corrections, by game and identifier.
func (db *DB) Corrections() ([]Correction, error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	return s.corrected(), nil
}

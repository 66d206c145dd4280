package archive

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/book/user"
	"kifudb/game"
	"kifudb/query"
	"kifudb/sgfread"
	"kifudb/sgfread/gameinfo"
)

// ErrNotUnderstood is wrapped by the errors of corrected values that are not read as
// what their field is for: 31 February as a date.
var ErrNotUnderstood = errors.New("not understood")

// SwapColors is the field, and its only value, that exchanges the players.
const SwapColors, Swap = "colors", "swap"

// A Wanted is what a field of games should say: "" for nothing.
type Wanted struct {
	Field    string // as the user wrote it
	Property string // SGF's identifier; "" for SwapColors
	Text     string
}

// readProperties are the properties whose values are read, with examples.
var readProperties = map[string]struct {
	what, example string
}{
	"DT": {"a date", "1846-09-11"},
	"RE": {"a result", "B+R, W+3.5, Draw, Void"},
	"KM": {"a komi", "6.5"},
	"HA": {"a handicap", "2"},
	"BR": {"a rank", "9d, 3k, 7p"},
	"WR": {"a rank", "9d, 3k, 7p"},
	"TM": {"a time limit", "3600"},
}

// understood says why a value is not read as what its property is for, or only by
// guessing.
func understood(property, text string) error {
	p, ok := readProperties[property]
	if !ok || text == "" || gameinfo.SaysNothing(text) {
		return nil
	}
	switch m := gameinfo.MeaningOf(property, text); {
	case m.Sure == gameinfo.Unread && m.Words != "":
		return fmt.Errorf("%q is %w as %s: it may be %s; expected a form such as %s", text, ErrNotUnderstood, p.what, m.Words, p.example)
	case m.Sure == gameinfo.Unread:
		return fmt.Errorf("%q is %w as %s; expected a form such as %s", text, ErrNotUnderstood, p.what, p.example)
	case m.Sure < gameinfo.Calculated:
		return fmt.Errorf("%q is %w as %s with certainty: kifudb would read %s; expected a form such as %s", text, ErrNotUnderstood, p.what, m.Words, p.example)
	}
	return nil
}

// NewWanted reads a field and what it should say. A value that is not understood,
// an error that wraps [ErrNotUnderstood], can be meant.
func NewWanted(field, text string, meant bool) (Wanted, error) {
	w := Wanted{Field: field, Text: strings.TrimSpace(text)}
	if strings.EqualFold(field, SwapColors) {
		if !strings.EqualFold(w.Text, Swap) {
			return w, badRequest("", "%q cannot be done with colors; expected %s=%s", text, SwapColors, Swap)
		}
		return w, nil
	}
	var err error
	if w.Property, err = CorrectedProperty(field); err != nil {
		return w, err
	}
	c := user.Correction{Game: 1, Ident: w.Property, Text: w.Text}
	if err := c.Check(); err != nil {
		return w, &RequestError{"", fmt.Errorf("%s: %w", field, err)}
	}
	if w.Property != "GC" && strings.ContainsAny(w.Text, "\r\n") {
		return w, badRequest("", "%s: the value has several lines; expected one", field)
	}
	if err := understood(w.Property, w.Text); err != nil && !meant {
		return w, &RequestError{"", fmt.Errorf("%s: %w", field, err)}
	}
	return w, nil
}

// uncorrectable are fields and properties that are told by other things than values
// of the game's information, with what to do instead.
var uncorrectable = map[string]string{
	"player": "may be either player; use black or white", "opponent": "may be either player; use black or white",
	"team": "may be either team; use BT or WT", "rank": "may be either player's; use blackrank or whiterank",
	"winner": "follows from the result; correct result instead", "by": "follows from the result; correct result instead",
	"margin":  "follows from the result; correct result instead",
	"comment": "stands for texts at moves; only GC, the comment on the whole game, can be corrected",
	"name":    "stands for names of moves, not for a value of the game",
	"charset": "says how the record is read; recoding changes it",
}

// CorrectedProperty returns the property that a field's corrections are kept under.
func CorrectedProperty(field string) (ident string, err error) {
	f, ok := query.FindField(field)
	if !ok {
		if near := query.NearField(field); near != "" {
			return "", badRequest("", "there is no field %q; did you mean %q?", field, near)
		}
		return "", badRequest("", "there is no field %q; expected one such as date, black, white, result or event, or an SGF identifier", field)
	}
	if why := uncorrectable[f.Name]; why != "" {
		return "", badRequest("", "%s cannot be corrected: it %s", field, why)
	}
	if written := writtenIn(f); len(written) == 1 {
		ident = written[0]
	}
	switch t := sgfread.TypeOf(sgfread.ParseIdent(ident)); {
	case ident == "" || isOwn(ident) || t.Class == sgfread.ClassRoot:
		return "", badRequest("", "%s cannot be corrected: it is how the record is written or kept, not what it says of the game", field)
	case t.Name != "" && t.Class != sgfread.ClassGameInfo:
		return "", badRequest("", "%s cannot be corrected: it belongs to a move or a position, not to the game", field)
	}
	return ident, nil
}

// A CorrectionChange is how a value of a game changes.
type CorrectionChange struct {
	Game     GameID `json:"game"`
	Field    string `json:"field"`
	Property string `json:"property"`
	Recorded string `json:"recorded"` // what the record says
	Before   string `json:"before"`   // what was shown
	After    string `json:"after"`    // what is shown now
}

// Corrections are changes that are to be made, or were.
type Corrections struct {
	Games   int                `json:"games"`   // that were asked for
	Changed int                `json:"changed"` // games
	DryRun  bool               `json:"dry_run,omitempty"`
	Changes []CorrectionChange `json:"changes"`
}

// PlanCorrections returns what changes if games should say something. Colors are
// exchanged before anything else is put in place.
func (v *View) PlanCorrections(ids []GameID, wanted []Wanted) (*Corrections, error) {
	plan := &Corrections{Games: len(ids), Changes: []CorrectionChange{}}
	for _, id := range ids {
		if err := v.plan(plan, id, wanted); err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// plan adds what changes of one game.
func (v *View) plan(plan *Corrections, id GameID, wanted []Wanted) error {
	g, local, ok := v.snapshot.Segment(id)
	if !ok || !v.Live(id) {
		return v.Missing(id)
	}
	info, recorded := g.Info(local), g.Recorded().Info(local)
	first := func(ident string) string {
		if texts := textsOf(info, ident); len(texts) > 0 {
			return texts[0]
		}
		return ""
	}
	var order []string
	after := map[string]string{}
	put := func(ident, text string) {
		if _, ok := after[ident]; !ok {
			order = append(order, ident)
		}
		after[ident] = text
	}
	for _, w := range wanted {
		if w.Property != "" {
			continue
		}
		for _, pair := range [...][2]string{{"PB", "PW"}, {"BR", "WR"}, {"BT", "WT"}} {
			put(pair[0], first(pair[1]))
			put(pair[1], first(pair[0]))
		}
		put("RE", swappedResult(first("RE")))
	}
	for _, w := range wanted {
		if _, begins := game.Of(int(g.Facts(local).Game)).(game.Handicapper); begins && w.Property == "HA" {
			return badRequest("", "the handicap of game %d cannot be corrected: it is the position in which the game begins", id)
		}
		if w.Property != "" {
			put(w.Property, w.Text)
		}
	}
	changed := false
	for _, ident := range order {
		before := textsOf(info, ident)
		if says(before, after[ident]) {
			continue
		}
		plan.Changes = append(plan.Changes, CorrectionChange{
			Game: id, Field: fieldOf(ident), Property: ident, Recorded: strings.Join(textsOf(recorded, ident), "; "), Before: strings.Join(before, "; "), After: after[ident],
		})
		changed = true
	}
	if changed {
		plan.Changed++
	}
	return nil
}

// says reports whether values are one text, or none for "".
func says(values []string, text string) bool {
	return len(values) == 0 && text == "" || len(values) == 1 && values[0] == text
}

// swappedResult returns a result with the winner's color exchanged; one without a
// winner stays.
func swappedResult(text string) string {
	for _, c := range [...][2]string{{"B+", "W+"}, {"W+", "B+"}, {"b+", "w+"}, {"w+", "b+"}} {
		if rest, ok := strings.CutPrefix(text, c[0]); ok {
			return c[1] + rest
		}
	}
	r := gameinfo.ParseResult(text)
	winner := map[gameinfo.Winner]string{gameinfo.BlackWins: "W+", gameinfo.WhiteWins: "B+"}[r.Winner]
	switch {
	case winner == "":
		return text
	case r.Ending == gameinfo.ByPoints:
		return winner + strconv.FormatFloat(float64(r.Margin)/100, 'f', -1, 64)
	}
	return winner + map[gameinfo.Ending]string{
		gameinfo.ByResign: "R", gameinfo.ByTime: "T", gameinfo.ByForfeit: "F", gameinfo.ByIllegal: "F",
	}[r.Ending]
}

// Correct keeps changes as corrections. Where a value is to be what the record says,
// the correction goes.
func (v *View) Correct(changes []CorrectionChange) error {
	var list []user.Correction
	var games []GameID
	for _, c := range changes {
		g, local, ok := v.snapshot.Segment(c.Game)
		if !ok {
			return noGame{c.Game, NeverThere}
		}
		recorded := textsOf(g.Recorded().Info(local), c.Property)
		list = append(list, user.Correction{Game: c.Game, Ident: c.Property, Text: c.After, Withdrawn: says(recorded, c.After)})
		if n := len(games); n == 0 || games[n-1] != c.Game {
			games = append(games, c.Game)
		}
	}
	_, err := v.archive.user.Correct(list, v.userGames(games...))
	return err
}

// A KeptCorrection is a correction of a game, which may have been removed.
type KeptCorrection struct {
	Game    GameID `json:"game"`
	Removed bool   `json:"removed,omitempty"` // the game is not in the archive
	CorrectedValue
}

// Corrections returns all corrections of some games, by game; of all if ids is nil.
func (v *View) Corrections(ids []GameID) ([]KeptCorrection, error) {
	all, err := v.archive.user.Corrections()
	if err != nil {
		return nil, err
	}
	list := []KeptCorrection{}
	for _, c := range all {
		if _, found := slices.BinarySearch(ids, c.Game); found || ids == nil {
			list = append(list, v.kept(c))
		}
	}
	return list, nil
}

func (v *View) kept(c user.Correction) KeptCorrection {
	k := KeptCorrection{Game: c.Game, Removed: !v.Live(c.Game), CorrectedValue: CorrectedValue{fieldOf(c.Ident), c.Ident, c.Text, ""}}
	if g, local, ok := v.snapshot.Segment(c.Game); ok {
		k.Recorded = strings.Join(textsOf(g.Recorded().Info(local), c.Ident), "; ")
	}
	return k
}

// Uncorrect withdraws the corrections of some properties of games, of all if none
// is named, and returns them.
func (v *View) Uncorrect(ids []GameID, properties []string) ([]KeptCorrection, error) {
	gone, err := v.archive.user.Uncorrect(ids, properties...)
	if err != nil {
		return nil, err
	}
	list := []KeptCorrection{}
	for _, c := range gone {
		list = append(list, v.kept(c))
	}
	return list, nil
}

// UndoCorrections undoes the last change of corrections, and says what it was.
func (v *View) UndoCorrections() (what string, err error) { return v.archive.user.UndoCorrections() }

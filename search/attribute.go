package search

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"kifudb/book/user"
	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/sgfread"
	"kifudb/store"
)

// An Attribute is what lists show of a game, and facets count games by, under
// the name of a field: its texts as they are written in the record, its numbers
// and choices as they were understood. The numbers of games are read from their
// facts.
type Attribute struct {
	Name   string
	Number bool // the values are numbers

	title  string                                             // the kind of names of moves that the values are, "" for others
	idents []string                                           // the properties whose texts are the values
	part   func(text string) string                           // what of a text counts; nil for all of it
	read   func(f *store.Facts) []string                      // or else the values come from the facts
	sided  func(f *store.Facts) [2]string                     // or from them one for each side, Black first, "" for none
	of     func(f *store.Facts) uint64                        // of these: two games with the same number have the same values
	column store.FactColumn                                   // that holds these facts
	moves  func(f *store.Facts, s position.Script) []scripted // or from its moves
	game   func(id store.GameID) (s string)                   // or from the game's number
	tagged bool                                               // or they are the user's tags
	tags   []user.Tag                                         // see ReadUser

	order func(value string) float64 // where values come in their own order; nil if it is that of letters
}

// NewAttribute returns the attribute of a field of the language, by any of its
// names, or one of the others that [AttributeNames] lists. Comments and names of
// nodes, of which a game may have thousands, are none.
func NewAttribute(name string) (Attribute, error) {
	for _, a := range attributes {
		if a.Name == strings.ToLower(name) {
			return a, nil
		}
	}
	f, ok := query.FindField(name)
	if !ok {
		return Attribute{}, fmt.Errorf("unknown field %q; expected an SGF identifier or one of %s", name, strings.Join(AttributeNames(), ", "))
	}
	if f.Name == "opponent" {
		f, _ = query.FindField("player") // which of the two is whose depends on the query
	}
	atNodes := f.AtNodes()
	if slices.Contains(f.Twins, name) && query.IsIdent(name) && !atNodes { // KM is the text, komi the number
		return Attribute{Name: name, idents: []string{name}}, nil
	}
	for _, a := range attributes {
		if a.Name == f.Name {
			return a, nil
		}
	}
	if atNodes || len(f.Idents) == 0 {
		return Attribute{}, fmt.Errorf("field %q cannot be listed or counted", f.Name)
	}
	a := Attribute{Name: f.Name, idents: f.Idents, title: f.TitleKind()}
	if f.IsRating() {
		a.Number, a.part = true, query.RatingOf
	}
	if kind, _ := f.Time(); kind != 0 {
		a.Number, a.part = true, f.TimeOf
	}
	if a.title != "" {
		a.part = func(text string) string { return game.TitleOf(a.title, text) }
	}
	return a, nil
}

// AttributeNames returns the names that [NewAttribute] knows, in the order of
// help texts, without the other names of fields and identifiers in capitals.
func AttributeNames() []string {
	var names []string
	for _, f := range query.Fields() {
		if a, err := NewAttribute(f.Name); err == nil && !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
	}
	for _, a := range attributes {
		if !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
	}
	return names
}

// Values returns the values of one game, each once; none if they are not known.
func (a *Attribute) Values(g *store.Segment, local int) []string {
	switch {
	case a.game != nil:
		return []string{a.game(g.Base() + store.GameID(local))}
	case a.tagged:
		var names []string
		for _, t := range a.tags {
			if t.Games.Contains(uint32(g.Base()) + uint32(local)) {
				names = append(names, t.Name)
			}
		}
		return names
	case a.moves != nil:
		facts := g.Facts(local)
		script, err := g.Script(local)
		if err != nil {
			return nil // checks say so
		}
		var values []string
		for _, one := range a.moves(&facts, script) {
			if !slices.Contains(values, one.value) {
				values = append(values, one.value)
			}
		}
		return values
	case a.read != nil || a.sided != nil:
		facts := g.Facts(local)
		return a.ofFacts(&facts)
	}
	return a.OfInfo(g.InfoOf(local, func(ident string) bool { return slices.Contains(a.idents, ident) }))
}

// ReadsInfo reports whether the values are texts of a game's info, so that OfInfo finds
// them; who asks for several attributes of a game then reads its info once.
func (a *Attribute) ReadsInfo() bool { return len(a.idents) > 0 }

// OfInfo returns the values among a game's info, each once.
func (a *Attribute) OfInfo(info []store.Value) []string {
	return a.ofInfo(nil, info, a.value)
}

// rememberedTexts is how many texts are remembered by what Remembering returns.
const rememberedTexts = 1 << 13

// Remembering returns a function that does what OfInfo does, for the games of a list: it
// remembers what texts come to, such as those of dates and results, since most of them come
// again and again. It is for one goroutine, and what it returns good until the next call.
func (a *Attribute) Remembering() func(info []store.Value) []string {
	return a.remembering(rememberedTexts)
}

// remembering is Remembering with so many texts.
func (a *Attribute) remembering(most int) func(info []store.Value) []string {
	value := a.value
	if a.part != nil {
		known := map[string]string{}
		value = func(text string) string {
			v, ok := known[text]
			if !ok {
				if len(known) == most {
					clear(known)
				}
				v = a.value(text)
				known[text] = v
			}
			return v
		}
	}
	var list []string
	return func(info []store.Value) []string {
		list = a.ofInfo(list[:0], info, value)
		return list
	}
}

// ofInfo appends the values among a game's info, each once, to a list that is empty.
func (a *Attribute) ofInfo(values []string, info []store.Value, value func(text string) string) []string {
	for i := range info {
		v := &info[i]
		if !slices.Contains(a.idents, v.Ident) {
			continue
		}
		if value := value(v.Text); value != "" && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

// ofFacts returns the values of a game that its facts tell, each once.
func (a *Attribute) ofFacts(f *store.Facts) []string {
	if a.read != nil {
		return a.read(f)
	}
	var values []string
	for _, value := range a.sided(f) {
		if value != "" && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

// ReadUser reads what the user added to the archive, which the values of tag
// are; nil is nothing.
func (a *Attribute) ReadUser(db *user.DB) (err error) {
	if a.tagged && db != nil {
		a.tags, err = db.Tags()
	}
	return err
}

// value returns what counts of a text, "" for nothing.
func (a *Attribute) value(text string) string {
	if a.part != nil {
		text = a.part(text)
	}
	return strings.TrimSpace(text)
}

// attributes are those that are more than the texts of a field.
var attributes = []Attribute{
	{Name: "player", idents: []string{"PB", "PW"}}, // a team is not a player, though player: finds it
	{Name: "id", Number: true, game: func(id store.GameID) string { return strconv.Itoa(int(id)) }},
	{Name: "date", idents: []string{"DT"}, part: understood, order: firstDay},
	{Name: "result", idents: []string{"RE"}, part: outcome},
	{Name: "year", Number: true, of: ofDate, column: store.DaysColumn, read: func(f *store.Facts) []string { return period(f, 1, "") }},
	{Name: "month", of: ofDate, column: store.DaysColumn, read: month, order: firstDay},
	{Name: "decade", of: ofDate, column: store.DaysColumn, read: func(f *store.Facts) []string { return period(f, 10, "s") }, order: digits},
	{Name: "century", of: ofDate, column: store.DaysColumn, read: century, order: digits},
	{Name: "winner", column: store.ResultsColumn, of: func(f *store.Facts) uint64 { return uint64(f.Winner) }, read: func(f *store.Facts) []string { return []string{query.WinnerName(f.Winner)} }},
	{Name: "by", column: store.ResultsColumn, of: func(f *store.Facts) uint64 { return uint64(f.How) }, read: func(f *store.Facts) []string { return ifKnown(query.HowName(f.How)) }},
	{Name: "margin", Number: true, of: func(f *store.Facts) uint64 { return uint64(f.How)<<32 | uint64(uint32(f.Margin)) }, read: func(f *store.Facts) []string { return known(f.How == store.ByPoints, hundredths(f.Margin)) }},
	{Name: "komi", Number: true, of: func(f *store.Facts) uint64 { return uint64(uint32(f.Komi)) }, read: func(f *store.Facts) []string { return known(f.Komi != store.NoKomi, hundredths(f.Komi)) }},
	{Name: "handicap", Number: true, of: func(f *store.Facts) uint64 { return uint64(f.Handicap) }, read: func(f *store.Facts) []string { return []string{strconv.Itoa(int(f.Handicap))} }},
	{Name: "size", of: ofSize, read: func(f *store.Facts) []string { return []string{f.Size.String()} }, order: digits},
	{Name: "rank", of: ofRanks, sided: ranks, order: query.RankOrder},
	{Name: "blackrank", of: ofRanks, sided: func(f *store.Facts) [2]string { return [2]string{ranks(f)[0], ""} }, order: query.RankOrder},
	{Name: "whiterank", of: ofRanks, sided: func(f *store.Facts) [2]string { return [2]string{"", ranks(f)[1]} }, order: query.RankOrder},
	{Name: "game", of: func(f *store.Facts) uint64 { return uint64(f.Game) }, read: func(f *store.Facts) []string { return []string{query.GameValue(int(f.Game))} }},
	{Name: "moves", Number: true, column: store.MovesColumn, of: func(f *store.Facts) uint64 { return uint64(f.Moves) }, read: func(f *store.Facts) []string { return []string{strconv.Itoa(int(f.Moves))} }},
	{Name: "nodes", Number: true, of: func(f *store.Facts) uint64 { return uint64(f.Nodes) }, read: func(f *store.Facts) []string { return []string{strconv.Itoa(int(f.Nodes))} }},
	{Name: "corners", moves: corners},
	{Name: "fuseki", moves: fuseki},
	{Name: "has", of: func(f *store.Facts) uint64 { return uint64(f.Flags) }, read: func(f *store.Facts) []string { return query.FlagNames(f.Flags) }},
	{Name: "file", idents: []string{"file"}},
	{Name: "tag", tagged: true},
	{Name: "ratingclass", idents: ratingIdents(), part: query.RatingClass, order: digits},
	{Name: "folder", idents: []string{"file"}, part: folder},
}

// ratingIdents are the properties that hold ratings.
func ratingIdents() []string {
	f, _ := query.FindField("rating")
	return f.Idents
}

// ofDate is what periods are of.
func ofDate(f *store.Facts) uint64 { return uint64(uint32(f.DateLo))<<32 | uint64(uint32(f.DateHi)) }

// ofSize is what the size is of.
func ofSize(f *store.Facts) uint64 { return uint64(f.Size.Cols)<<32 | uint64(f.Size.Rows) }

// ofRanks is what ranks are of.
func ofRanks(f *store.Facts) uint64 {
	return uint64(uint16(f.BlackRank))<<16 | uint64(uint16(f.WhiteRank))
}

// ranks names the rank of each side.
func ranks(f *store.Facts) [2]string {
	return [2]string{query.RankName(f.BlackRank), query.RankName(f.WhiteRank)}
}

// period names the stretch of so many years in which a game was played. One
// that was played over New Year counts where it began; a date that leaves open
// much more than the stretch itself is none, nor is one before Christ.
func period(f *store.Facts, years int, suffix string) []string {
	lo, hi := sgfread.YearOf(int(f.DateLo)), sgfread.YearOf(int(f.DateHi))
	first := lo - lo%years
	if lo < 1 || hi > lo+1 && hi >= first+years {
		return nil
	}
	return []string{strconv.Itoa(first) + suffix}
}

// YearKnown reports whether it is known in which year a game was played, as the field
// year has it.
func YearKnown(f *store.Facts) bool { return period(f, 1, "") != nil }

// month names the month in which a game was played, as 1985-03, if that is known.
func month(f *store.Facts) []string {
	if f.DateLo/100 != f.DateHi/100 || f.DateLo < 1_0000 {
		return nil
	}
	return []string{fmt.Sprintf("%04d-%02d", f.DateLo/1_0000, f.DateLo/100%100)}
}

// understood is a date as it was understood, "" if it was not.
func understood(text string) string { return sgfread.ParseDate(text).String() }

// outcome is a result as it was understood: B+R of B+Resign and 黒中押し勝ち. What
// was not stays as written.
func outcome(text string) string {
	if r := sgfread.ParseResult(text); r.Certainty != sgfread.Unread {
		return r.String()
	}
	return text
}

// century names the century, counting its years from 0: the 1800s.
func century(f *store.Facts) []string { return period(f, 100, "s") }

// folder is the folder or container of a file's path.
func folder(file string) string {
	if i := strings.LastIndexAny(file, `/\`); i > 0 {
		return strings.TrimSuffix(file[:i], "!")
	}
	return path.Dir(file)
}

func ifKnown(name string) []string { return known(name != "", name) }

func known(ok bool, value string) []string {
	if !ok {
		return nil
	}
	return []string{value}
}

// hundredths writes a number of the facts: 650 as 6.5.
func hundredths(n int32) string { return strconv.FormatFloat(float64(n)/100, 'f', -1, 64) }

package query

import (
	"fmt"
	"slices"
	"strings"

	"kifudb/book/alias"
	"kifudb/game"
	"kifudb/game/clock"
	"kifudb/game/estimate"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"
)

// A Field is a name that may stand before a value.
type Field struct {
	Name    string   // in the normal form; "" for texts without a field
	Twins   []string // other names for the same: SGF identifiers and synonyms
	Idents  []string // the properties it reads, if it reads texts
	meaning meaning
	About   string // what it holds, for help texts
}

// Names returns of what its values are names, if they are.
func (f Field) Names() (kind alias.Kind, ok bool) {
	n, ok := f.meaning.(names)
	return n.kind, ok
}

// AtNodes reports whether it reads what stands at nodes. A property that nobody knows may
// also say something about the game.
func (f Field) AtNodes() bool {
	_, ok := f.meaning.(comment)
	return ok || f.AtPositions() || f.OfNodes() && sgfread.TypeOf(sgfread.ParseIdent(f.Name)).Name != ""
}

// OfNodes reports whether it reads properties of nodes: which there are is known, what they
// say is read from records.
func (f Field) OfNodes() bool {
	_, ok := f.meaning.(property)
	return ok
}

// AtPositions reports whether its values are numbers that nodes have.
func (f Field) AtPositions() bool {
	_, ok := f.meaning.(values)
	return ok
}

// TextQuery asks for a value in the texts that the field reads. The words of a
// player's name may be in another order.
func (f Field) TextQuery(v Value) *store.TextQuery {
	q := v.TextQuery(f.Idents)
	if kind, ok := f.Names(); ok && kind == alias.Players && v.SpelledOut() {
		q.Kind = store.Name
	}
	return q
}

// Term returns the term that compares the field with a value, in normal form.
func (f Field) Term(v Value) string { return Print(&Term{Field: f.Name, Values: []Value{v}}) }

// Fields is the table of all fields. Typed fields understand their values;
// all others are searched as text.
var fields = []Field{
	{"player", nil, []string{"PB", "PW", "BT", "WT"}, names{kind: alias.Players}, "either player, or a team, under all aliases"},
	{"opponent", nil, []string{"PB", "PW", "BT", "WT"}, names{kind: alias.Players}, "the other side than player:"},
	{"black", []string{"PB"}, []string{"PB"}, names{kind: alias.Players}, "the player of the black stones"},
	{"white", []string{"PW"}, []string{"PW"}, names{kind: alias.Players}, "the player of the white stones"},
	{"team", nil, []string{"BT", "WT"}, text{}, "either team"},
	{"event", []string{"EV"}, []string{"EV"}, names{kind: alias.Events}, "tournament, under all aliases"},
	{"round", []string{"RO"}, []string{"RO"}, text{}, "round of the tournament"},
	{"title", []string{"GN"}, []string{"GN"}, text{}, "the name given to the game"},
	{"place", []string{"PC"}, []string{"PC"}, text{}, "where it was played"},
	{"date", []string{"DT"}, []string{"DT"}, date{}, "1985, 1985-03, 1985-03-12, 1980s, ranges, and as records write it: 弘化三年"},
	{"result", []string{"RE"}, []string{"RE"}, result{}, "B+R, W+3.5, B+, draw, void, 1-0 (White), 投了, resign, or text"},
	{"winner", nil, nil, winner{}, "black, white, draw, void, unknown"},
	{"by", nil, nil, how{}, "resign, time, forfeit, points, or how it ended on the board: mate, 詰み"},
	{"margin", nil, nil, number{hundredths: true}, "points between the players"},
	{"komi", []string{"KM"}, []string{"KM"}, written{number{hundredths: true}}, "points for White; KM=375 finds what is written so"},
	{"handicap", []string{"HA"}, []string{"HA", game.HandicapName}, handicap{title: title{kind: game.HandicapName}}, "handicap stones or pieces, or by name: 2P, 二枚落ち, 平手"},
	{"size", []string{"SZ"}, []string{"SZ"}, size{}, "19, 13x9, or a range that holds both sides"},
	{"rank", nil, []string{"BR", "WR"}, rank{"rating"}, "either player's rank: 3k < 1d < 9d < 1p < 9p, or 9段"},
	{"blackrank", []string{"BR"}, []string{"BR"}, rank{"blackrating"}, "Black's rank"},
	{"whiterank", []string{"WR"}, []string{"WR"}, rank{"whiterating"}, "White's rank"},
	{"rating", nil, slices.Concat(blackRatings, whiteRatings), rating{}, "either player's rating in points, where a record has one: >2500, 1800..2000"},
	{"blackrating", nil, blackRatings, rating{}, "Black's rating"},
	{"whiterating", nil, whiteRatings, rating{}, "White's rating"},
	{"rules", []string{"RU"}, []string{"RU"}, text{}, "rules"},
	{"time", []string{"TM"}, []string{"TM"}, text{}, "time limit, as written"},
	{"overtime", []string{"OT"}, []string{"OT"}, text{}, "overtime, as written"},
	titleField(game.OpeningName, position.Empty, "ON", "the opening, by the moves or as written: 四間飛車, shikenbisha"),
	titleField(game.OpeningName, position.Black, "", "Black's opening, by the moves"),
	titleField(game.OpeningName, position.White, "", "White's opening, by the moves"),
	titleField(game.CastleName, position.Empty, "", "a castle, by the moves: 美濃, mino"),
	titleField(game.CastleName, position.Black, "", "Black's castle"),
	titleField(game.CastleName, position.White, "", "White's castle"),
	titleField(game.EndingName, position.Empty, "", "how the main line ends on the board: 詰み, mate, 千日手, 入玉, 詰将棋"),
	{"annotator", []string{"AN"}, []string{"AN"}, text{}, "who annotated it"},
	{"user", []string{"US"}, []string{"US"}, text{}, "who entered it"},
	{"source", []string{"SO"}, []string{"SO"}, text{}, "book, journal, …"},
	{"copyright", []string{"CP"}, []string{"CP"}, text{}, "copyright"},
	{"application", []string{"AP"}, []string{"AP"}, text{}, "the program that wrote the record"},
	{"comment", []string{"C"}, []string{"C", "GC"}, comment{}, "comments at moves and on the game"},
	{"name", []string{"N"}, []string{"N"}, comment{}, "names of nodes"},
	{"game", []string{"GM"}, nil, gameKind{}, game.Examples() + " or SGF's number"},
	{"variant", []string{"VARIANT"}, []string{"VARIANT"}, text{}, "the variant of chess, as the record has it"},
	{"theory", []string{"THEORY"}, []string{"THEORY"}, number{}, "what Black would have scored with best play from late on, where a record says it"},
	{"eval", nil, []string{estimate.LeadIdent}, values{}, "what engines thought at some move: points, pawns, 評価値 that Black is ahead by (chess: White); mate"},
	{"winrate", nil, []string{estimate.ChanceIdent}, values{}, "Black's chance to win at some move, in percent, as engines thought"},
	timeField("thought", ThoughtTime, position.Empty, "the longest that a player thought about a move, where the record has clocks: >10m, 1h30m, 12:30"),
	timeField("blackthought", ThoughtTime, position.Black, "Black's longest thought"),
	timeField("whitethought", ThoughtTime, position.White, "White's longest thought"),
	timeField("used", UsedTime, position.Empty, "what a player's moves took together"),
	timeField("blackused", UsedTime, position.Black, "what Black's moves took together"),
	timeField("whiteused", UsedTime, position.White, "what White's moves took together"),
	timeField("left", LeftTime, position.Empty, "the least time that a player had left after a move: <30s; 0 in overtime, <0 over time"),
	timeField("blackleft", LeftTime, position.Black, "the least time that Black had left"),
	timeField("whiteleft", LeftTime, position.White, "the least time that White had left"),
	{"moves", nil, nil, number{}, "number of moves in the main line"},
	{"nodes", nil, nil, number{}, "number of nodes"},
	{"id", nil, nil, identity{}, "number of the game in the archive"},
	{"has", nil, nil, has{}, "variations, comments, setup, problems, clocks, tag, note, correction, or any field"},
	{"dup", nil, nil, dup{}, "records of one game: exact, prefix, near, any, none, preferred, other, or a game's number"},
	{"sig", []string{"dyer"}, nil, signature{}, "Dyer signature, moves 20,40,60,31,51,71: ncqfcqrorepn, ? unknown, under all symmetries"},
	{"tag", nil, nil, tag{}, "your own tags"},
	{"note", nil, nil, note{}, "your own notes on games, and on positions that come up in them"},
	{SavedField, nil, nil, saved{}, "a search that you saved"},
	{"file", nil, []string{"file", "source"}, text{}, "the file it came from"},
	{"charset", []string{"CA"}, []string{"charset", "CA"}, encoding{}, "the encoding of the record; charset:doubtful for a guess"},
	{"raw", nil, nil, text{}, "text in any value as the record has it, also where you corrected it"},
	{"problem", nil, []string{"problem"}, text{}, "what was wrong with the record"},
}

// timeField is a field of what records say of the players' time.
func timeField(name string, kind TimeKind, side position.Color, about string) Field {
	return Field{Name: name, Idents: []string{clock.Ident}, meaning: duration{kind, side}, About: about}
}

// anywhere is the field of texts without a field.
var anywhere = Field{
	Idents:  []string{"PB", "PW", "BT", "WT", "EV", "RO", "GN", "PC", "AN", "GC"},
	meaning: comment{},
	About:   "names, events and comments",
}

// Fields returns all fields with a name of their own, in the order of help
// texts.
func Fields() []Field { return slices.Clone(fields) }

// FindField returns the field of a name as a user wrote it. Any identifier in
// capitals is a field.
func FindField(name string) (Field, bool) {
	lower := strings.ToLower(name)
	for _, f := range fields {
		if f.Name == lower || slices.Contains(f.Twins, name) || slices.Contains(f.Twins, lower) {
			return f, true
		}
	}
	if IsIdent(name) {
		if f, ok := propertyField(name); ok {
			return f, true
		}
		return Field{Name: name, Idents: []string{name}, meaning: text{}}, true
	}
	return Field{}, false
}

// IsIdent reports whether a name has the form of an SGF identifier.
func IsIdent(name string) bool {
	if name == "" || len(name) > 32 || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// suggest returns the known name that is nearest to one that is not known, or
// "" if none is near.
func suggest(name string) string {
	if _, ok := FindField(strings.ToUpper(name)); ok && len(name) <= 2 {
		return strings.ToUpper(name)
	}
	lower := strings.ToLower(name)
	best, least := "", 1+max(1, min(2, len(name)/3))
	try := func(known string) {
		if d := alias.Distance(lower, known); d < least {
			best, least = known, d
		}
	}
	for _, f := range fields {
		try(f.Name)
	}
	for _, name := range boardKinds {
		try(name)
	}
	for _, o := range boardOptions {
		try(o.name)
	}
	return best
}

// NearField returns the name of the field that is nearest to one that is not known,
// or "" if none is near.
func NearField(name string) string { return suggest(name) }

// misnamed are names that people try, with what to ask instead.
var misnamed = map[string]string{
	"enc": "ask with charset:", "encoding": "ask with charset:",
	"year": "ask with date:1985", "decade": "ask with date:1980s", "century": "ask with date:1800..1899",
	"tournament": "ask with event:", "length": "ask with moves:",
	"folder": "ask with file:", "path": "ask with file:",
	"author": "ask with annotator:", "text": "ask with comment:",
	"won": "ask with winner:", "ruleset": "ask with rules:", "location": "ask with place:",
	"duplicate": "ask with dup:", "error": "ask with problem:", "comments": "ask with comment: or has:comments",
	"clock": "ask with has:clocks, thought:, used: or left:", "clocks": "ask with has:clocks, thought:, used: or left:", "thinking": "ask with thought:",
	"captures": "sequences are always found with their captures",
}

// unknownField is the message for a name that is no field.
func unknownField(name string) string {
	if s, ok := misnamed[strings.ToLower(name)]; ok {
		return fmt.Sprintf("unknown field %q; %s", name, s)
	}
	if s := suggest(name); s != "" {
		return fmt.Sprintf("unknown field %q; did you mean %q?", name, s)
	}
	return fmt.Sprintf("unknown field %q; put text that holds a colon or a comparison in quotation marks", name)
}

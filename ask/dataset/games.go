package dataset

import (
	"time"

	"github.com/parquet-go/parquet-go"

	"kifudb/archive"
	"kifudb/format"
	registry "kifudb/game"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// gameRow is what rows about a game as a whole are made from.
type gameRow struct {
	archive   int // its number, from 1
	game      *archive.Game
	facts     store.Facts
	about     *registry.About
	preferred archive.GameID // of the game's cluster; the game itself if it has none
	clustered bool           // the clusters are known

	property, text string // of infoTable
	tag            string // of tagTable
}

// valueOf returns the first value of a property, "" if there is none.
func (r *gameRow) valueOf(ident string) string {
	for _, v := range r.game.Values() {
		if v.Property == ident {
			return v.Text
		}
	}
	return ""
}

// archiveColumn and gameColumn are the first columns of every table.
func archiveColumn[R any](of func(*R) int) column[R] {
	return column[R]{Column{Name: "archive", Kind: Int8, About: "Number of the archive, from 1. It is 1 if only one archive is asked."}, func(r *R) parquet.Value { return whole(of(r)) }}
}

func gameColumn[R any](of func(*R) archive.GameID) column[R] {
	return column[R]{Column{Name: "game", Kind: Int64, About: "Number of the game in its archive. It is never reused."}, func(r *R) parquet.Value { return wide(of(r)) }}
}

var gameTable = table[gameRow]{
	name: "games", about: "A row is a record of a game.", order: "archive, game",
	columns: []column[gameRow]{
		archiveColumn(func(r *gameRow) int { return r.archive }),
		gameColumn(func(r *gameRow) archive.GameID { return r.game.ID }),
		{Column{Name: "kind", Kind: Name, About: "Name of the game, such as go or chess."}, func(r *gameRow) parquet.Value { return text(r.about.Name) }},
		{Column{Name: "width", Kind: Int8, About: "Number of columns of the board.", Null: "unknown"}, func(r *gameRow) parquet.Value { return nonzero(r.facts.Size.Cols) }},
		{Column{Name: "height", Kind: Int8, About: "Number of rows of the board.", Null: "unknown"}, func(r *gameRow) parquet.Value { return nonzero(r.facts.Size.Rows) }},
		{Column{Name: "black", Kind: Name, About: "Name of Black, or of both players of a team.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.Black) }},
		{Column{Name: "black_rank", Kind: Name, About: "Rank of Black, as the record has it.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.BlackRank) }},
		{Column{Name: "black_strength", Kind: Int16, About: "Rank of Black as a number that ascends with strength: -30 for 30 kyu, -1 for 1 kyu, 1 for 1 dan, 101 for 1 dan of a professional.", Null: "the record names no rank"},
			func(r *gameRow) parquet.Value { return nonzero(int(r.facts.BlackRank)) }},
		{Column{Name: "black_rating", Kind: Double, Unit: "rating points", About: "Rating of Black, in games whose players have ratings.", Null: "unknown"}, func(r *gameRow) parquet.Value { return r.rating(r.game.BlackRank) }},
		{Column{Name: "white", Kind: Name, About: "Name of White, or of both players of a team.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.White) }},
		{Column{Name: "white_rank", Kind: Name, About: "Rank of White, as the record has it.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.WhiteRank) }},
		{Column{Name: "white_strength", Kind: Int16, About: "Rank of White as a number, as of Black.", Null: "the record names no rank"},
			func(r *gameRow) parquet.Value { return nonzero(int(r.facts.WhiteRank)) }},
		{Column{Name: "white_rating", Kind: Double, Unit: "rating points", About: "Rating of White, in games whose players have ratings.", Null: "unknown"}, func(r *gameRow) parquet.Value { return r.rating(r.game.WhiteRank) }},
		{Column{Name: "date", Kind: Name, About: "Date of the game, as the record has it.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.Date) }},
		{Column{Name: "date_from", Kind: Date, About: "First day of the date: of 1977 it is 1 January.", Null: "unknown, or the date has no beginning, such as \"before 1700\""}, func(r *gameRow) parquet.Value { return day(r.facts.DateLo) }},
		{Column{Name: "date_to", Kind: Date, About: "Last day of the date: of 1977 it is 31 December.", Null: "unknown, or the date has no end, such as \"since 1955\""}, func(r *gameRow) parquet.Value { return day(r.facts.DateHi) }},
		{Column{Name: "date_unsure", Kind: Bool, About: "True if the text of the date leaves doubts."}, func(r *gameRow) parquet.Value { return r.has(store.DateUnsure) }},
		{Column{Name: "event", Kind: Name, About: "Name of the event.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.Event) }},
		{Column{Name: "round", Kind: Name, About: "Round of the event.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.Round) }},
		{Column{Name: "place", Kind: Name, About: "Place where the game was played.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.Place) }},
		{Column{Name: "result", Kind: Name, About: "Result, as the record has it, such as B+R or W+2.5.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.game.Result) }},
		{Column{Name: "winner", Kind: Name, About: "Winner: black, white, draw, or void if the game was ended without a result.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(winners[r.facts.Winner]) }},
		{Column{Name: "ending", Kind: Name, About: "How the game was won: points, resign, time or forfeit.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(endings[r.facts.How]) }},
		{Column{Name: "margin", Kind: Double, Unit: "points, or what the game counts", About: "By how much the game was won.", Null: "it was not won by points, or by an unknown number"}, (*gameRow).margin},
		{Column{Name: "result_unsure", Kind: Bool, About: "True if the text of the result leaves doubts."}, func(r *gameRow) parquet.Value { return r.has(store.ResultUnsure) }},
		{Column{Name: "komi", Kind: Double, Unit: "points", About: "Komi, as kifudb understands the record.", Null: "the record does not say"}, func(r *gameRow) parquet.Value { return known(r.game.Komi) }},
		{Column{Name: "handicap", Kind: Int16, Unit: "stones, or pieces", About: "Handicap. It is 0 if the record names none."}, func(r *gameRow) parquet.Value { return whole(r.facts.Handicap) }},
		{Column{Name: "moves", Kind: Int32, About: "Number of moves of the main line, with passes."}, func(r *gameRow) parquet.Value { return whole(r.facts.Moves) }},
		{Column{Name: "nodes", Kind: Int32, About: "Number of nodes of the record."}, func(r *gameRow) parquet.Value { return whole(r.facts.Nodes) }},
		{Column{Name: "variations", Kind: Bool, About: "True if the record has variations."}, func(r *gameRow) parquet.Value { return r.has(store.HasVariations) }},
		{Column{Name: "commented", Kind: Bool, About: "True if the record has texts at nodes."}, func(r *gameRow) parquet.Value { return r.has(store.HasComments) }},
		{Column{Name: "setup", Kind: Bool, About: "True if stones or pieces are set up other than as handicap."}, func(r *gameRow) parquet.Value { return r.has(store.HasSetup) }},
		{Column{Name: "problems", Kind: Bool, About: "True if something is wrong with the record; the table info says what under problem."}, func(r *gameRow) parquet.Value { return r.has(store.HasProblems) }},
		{Column{Name: "corrected", Kind: Bool, About: "True if a value is the user's and not the record's."}, func(r *gameRow) parquet.Value { return yes(len(r.game.Corrected) > 0) }},
		{Column{Name: "same_game", Kind: Int64, About: "Number of the preferred record of the same game, which is this one's own number if it is the preferred or the only one. Records of one game have the same value.", Null: "duplicates could not be compared"}, (*gameRow).sameGame},
		{Column{Name: "preferred", Kind: Bool, About: "True if the record is the preferred or the only one of its game.", Null: "duplicates could not be compared"}, (*gameRow).isPreferred},
		{Column{Name: "line", Kind: Uint64, About: "Digest of the moves of the main line, which is the same for the same moves turned, mirrored, or with colors exchanged."}, (*gameRow).line},
		{Column{Name: "digest", Kind: Text, About: "Digest of the record's bytes, 32 hexadecimal digits."}, func(r *gameRow) parquet.Value { return text(r.game.Segment().Digest(r.game.Local()).String()) }},
		{Column{Name: "charset", Kind: Name, About: "Encoding in which the record is read.", Null: "unknown"}, func(r *gameRow) parquet.Value { return text(r.valueOf(format.IdentCharset)) }},
		{Column{Name: "file", Kind: Name, About: "Path of the file, and of the member after \"!/\" if it is in a container."}, func(r *gameRow) parquet.Value { return parquet.ByteArrayValue([]byte(r.game.File)) }},
	},
}

var infoTable = table[gameRow]{
	name: "info", about: "A row is a value of a property that is about a game as a whole. A property may have several.", order: "archive, game",
	columns: []column[gameRow]{
		archiveColumn(func(r *gameRow) int { return r.archive }),
		gameColumn(func(r *gameRow) archive.GameID { return r.game.ID }),
		{Column{Name: "property", Kind: Name, About: "Identifier of the property: SGF's, such as EV, for every format, or a word of kifudb's own, such as problem."}, func(r *gameRow) parquet.Value { return text(r.property) }},
		{Column{Name: "text", Kind: Name, About: "The value as text, with the user's corrections."}, func(r *gameRow) parquet.Value { return parquet.ByteArrayValue([]byte(r.text)) }},
	},
}

var tagTable = table[gameRow]{
	name: "tags", about: "A row is a tag that the user gave a game.", order: "archive, game, tag",
	columns: []column[gameRow]{
		archiveColumn(func(r *gameRow) int { return r.archive }),
		gameColumn(func(r *gameRow) archive.GameID { return r.game.ID }),
		{Column{Name: "tag", Kind: Name, About: "The tag."}, func(r *gameRow) parquet.Value { return text(r.tag) }},
	},
}

var (
	winners = [...]string{store.WinnerUnknown: "", store.WinnerBlack: "black", store.WinnerWhite: "white", store.WinnerNone: "draw", store.WinnerVoid: "void"}
	endings = [...]string{store.HowUnknown: "", store.ByPoints: "points", store.ByResign: "resign", store.ByTime: "time", store.ByForfeit: "forfeit"}
)

func (r *gameRow) has(flag store.Flags) parquet.Value { return yes(r.facts.Flags&flag != 0) }

// nonzero is a number that is 0 if it is unknown.
func nonzero(n int) parquet.Value {
	if n == 0 {
		return unknown()
	}
	return whole(n)
}

// day is the day of a fact, as the number of days since 1970 in the Gregorian calendar.
func day(date int32) parquet.Value {
	if date == 0 || date == gameinfo.Earliest || date == gameinfo.Latest {
		return unknown()
	}
	year, rest := int(date)/10000, int(date)%10000
	if rest < 0 { // before Christ
		year, rest = year-1, rest+10000
	}
	return whole(int(time.Date(year, time.Month(rest/100), rest%100, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)))
}

func (r *gameRow) rating(text string) parquet.Value {
	if !r.about.Ratings {
		return unknown()
	}
	hundredths, ok := gameinfo.ParseRating(text)
	if !ok {
		return unknown()
	}
	return number(float64(hundredths) / 100)
}

func (r *gameRow) margin() parquet.Value {
	if r.facts.How != store.ByPoints || r.facts.Margin == 0 {
		return unknown()
	}
	return number(float64(r.facts.Margin) / 100)
}

func (r *gameRow) sameGame() parquet.Value {
	if !r.clustered {
		return unknown()
	}
	return wide(r.preferred)
}

func (r *gameRow) isPreferred() parquet.Value {
	if !r.clustered {
		return unknown()
	}
	return yes(r.preferred == r.game.ID)
}

func (r *gameRow) line() parquet.Value {
	return key(r.game.Segment().Line(r.game.Local()).Digest)
}

package query

import (
	"slices"

	"kifudb/book/alias"
	"kifudb/game"
	"kifudb/game/clock"
	"kifudb/game/estimate"
	"kifudb/position"
	"kifudb/store"
)

// fields is the table of all fields: those of records, and one for each feature of moves.
var fields = slices.Concat(recordFields, featureFields())

// recordFields are the fields of records. Typed fields understand their values;
// all others are searched as text.
var recordFields = []Field{
	{Name: "player", Idents: []string{"PB", "PW", "BT", "WT"}, meaning: names{kind: alias.Players}, About: "either player, or a team, under all aliases", Listed: []string{"PB", "PW"}, Offered: 6, Menu: true, Called: Words{"en": "player", "ja": "棋士", "zh": "棋手"}},
	{Name: "opponent", Idents: []string{"PB", "PW", "BT", "WT"}, meaning: names{kind: alias.Players}, About: "the other side than player:", As: "player", Menu: true, Called: Words{"en": "opponent", "ja": "相手", "zh": "对手"}},
	{Name: "black", Twins: []string{"PB"}, Idents: []string{"PB"}, meaning: names{kind: alias.Players}, About: "the player of the black stones"},
	{Name: "white", Twins: []string{"PW"}, Idents: []string{"PW"}, meaning: names{kind: alias.Players}, About: "the player of the white stones"},
	{Name: "team", Idents: []string{"BT", "WT"}, meaning: text{}, About: "either team", Menu: true, Called: Words{"en": "team", "ja": "チーム", "zh": "队伍"}},
	{Name: "event", Twins: []string{"EV"}, Idents: []string{"EV"}, meaning: names{kind: alias.Events}, About: "tournament, under all aliases", Offered: 4, Menu: true, Called: Words{"en": "event", "ja": "棋戦", "zh": "赛事"}},
	{Name: "round", Twins: []string{"RO"}, Idents: []string{"RO"}, meaning: text{}, About: "round of the tournament"},
	{Name: "title", Twins: []string{"GN"}, Idents: []string{"GN"}, meaning: text{}, About: "the name given to the game"},
	{Name: "place", Twins: []string{"PC"}, Idents: []string{"PC"}, meaning: text{}, About: "where it was played", Menu: true, Called: Words{"en": "place", "ja": "場所", "zh": "地点"}},
	{Name: "date", Twins: []string{"DT"}, Idents: []string{"DT"}, meaning: date{}, About: "1985, 1985-03, 1985-03-12, 1980s, ranges, today, -30d, -1y, and as records write it: 弘化三年", Part: dateText, Facts: &Facts{Column: store.DaysColumn, Number: firstDay}, ValuesBy: "decade"},
	{Name: "result", Twins: []string{"RE"}, Idents: []string{"RE"}, meaning: result{}, About: "B+R, W+3.5, B+, draw, void, 1-0 (White), 投了, resign, or text", Part: resultText, Values: []string{"B+", "W+", "B+R", "W+R", "draw", "void"}, Menu: true, Called: Words{"en": "result", "ja": "結果", "zh": "结果"}},
	{Name: "winner", meaning: winner{}, About: "black, white, draw, void, unknown", Facts: &Facts{Column: store.ResultsColumn, Number: winnerNumber, Texts: winnerTexts}, Values: []string{"black", "white", "draw", "void", "unknown"}, Menu: true, Called: Words{"en": "winner", "ja": "勝者", "zh": "胜方"}},
	{Name: "by", meaning: how{}, About: "resign, time, forfeit, points, or how it ended on the board: mate, 詰み", Facts: &Facts{Column: store.ResultsColumn, Number: howNumber, Texts: howTexts}, Values: []string{"resign", "time", "forfeit", "points"}, Menu: true, Called: Words{"en": "how it ended", "ja": "決まり方", "zh": "终局方式"}},
	{Name: "margin", meaning: number{hundredths: true}, About: "points between the players", Facts: &Facts{Number: margin}, Mean: &Mean{About: "mean margin in points, of games won by points", Of: won}, Called: Words{"en": "margin", "ja": "目差", "zh": "目差"}},
	{Name: "komi", Twins: []string{"KM"}, Idents: []string{"KM"}, meaning: written{number{hundredths: true}}, About: "points for White; KM=375 finds what is written so", Facts: &Facts{Number: komi}, Mean: &Mean{About: "mean komi, of games whose record gives it"}, Menu: true, Called: Words{"en": "komi", "ja": "コミ", "zh": "贴目"}},
	{Name: "handicap", Twins: []string{"HA"}, Idents: []string{"HA", game.HandicapName}, meaning: handicap{title: title{kind: game.HandicapName}}, About: "handicap stones or pieces, or by name: 2P, 二枚落ち, 平手", Facts: &Facts{Number: handicapStones}, Mean: &Mean{About: "mean handicap in stones"}, Menu: true, Called: Words{"en": "handicap", "ja": "置石", "zh": "让子"}},
	{Name: "size", Twins: []string{"SZ"}, Idents: []string{"SZ"}, meaning: size{}, About: "19, 13x9, or a range that holds both sides", Facts: &Facts{Number: area, Texts: sizeTexts, Key: sizeKey}, Order: digits, Menu: true, Called: Words{"en": "size", "ja": "路数", "zh": "路数"}},
	{Name: "rank", Idents: []string{"BR", "WR"}, meaning: rank{"rating"}, About: "either player's rank: 3k < 1d < 9d < 1p < 9p, or 9段", Facts: &Facts{Sides: ranks}, Menu: true, Called: Words{"en": "rank", "ja": "段級位", "zh": "段位"}},
	{Name: "blackrank", Twins: []string{"BR"}, Idents: []string{"BR"}, meaning: rank{"blackrating"}, About: "Black's rank", Facts: &Facts{Sides: blackRank}},
	{Name: "whiterank", Twins: []string{"WR"}, Idents: []string{"WR"}, meaning: rank{"whiterating"}, About: "White's rank", Facts: &Facts{Sides: whiteRank}},
	{Name: "rating", Idents: slices.Concat(blackRatings, whiteRatings), meaning: rating{}, About: "either player's rating in points, where a record has one: >2500, 1800..2000"},
	{Name: "blackrating", Idents: blackRatings, meaning: rating{}, About: "Black's rating"},
	{Name: "whiterating", Idents: whiteRatings, meaning: rating{}, About: "White's rating"},
	{Name: "rules", Twins: []string{"RU"}, Idents: []string{"RU"}, meaning: text{}, About: "rules", Menu: true, Called: Words{"en": "rules", "ja": "ルール", "zh": "规则"}},
	{Name: "time", Twins: []string{"TM"}, Idents: []string{"TM"}, meaning: text{}, About: "time limit, as written"},
	{Name: "overtime", Twins: []string{"OT"}, Idents: []string{"OT"}, meaning: text{}, About: "overtime, as written"},
	titleField(game.OpeningName, position.Empty, "ON", "the opening, by the moves or as written: 四間飛車, sanrensei, sicilian").menu(Words{"en": "opening", "ja": "布石名", "zh": "布局名"}),
	titleField(game.OpeningName, position.Black, "", "Black's opening, by the moves"),
	titleField(game.OpeningName, position.White, "", "White's opening, by the moves"),
	titleField(game.CastleName, position.Empty, "", "a castle, by the moves: 美濃, mino"),
	titleField(game.CastleName, position.Black, "", "Black's castle"),
	titleField(game.CastleName, position.White, "", "White's castle"),
	titleField(game.EndingName, position.Empty, "", "how the main line ends on the board: 詰み, mate, 千日手, 入玉, 詰将棋"),
	{Name: "annotator", Twins: []string{"AN"}, Idents: []string{"AN"}, meaning: text{}, About: "who annotated it", Menu: true, Called: Words{"en": "annotator", "ja": "解説者", "zh": "评注者"}},
	{Name: "user", Twins: []string{"US"}, Idents: []string{"US"}, meaning: text{}, About: "who entered it"},
	{Name: "source", Twins: []string{"SO"}, Idents: []string{"SO"}, meaning: text{}, About: "book, journal, …", Menu: true, Called: Words{"en": "source", "ja": "出典", "zh": "出处"}},
	{Name: "copyright", Twins: []string{"CP"}, Idents: []string{"CP"}, meaning: text{}, About: "copyright"},
	{Name: "application", Twins: []string{"AP"}, Idents: []string{"AP"}, meaning: text{}, About: "the program that wrote the record"},
	{Name: "comment", Twins: []string{"C"}, Idents: []string{"C", "GC"}, meaning: comment{}, About: "comments at moves and on the game", Flag: store.HasComments},
	{Name: "name", Twins: []string{"N"}, Idents: []string{"N"}, meaning: comment{}, About: "names of nodes"},
	{Name: "game", Twins: []string{"GM"}, meaning: gameKind{}, About: game.Examples() + " or SGF's number", Facts: &Facts{Number: gameNumber, Texts: gameTexts}, Menu: true, Called: Words{"en": "game", "ja": "ゲーム", "zh": "棋种"}},
	{Name: "variant", Twins: []string{"VARIANT"}, Idents: []string{"VARIANT"}, meaning: text{}, About: "the variant of chess, as the record has it"},
	{Name: "theory", Twins: []string{"THEORY"}, Idents: []string{"THEORY"}, meaning: number{}, About: "what Black would have scored with best play from late on, where a record says it"},
	{Name: "eval", Idents: []string{estimate.LeadIdent}, meaning: values{}, About: "what engines thought at some move: points, pawns, 評価値 that Black is ahead by (chess: White); mate"},
	{Name: "winrate", Idents: []string{estimate.ChanceIdent}, meaning: values{}, About: "Black's chance to win at some move, in percent, as engines thought"},
	gradeField("loss", LossGrade, position.Empty, "what a move lost by the engine: >5 in points (chess: pawns), >10% of the chance to win"),
	gradeField("blackloss", LossGrade, position.Black, "what a move of Black lost"),
	gradeField("whiteloss", LossGrade, position.White, "what a move of White lost"),
	gradeField("losspercent", PercentGrade, position.Empty, "what a move lost of the chance to win, in percent: >10"),
	gradeField("swing", SwingGrade, position.Empty, "how far a move changed the chance to win either way, in percent: >30"),
	gradeField("blunder", BlunderGrade, position.Empty, "a move that lost 15 % or more, or 12 points where no chance is known: any, black, white").offering(blunderValues),
	gradeField("agree", AgreeGrade, position.Empty, "whether a move was the engine's first: yes, no").offering([]string{"yes", "no"}),
	gradeField("accuracy", AccuracyGrade, position.Empty, "how accurate a player was, from 0 to 100, as Lichess computes it for a move: >90"),
	gradeField("blackaccuracy", AccuracyGrade, position.Black, "how accurate Black was"),
	gradeField("whiteaccuracy", AccuracyGrade, position.White, "how accurate White was"),
	timeField("thought", ThoughtTime, position.Empty, "the longest that a player thought about a move, where the record has clocks: >10m, 1h30m, 12:30"),
	timeField("blackthought", ThoughtTime, position.Black, "Black's longest thought"),
	timeField("whitethought", ThoughtTime, position.White, "White's longest thought"),
	timeField("used", UsedTime, position.Empty, "what a player's moves took together"),
	timeField("blackused", UsedTime, position.Black, "what Black's moves took together"),
	timeField("whiteused", UsedTime, position.White, "what White's moves took together"),
	timeField("left", LeftTime, position.Empty, "the least time that a player had left after a move: <30s; 0 in overtime, <0 over time"),
	timeField("blackleft", LeftTime, position.Black, "the least time that Black had left"),
	timeField("whiteleft", LeftTime, position.White, "the least time that White had left"),
	{Name: "moves", meaning: number{}, About: "number of moves in the main line", Facts: &Facts{Column: store.MovesColumn, Number: moves}, Mean: &Mean{About: "mean number of moves"}, Called: Words{"en": "moves", "ja": "手数", "zh": "手数"}},
	{Name: "nodes", meaning: number{}, About: "number of nodes", Facts: &Facts{Number: nodes}},
	{Name: "id", meaning: identity{}, About: "number of the game in the archive", Record: true},
	{Name: "has", meaning: has{}, About: "variations, comments, setup, problems, clocks, tag, note, correction, or any field", Facts: &Facts{Texts: func(f *store.Facts) []string { return FlagNames(f.Flags) }, Key: func(f *store.Facts) uint64 { return uint64(f.Flags) }}, Values: hasNames},
	{Name: "dup", meaning: dup{}, About: "records of one game: exact, prefix, near, any, none, preferred, other, or a game's number", Record: true, Values: []string{"exact", "prefix", "near", "any", "none", "preferred", "other"}},
	{Name: "sig", Twins: []string{"dyer"}, meaning: signature{}, About: "Dyer signature, moves 20,40,60,31,51,71: ncqfcqrorepn, ? unknown, under all symmetries", Record: true},
	{Name: "tag", meaning: tag{}, About: "your own tags", Offered: 2, Menu: true, Called: Words{"en": "tag", "ja": "タグ", "zh": "标签"}},
	{Name: "note", meaning: note{}, About: "your own notes on games, and on positions that come up in them"},
	{Name: SavedField, meaning: saved{}, About: "a search that you saved"},
	{Name: "file", Idents: []string{"file", "source"}, meaning: file{}, About: "the file it came from", Listed: []string{"file"}},
	{Name: "charset", Twins: []string{"CA"}, Idents: []string{"charset", "CA"}, meaning: encoding{}, About: "the encoding of the record; charset:doubtful for a guess", Menu: true, Called: Words{"en": "encoding", "ja": "文字コード", "zh": "编码"}},
	{Name: "raw", meaning: raw{}, About: "text in any value as the record has it, also where you corrected it"},
	{Name: "problem", Idents: []string{"problem"}, meaning: text{}, About: "what was wrong with the record", Menu: true, Called: Words{"en": "problem of reading", "ja": "読み取りの問題", "zh": "读取问题"}},
}

// listings are the names under which games are listed and counted, but that no term asks for.
var listings = []Field{
	{Name: "year", meaning: number{}, About: "the year in which it was played", Facts: &Facts{Column: store.DaysColumn, Number: year, Key: dateKey}, FoundBy: "date", Years: 1, Menu: true, Called: Words{"en": "year", "ja": "年", "zh": "年份"}},
	{Name: "month", meaning: date{}, About: "the month", Facts: &Facts{Column: store.DaysColumn, Texts: month, Key: dateKey}, FoundBy: "date"},
	{Name: "decade", meaning: text{}, About: "the decade", Facts: &Facts{Column: store.DaysColumn, Texts: decade, Key: dateKey}, Order: digits, FoundBy: "date", Years: 10, Menu: true, Called: Words{"en": "decade", "ja": "年代", "zh": "年代"}},
	{Name: "century", meaning: text{}, About: "the century", Facts: &Facts{Column: store.DaysColumn, Texts: century, Key: dateKey}, Order: digits, Years: 100, Menu: true, Called: Words{"en": "century", "ja": "世紀", "zh": "世纪"}},
	{Name: "corners", meaning: text{}, About: "the points with which a side opened corners of Go; opening: has names", Moves: CornerMoves, Menu: true, Called: Words{"en": "corners", "ja": "隅", "zh": "角部"}},
	{Name: "fuseki", meaning: text{}, About: "the position after four moves of Go; opening: has names", Moves: FirstMoves, Menu: true, Called: Words{"en": "first four moves", "ja": "最初の四手", "zh": "前四手"}},
	{Name: "ratingclass", Idents: slices.Concat(blackRatings, whiteRatings), meaning: text{}, About: "the hundred in which a rating lies", Part: RatingClass, Order: digits},
	{Name: "folder", Idents: []string{"file"}, meaning: file{}, About: "the folder or container of its file", Part: folderOf, Menu: true, Called: Words{"en": "collection", "ja": "集", "zh": "来源"}},
}

func init() {
	for i := range listings {
		listings[i].listing = true
	}
}

// timeField is a field of what records say of the players' time.
func timeField(name string, kind TimeKind, side position.Color, about string) Field {
	return Field{Name: name, Idents: []string{clock.Ident}, meaning: duration{kind, side}, About: about}
}

// gradeField is a field of what engines thought that moves lost.
func gradeField(name string, kind GradeKind, side position.Color, about string) Field {
	return Field{Name: name, Idents: []string{estimate.GradesIdent}, meaning: grade{kind, side}, About: about}
}

// anywhere is the field of texts without a field.
var anywhere = Field{
	Idents:  []string{"PB", "PW", "BT", "WT", "EV", "RO", "GN", "PC", "AN", "GC"},
	meaning: comment{},
	About:   "names, events and comments",
}

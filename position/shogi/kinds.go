package shogi

import "kifudb/position/feature"

// The kinds of features, by their indexes in [Kinds].
const (
	kindCaptures = iota
	kindTakes
	kindDrops
	kindCheck
	kindChecks
	kindFork
	kindKingRook
	kindPin
	kindSacrifice
	kindPromotes
	kindDeclines
	kindMate
	kindDropMate
	kindEnteringKing
	kindRepetition
	kindOpensBishop
	kindExchangesBishops
	numFeatures
)

// The words of the kind mate.
const (
	mateBoard = 1 + iota
	mateDrop
	mateDouble
	mateDiscovered
)

// Kinds returns the kinds of features that [Observe] knows.
func Kinds() []feature.Kind { return kinds }

const valuesSource = "pawn 1, lance 3, knight 4, silver 5, gold 6, bishop 8, rook 10 as in lesson five of shogi.pl; " +
	"promoted pawn 7, promoted lance, knight and silver 6, horse 10, dragon 12"

var kinds = []feature.Kind{
	kindCaptures: {
		Name: "captures", Also: []string{"capture", "取る", "駒を取る", "とる", "吃子"},
		About: "pieces that the move takes: 1",
	},
	kindTakes: {
		Name: "takes", Also: []string{"取った駒", "とったこま"},
		About: "the piece that the move takes", Words: pieceWords,
	},
	kindDrops: {
		Name: "drops", Also: []string{"打つ", "駒打ち", "うつ", "打入"},
		About: "the piece that the move drops from the hand", Words: pieceWords[:Rook],
	},
	kindCheck: {
		Name: "check", Also: []string{"王手", "おうて", "将军"},
		About: "pieces that give check after the move: 2 is a double check (両王手)",
	},
	kindChecks: {
		Name: "checks", Also: []string{"連続王手", "れんぞくおうて"},
		About: "which check in a row the move is: 3 if it and the player's two moves before it gave check",
	},
	kindFork: {
		Name: "fork", Also: []string{"両取り", "りょうとり", "ryotori"},
		About: "pieces that the moved piece attacks, from 2 on. It counts the king, pieces worth more than the moved one, " +
			"and pieces that no other piece defends. Pins are ignored",
		From: valuesSource,
	},
	kindKingRook: {
		Name: "kingrook", Also: []string{"王手飛車", "王手飛車取り", "おうてびしゃ", "oute-bisha"},
		About: "rooks and dragons that the moved piece attacks while the move gives check",
	},
	kindPin: {
		Name: "pin", Also: []string{"ピン", "釘付け", "くぎづけ", "牵制"},
		About: "pieces that the move pins to their king: each stood free before, and now is alone between its king and a piece that slides",
	},
	kindSacrifice: {
		Name: "sacrifice", Also: []string{"捨て駒", "捨駒", "犠牲", "すてごま", "弃子"},
		About: "what the move loses on its square, in pawns. Both sides take there by turns, least valuable piece first, " +
			"as long as it gains; pieces taken and a promotion by the move count, later promotions and pins do not",
		From: "static exchange evaluation (Chess Programming Wiki); " + valuesSource,
	},
	kindPromotes: {
		Name: "promotes", Also: []string{"成る", "成り", "なる", "なり", "升变"},
		About: "the piece that promotes", Words: promotingWords,
	},
	kindDeclines: {
		Name: "declines", Also: []string{"不成", "成らず", "ならず", "narazu"},
		About: "the piece that could promote and does not", Words: promotingWords,
	},
	kindMate: {
		Name: "mate", Also: []string{"詰み", "詰", "つみ", "tsumi", "将死"},
		About: "how the move mates", Words: []feature.Word{
			{Name: "board", Also: []string{"盤上"}, About: "a piece on the board moves"},
			{Name: "drop", Also: []string{"打", "打つ"}, About: "a piece is dropped, also a pawn, which is against the rules"},
			{Name: "double", Also: []string{"両王手", "りょうおうて"}, About: "several pieces give check"},
			{Name: "discovered", Also: []string{"開き王手", "空き王手", "あきおうて"}, About: "a piece that did not move gives check"},
		},
	},
	kindDropMate: {
		Name: "dropmate", Also: []string{"打ち歩詰め", "打歩詰め", "打歩詰", "うちふづめ", "uchifuzume"},
		About: "mates by a dropped pawn, which is against the rules: 1",
	},
	kindEnteringKing: {
		Name: "enteringking", Also: []string{"入玉", "にゅうぎょく", "nyugyoku", "入王"},
		About: "how many rows deep the king stands in the opponent's three, if the move took it deeper: 1 to 3",
	},
	kindRepetition: {
		Name: "repetition", Also: []string{"千日手", "せんにちて", "sennichite", "同一局面"},
		About: "how often the position has come up in this line of play, from 2 on: same board, same hands, same player to move. 4 ends a game",
	},
	kindOpensBishop: {
		Name: "opensbishop", Also: []string{"角道を開ける", "角道", "かくみち"},
		About: "squares that the player's bishop on its first square gains because the moved piece leaves its diagonal",
	},
	kindExchangesBishops: {
		Name: "exchangesbishops", Also: []string{"角交換", "かくこうかん", "kakukokan", "角换"},
		About: "bishops exchanged: 1 if a bishop took a bishop on the move before, and the move takes it back",
	},
}

// pieceWords names the kinds of pieces in their order.
var pieceWords = []feature.Word{
	{Name: "pawn", Also: []string{"歩", "歩兵", "ふ", "fu"}, About: "a pawn that has not promoted"},
	{Name: "lance", Also: []string{"香", "香車", "きょう", "きょうしゃ", "kyo"}, About: "a lance that has not promoted"},
	{Name: "knight", Also: []string{"桂", "桂馬", "けい", "けいま", "kei"}, About: "a knight that has not promoted"},
	{Name: "silver", Also: []string{"銀", "銀将", "ぎん", "gin"}, About: "a silver that has not promoted"},
	{Name: "gold", Also: []string{"金", "金将", "きん", "kin"}, About: "a gold"},
	{Name: "bishop", Also: []string{"角", "角行", "かく", "kaku"}, About: "a bishop that has not promoted"},
	{Name: "rook", Also: []string{"飛", "飛車", "ひしゃ", "hisha"}, About: "a rook that has not promoted"},
	{Name: "king", Also: []string{"玉", "王", "玉将", "王将", "ぎょく", "おう", "gyoku", "ou"}, About: "the king, which only a record of an illegal game has"},
	{Name: "tokin", Also: []string{"と", "と金", "ときん", "promotedpawn"}, About: "a promoted pawn"},
	{Name: "promotedlance", Also: []string{"杏", "成香", "なりきょう", "narikyo"}, About: "a promoted lance"},
	{Name: "promotedknight", Also: []string{"圭", "成桂", "なりけい", "narikei"}, About: "a promoted knight"},
	{Name: "promotedsilver", Also: []string{"全", "成銀", "なりぎん", "narigin"}, About: "a promoted silver"},
	{Name: "horse", Also: []string{"馬", "竜馬", "龍馬", "うま", "uma"}, About: "a promoted bishop"},
	{Name: "dragon", Also: []string{"竜", "龍", "竜王", "龍王", "りゅう", "ryu"}, About: "a promoted rook"},
}

// promotingWords are those of the kinds that promote.
var promotingWords = append(append([]feature.Word{}, pieceWords[:Silver]...), pieceWords[Bishop-1], pieceWords[Rook-1])

// pieceValue returns the number of a kind in pieceWords, from 1.
func pieceValue(k Kind) int32 {
	if k > King+Silver {
		k-- // there is no promoted gold
	}
	return int32(k)
}

// promotingValue returns the number of a kind in promotingWords, from 1.
func promotingValue(k Kind) int32 {
	if k > Gold {
		k--
	}
	return int32(k)
}

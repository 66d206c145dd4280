package chess

import (
	"kifudb/position/feature"
)

// points are the values of pieces for forks, skewers and sacrifices: the usual 1, 3, 3, 5 and 9.
// Nothing is worth more than a king.
var points = [...]int32{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 1000}

const valuesSource = "values of pieces: pawn 1, knight and bishop 3, rook 5, queen 9"

// pieceWords name the kinds of pieces from the pawn on.
var pieceWords = []feature.Word{
	{Name: "pawn", Also: []string{"ポーン", "兵"}, About: "a pawn"},
	{Name: "knight", Also: []string{"ナイト", "马", "馬"}, About: "a knight"},
	{Name: "bishop", Also: []string{"ビショップ", "象"}, About: "a bishop"},
	{Name: "rook", Also: []string{"ルーク", "车", "車"}, About: "a rook"},
	{Name: "queen", Also: []string{"クイーン", "后"}, About: "a queen"},
}

// kinds are the kinds of features, each with the function that measures it: it returns the
// value, 0 for none, and calls mark for each square of a drawing.
var kinds = [...]struct {
	feature.Kind
	measure func(*observer) int32
}{
	kindCaptures: {feature.Kind{
		Name: "captures", Also: []string{"capture", "取る", "吃子"},
		About: "pieces that the move takes: 1",
	}, (*observer).captures},
	kindTakes: {feature.Kind{
		Name: "takes", Also: []string{"取った駒"},
		About: "the piece that the move takes", Words: pieceWords,
	}, (*observer).takes},
	kindEnPassant: {feature.Kind{
		Name: "enpassant", Also: []string{"en-passant", "アンパッサン", "吃过路兵", "吃過路兵"},
		About: "1 for a pawn taken in passing",
	}, (*observer).enPassant},
	kindCheck: {feature.Kind{
		Name: "check", Also: []string{"チェック", "将军", "將軍"},
		About: "pieces that give check after the move",
	}, (*observer).check},
	kindChecks: {feature.Kind{
		Name: "checks", Also: []string{"連続チェック", "连将"},
		About: "which check in a row the move is: 3 if it and the player's two moves before it gave check",
	}, (*observer).checks},
	kindDoubleCheck: {feature.Kind{
		Name: "doublecheck", Also: []string{"double-check", "ダブルチェック", "双将", "雙將"},
		About: "1 if two pieces give check after the move",
	}, (*observer).doubleCheck},
	kindDiscoveredCheck: {feature.Kind{
		Name: "discoveredcheck", Also: []string{"discovered-check", "ディスカバードチェック", "闪将", "閃將"},
		About: "pieces that give check and did not move",
	}, (*observer).discoveredCheck},
	kindMate: {feature.Kind{
		Name: "mate", Also: []string{"checkmate", "チェックメイト", "チェックメート", "将死", "將死"},
		About: "the move mates; the word is the pattern", From: `Wikipedia, "Checkmate pattern"; Renaud and Kahn, "The Art of the Checkmate"`,
		Words: mateWords,
	}, (*observer).mate},
	kindStalemate: {feature.Kind{
		Name: "stalemate", Also: []string{"ステイルメイト", "ステールメイト", "逼和", "无子可动"},
		About: "1 if the opponent has no legal move after the move and is not in check",
	}, (*observer).stalemate},
	kindFork: {feature.Kind{
		Name: "fork", Also: []string{"フォーク", "捉双", "击双"},
		About: "pieces that the moved piece attacks, from 2 on: the king, pieces worth more than the moved one, and pieces that nothing defends. Pawns are not counted, and pins are ignored",
		From:  valuesSource,
	}, (*observer).fork},
	kindPin: {feature.Kind{
		Name: "pin", Also: []string{"ピン", "牵制", "牽制"},
		About: "pieces and pawns that the move pins to their king: each is alone between its king and a piece that moves along that line, and was not before",
	}, (*observer).pin},
	kindSkewer: {feature.Kind{
		Name: "skewer", Also: []string{"スキュア", "串击", "串打"},
		About: "lines on which the moved piece attacks a king, or a queen worth more than it, and behind that a piece, not a pawn, that is worth more than it or that only the one in front defends",
		From:  valuesSource,
	}, (*observer).skewer},
	kindSacrifice: {feature.Kind{
		Name: "sacrifice", Also: []string{"サクリファイス", "弃子", "棄子"},
		About: "points that the move loses on its square, less what it took: both sides take there by turns with the least valuable piece that legally can, as long as it gains. It does not tell a sacrifice from a mistake",
		From:  `static exchange evaluation (Chess Programming Wiki); ` + valuesSource,
	}, (*observer).sacrifice},
	kindPromotes: {feature.Kind{
		Name: "promotes", Also: []string{"promotion", "プロモーション", "升变", "升變"},
		About: "what the pawn becomes", Words: pieceWords[1:],
	}, (*observer).promotes},
	kindCastles: {feature.Kind{
		Name: "castles", Also: []string{"castling", "キャスリング", "王车易位", "王車易位"},
		About: "to which side the king castles",
		Words: []feature.Word{
			{Name: "short", Also: []string{"kingside", "o-o", "0-0", "短易位"}, About: "toward the h-file"},
			{Name: "long", Also: []string{"queenside", "o-o-o", "0-0-0", "长易位", "長易位"}, About: "toward the a-file"},
		},
	}, (*observer).castling},
	kindPassedPawn: {feature.Kind{
		Name: "passedpawn", Also: []string{"passed-pawn", "パスポーン", "通路兵"},
		About: "the player's pawns that become passed with the move: no enemy pawn is ahead of them on their file or the files beside it",
	}, (*observer).passedPawn},
	kindRepetition: {feature.Kind{
		Name: "repetition", Also: []string{"千日手", "重复局面", "重複局面"},
		About: "how often the position has come up in this line of play, from 2 on: same board, same player to move, same rights to castle and to take in passing. 3 is a draw if a player claims it",
		From:  "FIDE Laws of Chess, article 9.2",
	}, (*observer).repetition},
}

const (
	kindCaptures = iota
	kindTakes
	kindEnPassant
	kindCheck
	kindChecks
	kindDoubleCheck
	kindDiscoveredCheck
	kindMate
	kindStalemate
	kindFork
	kindPin
	kindSkewer
	kindSacrifice
	kindPromotes
	kindCastles
	kindPassedPawn
	kindRepetition
)

// features are the kinds alone.
var features = func() []feature.Kind {
	list := make([]feature.Kind, len(kinds))
	for i := range kinds {
		list[i] = kinds[i].Kind
	}
	return list
}()

// Features returns the kinds of features that [Observe] reports. Callers must not change them.
func Features() []feature.Kind { return features }

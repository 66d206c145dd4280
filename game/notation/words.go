package notation

import "kifudb/position/shogi"

// pieceWords are the names of the pieces in statements and in both notations.
var pieceWords = []struct {
	word string
	kind shogi.Kind
}{
	{"GYOKU", shogi.King}, {"GYO", shogi.King}, {"KING", shogi.King}, {"K", shogi.King},
	{"HISHA", shogi.Rook}, {"HI", shogi.Rook}, {"ROOK", shogi.Rook}, {"R", shogi.Rook},
	{"KAKU", shogi.Bishop}, {"KAK", shogi.Bishop}, {"BISHOP", shogi.Bishop}, {"B", shogi.Bishop},
	{"KIN", shogi.Gold}, {"GOLD", shogi.Gold}, {"G", shogi.Gold},
	{"GIN", shogi.Silver}, {"SILVER", shogi.Silver}, {"S", shogi.Silver},
	{"KEIMA", shogi.Knight}, {"KEI", shogi.Knight}, {"KNIGHT", shogi.Knight}, {"N", shogi.Knight},
	{"KYOSHA", shogi.Lance}, {"KYO", shogi.Lance}, {"LANCE", shogi.Lance}, {"L", shogi.Lance},
	{"FU", shogi.Pawn}, {"PAWN", shogi.Pawn}, {"P", shogi.Pawn},
}

// pieceOf returns the kind of a piece's name in capitals, NoKind if it is none.
func pieceOf(word string) shogi.Kind {
	for _, w := range pieceWords {
		if w.word == word {
			return w.kind
		}
	}
	return shogi.NoKind
}

// sideOf returns whose side a word in capitals names, Empty if it is none.
func sideOf(word string) shogi.Color {
	switch word {
	case "SENTE", "S", "BLACK", "B":
		return shogi.Black
	case "GOTE", "G", "WHITE", "W":
		return shogi.White
	}
	return shogi.Empty
}

// sideWord returns SENTE or GOTE.
func sideWord(c shogi.Color) string {
	if c == shogi.White {
		return "GOTE"
	}
	return "SENTE"
}

// squareOf reads file and rank, the rank a digit or a letter in either case.
func squareOf(s string) shogi.Square {
	if len(s) != 2 {
		return shogi.NoSquare
	}
	return shogi.SquareAt(int(s[0])-'0', rankOf(s[1]))
}

// rankOf returns 1 to 9, or 0.
func rankOf(c byte) int {
	switch {
	case c >= '1' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'i':
		return int(c-'a') + 1
	case c >= 'A' && c <= 'I':
		return int(c-'A') + 1
	}
	return 0
}

// digits returns the square as two digits, "76".
func digits(s shogi.Square) string {
	return string([]byte{'0' + byte(s.File()), '0' + byte(s.Rank())})
}

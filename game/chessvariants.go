package game

import (
	"strings"
	"unicode"

	"kifudb/position"
)

// chessVariant is the entry of a game that grew out of chess. Its moves are counted and its
// texts are kept; its positions are none of chess.
func chessVariant(number int, name string, also ...string) Game {
	return &entry{About{
		Number: number, Name: name, Also: also, Size: position.Square(8), Fixed: true, Ratings: true, WhiteAhead: true,
	}}
}

// chessRules are names under which records in PGN are of chess by the usual rules, maybe
// from another start, as fold writes them. Sources: the headers that python-chess reads
// (chess/pgn.py, the aliases of chess.Board); FICS's and ICC's wild/0 to wild/8a and wild/22;
// lichess.org ("From Position"); chess.com ("Regular", "Chess960"); WinBoard's names ("normal",
// "nocastle", "shuffle"); Cute Chess ("fischerandom"); PyChess, whose "blindfold",
// "hiddenpawns" and odds are ways to play chess.
var chessRules = set(`standard standardchess regular regularchess normal normalchess chess orthodox orthodoxchess orthochess classical
	classicalchess classic classicchess western westernchess international internationalchess illegal default none
	fromposition position setup setupposition custom customposition thematic
	chess960 960 960chess c960 fischerandom fischerrandom fischerandomchess fischerrandomchess fischerchess freestyle freestylechess
	frc chess9lx doublefischerandom doublefischerrandom dfrc shuffle shufflechess nocastle
	wild/0 wild/1 wild/2 wild/3 wild/4 wild/5 wild/6 wild/7 wild/8 wild/8a wild/22 wildfr wild/fr
	blindfold blindfoldchess hiddenpawns hiddenpieces allwhite pawnodds knightodds rookodds queenodds
	チェス 国际象棋 國際象棋`)

// variantNames are names of variants as fold writes them, and ours. Sources: the aliases
// in python-chess (chess/variant.py), the keys of lichess.org and chess.com, WinBoard's
// names, ICC's wild/23 to wild/27. Suicide and giveaway chess differ only in
// who wins without a move; they are one entry.
var variantNames = map[string]string{
	"anti": "antichess", "antichess": "antichess", "suicide": "antichess", "suicidechess": "antichess", "giveaway": "antichess", "giveawaychess": "antichess",
	"losingchess": "antichess", "wild/26": "antichess",
	"crazyhouse": "crazyhouse", "house": "crazyhouse", "zh": "crazyhouse", "crazyhousechess": "crazyhouse", "wild/23": "crazyhouse", "wild/24": "bughouse",
	"atomic": "atomic", "atom": "atomic", "atomicchess": "atomic", "wild/27": "atomic",
	"kingofthehill": "king of the hill", "koth": "king of the hill", "kingofthehillchess": "king of the hill",
	"threecheck": "three-check", "threecheckchess": "three-check", "3check": "three-check", "3checks": "three-check", "threechecks": "three-check", "3checkchess": "three-check", "wild/25": "three-check",
	"horde": "horde", "hordechess": "horde", "dunsany": "horde", "dunsanychess": "horde",
	"racingkings": "racing kings", "racing": "racing kings", "race": "racing kings", "racingkingschess": "racing kings",
	"bughouse": "bughouse", "bughousechess": "bughouse", "doublechess": "bughouse", "tandem": "bughouse", "tandemchess": "bughouse", "transferchess": "bughouse",
}

// set returns the words of a text.
func set(s string) map[string]bool {
	list := map[string]bool{}
	for word := range strings.FieldsSeq(s) {
		list[word] = true
	}
	return list
}

// fold returns the name of a variant as names are compared: in lower case, and without
// spaces, hyphens, underscores and apostrophes.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-_'’‐‑–—", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// ChessVariant returns the game that a record in PGN is of, by the name of its variant:
// chess if there is none, or if the name says no more than how it starts; the entry of variants of
// chess, or that for all others. A name of a game without rules that SGF numbers is that
// game's, as xiangqi is.
func ChessVariant(name string) Game {
	key := fold(name)
	switch {
	case strings.Trim(key, "?.*") == "", chessRules[key]:
		return chessGame
	case variantNames[key] != "":
		return mustNamed(variantNames[key])
	}
	if g, ok := Named(name); ok && strings.Trim(name, "0123456789") != "" && HasRules(g) != nil {
		return g
	}
	return own(otherChess)
}

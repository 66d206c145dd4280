package gameinfo

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Winner is the winner in a result, if there is one.
type Winner uint8

// The winners. Void means that the game ended without a result, or that it was
// left unfinished.
const (
	NoWinner Winner = iota // unknown
	BlackWins
	WhiteWins
	Draw
	Void
)

// String returns "", "B", "W", "draw" or "void".
func (w Winner) String() string { return [...]string{"", "B", "W", "draw", "void"}[min(w, Void)] }

// opponent exchanges the players.
func (w Winner) opponent() Winner {
	switch w {
	case BlackWins:
		return WhiteWins
	case WhiteWins:
		return BlackWins
	}
	return w
}

// Ending is the way in which a game ended.
type Ending uint8

// The endings.
const (
	NoEnding   Ending = iota // unknown, or not told
	ByPoints                 // counted; the margin is known
	ByResign                 // resignation
	ByTime                   // a player's time ran out
	ByForfeit                // not played, or given up for other reasons
	ByIllegal                // an illegal move
	Unfinished               // suspended, adjourned, left
)

// String returns "", "points", "resign", "time", "forfeit", "illegal" or
// "unfinished".
func (e Ending) String() string {
	return [...]string{"", "points", "resign", "time", "forfeit", "illegal", "unfinished"}[min(e, Unfinished)]
}

// A Result is the value of RE.
type Result struct {
	Winner    Winner
	Ending    Ending
	Margin    int  // in hundredths of a point, if Ending is ByPoints
	Zi        bool // the margin was counted in zi; one zi makes two points
	Certainty Certainty
}

// String returns the result as FF[4] writes it: "B+R", "W+3.5", "B+", "0",
// "Void" or "?".
func (r Result) String() string {
	switch r.Winner {
	case Draw:
		return "0"
	case Void:
		return "Void"
	case NoWinner:
		return "?"
	}
	switch r.Ending {
	case ByPoints:
		return r.Winner.String() + "+" + strconv.FormatFloat(float64(r.Margin)/100, 'f', -1, 64)
	case ByResign:
		return r.Winner.String() + "+R"
	case ByTime:
		return r.Winner.String() + "+T"
	case ByForfeit:
		return r.Winner.String() + "+F"
	}
	return r.Winner.String() + "+"
}

// ParseResult reads the value of RE, in UTF-8: the forms of FF[4], their usual
// variations, and phrases in Chinese, Japanese, Korean, English, German, French, Spanish and
// Russian ("白胜3又3/4子", "黒半目勝", "흑 불계승", "Black wins by resignation"). It never
// fails. A value that it cannot read is Unread, and so is a phrase with an unknown word. For
// "B+" with such a word it returns only the winner, as guessed.
func ParseResult(text string) Result {
	if r, ok := formalResult(text); ok {
		return r
	}
	s := plainText(text)
	if s == "" || len(text) > maxInfoText {
		return Result{}
	}
	if r, ok := shortResult(s); ok {
		return r
	}
	return resultInWords(s)
}

// formalResult reads exactly what FF[4] names; it is what nearly all records have.
func formalResult(s string) (Result, bool) {
	switch s {
	case "0", "Draw":
		return Result{Winner: Draw, Certainty: Exact}, true
	case "Void":
		return Result{Winner: Void, Certainty: Exact}, true
	case "?":
		return Result{Certainty: Exact}, true
	}
	if len(s) < 2 || s[1] != '+' || s[0] != 'B' && s[0] != 'W' {
		return Result{}, false
	}
	r := Result{Winner: BlackWins, Certainty: Exact}
	if s[0] == 'W' {
		r.Winner = WhiteWins
	}
	switch s[2:] {
	case "":
		return r, true
	case "R", "Resign":
		r.Ending = ByResign
		return r, true
	case "T", "Time":
		r.Ending = ByTime
		return r, true
	case "F", "Forfeit":
		r.Ending = ByForfeit
		return r, true
	}
	for i := 2; i < len(s); i++ {
		if !isDigit(s[i]) && (s[i] != '.' || i == 2) {
			return Result{}, false
		}
	}
	a := readAmount(s[2:])
	if a.width != len(s)-2 || a.bad {
		return Result{}, false
	}
	r.setMargin(a)
	return r, true
}

// setMargin notes a margin. Servers write tiny or zero margins when they only
// know who won.
func (r *Result) setMargin(a amount) {
	if a.hundredths < 25 {
		r.Certainty.lower(Guessed)
		return
	}
	const countedUp = 180 * 100 // zi: so many are what a player has in the end
	if a.unit == ziUnit && a.hundredths > countedUp {
		r.Certainty.lower(Guessed)
		return
	}
	r.Ending = ByPoints
	r.Margin, r.Zi = a.points()
	if r.Zi {
		r.Certainty.lower(Calculated)
	} else if a.hundredths%50 != 0 {
		r.Certainty.lower(Guessed)
	}
}

// shortResult reads "b+r", "W + 3,5", "W++1.0", "B", "B+R (remark)" and the
// single words for a game without a winner, from plain text.
func shortResult(s string) (Result, bool) {
	r := Result{Certainty: Clear}
	c, size := utf8.DecodeRuneInString(s)
	switch c {
	case 'b', '黑', '黒', '흑':
		r.Winner = BlackWins
	case 'w', '白', '백':
		r.Winner = WhiteWins
	case '?':
		if !r.remark(s[1:]) {
			r.Certainty.lower(Guessed)
		}
		return r, true
	default:
		return r, false
	}
	rest := strings.TrimLeft(s[size:], " ")
	if rest == "" {
		return r, c < utf8.RuneSelf
	}
	if rest[0] != '+' {
		return r, false
	}
	rest = strings.TrimLeft(rest, "+ ")
	known := Result{Winner: r.Winner, Certainty: Guessed} // whatever the rest may mean
	if a := readAmount(rest); a.width > 0 {
		r.setMargin(a)
		rest = rest[a.width:]
		if a.bad {
			return known, true
		}
	} else {
		word := rest[:wordWidth(rest)]
		rest = rest[len(word):]
		switch {
		case word == "r" || strings.HasPrefix(word, "res"):
			r.Ending = ByResign
		case word == "t" || strings.HasPrefix(word, "time"):
			r.Ending = ByTime
		case word == "f" || strings.HasPrefix(word, "forf"):
			r.Ending = ByForfeit
		case word == "i" || strings.HasPrefix(word, "illegal"):
			r.Ending = ByIllegal
		case word != "":
			tokens := resultWords.scan(word + rest)
			if r.Ending = endingOf(tokens); r.Ending == NoEnding || has(tokens, unknownWord) {
				return known, true // J, AW, V: someone won
			}
			rest = word + rest
		}
	}
	if !r.remark(rest) {
		return known, true
	}
	return r, true
}

// remark reads what stands after a result, and reports false if that may be part of it and
// is not understood.
func (r *Result) remark(rest string) bool {
	apart := strings.TrimLeft(rest, " ")
	tokens := resultWords.scan(apart)
	if !separated(apart) {
		said, harmless := withoutRemarks(tokens)
		if has(said, unknownWord, anAmount, sayBlack, sayWhite, sayBoth, bothLose, sayLoses, sayDraw, sayOpen, sayVoid) {
			return false
		}
		if ending := endingOf(said); ending != NoEnding && r.Ending == NoEnding {
			r.Ending = ending
		} else if ending != r.Ending && ending != NoEnding {
			return false
		}
		if !harmless || has(said, doubtful) {
			r.Certainty.lower(Guessed)
		}
		return true
	}
	if !isRemark(tokens) || strings.Contains(apart, "w+") || strings.Contains(apart, "b+") || strings.Contains(apart, "but") {
		r.Certainty.lower(Guessed)
	}
	return true
}

// separated reports whether what follows a value is set apart from it.
func separated(s string) bool {
	return s == "" || strings.IndexByte("([,;?{", s[0]) >= 0 || s == "."
}

// resultWords are those of results.
var resultWords = newVocabulary(map[meaning]string{
	sayBlack: `black, b, blacks, black's, 黑, 黑方, 黑棋, 黑番, 黒, 黒番, 先番, 先手, 先手番, 흑, 흑번, 흑이, 흑의, schwarz, noir, noirs, negro, negras, nero,
		черные, черных, черным, черный`,
	sayWhite: `white, w, whites, white's, 白, 白方, 白棋, 白番, 後手, 后手, 後手番, 백, 백번, 백이, 백의, weiss, blanc, blancs, blanco, blancas, bianco,
		белые, белых, белым, белый`,
	sayBoth: `both, both players, both sides, 双方, 雙方, 両者, 両者とも, 両対局者, 兩者, 两者, 黑白双方, 두 사람, 두 사람 모두, 두사람, 두사람 모두, 두 사람 다, 둘 다, 둘다, 양쪽, 양자,
		양 대국자, 양대국자, 쌍방, 모두, beide, beide spieler, les deux, les deux joueurs, ambos, оба, обе, обеим`,
	bothLose: `両負け, 両負, 両敗, 双负, 雙負, 双败, 雙敗, 两败, 兩敗, 俱败, 俱负, 양패`,
	sayWins: `win, wins, won, winner, winning, victory, victorious, beat, beats, defeat, defeats, defeated, 胜, 勝, 勝ち, 勝利, 勝った, 获胜, 獲勝, 取胜, 取勝, 得胜, 判胜, 判勝,
		승, 승리, 승리함, 이김, 이겼다, 贏, 赢, gewinnt, gewann, gewinn, sieg, siegt, siegte, gagne, gagnent, gagnant, gana, ganan, vince, victoire,
		выиграли, выиграл, выигрыш, победа, победили, победил`,
	sayLoses: `lose, loses, lost, losing, loss, 負け, 負, 负, 败, 敗, 敗北, 输, 輸, 判负, 判負, 패, 패배, 패배함, 졌다, verliert, verlor, verlieren, perd, perdent, pierde, pierden,
		проиграли, проиграл`,
	sayResigns: `resign, resigns, resigned, resigning, resignation, 投了, 投降, 认输, 認輸, 认负, 認負, 投子, 投子认输, 投子认负, 投子認輸, 投子認負, 투석, 항복, 돌을 던짐, 던짐,
		aufgabe, gibt auf, gab auf, aufgegeben, abandon, abandonne, abandonnent, abandona, abandonan, abandono, сдались, сдался, сдаются, сдача, сдачей`,
	sayMiddle: `中押, 中押し, 中盘, 中盤, 不计, 不計, 불계`,
	sayTime: `time, timeout, time out, time over, timeouts, time loss, clock, flag, out of time, 时间, 時間, 时间到, 時間到, 超时, 超時, 超时间, 時間切れ, 時間切, 切れ, 읽기초과, 시간, 시간초과, 시간 초과,
		zeit, zeituberschreitung, temps, tiempo, время, времени, просрочка`,
	sayForfeit: `forfeit, forfeits, forfeited, forfeiture, default, defaults, walkover, no show, no-show, disqualification, disqualified, 不戦, 不战, 不戰, 弃权, 棄權, 棄権, 弃赛, 缺席, 失格,
		기권, 부전, 몰수, 실격, kampflos, неявка`,
	sayIllegal: `illegal, illegal move, illegal moves, illegal play, rule violation, violation of the rules, violation, foul, breaking the rules, broke the rules, 反則, 反则, 犯规, 犯規, 反則行為, 违规, 違規,
		반칙, 二手打, 二手打ち, 二歩, 두 번 둠, regelverstoss, regelwidrig`,
	sayDraw: `jigo, draw, drawn, drew, tie, tied, 持碁, ジゴ, 和棋, 和局, 和, 平局, 平手和, 持棋, 引き分け, 引分け, 引分, 持将棋, 비김, 비겼다, 무승부, 빅, unentschieden, remis, nulle, match nul,
		egalite, tablas, empate, ничья`,
	sayOpen: `unfinished, left unfinished, not finished, suspended, suspend, adjourn, adjourns, adjourned, adjournment, abandoned, incomplete, left open, 打掛, 打掛け, 打ち掛け, 打ち掛, 打挂, 打卦, 封棋,
		中断, 未完, 未终局, 미완, 미완성, 봉수, 중단, abgebrochen, unterbrochen, interrompue, прервана`,
	sayVoid:  `void, voided, no result, noresult, cancel, cancelled, canceled, cancellation, annul, annulled, not played, 無勝負, 无胜负, 無勝敗, 无胜败, 無効, 无效, 無效, 무효, 무효국, 무승패, ungultig`,
	sayBy:    `by, on, due to, because of, through, via, durch, um, mit, wegen, per, par, por, による, により, за счет, по, с`,
	doubtful: `probably, perhaps, maybe, possibly, apparently, presumably, wohl, vermutlich, about, approx, ca, 约, 約, 약, 推定, 恐らく, おそらく, 아마, 아마도`,
	filler: `the, a, an, move, moves, plies, game, games, match, has, have, had, is, was, been, be, of, and, to, in, after, with, at, for, over, against, player, players, side, only, just, ends, ended, end, in a, result,
		der, die, das, und, nach, im, le, la, les, et, el, las, los, y, de, des, du, на, и,
		局, 棋, 対局, 对局, 對局, 终局, 終局, 完, 共, 計, 计, 总, 總, 全, 以下略, 以下, 略, まで, 迄, にて, 为, 為, 因, 而, 方, 番, 者, 側, 以, 于, 於, 被, 判, 裁定, 终, 结果, 結果, 結果は,
		の, が, は, を, に, で, て, し, た, ち, り, け, す, る, れ, と,
		이, 가, 은, 는, 의, 로, 으로, 을, 를, 에, 도, 총, 국, 대국, 끝, 종국, 결과, 완료, 만에`,
})

// endingOf finds how a game ended.
func endingOf(tokens []token) Ending {
	switch {
	case has(tokens, sayIllegal):
		return ByIllegal
	case has(tokens, sayResigns, sayMiddle):
		return ByResign
	case has(tokens, sayTime):
		return ByTime
	case has(tokens, sayForfeit):
		return ByForfeit
	}
	return NoEnding
}

// resultInWords reads a phrase whose words are all known. The phrase says for a player that he
// won or lost, or something that only a loser does.
func resultInWords(s string) Result {
	tokens, harmless := withoutRemarks(resultWords.scan(s))
	if has(tokens, unknownWord) {
		return Result{}
	}
	r := nobodyWins(tokens)
	if r.Certainty == Unread && !has(tokens, sayBoth) {
		r = clauses(tokens)
	}
	if r.Certainty != Unread && (!harmless || has(tokens, doubtful)) {
		r.Certainty.lower(Guessed)
	}
	return r
}

// nobodyWins reads what says that a game has no winner.
func nobodyWins(tokens []token) Result {
	both := has(tokens, sayBoth)
	switch {
	case has(tokens, sayBlack, sayWhite, sayWins), has(tokens, sayLoses) && !both, has(tokens, anAmount) && margins(tokens) > 0:
		return Result{}
	case has(tokens, bothLose), both && has(tokens, sayLoses, sayForfeit, sayIllegal):
		return Result{Winner: Void, Certainty: Clear}
	case has(tokens, sayOpen):
		return Result{Winner: Void, Ending: Unfinished, Certainty: Clear}
	case has(tokens, sayVoid):
		return Result{Winner: Void, Certainty: Clear}
	case has(tokens, sayDraw):
		return Result{Winner: Draw, Certainty: Clear}
	}
	return Result{}
}

// margins counts the amounts that do not count moves.
func margins(tokens []token) int {
	n := 0
	for _, t := range tokens {
		if t.meaning == anAmount && t.amount.unit != moveUnit {
			n++
		}
	}
	return n
}

// clauses reads what a phrase says about the players it names. All clauses have to agree.
func clauses(tokens []token) Result {
	start := first(tokens, sayBlack, sayWhite)
	if start < 0 || margins(tokens) > 1 {
		return Result{}
	}
	var r Result
	for start < len(tokens) {
		end := start + 1
		for end < len(tokens) && !begins(tokens, end) {
			end++
		}
		winner, c := clause(tokens[start:end])
		switch {
		case c == Unread, r.Certainty != Unread && r.Winner != winner:
			return Result{}
		case r.Certainty == Unread:
			r = Result{Winner: winner, Certainty: c}
		default:
			r.Certainty.lower(c)
		}
		start = end
	}
	if r.Winner == Void {
		r.Ending = Unfinished
		return r
	}
	// The word before the name decides: "victory for Black", but "resignation by White".
	switch before, after := tokens[:first(tokens, sayBlack, sayWhite)], tokens[first(tokens, sayBlack, sayWhite):]; {
	case has(after, sayWins, sayLoses) || endingOf(after) != NoEnding:
	case has(before, sayWins) && !has(before, sayLoses):
		r.Certainty = Clear
	case has(before, sayLoses, sayOpen, sayVoid, sayDraw) || endingOf(before) != NoEnding:
		return Result{}
	}
	r.Ending = endingOf(tokens)
	for _, t := range tokens {
		if t.meaning != anAmount || t.amount.unit == moveUnit {
			continue
		}
		if r.Ending != NoEnding {
			r.Certainty.lower(Guessed)
			break
		}
		r.setMargin(t.amount)
	}
	return r
}

// begins reports whether a clause begins at a token: with a player who is not the one that
// was beaten, as in "Black beats White by 3".
func begins(tokens []token, at int) bool {
	if m := tokens[at].meaning; m != sayBlack && m != sayWhite {
		return false
	}
	end := at + 1
	for end < len(tokens) && !has(tokens[end:end+1], sayBlack, sayWhite) {
		end++
	}
	before := tokens[at-1]
	beaten := before.meaning == sayWins || before.text == "over" || before.text == "against"
	return !beaten || has(tokens[at:end], sayWins, sayLoses)
}

// clause returns who won by the words after the name of a player.
func clause(tokens []token) (Winner, Certainty) {
	subject := BlackWins
	if tokens[0].meaning == sayWhite {
		subject = WhiteWins
	}
	wins, loses := first(tokens, sayWins), first(tokens, sayLoses)
	ending := endingOf(tokens)
	switch {
	case has(tokens, bothLose, sayBoth):
		return NoWinner, Unread
	case wins >= 0 && loses >= 0:
		if wins > loses {
			return subject.opponent(), Guessed
		}
		return subject, Guessed
	case wins >= 0:
		return subject, Clear
	case loses >= 0:
		return subject.opponent(), Clear
	case ending == ByResign && has(tokens, sayMiddle) && !has(tokens, sayResigns):
		return subject, Clear // 白中押: short for 白中押勝
	case ending != NoEnding && !byMeans(tokens):
		return subject.opponent(), Clear // "Black resigns", 黑超时
	case ending != NoEnding, margins(tokens) > 0:
		return subject, Clear
	case has(tokens, sayOpen):
		return Void, Clear
	case has(tokens, sayDraw, sayVoid):
		return NoWinner, Unread
	}
	return subject, Guessed
}

// byMeans reports whether the ending is how somebody won, as in "on time" and "by resignation".
func byMeans(tokens []token) bool {
	i := first(tokens, sayResigns, sayTime, sayForfeit, sayIllegal)
	return i > 0 && tokens[i-1].meaning == sayBy
}

package gameinfo

import "strings"

// maxHandicap is the largest handicap taken for one.
const maxHandicap = 361

// ParseHandicap reads the value of HA, the number of handicap stones, in
// UTF-8. FF[4] wants at least 2; records write 0 and 1 too, for a game without
// stones. It never fails: what cannot be read is Unread and 0.
func ParseHandicap(text string) (stones int, c Certainty) {
	n, _, width := readNumber(text)
	if width > 0 && width == len(text) && n <= maxHandicap && isDigit(text[0]) {
		return n, Exact
	}
	if len(text) > maxInfoText {
		return 0, Unread
	}
	tokens, _ := withoutRemarks(handicapWords.scan(plainText(text)))
	at := first(tokens, anAmount)
	switch even := has(tokens, sayNone, sayEven); {
	case has(tokens, unknownWord):
		return 0, Unread
	case at < 0 && even:
		c = Clear
	case at < 0 || even || has(tokens[at+1:], anAmount):
		return 0, Unread
	default:
		a := tokens[at].amount
		if tokens[at].minus || a.unit == moveUnit || a.hundredths%100 != 0 || a.hundredths > 100*maxHandicap {
			return 0, Unread
		}
		stones, c = a.hundredths/100, Clear
	}
	if strings.ContainsAny(text, "+([") || has(tokens, doubtful) {
		c = Guessed
	}
	return stones, c
}

// handicapWords are those of handicaps.
var handicapWords = newVocabulary(map[meaning]string{
	sayNone: `none, no, no handicap, without, なし, 無し, 無, 无, 没有, 沒有, 없음, 없다, ohne, kein, keine, sans, sin, нет, без`,
	sayEven: `even, even game, 互先, 分先, 猜先, 先, 先番, 定先, 让先, 讓先, 受先, 호선, 정선, 선, josen, sen, tagaisen`,
	filler: `handicap, handicap stones, handicaps, ha, h, stone, stones, the, black, b, black takes, ハンデ, ハンデキャップ, 置, 置石, 置碁, 授, 让, 讓, 受, 被让, 向, 局, の, で, 黑, 黒, 흑, 접바둑, 치수, 점, 깔고,
		vorgabe, vorgabesteine, steine, pierres, piedras, фора`,
	doubtful: `about, approx, probably, maybe, ca`,
})

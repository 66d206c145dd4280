package gameinfo

// ParseEnding reads words that say how a game ended and not who won, in the languages of
// [ParseResult]: "resignation", "投了", "時間切れ", "불계". It returns NoEnding for all else.
func ParseEnding(text string) Ending {
	tokens, _ := withoutRemarks(resultWords.scan(plainText(text)))
	if len(tokens) == 0 || has(tokens, unknownWord, anAmount, sayBlack, sayWhite, sayBoth, bothLose, sayLoses, sayDraw, sayOpen, sayVoid) {
		return NoEnding
	}
	return endingOf(tokens)
}

package notation

import (
	"kifudb/internal/lazy"
)

// csaSummary is what shogi-server, on which floodgate runs, writes behind a game: the
// cause, then Black and White with what became of them.
//
//	'summary:toryo:a lose:b win
//
// The causes are toryo, "time up", kachi, "illegal kachi", abnormal (the connection was
// lost), "illegal move", uchifuzume, oute_kaihimore, outori and oute_sennichite, which one
// side wins, and sennichite and max_moves, which are draws. Source: game_result.rb of
// shogi-server.
var csaSummary = lazy.Regexp(`^([^:]*):.* (win|lose|draw):.* (win|lose|draw)$`)

// summaryEndings are how the server's causes end a result in the manner of SGF.
var summaryEndings = map[string]string{
	"toryo": "R", "time up": "T", "abnormal": "F",
	"illegal kachi": "F", "illegal move": "F", "uchifuzume": "F", "oute_kaihimore": "F", "outori": "F", "oute_sennichite": "F",
}

// summaryResult returns the result that a summary tells in the manner of SGF, "" if it
// tells none, and its cause.
func summaryResult(summary string) (result, cause string) {
	m := csaSummary().FindStringSubmatch(summary)
	if m == nil {
		return "", ""
	}
	cause = m[1]
	switch m[2] + " " + m[3] {
	case "win lose":
		return "B+" + summaryEndings[cause], cause
	case "lose win":
		return "W+" + summaryEndings[cause], cause
	case "draw draw":
		return "0", cause
	}
	return "", ""
}

// compareSummary compares the summary with the result that the moves and their ending
// tell. Where they tell none, or a move was lost, so that nobody knows whose turn it was,
// the summary's is the record's result; and so it is where the server writes a word that
// does not say who lost: %KACHI for a declaration that was wrong, and %TORYO for either
// side whose connection was lost.
func (c *csaReader) compareSummary() {
	said, cause := summaryResult(c.summary)
	told := c.record.Result()
	switch {
	case said == "":
	case told == "", c.lost, cause == "illegal kachi", cause == "abnormal":
		if !sameResult(said, told) {
			c.fields.Add("RE", said)
		}
	case said[0] != told[0]:
		c.problem(c.summaryAt, OtherWinner, "the summary says %s (%s), and by the moves it is %s", said, cut(c.summary), told)
	}
}

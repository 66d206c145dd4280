package ask

import (
	"strings"
	"unicode"

	"kifudb/internal/lazy"
)

// Comments of records are not only what people say about moves. Clocks, servers, engines and those who typed
// records in write there, too: what time was used, how many moves there are, who won, whose rank changed, how an
// engine values the board. These are their phrases, which may stand beside what a person says. They were gathered from
// some hundred thousand comments of records of tournaments, servers, engines and programs.
var (
	// Lines that a program wrote as a whole.
	machineLines = lazy.Regexp(`(?im)^[ \t]*(?:` + strings.Join([]string{
		`.{0,80}\brank(?:ing)?s? (?:has |have |was |is |of .{0,40})?(?:changed|updated|adjusted|now)\b.*`,
		`.{0,80}\b(?:has )?(?:(?:dis|re)connected|joined(?: the (?:game|room|match))?|left (?:the (?:game|room|match)|this room)|logged (?:in|out|off)|timed out|run out of time|lost connection|come back)[.! ]*`,
		`.{0,80}: GTP Engine for .*`,
		`.{0,60}\bundo (?:is |was )?(?:requested|accepted|refused|declined|granted)\b.*`,
		`(?:the )?game (?:is |was |has been )?(?:over|ended|finished|paused|resumed|suspended|adjourned|unfinished|saved)\b(?:.{0,20}final score:?)?(?: after| at)?(?: move)?[ \d.]*(?:moves)?[.! ]*`,
		`(?:white|black) = \d+ territory .*`,
		`.{0,2}jueyi.*`,                            // an engine's values in records of a server
		`'?(?:\*+ ?)?-?\d+(?: [-+]\d{4}[A-Z]{2})*`, // engines of shogi
		`'time left .*`,
		`\(?(?:KataGo|Leela|SAI|Lizzie|Zen|GNU ?Go|MoGo|Fuego|Pachi|ELF|Golaxy)\b[^.!?\n]{0,60}(?:/|visits|playouts|nodes|next move).*`,
		`(?:overall )?(?:black|white|黑棋|白棋|先手|後手)(?:'s)?[ ]?(?:win ?rate|win%|胜率)[: ].*`,
		`(?:win ?rate|score(?:mean|lead)?|lead|stdev|komi|visits|playouts|eval|depth|nodes|pv|predicted|top move|policy|visited|estimated score|value of move|point loss|move \d+|information|deducted|tenuki|root winrate|root score)[:=] ?(?:[BW][+ ]\d|[-+\d.]).*`,
		`visited \d+ nodes.*`,
		`marked as ".*`,
		`set move number to \d+`,
	}, "|") + `)[ \t]*$`)

	// Phrases in a line.
	machinePhrases = lazy.Regexp(`(?i)` + strings.Join([]string{
		`\[%[a-z]+ [^\]]*\]`, // of PGN
		`https?://\S+`,
		machineSide + `?[ ]?(?:has |have |had )?(?:` + machineSpan + `[ ,.]*)+(?:(?:were |was )?(?:left|used|remaining|remain|over)\b)?`,
		`\b(?:times?|thinking time|clock|byo-?yomi|overtime|main time)[ ]*(?:used|left|remaining|taken|spent|limit)?\b[:;=]?(?: ?\d+ ?sec(?:onds?)?/move)?`,
		`(?:消費時間|残り時間|残り|用时|用時|剩余时间|剩餘時間|思考時間|考慮時間|読秒|秒読み)[:：]?`,
		`\b(?:no |the |all )?(?:further|following|remaining|other|subsequent|rest of the|later)? ?mo?ves? (?:(?:after|beyond|from|past) (?:move )?\d+ )?(?:(?:are|were|is) )?(?:(?:not |un)?(?:recorded|known|given|omitted|available|shown|published)|missing)\b`,
		`\b\d+ moves?(?: (?:recorded|complete|in all|given|known|played|total|shown))?\b(?: ?\(\d+ in the book\))?`,
		`\b(?:adjourned|game (?:suspended|unfinished|adjourned)(?: after)?(?: move)?)\b`,
		`\b[BW]\+(?:r(?:esign)?|t(?:ime)?|f(?:orfeit)?|[\d.,½]+)?`,
		`\b(?:black|white|[BW]) (?:wins and )?(?:connects|fills) (?:the )?(?:last |final |half ?point )*ko\b`, // after the last move
		`\b(?:black|white|[BW]) (?:wins?|won|resigns|resigned|loses|lost|lose)\b(?: (?:by|on) (?:resignation|time|forfeit|[\d.,½]+(?: ?1/2)?(?: (?:points?|moku|stones?))?))?`,
		`\btheoretical(?: score)?:? ?[-+]?\d+`,
		`[黑黒白]?[-+]?\d+(?:\.\d+)?(?:%|目(?:以上)?)`,
		`\b[A-Ta-t]\d{1,2}\b`,         // a point
		`\b[a-z]{1,4} ?[:=] ?[-+]?\d`, // a value
	}, "|"))

	// Words that are left between phrases.
	machineRests = lazy.Regexp(`(?i)\b(?:and|at|the|by|for|of|in|used|left|total|black|white|move|moves|[a-z])\b`)
)

const (
	machineSide = `(?:(?:\b(?:black|white|[BW])\b(?:'s)?|[黒黑白☗☖▲△]|先手|後手)(?: \([^()\n]{0,40}\))?[ ]?(?:used|left|time|clock)?[ ]?[:;=]?)`
	machineSpan = `(?:\d+:\d\d(?::\d\d)?(?:\.\d+)?|\d+(?:\.\d+)?[ ]?(?:h(?:(?:ou)?rs?\b|\d*)|m(?:in(?:ute)?s?)?\b|s(?:ec(?:ond)?s?)?\b|時間|小时|分钟?|秒))`
)

// spoken reports whether a comment has something that a person says, and not only what clocks, servers and
// engines write, or what the record says of itself.
func spoken(text string) bool {
	if len(text) > 2000 { // nothing else writes so much
		return true
	}
	text = machineLines().ReplaceAllString(text, " ")
	text = machinePhrases().ReplaceAllString(text, " ")
	text = machineRests().ReplaceAllString(text, " ")
	return strings.ContainsFunc(text, unicode.IsLetter)
}

package help

import (
	"strings"

	"kifudb/archive"
)

func boardTopic() string {
	var text strings.Builder
	text.WriteString(`A query can ask for what a move does on the board. doc/BOARD.md defines each term exactly.

  kifudb search 'captures:>=5'               a move takes five stones or more
  kifudb search 'blackcaptures:>=5'          Black does; also white…
  kifudb search 'captures:>=3 move:>100'     after move 100
  kifudb search 'captures:yes at:A1-G7'      stones on points of this area; also at:Q16
  kifudb search 'doubleatari:yes'
  kifudb search 'saves:>=3'                  three stones in atari get away
  kifudb search 'selfatariworks:yes'         a self-atari that pays at once
  kifudb search 'connects:3'                 one stone joins three groups
  kifudb search 'lived:>=50'                 the captured stones had stood 50 moves
  kifudb search 'ko:>=3'                     the third taking of one ko
  kifudb search 'kothreat:yes'               a threat that was answered
  kifudb search 'recapture:yes'
  kifudb search 'throwin:yes'
  kifudb search 'ladder:works'               also fails, breaker, maker, runs
  kifudb search 'shape:ponnuki'              also in Japanese: shape:ポン抜き
  kifudb search 'race:won,lost'
  kifudb search 'alive:>=10'                 ten stones become unconditionally alive
  kifudb search 'player:shuwa captures:yes'  a move of his

Terms for moves in one query, also with pos:, pat:, loss: and comment:, hold at the same move.
What has a minus sign is not true of that move. then( asks for one move after another.
  kifudb search 'captures:yes atari:yes'
  kifudb search 'captures:>=2 -atari:yes'
  kifudb search 'captures:yes pat:corner:[X.]'
  kifudb search 'then(selfatari:yes, within:3, captures:yes)'

Values are numbers from 1 on, words, or yes for any. They can be counted and sorted by.
  kifudb stats --by ko size:19x19 game:go
  kifudb search captures:yes --sort -captures

Without an index these searches replay the games. 'kifudb index --board' makes them fast.
Numbers that nearly every move has, such as liberties, are never in the index. Of
common values, such as shape:hane and connects:2, it knows the games but not the moves.

THE TERMS of each game:
`)
	for _, g := range archive.BoardFeatures() {
		line := g.Game + ":"
		for _, name := range g.Names {
			if len(line)+1+len(name) > 88 {
				text.WriteString(line + "\n")
				line = "   "
			}
			line += " " + name
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

package command

func numbersTopic() string {
	return `WHAT IS COUNTED. Games: the records of one game count once; how many others were
folded is said, and --records counts each. Hits: how often a position or pattern came up
in them. Decided: the games that were won by one side or drawn; what Black and White
won is a share of these, not of all. Unknown results, ranks and dates are counted as
unknown, and never as nothing.
  kifudb next 'pos:"Q16 D4"'
Share is of the games in which the position came up; a game in which it went on in two
ways, as a pattern may in two corners, has a share in both. "Tenuki first" is of hits: the
players first moved elsewhere.

INTERVALS. Of 11 games one won is 9.1 %, and says little. The interval beside a share,
1.6–37.7, holds the true share in 95 of 100 such statements (Wilson's score interval).
Where two percent and more are drawn the score is shown, too, a draw being half a
point; its interval takes into account that draws vary less (a score test of the
trinomial distribution). An interval is about chance. It does not know that stronger
players prefer a move, or that records were chosen.

ORDER. --sort score orders by what may be expected of who plays the move: its score, drawn
towards that of the position by as many games as make the moves of this position
likeliest (beta-binomial, empirical Bayes). So two won games of two do not come first.
  kifudb next 'pos:"Q16 D4"' --sort score --min 2

STRENGTH. --details compares Black's score with what the ranks of the players and the
handicap make expect, in games of which both ranks are known: "black vs. ranks". The
expectation is fitted to all games of the archive of this kind and size of board: a
strength for each rank, an advantage of moving first, and one for each stone of
handicap (Bradley and Terry's model). Komi is not part of it.
  kifudb next 'pos:"Q16 D4"' --details
"Reached" is in how many games the position after the move came up, in any order of
moves. A star marks moves of which one player has more than half of the games: they
tell about the player.

GROUPS. --by counts each move by the values of a field. Ranks and players are those of
who makes the move: to group by the average of both would mix strong and weak. If
results differ between the values beyond chance (p below 0.01), that is said, since
a share over all of them then depends on how many games of each there are.
  kifudb next 'pos:"Q16 D4"' --by decade

COMPARING. kifudb compare sets two sets of games side by side at one position. A difference of
shares or scores has Newcombe's interval; if it does not hold 0, one set plays the
move more often, or scores better with it. Of a hundred moves five would look
different by chance alone: so stars mark what is left when that is allowed for (Benjamini
and Hochberg: of the stars one in twenty is wrong on average). Sets that share games,
which is said, differ less than they would. That two periods differ does not say why.
  kifudb compare 'date:..1950' 'date:1951..' --at Q16

WHAT IT IS ABOUT. --json names the archive and its state, the question in normal form and the
version of the program ("provenance"): with the same the numbers are the same.
`
}

package help

func numbersTopic() string {
	return `WHAT IS COUNTED. Games: several records of one game count once; the output says how many
were folded, and --records counts each of them. Hits: how often a position or pattern
came up in these games. Decided: games that one side won or that were drawn; what Black
and White won is a share of the decided games, not of all games. Unknown results, ranks
and dates are reported as unknown.
  kifudb next 'pos:"Q16 D4"'
"Share" is the share of the games in which the position came up. A game that went on in
two ways counts in both, as with a pattern that lies in two corners. "Tenuki first" is the
share of hits in which the players moved elsewhere before this move.

INTERVALS. One win in 11 games is 9.1 %, which says little. The interval beside it,
1.6–37.7, shows how little: such intervals contain the true share 95 times out of 100
(Wilson's score interval). Where two percent or more are drawn, Black's score is shown
as well, a draw being half a point; its interval allows for draws varying less than
wins and losses (a score test of the trinomial distribution). An interval covers chance
only. It knows nothing about stronger players preferring a move, or about which
records were collected.

ORDER. --sort score orders moves by the score to be expected by whoever plays them: the score
they made, shrunk towards that of the position. How far depends on how much the moves
here differ from each other (beta-binomial model, empirical Bayes). Two wins in two games
therefore do not come first.
  kifudb next 'pos:"Q16 D4"' --sort score --min 2

STRENGTH. --details compares Black's score with the score that the ranks of the players, the
handicap, the komi and the time lead one to expect, in games where both ranks are known
("black vs. ranks"). kifudb fits this to all games in the archive of the same kind and
board size (Bradley-Terry model): a strength for each rank, which may differ from era to
era; a part for two ranks that meet often; an advantage for moving first, which depends on
komi; and one for each handicap stone. Eras are the years before 1900, then twenty years
each, and ten years each from 2000. The interval allows for chance and for how far the fit
is from games it has not seen: kifudb fits half of the games and compares with the other
half.
  kifudb next 'pos:"Q16 D4"' --details
--sort adjusted orders moves by the end of this interval that is less good for whoever makes
the move: first those that surely did better than expected.
"Reached" is the number of games in which the position after the move came up, in any
order of moves. A star marks a move that one player made in more than half of its games:
such a row says more about the player than about the move.

GROUPS. --by counts each move by the values of a field. Ranks and players are those of
whoever makes the move; grouping by the average rank of both would mix strong and weak. If
results differ between the values by more than chance (p below 0.01), the output says
so, because a share over all of them then depends on how many games each has.
  kifudb next 'pos:"Q16 D4"' --by decade

COMPARING. kifudb compare puts two sets of games side by side at one position. Differences
of shares and scores have Newcombe's interval; if it does not contain 0, one set plays the
move more often, or scores better with it. Of a hundred moves five would look
different by chance alone, so stars mark only what remains after correcting for the
number of moves (Benjamini and Hochberg: on average one star in twenty is wrong). If the
sets share games, the output says so; they then look more alike than they are. That
two periods differ does not say why.
  kifudb compare 'date:..1950' 'date:1951..' --at Q16

WHERE NUMBERS COME FROM. --json names the archive and its state, the query in normal form and
the version of the program ("provenance"): the same three give the same numbers.
`
}

package sgfread

import (
	"kifudb/sgfread/gameinfo"
	"strconv"
)

// facts is what a Checker keeps of a game to hold against the rest of it.
type facts struct {
	handicap   int   // if it is 2 or more; 0 once it is seen to be right or wrong
	handicapAt int64 // its offset
	black      int   // black moves before the first white one that is no pass
	stones     bool  // black stones were set up before that
	result     []byte
	komi       []byte
	komiAt     int64
	last       []byte // the latest short comment on the main line
	lastAt     int64
	lastNode   int // its node
}

func (f *facts) reset() {
	*f = facts{result: f.result[:0], komi: f.komi[:0], last: f.last[:0], lastNode: -1}
}

// longestVerdict is the longest comment that may be just a result, in bytes.
const longestVerdict = 64

// mainMove is called for the moves of the main line, as long as there is a
// handicap to look for. The stones of a handicap are set up or, in records of
// some programs, played by Black before White's first move, who may pass
// between them.
func (c *Checker) mainMove(color byte, raw []byte) {
	if color == 'B' {
		c.black++
		return
	}
	if _, kind := ParseMove(raw, c.size); kind != PassMove {
		c.endHandicap()
	}
}

// endHandicap is called when the stones of a handicap must have come.
func (c *Checker) endHandicap() {
	if c.handicap > 0 && !c.stones && c.black < c.handicap && c.game == 1 {
		c.add(HandicapWithoutStones, c.handicapAt, strconv.AppendInt(nil, int64(c.handicap), 10))
	}
	c.handicap = 0
}

// results compares the results of a tree with one another.
func (c *Checker) results(p Property) {
	for i := range p.Len() {
		raw := trimmed(p.Value(i))
		switch {
		case len(raw) == 0 || !c.root:
		case len(c.result) == 0:
			c.result = append(c.result, raw...)
		case string(raw) != string(c.result) && contradict(gameinfo.ParseResult(string(c.result)), gameinfo.ParseResult(string(raw))):
			c.add(ResultTwice, p.ValueOffset(i), raw)
		}
	}
}

func contradict(a, b gameinfo.Result) bool {
	if a.Winner == gameinfo.NoWinner || b.Winner == gameinfo.NoWinner {
		return false
	}
	return a.Winner != b.Winner || a.Ending != b.Ending && a.Ending != gameinfo.NoEnding && b.Ending != gameinfo.NoEnding || a.Margin != b.Margin && a.Margin*b.Margin != 0
}

// endRoot holds komi and result against each other: what Black and White have
// on the board are whole numbers, so half a point comes from the komi.
func (c *Checker) endRoot() {
	if len(c.komi) == 0 || len(c.result) == 0 || c.game != 1 {
		return
	}
	k, r := gameinfo.ParseKomi(string(c.komi)), gameinfo.ParseResult(string(c.result))
	counted := r.Ending == gameinfo.ByPoints || r.Winner == gameinfo.Draw
	if k.Certainty >= gameinfo.Clear && r.Certainty >= gameinfo.Clear && counted && (k.Points-r.Margin)%100 != 0 {
		c.add(KomiAgainstResult, c.komiAt, append(append(c.komi, ", "...), c.result...))
	}
}

// endMainLine holds the result against the last comment, if that tells of a
// resignation or is a result as RE has it. Other words are too often about
// something else (who won the last ko, whose time was how long), and who has
// played last tells nothing: many records have lost their last moves.
func (c *Checker) endMainLine() {
	c.endHandicap()
	if len(c.result) == 0 || c.lastNode != c.nodes-1 || c.lastNode < 1 {
		return
	}
	result := gameinfo.ParseResult(string(c.result))
	if result.Winner == gameinfo.NoWinner {
		return
	}
	said := gameinfo.ParseResult(string(AppendText(nil, c.last, NoLead)))
	if said.Certainty != gameinfo.Exact && (said.Certainty < gameinfo.Clear || said.Ending != gameinfo.ByResign) {
		return
	}
	if contradict(gameinfo.Result{Winner: result.Winner}, gameinfo.Result{Winner: said.Winner}) {
		c.add(ResultAgainstComment, c.lastAt, c.last)
	}
}

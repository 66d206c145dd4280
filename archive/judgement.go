package archive

import (
	"fmt"
	"strings"

	"kifudb/sgfread"
)

// A Judgement is what a node says of its move or its position, by a property of SGF for
// that: TE, BM, DO, IT, GB, GW, DM, UC, HO; or that a figure begins there, FG.
type Judgement struct {
	Property string `json:"property" doc:"SGF property: TE, BM, DO or IT for a move, GB, GW, DM or UC for a position, HO for a hotspot, FG for a figure."`
	Sign     string `json:"sign,omitempty" doc:"Sign that books print after the move: !, ?, ?! or !?. Missing for other judgements."`
	Words    string `json:"words" doc:"The judgement in English."`
	Twice    bool   `json:"twice,omitempty" doc:"True if the record stresses the judgement. Otherwise missing."`
	Name     string `json:"name,omitempty" doc:"Name of the figure. Missing for other properties, and for figures without a name."`
}

// judgements are the words of these properties, and those of a value of 2.
var judgements = map[sgfread.Ident]struct{ sign, words, twice string }{
	sgfread.IdentTE: {"!", "a tesuji", "a very good tesuji"},
	sgfread.IdentBM: {"?", "a bad move", "a very bad move"},
	sgfread.IdentDO: {"?!", "a doubtful move", ""},
	sgfread.IdentIT: {"!?", "an interesting move", ""},
	sgfread.IdentGB: {"", "good for Black", "very good for Black"},
	sgfread.IdentGW: {"", "good for White", "very good for White"},
	sgfread.IdentDM: {"", "even", "quite even"},
	sgfread.IdentUC: {"", "unclear", "very unclear"},
	sgfread.IdentHO: {"", "a hotspot", "a game-deciding hotspot"},
}

// judgement reads a property of a node with its texts in UTF-8, false if it is none of
// these. Of FF[1] to FF[3], TE and BM together are one judgement; both are told.
func judgement(p sgfread.Property) (Judgement, bool) {
	j := Judgement{Property: string(p.AppendName(nil))}
	if p.Ident() == sgfread.IdentFG {
		j.Words = "a figure"
		if name, ok := sgfread.FigureName(p.Value(0), sgfread.NoLead); ok {
			j.Name = string(sgfread.AppendSimpleText(nil, name, sgfread.NoLead))
			j.Words = fmt.Sprintf("figure %q", j.Name)
		}
		return j, true
	}
	known, ok := judgements[p.Ident()]
	if !ok {
		return j, false
	}
	j.Sign, j.Words = known.sign, known.words
	if n, _ := sgfread.ParseDouble(p.Value(0)); n == 2 && known.twice != "" {
		j.Words, j.Twice = known.twice, true
		j.Sign = strings.Repeat(j.Sign, 2)
	}
	return j, true
}

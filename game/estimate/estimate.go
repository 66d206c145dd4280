package estimate

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"kifudb/sgfread"
)

// An Estimate is what an engine, or whoever annotated the game, thought of a position, as the
// record says it. The package comment lists the dialects that are read. If a node has several,
// the first of [properties] counts, each for what those before leave open.
type Estimate struct {
	Black *float64 `json:"black,omitempty" doc:"Black's chance to win, from 0 to 1. Missing if the record does not say."`
	Lead  *float64 `json:"lead,omitempty" doc:"By how much Black is ahead, in the unit of the engine: points in Go, pawns in chess. Negative if White is ahead. Missing if the record does not say."`
	Mate  string   `json:"mate,omitempty" doc:"Who can force mate: B or W. Missing if nobody can."`
	From  []string `json:"from" doc:"The SGF properties with these values; of values beside the record the name of the file or the command of the engine."`

	Engine string   `json:"engine,omitempty" doc:"The engine, as the record names it. Missing if the record does not say."`
	Visits int      `json:"visits,omitempty" doc:"How many visits or playouts the engine made. Missing if the record does not say."`
	Best   []string `json:"best,omitempty" doc:"The moves that the engine would make here, best first, at most 10, as the record has them. Missing if the record does not say."`

	Unclear bool `json:"unclear,omitempty" doc:"True if the record does not say whose the values are. The unit of a lead is then unknown, too. Otherwise missing."`
	Before  bool `json:"before,omitempty" doc:"True if the values are about the position before the move of the node. Otherwise missing."`
	Beside  bool `json:"beside,omitempty" doc:"True if the values are from an analysis that is kept beside the record. Otherwise missing."`
	Own     bool `json:"own,omitempty" doc:"True if the engine that made the move said so of its own game. The other side's values may then come from another engine. Otherwise missing."`

	chanceOf, leadOf string // the properties with the chance and the lead
}

// A Remark is what a comment says of a position.
type Remark struct {
	Lead float64 // what Black is ahead by, in the unit of the programs: infinite if Black mates, minus that if White does
	Own  bool    // the engine that made the move says so
}

// A Reader reads comments in the way of the programs that play a game.
type Reader interface {
	// ReadEstimate reads what a comment says of the position after a move by "B", "W" or "",
	// nobody. It reports false if the comment says nothing of it.
	ReadEstimate(comment, by string) (Remark, bool)
}

// properties are those that are read, in the order in which they count.
var properties = []string{"SBKV", "SBKS", "KT", "LZ", "LZOP", "LZ2", "LZOP2", "V", "EL", "CC", "C"}

// Has reports whether a property of SGF may say something that is read.
func Has(name []byte) bool { return rank(string(name)) >= 0 }

func rank(name string) int { return slices.Index(properties, name) }

// InRecord reports whether the bytes of a record in SGF may say something without a
// [Reader].
func InRecord(raw []byte) bool {
	for _, name := range properties {
		for rest := raw; ; {
			i := bytes.Index(rest, []byte(name+"["))
			if i < 0 {
				break
			}
			named := i == 0 || rest[i-1] < 'A' || rest[i-1] > 'Z' // not the end of another name
			rest = rest[i+1:]
			if named && (name != "C" || isNumbers(string(rest[1:min(len(rest), 4)]))) {
				return true
			}
		}
	}
	return slices.ContainsFunc(remarkWords, func(word string) bool { return bytes.Contains(raw, []byte(word)) })
}

// InComment reports whether a comment may say something without a [Reader].
func InComment(text string) bool {
	return isNumbers(text) || slices.ContainsFunc(remarkWords, func(word string) bool { return strings.Contains(text, word) })
}

// A Said is the value of a property of a node.
type Said struct {
	Property string
	Value    []byte // in UTF-8 or the record's own encoding, escapes included
}

// A Fault is a value that is refused: a number that cannot be one, or data that cannot be read.
type Fault struct {
	Property string
	Words    string
}

// Of returns the estimate of a node, nil if there is none. The values of its properties may be
// in any order. If a property is given more than once the first one counts, but every comment
// counts. By is the player who moved there, "B" or "W"; of a node without a move, the other
// one than whose turn it is; "" if that is unknown. The reader of comments may be nil.
func Of(said []Said, by string, reader Reader) *Estimate {
	e, _ := Read(said, by, reader)
	return e
}

// Read is [Of], and returns the values that it refuses.
func Read(said []Said, by string, reader Reader) (*Estimate, []Fault) {
	var e Estimate
	var faults []Fault
	for i := range properties {
		for _, s := range said {
			if rank(s.Property) != i {
				continue
			}
			r := read(s, by, reader)
			if r.fault != "" {
				faults = append(faults, Fault{s.Property, r.fault})
			}
			e.take(&r, s.Property)
			if s.Property != "C" { // each comment may say something
				break
			}
		}
	}
	if len(e.From) == 0 {
		return nil, faults
	}
	return &e, faults
}

// A reading holds the evaluation in one value of a property.
type reading struct {
	black, lead *float64 // the lead is infinite where somebody mates
	engine      string
	visits      int
	best        []string

	unclear, before, own bool // as in Estimate

	fault string // why the value, or a part of it, is refused
}

// read reads one value.
func read(s Said, by string, reader Reader) reading {
	switch s.Property {
	case "SBKV":
		return readPercent(s.Value)
	case "SBKS", "V":
		return readPoints(s.Value)
	case "EL":
		r := readPoints(s.Value)
		r.unclear = r.lead != nil
		return r
	case "KT":
		return readKaTrain(s.Value)
	case "LZ", "LZ2", "LZOP", "LZOP2":
		return readLizzie(s.Value, by)
	case "CC":
		return readCGOS(s.Value, by)
	}
	r := readRemark(s.Value, by)
	if reader != nil && r.lead == nil {
		if said, ok := reader.ReadEstimate(string(s.Value), by); ok {
			r.lead, r.own = &said.Lead, said.Own
		}
	}
	return r
}

// take adds to an estimate what a value says that those before leave open.
func (e *Estimate) take(r *reading, property string) {
	if len(e.From) > 0 && (r.before != e.Before || r.own != e.Own || r.unclear || e.Unclear) {
		return // of another position, or by another engine
	}
	black, lead := r.black, r.lead
	if e.Black != nil {
		black = nil
	}
	if e.Lead != nil || e.Mate != "" {
		lead = nil
	}
	best := r.best
	if len(e.Best) > 0 {
		best = nil
	}
	if black == nil && lead == nil && best == nil && !r.unclear {
		return
	}
	e.Unclear, e.Before, e.Own = r.unclear, r.before, r.own
	if black != nil {
		e.Black, e.chanceOf = black, property
	}
	if lead != nil {
		e.leadOf = property
	}
	switch {
	case lead == nil:
	case math.IsInf(*lead, 1):
		e.Mate = "B"
	case math.IsInf(*lead, -1):
		e.Mate = "W"
	default:
		e.Lead = lead
	}
	if best != nil {
		e.Best = best
	}
	if e.Engine == "" {
		e.Engine = r.engine
	}
	if e.Visits == 0 {
		e.Visits = r.visits
	}
	e.From = append(e.From, property)
}

// readPercent reads Black's chance in percent.
func readPercent(raw []byte) (r reading) {
	x, _, ok := sgfread.ParseReal(raw)
	r.chance(x/100, ok)
	return r
}

// readPoints reads what Black is ahead by.
func readPoints(raw []byte) (r reading) {
	x, _, ok := sgfread.ParseReal(raw)
	r.ahead(x, ok)
	return r
}

// chance sets Black's chance, or says why it is none.
func (r *reading) chance(x float64, ok bool) {
	if !ok || !(x >= 0 && x <= 1) {
		r.fault = "it is not a chance to win"
		return
	}
	r.black = &x
}

// maxLead is beyond what any board has points for.
const maxLead = 10000

// ahead sets what Black is ahead by, or says why it is nothing.
func (r *reading) ahead(x float64, ok bool) {
	if !ok || math.IsNaN(x) || math.Abs(x) > maxLead {
		r.fault = "it is not a lead in points"
		return
	}
	r.lead = &x
}

// maxVisits is beyond what any engine counts.
const maxVisits = 1 << 40

// visited sets how many visits were made, or says why that is no number.
func (r *reading) visited(x float64) {
	if !(x >= 0 && x <= maxVisits) {
		r.fault = "it is not a number of visits"
		return
	}
	r.visits = int(math.Round(x))
}

// maxBest is the number of moves that are kept of those that an engine would make.
const maxBest = 10

// choose adds a move that an engine would make, if it is one as GTP writes them. It reports
// whether more are kept.
func (r *reading) choose(move string) bool {
	if isVertex(move) && !slices.Contains(r.best, move) {
		r.best = append(r.best, move)
	}
	return len(r.best) < maxBest
}

// isVertex reports whether a word may be a move in GTP: Q16, pass.
func isVertex(word string) bool {
	if strings.EqualFold(word, "pass") {
		return true
	}
	digits := strings.TrimLeft(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	letters := len(word) - len(digits)
	return letters >= 1 && letters <= 2 && len(digits) >= 1 && len(digits) <= 2 && strings.Trim(digits, "0123456789") == ""
}

// side turns a number around if it is White's.
func side(x float64, by string) float64 {
	if by == "W" {
		return -x
	}
	return x
}

// sideChance returns Black's chance of the one of a player.
func sideChance(x float64, by string) float64 {
	if by == "W" {
		return 1 - x
	}
	return x
}

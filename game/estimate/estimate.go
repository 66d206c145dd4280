package estimate

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kifudb/internal/lazy"
	"kifudb/sgfread"
)

// An Estimate is what an engine, or whoever annotated the game, thought of a position,
// as the record says it. These properties are read:
//
//	SBKV, SBKS  Sabaki: Black's chance to win in percent, the points Black is ahead by
//	KT          KaTrain: base64 of gzip of JSON, of which the last value has the key root
//	            with Black's winrate, from 0 to 1, and scoreLead
//	LZ          Lizzie and its descendants: "engine chance visits ..." on the first line,
//	            where the chance, in percent, is that of who has just moved
//	V           SGF: the points Black is ahead by
//	EL          FF[1] to FF[3]: what a computer thinks, in a unit and for a side that
//	            no record says; it is kept as if it were V
//	C           KaTrain's comments: "Win rate: B 57.1%", "Score: W+2.5"; and what a
//	            [Reader] of the game knows
//
// If a node has several, the first of this list counts, each for what those before
// leave open.
type Estimate struct {
	Black *float64 `json:"black,omitempty" doc:"Black's chance to win, from 0 to 1. Missing if the record does not say."`
	Lead  *float64 `json:"lead,omitempty" doc:"By how much Black is ahead, in the unit of the engine: points in Go, pawns in chess. Negative if White is ahead. Missing if the record does not say."`
	Mate  string   `json:"mate,omitempty" doc:"Who can force mate: B or W. Missing if nobody can."`
	From  []string `json:"from" doc:"The SGF properties with these values."`

	Unclear bool `json:"unclear,omitempty" doc:"True if the record does not say the unit of the lead, nor whose it is. Otherwise missing."`
}

// A Reader reads comments in the way of the programs that play a game.
type Reader interface {
	// ReadEstimate reads what Black is ahead by after a move by "B", "W" or "", nobody: in
	// the unit of the programs, infinite if Black mates, minus that if White does. It
	// reports false if the comment does not say it.
	ReadEstimate(comment, by string) (lead float64, ok bool)
}

// properties are those that are read, in the order in which they count.
var properties = []string{"SBKV", "SBKS", "KT", "LZ", "V", "EL", "C"}

// Has reports whether a property of SGF may say something that is read.
func Has(name []byte) bool { return rank(string(name)) >= 0 }

func rank(name string) int { return slices.Index(properties, name) }

// InRecord reports whether the bytes of a record in SGF may say something without a
// [Reader].
func InRecord(raw []byte) bool {
	for _, name := range properties {
		if name == "C" {
			continue
		}
		for rest := raw; ; {
			i := bytes.Index(rest, []byte(name+"["))
			if i < 0 {
				break
			}
			if i == 0 || rest[i-1] < 'A' || rest[i-1] > 'Z' { // not the end of another name
				return true
			}
			rest = rest[i+1:]
		}
	}
	return bytes.Contains(raw, []byte(wordChance)) || bytes.Contains(raw, []byte(wordLead))
}

// InComment reports whether a comment may say something without a [Reader].
func InComment(text string) bool {
	return strings.Contains(text, wordChance) || strings.Contains(text, wordLead)
}

// The words of KaTrain's comments.
const (
	wordChance = "Win rate: "
	wordLead   = "Score: "
)

// A Said is the value of a property of a node.
type Said struct {
	Property string
	Value    []byte // in UTF-8 or the record's own encoding, escapes included
}

// Of returns the estimate of a node, nil if there is none. The values of its properties may be
// in any order. If a property is given more than once the first one counts, but every comment
// counts. By is the player who moved there, "B", "W" or "". The reader of comments may be nil.
func Of(said []Said, by string, reader Reader) *Estimate {
	var e *Estimate
	for i := range properties {
		for _, s := range said {
			if rank(s.Property) != i {
				continue
			}
			if e == nil {
				e = &Estimate{}
			}
			e.read(s, by, reader)
			if s.Property != "C" { // each comment may say something
				break
			}
		}
	}
	if e == nil || len(e.From) == 0 {
		return nil
	}
	return e
}

// read reads one value.
func (e *Estimate) read(s Said, by string, reader Reader) {
	var black, lead *float64
	switch s.Property {
	case "SBKV":
		black = percent(s.Value)
	case "SBKS", "V", "EL":
		lead = pointsAhead(s.Value)
	case "KT":
		black, lead = readKaTrain(s.Value)
	case "LZ":
		black = readLizzie(s.Value, by)
	case "C":
		black, lead = readRemark(s.Value)
		if reader != nil && lead == nil {
			if x, ok := reader.ReadEstimate(string(s.Value), by); ok {
				lead = &x
			}
		}
	}
	if e.Black != nil {
		black = nil
	}
	if e.Lead != nil || e.Mate != "" {
		lead = nil
	}
	if black == nil && lead == nil {
		return
	}
	if black != nil {
		e.Black = black
	}
	switch {
	case lead == nil:
	case math.IsInf(*lead, 1):
		e.Mate = "B"
	case math.IsInf(*lead, -1):
		e.Mate = "W"
	default:
		e.Lead, e.Unclear = lead, s.Property == "EL"
	}
	e.From = append(e.From, s.Property)
}

// percent reads a chance in percent, nil if it is none.
func percent(raw []byte) *float64 {
	x, _, ok := sgfread.ParseReal(raw)
	return chance(x/100, ok)
}

// chance is a share that is one.
func chance(x float64, ok bool) *float64 {
	if !ok || !(x >= 0 && x <= 1) {
		return nil
	}
	return &x
}

// maxLead is beyond what any board has points for.
const maxLead = 10000

func pointsAhead(raw []byte) *float64 {
	x, _, ok := sgfread.ParseReal(raw)
	return lead(x, ok)
}

func lead(x float64, ok bool) *float64 {
	if !ok || math.IsNaN(x) || math.Abs(x) > maxLead {
		return nil
	}
	return &x
}

// maxKaTrain bounds what a value unpacks to: its policies and moves take some 100 kB.
const maxKaTrain = 4 << 20

// readKaTrain reads KaTrain's analysis of a position.
func readKaTrain(raw []byte) (black, ahead *float64) {
	packed := base64.NewDecoder(base64.StdEncoding, bytes.NewReader(raw))
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return nil, nil
	}
	var analysis struct {
		Root struct {
			Winrate   *float64 `json:"winrate"`
			ScoreLead *float64 `json:"scoreLead"`
		} `json:"root"`
	}
	if json.NewDecoder(io.LimitReader(unpacked, maxKaTrain)).Decode(&analysis) != nil {
		return nil, nil
	}
	if w := analysis.Root.Winrate; w != nil {
		black = chance(*w, true)
	}
	if s := analysis.Root.ScoreLead; s != nil {
		ahead = lead(*s, true)
	}
	return black, ahead
}

// readLizzie reads the chance of who has just moved; before the first move that is
// White.
func readLizzie(raw []byte, moved string) *float64 {
	line, _, _ := bytes.Cut(raw, []byte("\n"))
	fields := strings.Fields(string(line[:min(len(line), 1000)]))
	if len(fields) < 3 {
		return nil
	}
	x, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return nil
	}
	if moved != "B" {
		x = 100 - x
	}
	return chance(x/100, true)
}

var (
	remarkedChance = lazy.Regexp(`(?m)^Win rate: ([BW]) (\d{1,3}(?:\.\d{1,9})?)%`)
	remarkedLead   = lazy.Regexp(`(?m)^Score: ([BW])\+(\d{1,4}(?:\.\d{1,9})?)\s*$`)
)

// readRemark reads what KaTrain writes into comments.
func readRemark(raw []byte) (black, ahead *float64) {
	if bytes.Contains(raw, []byte(wordChance)) {
		if m := remarkedChance().FindSubmatch(raw); m != nil {
			x, err := strconv.ParseFloat(string(m[2]), 64)
			if m[1][0] == 'W' {
				x = 100 - x
			}
			black = chance(x/100, err == nil)
		}
	}
	if bytes.Contains(raw, []byte(wordLead)) {
		if m := remarkedLead().FindSubmatch(raw); m != nil {
			x, err := strconv.ParseFloat(string(m[2]), 64)
			if m[1][0] == 'W' {
				x = -x
			}
			ahead = lead(x, err == nil)
		}
	}
	return black, ahead
}

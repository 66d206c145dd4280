package archive

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"kifudb/internal/lazy"
	"kifudb/sgfread"
)

// An Estimate is what an engine, or whoever annotated the game, thought of a position,
// as the record says it. These are read:
//
//	SBKV, SBKS  Sabaki: Black's chance to win in percent, the points Black is ahead by
//	KT          KaTrain: base64 of gzip of JSON, of which the last value has the key root
//	            with Black's winrate, from 0 to 1, and scoreLead
//	LZ          Lizzie and its descendants: "engine chance visits ..." on the first line,
//	            where the chance, in percent, is that of who has just moved
//	V           SGF: the points Black is ahead by
//	C           KaTrain's comments: "Win rate: B 57.1%", "Score: W+2.5"; those of programs
//	            that play shogi, "* -48 +0034FU ...": hundredths of a pawn that Black is
//	            ahead by, whoever has moved
//
// If a node has several, the first of this list counts, each for what those before
// leave open.
type Estimate struct {
	Black *float64 `json:"black,omitempty"` // Black's chance to win, from 0 to 1
	Lead  *float64 `json:"lead,omitempty"`  // points that Black is ahead by, below 0 if White is
	From  []string `json:"from"`            // the properties that say so
}

// estimators read properties, in the order in which they count.
var estimators = []struct {
	property string
	read     func(raw []byte, n *RecordNode) (black, lead *float64)
}{
	{"SBKV", func(raw []byte, _ *RecordNode) (*float64, *float64) { return percent(raw), nil }},
	{"SBKS", func(raw []byte, _ *RecordNode) (*float64, *float64) { return nil, pointsAhead(raw) }},
	{"KT", func(raw []byte, _ *RecordNode) (*float64, *float64) { return readKaTrain(raw) }},
	{"LZ", func(raw []byte, n *RecordNode) (*float64, *float64) { return readLizzie(raw, n.Color), nil }},
	{"V", func(raw []byte, _ *RecordNode) (*float64, *float64) { return nil, pointsAhead(raw) }},
	{"C", func(raw []byte, _ *RecordNode) (*float64, *float64) { return readRemark(raw) }},
}

// takeEstimates reads what a node says of the position.
func (n *RecordNode) takeEstimates(node *sgfread.Node) {
	for _, e := range estimators {
		for p := range node.Properties() {
			if string(p.AppendName(nil)) != e.property {
				continue
			}
			black, lead := e.read(p.Value(p.Len()-1), n)
			n.estimated(e.property, black, lead)
			break
		}
	}
}

// estimated notes an estimate, for what is still open.
func (n *RecordNode) estimated(from string, black, lead *float64) {
	if e := n.Estimate; e != nil {
		if e.Black != nil {
			black = nil
		}
		if e.Lead != nil {
			lead = nil
		}
	}
	if black == nil && lead == nil {
		return
	}
	if n.Estimate == nil {
		n.Estimate = &Estimate{}
	}
	if black != nil {
		n.Estimate.Black = black
	}
	if lead != nil {
		n.Estimate.Lead = lead
	}
	n.Estimate.From = append(n.Estimate.From, from)
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
	remarkedPawns  = lazy.Regexp(`^\* (-?\d{1,5})(?:\s|$)`)
	remarkedLead   = lazy.Regexp(`(?m)^Score: ([BW])\+(\d{1,4}(?:\.\d{1,9})?)\s*$`)
)

// mate is a value from which on it is no longer about pawns.
const mate = 20000

// readPawns reads what programs that play shogi write into comments.
func readPawns(text string) *float64 {
	m := remarkedPawns().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	x, err := strconv.ParseFloat(m[1], 64)
	return lead(x/100, err == nil && math.Abs(x) < mate)
}

// readRemark reads what KaTrain writes into comments.
func readRemark(raw []byte) (black, ahead *float64) {
	if m := remarkedChance().FindSubmatch(raw); m != nil {
		x, err := strconv.ParseFloat(string(m[2]), 64)
		if m[1][0] == 'W' {
			x = 100 - x
		}
		black = chance(x/100, err == nil)
	}
	if m := remarkedLead().FindSubmatch(raw); m != nil {
		x, err := strconv.ParseFloat(string(m[2]), 64)
		if m[1][0] == 'W' {
			x = -x
		}
		ahead = lead(x, err == nil)
	}
	return black, ahead
}

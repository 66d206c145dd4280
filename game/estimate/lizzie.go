package estimate

import (
	"bytes"
	"strconv"
	"strings"
)

// Lizzie and LizzieYzy write LZ; LizzieYzy writes LZOP into roots, and LZ2 and LZOP2 for a
// second engine:
//
//	KataGo 57.1 1.2k 3.5 12.1 0.0
//	move Q16 visits 60 winrate 5710 prior 12 scoreMean 3.50 pv Q16 D4 info move D4 ...
//
// The first line has the engine, a chance in percent, visits, and from LizzieYzy with KataGo
// a score, its deviation, and "PDA". The chance is that of the side that has just moved: the
// writer turns around what the engine says of the side to move. The score it writes as the
// engine says it, so it is that of the side to move. The second line has the moves of
// the side to move, best first. Where nobody knows whose turn it is, the view is unknown.
// Source: formatNodeData in SGFParser.java of featurecat/lizzie and yzyray/lizzieyzy.
const (
	maxLizzieHead  = 1000     // bytes of the first line that are read
	maxLizzieMoves = 64 << 10 // and of the second one
)

// readLizzie reads a value that Lizzie or LizzieYzy wrote.
func readLizzie(raw []byte, moved string) (r reading) {
	line, rest, _ := bytes.Cut(raw, []byte("\n"))
	fields := strings.Fields(string(line[:min(len(line), maxLizzieHead)]))
	if len(fields) < 3 {
		r.fault = "it has no chance and visits"
		return r
	}
	x, err := strconv.ParseFloat(fields[1], 64)
	if err == nil && moved == "" {
		r.unclear = true
		return r
	}
	if r.chance(sideChance(x/100, moved), err == nil); r.black == nil {
		return r
	}
	r.engine = engineName(fields[0])
	if visits, ok := readVisits(fields[2]); ok {
		r.visited(visits)
	}
	if len(fields) >= 4 {
		score, err := strconv.ParseFloat(fields[3], 64)
		r.ahead(-side(score, moved), err == nil)
	}
	words := strings.Fields(string(rest[:min(len(rest), maxLizzieMoves)]))
	for i, word := range words {
		if word == "move" && i+1 < len(words) && !r.choose(words[i+1]) {
			break
		}
	}
	return r
}

// readVisits reads a number of visits as programs abbreviate it: 900, 1.2k, 3.4m.
func readVisits(text string) (visits float64, ok bool) {
	unit := 1.0
	switch {
	case strings.HasSuffix(text, "k"), strings.HasSuffix(text, "K"):
		unit = 1e3
	case strings.HasSuffix(text, "m"), strings.HasSuffix(text, "M"):
		unit = 1e6
	}
	if unit > 1 {
		text = text[:len(text)-1]
	}
	x, err := strconv.ParseFloat(text, 64)
	return x * unit, err == nil
}

// maxEngine is the length of an engine's name that is kept.
const maxEngine = 100

func engineName(name string) string {
	return strings.ToValidUTF8(name[:min(len(name), maxEngine)], "")
}

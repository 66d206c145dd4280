package estimate

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"
)

// KaTrain writes its analysis of a node into KT: three values, each base64 of gzip. The last
// one unpacks to JSON:
//
//	{"moves": {"Q16": {"order": 0, "visits": 60, ...}, ...},
//	 "root": {"winrate": 0.53, "scoreLead": 0.8, "visits": 500, ...}, ...}
//
// KaTrain sets reportAnalysisWinratesAs = BLACK, so all values are Black's, whoever moves. The
// moves are those of the side to move after the node; order 0 is KataGo's first. Source:
// katrain/core/game_node.py and engine.py of sanderland/katrain.

// These bound what a value unpacks to: its policies and moves take some 100 kB, and text like that is
// packed to a tenth. So a record of values that are packed a thousand times takes no longer
// than others of its size.
const (
	maxKaTrain      = 4 << 20
	maxKaTrainRatio = 30 // of the packed length, beyond
	minKaTrain      = 16 << 10
)

// readKaTrain reads KaTrain's analysis of a position.
func readKaTrain(raw []byte) (r reading) {
	packed := base64.NewDecoder(base64.StdEncoding, bytes.NewReader(raw))
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		r.fault = "it is not compressed data"
		return r
	}
	var analysis struct {
		Root *struct {
			Winrate   *float64 `json:"winrate"`
			ScoreLead *float64 `json:"scoreLead"`
			Visits    *float64 `json:"visits"`
		} `json:"root"`
		Moves map[string]struct {
			Order  *float64 `json:"order"`
			Visits float64  `json:"visits"`
		} `json:"moves"`
	}
	if json.NewDecoder(io.LimitReader(unpacked, int64(min(maxKaTrain, minKaTrain+maxKaTrainRatio*len(raw))))).Decode(&analysis) != nil {
		r.fault = "it does not unpack to an analysis"
		return r
	}
	if root := analysis.Root; root != nil {
		if root.Winrate != nil {
			r.chance(*root.Winrate, true)
		}
		if root.ScoreLead != nil {
			r.ahead(*root.ScoreLead, true)
		}
		if root.Visits != nil {
			r.visited(*root.Visits)
		}
	}
	var moves []string
	for move, m := range analysis.Moves {
		if m.Order != nil && *m.Order < maxOrder { // others were looked at in another search
			moves = append(moves, move)
		}
	}
	slices.SortFunc(moves, func(a, b string) int {
		return cmp.Or(cmp.Compare(*analysis.Moves[a].Order, *analysis.Moves[b].Order), cmp.Compare(a, b))
	})
	for _, move := range moves {
		if !r.choose(move) {
			break
		}
	}
	if r.black != nil || r.lead != nil {
		r.engine = "KataGo"
	}
	return r
}

// maxOrder is below KaTrain's order for moves that its search did not choose, 999.
const maxOrder = 999

package estimate

import (
	"bytes"
	"encoding/json"
)

// The server CGOS writes into CC what the engine that made the move said when it made it:
//
//	{"winrate": 0.13, "score": -11.5, "visits": 258, "moves": [{"move": "O15", ...}, ...],
//	 "ownership": "...", "comment": "..."}
//
// Winrate, from 0 to 1, and score are those of the player who made the move. The moves are
// those among which the engine chose, so they say nothing of the position after the node.
// Source: the GTP extension cgos-genmove_analyze of zakki/cgos.

// maxCGOS bounds the length of such a value.
const maxCGOS = 1 << 20

// readCGOS reads what CGOS writes. Texts of another kind are no fault: CC is nobody's name.
func readCGOS(raw []byte, by string) (r reading) {
	raw = unescape(raw)
	if len(raw) == 0 || raw[0] != '{' {
		return r
	}
	var said struct {
		Winrate *float64 `json:"winrate"`
		Score   *float64 `json:"score"`
		Visits  *float64 `json:"visits"`
	}
	if len(raw) > maxCGOS || json.Unmarshal(raw, &said) != nil {
		r.fault = "it is not an analysis in JSON"
		return r
	}
	if by == "" {
		r.unclear = said.Winrate != nil || said.Score != nil
		return r
	}
	r.own = true
	if said.Winrate != nil {
		r.chance(sideChance(*said.Winrate, by), true)
	}
	if said.Score != nil {
		r.ahead(side(*said.Score, by), true)
	}
	if said.Visits != nil {
		r.visited(*said.Visits)
	}
	return r
}

// unescape removes the escapes of SGF.
func unescape(raw []byte) []byte {
	raw = bytes.TrimSpace(raw)
	if !bytes.ContainsRune(raw, '\\') {
		return raw
	}
	text := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) {
			i++
		}
		text = append(text, raw[i])
	}
	return text
}

package estimate

import (
	"bytes"
	"strconv"

	"kifudb/internal/lazy"
)

// Programs for Go write these comments:
//
//	Score: W+2.5              KaTrain; the letter says whose they are
//	Win rate: B 57.1%
//
//	Black's winrate: 57.1% (-1.2%)     Lizzie; the word says whose the chance is
//	scoreMean: 3.5
//	(KataGo / 1.2k playouts)
//	Black win rate: 57.1% (-1.2%)      LizzieYzy, also in Chinese (黑棋 胜率:)
//	lead: 3.5 (-0.4) stdev: 12.1
//	(KataGo / 1.2k visits)
//
//	Overall black win%: 57.10%         leela-analysis, for Leela and SAI
//	Leela's next move: Q16
//	Visited 5000 nodes
//
//	0.47 0.53 0.00 -0.6 v=600          KataGo's own games: chances that White wins, that Black
//	                                   wins, that nobody does, White's score, visits, before the move
//
// Lizzie's scoreMean is that of the side that has just moved, even where a setting makes the
// chance always Black's: it is read only where the word names the side that moved. LizzieYzy's
// lead may be with komi or without, and no word tells: it is not read. Sources: formatComment in
// SGFParser.java of featurecat/lizzie and yzyray/lizzieyzy; game_node.py of sanderland/katrain;
// annotations.py of lightvector/leela-analysis; cpp/dataio/sgf.cpp of lightvector/KataGo.
var (
	remarkedChance = lazy.Regexp(`(?m)^Win rate: ([BW]) (\d{1,3}(?:\.\d{1,9})?)%`)
	remarkedLead   = lazy.Regexp(`(?m)^Score: ([BW])\+(\d{1,4}(?:\.\d{1,9})?)\s*$`)
	lizzieChance   = lazy.Regexp(`(?m)^(Black|White|黑棋|白棋)(?:'s winrate:| win rate:| 胜率:) (\d{1,3}(?:\.\d{1,9})?)%`)
	lizzieMean     = lazy.Regexp(`(?m)^scoreMean: (-?\d{1,4}(?:\.\d{1,9})?)\s*$`)
	lizzieEngine   = lazy.Regexp(`(?m)^\(([^()/\n]{0,100}) / (\d{1,9}(?:\.\d{1,9})?[kKmM]?) (?:playouts|visits|计算量)\)`)
	leelaChance    = lazy.Regexp(`(?m)^Overall black win%{1,2}: (\d{1,3}(?:\.\d{1,9})?)%`)
	leelaNext      = lazy.Regexp(`(?m)^(Leela|SAI)(?:'s (?:preferred )?next move| prefers next move): ([A-Za-z]{1,2}\d{1,2}|pass)\s*$`)
	leelaVisits    = lazy.Regexp(`(?m)^Visited (\d{1,12}) nodes`)
	kataGoNumbers  = lazy.Regexp(`^([01]\.\d\d) ([01]\.\d\d) ([01]\.\d\d) (-?\d{1,4}\.\d{1,2})(?: v=(\d{1,12}))?(?:\s|$)`)
)

// The words without which a comment says nothing.
const (
	wordChance  = "Win rate: "
	wordLead    = "Score: "
	wordLizzie  = "winrate: "
	wordYzy     = "win rate: "
	wordChinese = "胜率: "
	wordLeela   = "Overall black win%"
)

var remarkWords = []string{wordChance, wordLead, wordLizzie, wordYzy, wordChinese, wordLeela}

// isNumbers reports whether a comment begins as those of KataGo's own games do.
func isNumbers(text string) bool {
	return len(text) >= 3 && (text[0] == '0' || text[0] == '1') && text[1] == '.' && text[2] >= '0' && text[2] <= '9'
}

// readRemark reads what programs for Go write into comments.
func readRemark(raw []byte, by string) (r reading) {
	has := func(word string) bool { return bytes.Contains(raw, []byte(word)) }
	switch {
	case has(wordChance), has(wordLead):
		r.katrain(raw)
	case has(wordLizzie), has(wordYzy), has(wordChinese):
		r.lizzie(raw, by)
	case has(wordLeela):
		r.leela(raw)
	case isNumbers(string(raw[:min(len(raw), 3)])):
		r.kataGo(raw)
	}
	r.fault = "" // people write comments
	return r
}

func (r *reading) katrain(raw []byte) {
	if m := remarkedChance().FindSubmatch(raw); m != nil {
		x, err := strconv.ParseFloat(string(m[2]), 64)
		r.chance(sideChance(x/100, string(m[1])), err == nil)
	}
	if m := remarkedLead().FindSubmatch(raw); m != nil {
		x, err := strconv.ParseFloat(string(m[2]), 64)
		r.ahead(side(x, string(m[1])), err == nil)
	}
}

func (r *reading) lizzie(raw []byte, by string) {
	m := lizzieChance().FindSubmatch(raw)
	if m == nil {
		return
	}
	whose := "B"
	if word := string(m[1]); word == "White" || word == "白棋" {
		whose = "W"
	}
	x, err := strconv.ParseFloat(string(m[2]), 64)
	if r.chance(sideChance(x/100, whose), err == nil); r.black == nil {
		return
	}
	if m := lizzieMean().FindSubmatch(raw); m != nil && whose == by {
		x, err := strconv.ParseFloat(string(m[1]), 64)
		r.ahead(side(x, whose), err == nil)
	}
	if m := lizzieEngine().FindSubmatch(raw); m != nil {
		r.engine = engineName(string(m[1]))
		if visits, ok := readVisits(string(m[2])); ok {
			r.visited(visits)
		}
	}
}

func (r *reading) leela(raw []byte) {
	m := leelaChance().FindSubmatch(raw)
	if m == nil {
		return
	}
	x, err := strconv.ParseFloat(string(m[1]), 64)
	if r.chance(x/100, err == nil); r.black == nil {
		return
	}
	if m := leelaNext().FindSubmatch(raw); m != nil {
		r.engine = string(m[1])
		r.choose(string(m[2]))
	}
	if m := leelaVisits().FindSubmatch(raw); m != nil {
		if visits, ok := readVisits(string(m[1])); ok {
			r.visited(visits)
		}
	}
}

func (r *reading) kataGo(raw []byte) {
	m := kataGoNumbers().FindSubmatch(raw)
	if m == nil {
		return
	}
	var x [4]float64
	for i := range x {
		x[i], _ = strconv.ParseFloat(string(m[i+1]), 64)
	}
	if sum := x[0] + x[1] + x[2]; sum < 0.97 || sum > 1.03 { // chances, each rounded
		return
	}
	r.before, r.own, r.engine = true, true, "KataGo"
	r.chance(x[1], true)
	r.ahead(-x[3], true)
	if visits, ok := readVisits(string(m[5])); ok {
		r.visited(visits)
	}
}

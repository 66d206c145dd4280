package web

import (
	"strings"

	"kifudb/archive"
)

// nodeJudgement is what a node says of its move or position, in the reader's language.
type nodeJudgement struct {
	Property    string
	Sign, Words string
}

// judgements puts what a node says into words.
func judgements(w words, list []archive.Judgement) (said []nodeJudgement) {
	for _, j := range list {
		one := nodeJudgement{Property: j.Property, Sign: j.Sign}
		switch {
		case j.Name != "":
			one.Words = w.say("judged.figure", j.Name)
		case j.Twice:
			one.Words = w.say("judged." + j.Property + ".twice")
		default:
			one.Words = w.say("judged." + j.Property)
		}
		said = append(said, one)
	}
	return said
}

// signsOf returns what lists of moves and the tree show of what a node says: its signs, an
// asterisk if it says something that has none, and all of it in words.
func signsOf(w words, list []archive.Judgement) (signs, said string) {
	var all []string
	for _, j := range judgements(w, list) {
		signs += j.Sign
		all = append(all, j.Words)
	}
	if signs == "" && len(all) > 0 {
		signs = "*"
	}
	return signs, strings.Join(all, ", ")
}

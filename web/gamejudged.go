package web

import "kifudb/archive"

// A judged is what a node says of its move or position, as its page shows it.
type judged struct {
	Property    string
	Sign, Words string
}

// judgedIn says in words what a node says.
func judgedIn(w words, list []archive.Judgement) (said []judged) {
	for _, j := range list {
		one := judged{Property: j.Property, Sign: j.Sign}
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

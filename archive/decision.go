package archive

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/book/duplicate"
	"kifudb/book/user"
)

// A Decision is what the user decided about records, of a kind.
type (
	Decision     = user.Decision
	DecisionKind = user.DecisionKind
)

// The kinds of decisions.
const (
	Prefer = user.Prefer // one record stands for its game
	Alone  = user.Alone  // a record is not a duplicate
	Apart  = user.Apart  // two records are not of one game
	Same   = user.Same   // two records are of one game
)

// Decide decides on duplicates, all or nothing, in place of what says the opposite. The view's
// clusters are found anew.
func (v *View) Decide(ctx context.Context, decisions ...user.Decision) error {
	clusters, err := v.Clusters(ctx)
	if err != nil {
		return err
	}
	defer v.forgetClusters()
	var choices []user.Choice
	for _, d := range decisions {
		choices = append(choices, user.Choice{Decision: d, Instead: instead(clusters, d)})
	}
	return v.archive.user.Decide(choices...)
}

// Undecide forgets what was decided about a record, and returns it.
func (v *View) Undecide(id GameID) ([]user.Decision, error) {
	defer v.forgetClusters()
	return v.archive.user.Undecide(id)
}

// Decisions returns all that was decided on duplicates.
func (v *View) Decisions() ([]Decision, error) { return v.archive.user.Decisions() }

func (v *View) forgetClusters() {
	v.mu.Lock()
	v.clusters, v.compared = nil, false
	v.mu.Unlock()
}

// instead returns the decisions that one takes the place of.
func instead(clusters *duplicate.Clusters, d user.Decision) []user.Decision {
	var list []user.Decision
	switch d.Kind {
	case user.Prefer: // of the same game only one is preferred
		if number, _, ok := clusters.Of(d.Games[0]); ok {
			for _, m := range clusters.Cluster(number).Members {
				if m.ID != d.Games[0] {
					list = append(list, user.Decision{Kind: user.Prefer, Games: []GameID{m.ID}})
				}
			}
		}
	case user.Same:
		for _, id := range d.Games {
			list = append(list, user.Decision{Kind: user.Alone, Games: []GameID{id}})
		}
	}
	return list
}

// The text of decisions on duplicates has a line for each: a word for its kind,
// and the digests of its records in hexadecimal, with spaces between. Lines and
// the digests of a pair are sorted, so that the same decisions give the same text
// in any archive. Empty lines, and those that begin with #, mean nothing.
const decisionTextHead = "# kifudb decisions on duplicates: what was decided, and the digests of the records\n"

// decisionWords are the kinds of decisions as the text has them, after the
// commands that make them.
var decisionWords = map[string]user.DecisionKind{
	"prefer": user.Prefer, "alone": user.Alone, "apart": user.Apart, "same": user.Same,
}

// DecisionText returns the text of all decisions.
func (v *View) DecisionText() ([]byte, error) {
	decisions, err := v.archive.user.Decisions()
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, d := range decisions {
		if line, ok := v.decisionLine(d); ok {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return []byte(decisionTextHead + strings.Join(lines, "")), nil
}

// decisionLine returns the line of a decision, unless a record of it is gone.
func (v *View) decisionLine(d user.Decision) (string, bool) {
	var digests []string
	for _, id := range d.Games {
		g, local, ok := v.snapshot.Segment(id)
		if !ok {
			return "", false
		}
		digests = append(digests, g.Digest(local).String())
	}
	slices.Sort(digests)
	for word, kind := range decisionWords {
		if kind == d.Kind {
			return word + " " + strings.Join(digests, " ") + "\n", true
		}
	}
	return "", false
}

// DecisionsTaken says what became of a text of decisions.
type DecisionsTaken struct {
	Decided int `json:"decided"`
	Known   int `json:"known"`   // were decided already
	Missing int `json:"missing"` // records that are not in this archive
}

// TakeDecisions decides what a text says.
func (v *View) TakeDecisions(ctx context.Context, r io.Reader) (*DecisionsTaken, error) {
	before, err := v.archive.user.Decisions()
	if err != nil {
		return nil, err
	}
	taken := &DecisionsTaken{}
	var list []user.Decision
	err = readLines(r, func(line string) error {
		if meansNothing(line) {
			return nil
		}
		d, ok, err := v.parseDecision(strings.Fields(line), &taken.Missing)
		if err != nil || !ok {
			return err
		}
		same := func(other user.Decision) bool { return other.Kind == d.Kind && slices.Equal(other.Games, d.Games) }
		if slices.ContainsFunc(before, same) {
			taken.Known++
		} else {
			list = append(list, d)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := v.Decide(ctx, list...); err != nil {
		return nil, err
	}
	taken.Decided = len(list)
	return taken, nil
}

// parseDecision reads a decision; ok is false if a record of it is not in the
// archive.
func (v *View) parseDecision(words []string, missing *int) (d user.Decision, ok bool, err error) {
	d.Kind = decisionWords[words[0]]
	want := 1
	switch d.Kind {
	case user.Prefer, user.Alone:
	case user.Apart, user.Same:
		want = 2
	default:
		return d, false, fmt.Errorf("%q is not a decision; expected prefer, alone, apart or same", words[0])
	}
	if len(words)-1 != want || want == 2 && words[1] == words[2] {
		return d, false, fmt.Errorf("%s takes %d different digests", words[0], want)
	}
	for _, word := range words[1:] {
		digest, err := ParseDigest(word)
		if err != nil {
			return d, false, err
		}
		id, ok := v.snapshot.Known(digest)
		if !ok {
			*missing++
			continue
		}
		d.Games = append(d.Games, id)
	}
	slices.Sort(d.Games)
	return d, len(d.Games) == want, nil
}

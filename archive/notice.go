package archive

import (
	"fmt"
	"slices"
	"sync"
)

// A Notice says what an answer leaves out or does not know. The answer is right
// in all else.
type Notice struct {
	Code NoticeCode `json:"code" doc:"Code of the notice, such as comments_not_indexed."`
	Text string     `json:"text" doc:"The notice for people, in English."`
}

// A NoticeCode tells notices apart.
type NoticeCode string

// The notices.
const (
	NoticeDuplicates NoticeCode = "duplicates_counted"    // each record counts, also those of one game
	NoticeDamaged    NoticeCode = "damaged_names"         // games are found by names with lost characters
	NoticeUnindexed  NoticeCode = "comments_not_indexed"  // some comments are not searched yet
	NoticeAcross     NoticeCode = "duplicates_across"     // of several archives, records of one game are folded within each only
	NoticeUser       NoticeCode = "tags_and_notes_unread" // what the user added is not shown
	NoticeIncomplete NoticeCode = "incomplete"            // some segments did not answer; the answer is about the others
	NoticeAsOf       NoticeCode = "as_of_last"            // the store cannot be reached; the answer is about the archive as nodes have it
	NoticeNoPoints   NoticeCode = "not_on_points"         // games were not looked at, since no stones lie on points

	NoticeClocks NoticeCode = "clocks" // of how many games anything is known about time

	NoticeEvaluated NoticeCode = "evaluated" // of how many games it is known what moves lost

	NoticeReplayed NoticeCode = "replayed" // many games were replayed, as they are not in the index of the board

	NoticeManyMistakes NoticeCode = "mistakes_dropped" // there were too many mistakes to compare

	NoticeBeside NoticeCode = "evaluations_beside" // nodes do not know evaluations that are kept beside records

	NoticeUntold NoticeCode = "not_derived" // values that are listed or counted are missing of games that an earlier version added

	NoticeOtherGame NoticeCode = "other_game" // the question named no game; it is answered for the one that is found

	NoticeAssumed NoticeCode = "assumed_game" // the question named no game; its boards are of the only one that the archives hold
	NoticeHeld    NoticeCode = "games_held"   // nothing is found for a question that named no game; which games there are

	NoticeNoMoves NoticeCode = "no_such_moves" // nothing is found, as no game of the archive has moves that a term is about

	NoticeSampled NoticeCode = "sampled" // examples were chosen among some games, as looking at all takes long

	NoticeOnlySGF NoticeCode = "only_sgf" // of properties of nodes, which records in other formats do not have

	NoticeMixedGames NoticeCode = "mixed_games"   // games of more than one game are counted together
	NoticeNewYear    NoticeCode = "over_new_year" // games that lasted from one year into the next count in the first
	NoticeMixedSizes NoticeCode = "mixed_sizes"   // boards of more than one size are counted together

	NoticeUnread NoticeCode = "record_unread" // not all of a record's moves are on the boards

	NoticeTree NoticeCode = "tree_unread" // of a tree that is not in SGF, something could not be read
)

var noticeWords = map[NoticeCode]string{
	NoticeDuplicates: "duplicate records are counted",
	NoticeUser:       "your tags and notes are not shown",
}

// Notices gathers what is to be said with an answer, each code once. It is safe
// for concurrent use.
type Notices struct {
	mu   sync.Mutex
	list []Notice
}

func (n *Notices) add(code NoticeCode, err error) { n.Say(code, "%s: %v", noticeWords[code], err) }

// EvaluatedText says of how many games it is known what moves lost, for an answer about what.
func EvaluatedText(what string, evaluated, games int) string {
	if evaluated == 0 {
		return what + ": no record has evaluations of an engine before and after a move"
	}
	text := fmt.Sprintf("%s: evaluated %d of %d games", what, evaluated, games)
	if evaluated < games {
		text += "; nothing is known of the others"
	}
	return text
}

// Say adds a notice, unless there is one of the code.
func (n *Notices) Say(code NoticeCode, format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, said := range n.list {
		if said.Code == code {
			return
		}
	}
	n.list = append(n.list, Notice{code, fmt.Sprintf(format, args...)})
}

// Of returns the notices of some codes.
func (n *Notices) Of(codes ...NoticeCode) []Notice {
	return slices.DeleteFunc(n.said(), func(said Notice) bool { return !slices.Contains(codes, said.Code) })
}

// All returns what is to be said.
func (n *Notices) All() []Notice { return n.said() }

// said returns what is to be said.
func (n *Notices) said() []Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.list)
}

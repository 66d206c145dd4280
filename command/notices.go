package command

import (
	"fmt"
	"kifudb/archive"
	"kifudb/command/terminal"
)

// sayNotices says what an answer had to go without.
func sayNotices(s streams, notices []archive.Notice) {
	for _, n := range notices {
		text := terminal.Printable(n.Text)
		switch n.Code {
		case archive.NoticeUnindexed: // said with the number of games
			continue
		case archive.NoticeUntold:
			text += ": 'kifudb rebuild'"
		}
		fmt.Fprintf(s.err, "kifudb: %s\n", text)
	}
	if archive.Incomplete(notices) {
		s.fail(&exitError{ExitPartial, nil}) // which was said
	}
}

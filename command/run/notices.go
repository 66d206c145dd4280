package run

import (
	"fmt"
	"strings"

	"kifudb/archive"
	"kifudb/archive/export"
	"kifudb/command/phrase"
	"kifudb/internal/plaintext"
)

// SayNotices says what an answer had to go without.
func SayNotices(s Streams, notices []archive.Notice) {
	for _, n := range notices {
		text := plaintext.Printable(n.Text)
		switch n.Code {
		case archive.NoticeUnindexed: // said with the number of games
			continue
		case archive.NoticeUntold:
			text += ": 'kifudb rebuild'"
		}
		fmt.Fprintf(s.Err, "kifudb: %s\n", text)
	}
	if archive.Incomplete(notices) {
		s.fail(&Error{ExitPartial, nil}) // which was said
	}
}

// SayMixed says that what was written is of more than one kind or encoding.
func SayMixed(w *export.Written, s Streams) {
	if w.Mixed {
		fmt.Fprintln(s.Err, "kifudb: the records are of different kinds, such as SGF and CSA; programs that read one of them may not read the file")
	}
	if n := len(w.Converted); n > 0 {
		fmt.Fprintf(s.Err, "kifudb: %s written in SGF, as the records cannot stand alone (%s)\n", phrase.Games(n), strings.Join(w.Converted[:min(n, 5)], ","))
	}
	if len(w.Charsets) > 0 {
		var words []string
		for _, c := range w.Charsets {
			words = append(words, fmt.Sprintf("%s %s", phrase.Number(c.Records), c.Name))
		}
		fmt.Fprintf(s.Err, "kifudb: the records are in different encodings (%s), which programs do not expect in one file; 'kifudb export --utf8' converts them\n", strings.Join(words, ", "))
	}
}

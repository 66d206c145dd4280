package ledger

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"kifudb/store"
)

// An Outcome says what became of one file on disk, or of one member of a
// container.
type Outcome struct {
	Source   string         // the file's absolute path; "-" is standard input
	Member   string         // the path within a container, "" for the file itself
	What     What           //
	Reason   string         // why it was refused or passed over
	Format   string         // in which it is refused: it is recognised, and not read
	Games    []Span         // in the order of the file; never two that could be one
	Problems map[string]int // in the games that are new: how often each code

	ProblemGames map[string]int // in how many of these games each code is, where it is more than one
}

// Path returns source and member as records name them: "/dir/x.zip!/a/b.sgf".
func (o *Outcome) Path() string {
	if o.Member == "" {
		return o.Source
	}
	return o.Source + "!/" + o.Member
}

// What is the result for a file.
type What string

const (
	Read      What = "read"      // to its end
	Unchanged What = "unchanged" // since it was last read: not opened
	Same      What = "known"     // another computer has imported the same file: not read
	Passed    What = "passed"    // over: it holds no game records, and does not claim to
	Refused   What = "refused"   // not readable, or not to its end, or without games though it claims to hold some
	Still     What = "still"     // it was refused earlier, and has not changed since: not opened
	AsKnown   What = "accepted"  // it would be refused, which the user knows: see Accept
	Cut       What = "cut"       // the run was interrupted within it; the next one reads it again
	Kept      What = "kept"      // a member that could not be reached because its container is damaged: its games stay
	Lost      What = "lost"      // it is not there any more, or has lost games
)

// Failed reports whether the file is one that makes an import fail.
func (w What) Failed() bool { return w == Refused || w == Still }

// failed reports whether the file could not be read.
func (w What) failed() bool { return w == Refused || w == AsKnown }

// A Span is a run of games of one file that have consecutive ids and the same
// fate. In the ledger it is [from, count, id, "fate"]. It takes 16 bytes: a file of 16 MiB may have
// five million games that are no runs.
type Span struct {
	From  int32        // number of the first game in its file, from 1; 0 if it is not there any more
	Count int32        // of games, at least 1
	ID    store.GameID // of the first
	Fate  Fate
}

// MaxGames is how many games one file can have.
const MaxGames = math.MaxInt32

// Fate says what became of a game.
type Fate uint8

const (
	Added     Fate = iota + 1 // it is new
	Changed                   // it has the place and the id of the game that its file held before
	Known                     // the archive has it, byte for byte
	Removed                   // the user has removed it from the archive, where it stays
	Restored                  // it had been removed, and is back under its id
	Unread                    // an earlier run found it; this time the file could not be read that far
	Missing                   // its file does not hold it any more; it is still in the archive
	Elsewhere                 // its file does not hold it any more, but another file does
	Pruned                    // its file does not hold it any more, so it was removed
)

// fates are their names, in the ledger and for users.
var fates = [...]string{Added: "added", Changed: "changed", Known: "known", Removed: "removed", Restored: "restored",
	Unread: "unread", Missing: "missing", Elsewhere: "elsewhere", Pruned: "pruned"}

// String returns the name of a fate, "" if there is none.
func (f Fate) String() string {
	if int(f) >= len(fates) {
		return ""
	}
	return fates[f]
}

// MarshalText writes the name of a fate.
func (f Fate) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the name of a fate.
func (f *Fate) UnmarshalText(text []byte) error {
	i := slices.Index(fates[:], string(text))
	if i <= 0 {
		return fmt.Errorf("unknown fate of a game: %q", text)
	}
	*f = Fate(i)
	return nil
}

// Present reports whether the file holds the game.
func (f Fate) Present() bool {
	switch f {
	case Added, Changed, Known, Removed, Restored, Unread:
		return true
	}
	return false
}

// Add appends a game to an outcome; from is at most MaxGames.
func (o *Outcome) Add(number int, id store.GameID, f Fate) {
	from := int32(number)
	if n := len(o.Games); n > 0 {
		last := &o.Games[n-1]
		follows := last.From+last.Count == from || last.From == 0 && from == 0
		if last.Fate == f && follows && last.ID+store.GameID(last.Count) == id {
			last.Count++
			return
		}
	}
	o.Games = append(o.Games, Span{from, 1, id, f})
}

// Totals add up outcomes:
//
//	outcomes but those that are cut, kept or lost = Files + Unchanged + Same + Passed + Failed + Still + Accepted
//	Games = Added + Changed + Known + Removed
type Totals struct {
	Files     int            `json:"files" doc:"Number of files read to their end, with members of containers."`
	Unchanged int            `json:"unchanged" doc:"Number of files on disk that have not changed and were not opened."`
	Same      int            `json:"same,omitempty" doc:"Number of files that another computer had imported, and that were not read. Missing if none."`
	Passed    int            `json:"passed" doc:"Number of files passed over because they hold no game records."`
	Failed    int            `json:"failed" doc:"Number of files that could not be read."`
	Still     int            `json:"still_failing,omitempty" doc:"Number of files that could not be read earlier and have not changed. Missing if none."`
	Accepted  int            `json:"accepted,omitempty" doc:"Number of files that cannot be read, as the user has accepted. Missing if none."`
	Games     int            `json:"games" doc:"Number of games in the files that were opened, and in those that another computer had imported."`
	Added     int            `json:"added" doc:"Number of new games, with those that came back after a removal."`
	Changed   int            `json:"changed" doc:"Number of games whose record changed in its file. They keep their ids."`
	Known     int            `json:"known" doc:"Number of games that the archive had already."`
	Removed   int            `json:"removed" doc:"Number of games that the user had removed. They stay removed."`
	Missing   int            `json:"missing" doc:"Number of games that their files no longer hold, and that are still in the archive."`
	Pruned    int            `json:"pruned" doc:"Number of games removed because their files no longer hold them."`
	NotRead   map[string]int `json:"not_read,omitempty" doc:"Of the files that could not be read, those in a format that kifudb recognises and cannot read, by format. Missing if none."`
	Problems  map[string]int `json:"problems,omitempty" doc:"Faults in the new games: how often each code occurs. Missing if none."`
	Bytes     int64          `json:"bytes" doc:"Number of bytes read from disk."`

	ProblemGames map[string]int `json:"problem_games,omitempty" doc:"Number of new games by code of their faults. Missing if unknown."`
}

// Count adds an outcome.
func (t *Totals) Count(o *Outcome) {
	switch o.What {
	case Read:
		t.Files++
	case Unchanged:
		t.Unchanged++
	case Same:
		t.Same++
	case Passed:
		t.Passed++
	case Refused:
		t.Failed++
	case Still:
		t.Still++
	case AsKnown:
		t.Accepted++
	}
	if o.What.Failed() && o.Format != "" {
		count(&t.NotRead, o.Format, 1)
	}
	for _, s := range o.Games {
		switch s.Fate {
		case Added, Restored:
			t.Added += int(s.Count)
		case Changed:
			t.Changed += int(s.Count)
		case Known:
			t.Known += int(s.Count)
		case Removed:
			t.Removed += int(s.Count)
		case Missing:
			t.Missing += int(s.Count)
		case Pruned:
			t.Pruned += int(s.Count)
		}
	}
	t.Games = t.Added + t.Changed + t.Known + t.Removed
	for code, n := range o.Problems {
		count(&t.Problems, code, n)
		count(&t.ProblemGames, code, max(o.ProblemGames[code], 1))
	}
}

// count counts on what may be nil.
func count(m *map[string]int, key string, n int) {
	if *m == nil {
		*m = map[string]int{}
	}
	(*m)[key] += n
}

// MarshalJSON writes the short form of a span.
func (s Span) MarshalJSON() ([]byte, error) {
	return s.appendTo(nil), nil
}

func (s Span) appendTo(b []byte) []byte {
	b = strconv.AppendInt(append(b, '['), int64(s.From), 10)
	b = strconv.AppendInt(append(b, ','), int64(s.Count), 10)
	b = strconv.AppendUint(append(b, ','), uint64(s.ID), 10)
	return append(append(append(b, `,"`...), s.Fate.String()...), `"]`...)
}

// UnmarshalJSON reads the short form of a span.
func (s *Span) UnmarshalJSON(data []byte) error {
	if len(data) < 2 || data[0] != '[' || data[len(data)-1] != ']' {
		return fmt.Errorf("no span: %.100q", data)
	}
	parts := bytes.SplitN(data[1:len(data)-1], []byte{','}, 5)
	if len(parts) != 4 {
		return fmt.Errorf("no span: %.100q", data)
	}
	from, err1 := strconv.ParseInt(string(parts[0]), 10, 32)
	count, err2 := strconv.ParseInt(string(parts[1]), 10, 32)
	id, err3 := strconv.ParseUint(string(parts[2]), 10, 32)
	s.From, s.Count, s.ID = int32(from), int32(count), store.GameID(id)
	return cmp.Or(err1, err2, err3, s.Fate.UnmarshalText(bytes.Trim(parts[3], `"`)))
}

// spans are those of a file. It may have millions: room for all is made at once, and none is
// read by reflection.
type spans []Span

// UnmarshalJSON implements [json.Unmarshaler].
func (l *spans) UnmarshalJSON(data []byte) error {
	n := bytes.Count(data, []byte{'['})
	if n == 0 { // null
		return nil
	}
	*l = make(spans, 0, n-1)
	for data = data[1:]; ; {
		begin, end := bytes.IndexByte(data, '['), bytes.IndexByte(data, ']')
		if begin < 0 {
			return nil
		}
		var s Span
		if err := s.UnmarshalJSON(data[begin:max(begin, end+1)]); err != nil {
			return err
		}
		*l = append(*l, s)
		data = data[end+1:]
	}
}

// storedOutcome is an outcome as a line of a block. The source is left out
// where it is that of the line before.
type storedOutcome struct {
	Source   fileName       `json:"source,omitzero"`
	Member   fileName       `json:"member,omitzero"`
	What     What           `json:"what"`
	Reason   string         `json:"reason,omitempty"`
	Format   string         `json:"format,omitempty"`
	Games    spans          `json:"games,omitempty"`
	Problems map[string]int `json:"problems,omitempty"`

	ProblemGames map[string]int `json:"problem_games,omitempty"`
}

// A fileName is bytes in an encoding that nobody knows. In JSON it is a text if
// it is UTF-8, otherwise an array of one text in base64.
type fileName string

// IsZero reports whether there is none.
func (n fileName) IsZero() bool { return n == "" }

// MarshalJSON implements [json.Marshaler].
func (n fileName) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(n)) {
		return json.Marshal(string(n))
	}
	return json.Marshal([][]byte{[]byte(n)})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (n *fileName) UnmarshalJSON(data []byte) error {
	if len(data) >= 2 && data[0] == '"' && bytes.IndexByte(data, '\\') < 0 { // most names
		*n = fileName(data[1 : len(data)-1])
		return nil
	}
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, (*string)(n))
	}
	var raw [][]byte
	if err := json.Unmarshal(data, &raw); err != nil || len(raw) != 1 {
		return fmt.Errorf("no file name: %s", data)
	}
	*n = fileName(raw[0])
	return nil
}

package archive

import (
	"runtime/debug"
	"sync"

	"kifudb/search"
)

// A Provenance says what a statistic is about: which archives in which state were
// asked what by which program, and how many games, records and hits it counts.
// With the same archives and the same question the numbers are the same.
type Provenance struct {
	Program  string         `json:"program"`  // its version
	Archives []ArchiveState `json:"archives"` // in the order of their numbers
	Query    string         `json:"query"`    // in normal form
	Games    int            `json:"games"`    // found; the records of one count once, unless all records count
	Records  int            `json:"records"`  // found: those that are folded, too
	Hits     int            `json:"hits"`     // of a position or pattern in these games; 0 if it is about games only
	Of       int            `json:"of"`       // records in the archives
}

// An ArchiveState names an archive and what it held at one moment.
type ArchiveState struct {
	ID         string `json:"id"`                 // its identity
	Generation uint64 `json:"generation"`         // counts its changes
	Clusters   string `json:"clusters,omitempty"` // digest of which records are of one game; none if each counts
}

// provenance says what an answer is about.
func (q *question) provenance(answer *search.Answer, games, hits int) Provenance {
	p := Provenance{Program: Version(), Query: q.members[0].Question.Query, Games: games, Records: games + answer.Folded, Hits: hits, Of: q.views.Len()}
	for _, m := range q.members {
		moment := m.Question.Moment()
		p.Archives = append(p.Archives, ArchiveState{moment.Archive, moment.Generation, moment.Clusters})
	}
	return p
}

// Version is that of the program: its module's, or the commit of a development build.
func Version() string { return version() }

var version = sync.OnceValue(func() string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	if v := build.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, setting := range build.Settings {
		if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
			return "commit " + setting.Value[:12]
		}
	}
	return "(development build)"
})

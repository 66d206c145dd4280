package archive

import "kifudb/search"

// A Provenance says what a statistic is about: which archives in which state were
// asked what by which program, and how many games, records and hits it counts.
// With the same archives and the same question the numbers are the same.
type Provenance struct {
	Program  string         `json:"program" doc:"Version of kifudb that answered."`
	Archives []ArchiveState `json:"archives" doc:"The archives, in the order of their numbers."`
	Query    string         `json:"query" doc:"The query in normal form."`
	Games    int            `json:"games" doc:"Number of games that match. Records of one game count once, unless the request counts each record."`
	Records  int            `json:"records" doc:"Number of records that match."`
	Hits     int            `json:"hits" doc:"Number of places in these games with the position or pattern. 0 if the query has none, and in answers that count games alone."`
	Of       int            `json:"of" doc:"Number of records in the archives."`
}

// An ArchiveState names an archive and what it held at one moment.
type ArchiveState struct {
	ID         string `json:"id" doc:"Identity of the archive. It stays the same as long as the archive exists."`
	Generation uint64 `json:"generation" doc:"Number of the archive's last commit. Each change adds one."`
	Clusters   string `json:"clusters,omitempty" doc:"Digest of the decision which records are of one game. Missing if each record counts."`
}

// Provenance says what an answer is about.
func (q *Question) Provenance(answer *search.Answer, games, hits int) Provenance {
	p := Provenance{Program: Version(), Query: q.members[0].Question.Query, Games: games, Records: games + answer.Folded, Hits: hits, Of: q.views.Len()}
	for _, m := range q.members {
		moment := m.Question.Moment()
		p.Archives = append(p.Archives, ArchiveState{moment.Archive, moment.Generation, moment.Clusters})
	}
	return p
}

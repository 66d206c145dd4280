package ask

import (
	"context"
	"slices"

	"kifudb/archive"
	"kifudb/query"
	"kifudb/search"
	"kifudb/study"
)

// Remarks are the texts in records where a position or pattern stands.
type Remarks struct {
	archive.Envelope

	Query   string   `json:"query" doc:"The query in normal form."`
	Games   int      `json:"games" doc:"Number of games with remarks at the position or pattern. The list may have fewer."`
	Records int      `json:"records" doc:"Number of records of these games with remarks."`
	Total   int      `json:"total" doc:"Number of different texts."`
	Remarks []Remark `json:"remarks" doc:"The texts, the longest first."`
	Unread  int      `json:"unread" doc:"Number of records whose comments are not indexed yet. They may have more remarks."`
	Note    string   `json:"note,omitempty" doc:"The user's note on the position. Missing if there is none."`

	Asked query.Asked `json:"-"` // what was asked for, to be drawn
}

// A Remark is one of these texts. Texts that differ only in white space are one remark. Points
// in it are those of its game's board, which may be turned.
type Remark struct {
	Text     string        `json:"text" doc:"The text, as the record has it."`
	Property string        `json:"property" doc:"SGF property with the text: C, N or GC."`
	Games    int           `json:"games" doc:"Number of games with the text. Records of one game count once."`
	Places   []RemarkPlace `json:"places" doc:"Places with the text."`
}

// RemarkPlace is where it was written, and by whom as far as records say.
type RemarkPlace struct {
	Ref       string        `json:"ref" doc:"The place: 12@40 after a move of the main line, 12@n57 at a node."`
	Game      *archive.Game `json:"game" doc:"The game of the record."`
	Annotator string        `json:"annotator,omitempty" doc:"Who annotated the record (AN in SGF). Missing if it does not say."`
	User      string        `json:"user,omitempty" doc:"Who entered the record (US in SGF). Missing if it does not say."`
}

// RemarksOptions say how much of the remarks is wanted.
type RemarksOptions struct {
	Limit int `flag:"limit,n" value:"10" usage:"show at most {N} texts, 0 for all" query:"limit" minimum:"0" default:"50" page:"30" doc:"Largest number of texts. 0 for all."`

	// Watch, if set, is called now and then, by one goroutine, with what is known so far.
	Watch func(sofar *Remarks)
}

// askRemarks names the aggregation.
const askRemarks = "remarks"

// Remarks collects what was written where the one position or pattern of a query stands,
// in any record that fulfils the query, in variations as well; at most as many texts as
// the options say. The errors are those of [Views.Next].
func (vs *Views) Remarks(ctx context.Context, s *archive.Search, o *RemarksOptions) (*Remarks, error) {
	asked := *s
	var err error
	if asked.Query, err = remarked(s.Query); err != nil {
		return nil, err
	}
	// Each record may say something else, also those of one game.
	asked.Records, asked.Limit = true, o.Limit
	asked.Also = map[string]search.Aggregation{askRemarks: &study.Remarks{Limit: o.Limit}}
	q, err := vs.question(ctx, &asked)
	if err != nil {
		return nil, err
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*Remarks]{
		Watch: o.Watch,
		Read:  func(answer *search.Answer) (*Remarks, error) { return q.remarks(ctx, s, answer) },
		Rest: func(found *Remarks, _ *search.Answer) error {
			found.Note = q.Note(found.Asked)
			return nil
		},
	})
}

// remarked returns a query for all places where a board comes up, in games of which
// something was written.
func remarked(q archive.Query) (archive.Query, error) {
	every, err := withBoards(q, func(b *query.Board) { b.Every = true })
	root := every.Root
	if err != nil || root == nil {
		return every, err
	}
	written, err := archive.ParseQuery("has:comments or has:GC")
	if err != nil {
		return q, err
	}
	all := query.And{written.Root}
	if nodes, ok := root.(query.And); ok {
		return archive.Query{Root: append(all, nodes...)}, nil
	}
	return archive.Query{Root: append(all, root)}, nil
}

// remarks returns what an answer says.
func (q *question) remarks(ctx context.Context, s *archive.Search, answer *search.Answer) (*Remarks, error) {
	f := answer.Found[askRemarks].(*study.RemarksFound)
	asked, _ := q.Asked()
	found := &Remarks{
		Envelope: q.Envelope(answer, 0, 0), Query: s.Query.String(), Records: f.Records, Total: f.Total, Remarks: []Remark{}, Unread: f.Unread, Asked: asked,
	}
	found.Provenance.Query = found.Query
	var all []archive.GameID
	for _, r := range f.Remarks {
		remark := Remark{Text: r.Text, Property: r.Ident}
		var ids []archive.GameID
		for _, p := range r.Places {
			place, err := q.views.remarkPlace(p)
			if err != nil {
				return nil, err
			}
			remark.Places = append(remark.Places, *place)
			ids = append(ids, p.Game)
		}
		var err error
		if remark.Games, err = q.views.gamesOf(ctx, ids, s.Records); err != nil {
			return nil, err
		}
		all = append(all, ids...)
		found.Remarks = append(found.Remarks, remark)
	}
	var err error
	found.Games, err = q.views.gamesOf(ctx, append(all, f.Others...), s.Records)
	found.Provenance.Games, found.Provenance.Records = found.Games, found.Records
	return found, err
}

func (vs *Views) remarkPlace(p study.RemarkPlace) (*RemarkPlace, error) {
	game, err := vs.GameOf(search.PageGame{ID: p.Game})
	if err != nil {
		return nil, err
	}
	place := &RemarkPlace{Game: game}
	for _, v := range game.Segment().Info(game.Local()) {
		switch v.Ident {
		case "AN":
			place.Annotator = v.Text
		case "US":
			place.User = v.Text
		}
	}
	place.Ref, err = game.RefAt(p.Node)
	return place, err
}

// gamesOf returns of how many games some records are.
func (vs *Views) gamesOf(ctx context.Context, records []archive.GameID, each bool) (int, error) {
	var games []archive.GameID
	for _, id := range records {
		i, own := archive.SplitID(id)
		if !each {
			clusters, err := vs.All()[i].Clusters(ctx)
			if err != nil {
				return 0, err
			}
			if number, _, ok := clusters.Of(own); ok {
				id = archive.FirstID(i) + clusters.Cluster(number).Preferred()
			}
		}
		games = append(games, id)
	}
	slices.Sort(games)
	return len(slices.Compact(games)), nil
}

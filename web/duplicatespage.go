package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A duplicatesPage is the games with several records.
type duplicatesPage struct {
	Total, Records, First int
	Clusters              []clusterRow
	Kinds                 []orderLink
	Next, Start           string
	Decided               []decisionRow
	ReadOnly              bool
}

// A clusterRow is the records of a game.
type clusterRow struct {
	Link    string
	Because string
	Records []clusterRecord
	More    int // records that are not shown
}

// A clusterRecord is one of them.
type clusterRecord struct {
	*archive.Game
	Link  string
	Kinds []string
	Short string
}

// A decisionRow is what was decided.
type decisionRow struct {
	Kind  string
	Games []namedLink
	Undo  int    // the record of which decisions are forgotten
	Back  string // where that leads
}

const (
	listClusters   = 25
	clusterRecords = 5
	maxDecisions   = 200
)

// duplicateKinds are what clusters can be listed by.
var duplicateKinds = []string{"", "exact", "prefix", "near", "said"}

// decisionNames are the kinds of decisions in forms and the API.
var decisionNames = map[string]archive.DecisionKind{
	"prefer": archive.Prefer, "alone": archive.Alone, "apart": archive.Apart, "same": archive.Same,
}

func decisionName(k archive.DecisionKind) string {
	for name, kind := range decisionNames {
		if kind == k {
			return name
		}
	}
	return ""
}

// duplicatesPage lists the games with several records.
func (s *Server) duplicatesPage(w http.ResponseWriter, r *http.Request) {
	values := r.URL.Query()
	kind := values.Get("kind")
	from, _ := strconv.Atoi(values.Get("from"))
	from = max(0, from)
	link := func(kind string, from int) string {
		q := url.Values{}
		if kind != "" {
			q.Set("kind", kind)
		}
		if from > 0 {
			q.Set("from", strconv.Itoa(from))
		}
		if len(q) == 0 {
			return "/archive/duplicates"
		}
		return "/archive/duplicates?" + q.Encode()
	}
	var f *frame
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		f = s.frame(v, "archive", s.pages.words.say("dup.title"), "")
		kinds, err := archive.ParseKinds(kind)
		if err != nil {
			return err
		}
		found, err := v.Duplicates(ctx, nil, kinds, from+listClusters)
		if err != nil {
			return err
		}
		p := &duplicatesPage{Total: found.Total, Records: found.Records, ReadOnly: s.options.ReadOnly, First: from + 1}
		for _, c := range found.Clusters[min(from, len(found.Clusters)):] {
			row, err := newClusterRow(v, c)
			if err != nil {
				return err
			}
			p.Clusters = append(p.Clusters, row)
		}
		if found.Total > from+listClusters {
			p.Next = link(kind, from+listClusters)
		}
		if from > 0 {
			p.Start = link(kind, 0)
		}
		for _, k := range duplicateKinds {
			p.Kinds = append(p.Kinds, orderLink{"dup.kind." + k, link(k, 0), k == kind})
		}
		p.Decided, err = decisions(v, r.URL.RequestURI())
		f.Body = p
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "duplicates.html", f)
}

func newClusterRow(v *archive.View, c archive.Cluster) (clusterRow, error) {
	row := clusterRow{Link: duplicatesLink(c.Preferred), Because: c.Because, More: max(0, len(c.Records)-clusterRecords)}
	for _, m := range c.Records[:min(clusterRecords, len(c.Records))] {
		g, err := v.Game(m.ID)
		if err != nil {
			return row, err
		}
		row.Records = append(row.Records, clusterRecord{g, gameLink(g.Name()), m.Kinds, fileName(g.File)})
	}
	return row, nil
}

// fileName is the end of a path that tells files apart.
func fileName(path string) string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
	return strings.Join(parts[max(0, len(parts)-2):], "/")
}

func duplicatesLink(id archive.GameID) string { return "/archive/duplicates/" + strconv.Itoa(int(id)) }

// decisions are what was decided, the last ones that there is room for.
func decisions(v *archive.View, back string) ([]decisionRow, error) {
	list, err := v.Decisions()
	if err != nil {
		return nil, err
	}
	var rows []decisionRow
	for _, d := range list[max(0, len(list)-maxDecisions):] {
		row := decisionRow{Kind: decisionName(d.Kind), Undo: int(d.Games[0]), Back: back}
		for _, id := range d.Games {
			name := strconv.Itoa(int(id))
			row.Games = append(row.Games, namedLink{name, gameLink(name)})
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// A comparePage is the records of a game side by side.
type comparePage struct {
	*ask.Comparison
	ID       int
	Records  []comparedRecord
	Rows     []comparedProperty // what they say, and where they differ
	Pictures []comparedBoard
	Decided  []decisionRow
	Only     bool // there is one record
	ReadOnly bool
}

// A comparedRecord is a column of the comparison.
type comparedRecord struct {
	*ask.ComparedRecord
	Link, Short string
	Preferred   bool
	From        string // link to the last position before they differ, "" if there is none
}

// A comparedProperty is what each record says of one thing.
type comparedProperty struct {
	Property string
	Texts    []string
	Differ   bool
}

// A comparedBoard is where a record leaves the preferred one.
type comparedBoard struct {
	ID           string
	Picture      *drawing.Picture
	Move         int
	Theirs, Ours string // what they call the moves, "" at their end
}

// shownRecords is how many records are compared side by side.
const shownRecords = 8

// comparePage shows the records of a game side by side.
func (s *Server) comparePage(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 32)
	if err != nil {
		s.fail(w, r, errNoPage)
		return
	}
	var f *frame
	err = s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		f = s.frame(v, "archive", s.pages.words.say("dup.one", strconv.Itoa(int(id))), "")
		c, ok, err := ask.CompareRecords(ctx, v, archive.GameID(id), shownRecords)
		if err != nil {
			return err
		}
		p := &comparePage{Comparison: c, ID: int(id), Only: !ok, ReadOnly: s.options.ReadOnly}
		about := []archive.GameID{archive.GameID(id)}
		if ok {
			about = nil
			for _, one := range c.Records {
				about = append(about, one.ID)
				column := comparedRecord{one, gameLink(strconv.Itoa(int(one.ID))), fileName(one.File), one.ID == c.Preferred, ""}
				if d := one.Difference; d != nil && d.Move > 0 {
					column.From = gameLink(beforeMove(c.Preferred, d.Move))
				}
				p.Records = append(p.Records, column)
			}
			p.compare()
			p.draw(v, s.pages.words)
		}
		if p.Decided, err = decisions(v, r.URL.RequestURI()); err != nil {
			return err
		}
		p.Decided = slices.DeleteFunc(p.Decided, func(d decisionRow) bool {
			return !slices.ContainsFunc(d.Games, func(g namedLink) bool {
				return slices.ContainsFunc(about, func(id archive.GameID) bool { return g.Name == strconv.Itoa(int(id)) })
			})
		})
		f.Body = p
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "compare.html", f)
}

// beforeMove is the place before a move of a game.
func beforeMove(id archive.GameID, move int) string {
	return strconv.Itoa(int(id)) + "@" + strconv.Itoa(move-1)
}

// maxCompared bounds the text of a property in the table.
const maxCompared = 300

// compare makes the rows of the table: first what differs.
func (p *comparePage) compare() {
	texts := map[string][]string{}
	var order []string
	for i, r := range p.Records {
		for _, value := range r.Info {
			if texts[value.Property] == nil {
				texts[value.Property] = make([]string, len(p.Records))
				order = append(order, value.Property)
			}
			texts[value.Property][i] = joinTerms(texts[value.Property][i], cutText(value.Text, maxCompared))
		}
	}
	for _, property := range order {
		row := comparedProperty{Property: property, Texts: texts[property]}
		for _, text := range row.Texts {
			row.Differ = row.Differ || text != row.Texts[0]
		}
		p.Rows = append(p.Rows, row)
	}
	slices.SortStableFunc(p.Rows, func(a, b comparedProperty) int {
		switch {
		case a.Differ == b.Differ:
			return 0
		case a.Differ:
			return -1
		}
		return 1
	})
}

// cutText cuts a text to so many characters.
func cutText(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n]) + "…"
	}
	return text
}

// draw draws where records leave the preferred one.
func (p *comparePage) draw(v *archive.View, w words) {
	for _, r := range p.Records[1:] {
		d := r.Difference
		if d == nil || d.Same || d.Move < 1 {
			continue
		}
		b := comparedBoard{ID: strconv.Itoa(int(r.ID)), Move: d.Move}
		n, err := v.Node(beforeMove(p.Preferred, d.Move))
		if err != nil {
			continue
		}
		board, err := n.Data()
		if err != nil {
			continue
		}
		m := drawing.Marks{Letters: map[int]string{}, Last: -1}
		put := func(move, letter string) string {
			_, point, ok := strings.Cut(strings.TrimSuffix(move, "]"), "[")
			x, y, at := archive.Coordinates(point)
			if !ok || !at || x >= board.Cols || y >= board.Rows || board.Cells != "points" {
				return move // as the record has it
			}
			m.Letters[y*board.Cols+x] = letter
			return board.Columns[x] + board.Lines[y]
		}
		b.Ours, b.Theirs = put(d.Ours, "B"), put(d.Theirs, "A")
		b.Picture = drawing.Board(board, m, w.say("board.thumbnail", d.Move-1))
		p.Pictures = append(p.Pictures, b)
	}
}

// decideForm decides on records, or forgets what was decided.
func (s *Server) decideForm(w http.ResponseWriter, r *http.Request) {
	s.form(w, r, func(v *archive.View, f fields) (flash, error) {
		var ids []archive.GameID
		for _, name := range []string{"game", "other"} {
			if text := f.get(name); text != "" {
				id, err := strconv.ParseUint(text, 10, 32)
				if err != nil {
					return flash{}, &statusError{http.StatusUnprocessableEntity, "error.game"}
				}
				ids = append(ids, archive.GameID(id))
			}
		}
		kind := f.get("kind")
		if kind == "forget" && len(ids) == 1 {
			_, err := v.Undecide(ids[0])
			return flash{Key: "said.forgotten"}, err
		}
		if err := decide(r.Context(), v, kind, ids); err != nil {
			return flash{}, err
		}
		undo := s.undos.add(func(v *archive.View) error {
			_, err := v.Undecide(ids[0])
			return err
		})
		return flash{Key: "said.decided." + kind, Args: []string{strconv.Itoa(int(ids[0]))}, Undo: undo}, nil
	})
}

// decide decides on one record or on two.
func decide(ctx context.Context, v *archive.View, kind string, ids []archive.GameID) error {
	k, ok := decisionNames[kind]
	want := 1
	if k == archive.Apart || k == archive.Same {
		want = 2
	}
	if !ok || len(ids) != want || want == 2 && ids[0] == ids[1] {
		return &statusError{http.StatusUnprocessableEntity, "error.decision"}
	}
	if _, err := v.Games(ids); err != nil {
		return err
	}
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return v.Decide(ctx, archive.Decision{Kind: k, Games: ids})
}

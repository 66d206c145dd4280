package ask

import (
	"context"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/book/duplicate"
	"kifudb/game"
	"kifudb/position"
	"kifudb/store"
)

// A Comparison is the records of a game side by side.
type Comparison struct {
	Archive   int               `json:"archive,omitempty" doc:"Number of the archive, from 1. Missing if only one archive is asked."`
	Preferred archive.GameID    `json:"preferred" doc:"Id of the record that stands for the game."`
	Because   string            `json:"because" doc:"Why that record is preferred, as a phrase such as \"has more moves\"."`
	Total     int               `json:"total" doc:"Number of records of the game. The answer may have fewer."`
	Records   []*ComparedRecord `json:"records" doc:"The records, in order of preference."`
}

// A ComparedRecord is a record with all that is compared.
type ComparedRecord struct {
	ID         archive.GameID  `json:"id" doc:"Id of the record."`
	Kinds      []string        `json:"kinds" doc:"How the record belongs to the cluster: exact, prefix, near or said."`
	File       string          `json:"file" doc:"Path of the file, and within a container of the member."`
	Number     int             `json:"number" doc:"Number of the record in its file, from 1."`
	Charset    archive.Charset `json:"charset" doc:"Encoding in which the record is read."`
	Moves      int             `json:"moves" doc:"Number of moves of the main line."`
	Comments   bool            `json:"comments" doc:"True if the record has comments."`
	Variations bool            `json:"variations" doc:"True if the record has variations."`
	Problems   []string        `json:"problems,omitempty" doc:"Codes of the faults found in the record, such as mojibake. Missing if there are none."`
	Info       []archive.Value `json:"info" doc:"Values of its game-info properties."`
	Difference *Difference     `json:"difference,omitempty" doc:"How the moves differ from those of the preferred record. Missing for the preferred record itself."`

	facts  store.Facts
	script position.Script
}

// A Difference says how a record's main line differs from the preferred one's.
type Difference struct {
	Symmetry int    `json:"symmetry" doc:"How the record is turned or mirrored to lie on the preferred one, from 0 (not at all) to 7."`
	Swapped  bool   `json:"swapped" doc:"True if colors are exchanged."`
	Same     bool   `json:"same" doc:"True if the moves do not differ."`
	Move     int    `json:"move,omitempty" doc:"Number of the first move that differs. Missing if none does."`
	Theirs   string `json:"theirs,omitempty" doc:"That move in the preferred record, such as B[pd]. Empty if the record has ended."`
	Ours     string `json:"ours,omitempty" doc:"That move in this record, on the board of the preferred one. Empty if the record has ended."`
	Edits    int    `json:"edits" doc:"Number of changes that make one sequence of moves the other."`
	Shared   int    `json:"shared" doc:"Number of moves that both have."`

	TheirStone *Stone `json:"-"`
	OurStone   *Stone `json:"-"`
	node       int    // of the preferred record before the difference, -1 for none
}

// A Stone is what a record has at the first difference.
type Stone struct {
	position.Move
	Played bool // not set up
}

// CompareRecords returns the records of the game of a record side by side, the preferred
// one first, at most so many, all if limit is 0. If there is no other record, ok is
// false.
func CompareRecords(ctx context.Context, v *archive.View, id archive.GameID, limit int) (c *Comparison, ok bool, err error) {
	if !v.Live(id) {
		return nil, false, v.Missing(id)
	}
	if err := v.Snapshot().Verify(); err != nil {
		return nil, false, err
	}
	clusters, err := v.Clusters(ctx)
	if err != nil {
		return nil, false, err
	}
	number, _, ok := clusters.Of(id)
	if !ok {
		return nil, false, nil
	}
	cluster := clusters.Cluster(number)
	members := cluster.Members
	if limit > 0 {
		members = members[:min(max(limit, 2), len(members))]
	}
	c = &Comparison{Preferred: cluster.Preferred(), Because: cluster.Reason().String(), Total: len(cluster.Members)}
	for _, m := range members {
		r, err := comparedRecord(v, m)
		if err != nil {
			return nil, false, err
		}
		if len(c.Records) > 0 {
			r.compare(c.Records[0])
		}
		c.Records = append(c.Records, r)
	}
	return c, true, nil
}

// CompareRecords returns the records of the game of a record, which a reference names, side by
// side; see [CompareRecords].
func (vs *Views) CompareRecords(ctx context.Context, ref string, limit int) (c *Comparison, ok bool, err error) {
	v, number, rest, err := vs.Named(ref)
	if err != nil {
		return nil, false, err
	}
	id, err := strconv.ParseUint(rest, 10, 32)
	if err != nil {
		return nil, false, badRequest("", "%q is not the number of a game", rest)
	}
	c, ok, err = CompareRecords(ctx, v, archive.GameID(id), limit)
	if ok {
		c.Archive = number
	}
	return c, ok, err
}

// Name is how one of the records is referred to.
func (c *Comparison) Name(id archive.GameID) string {
	return archive.Names(c.Archive, []archive.GameID{id})[0]
}

func comparedRecord(v *archive.View, m duplicate.Member) (*ComparedRecord, error) {
	g, local, _ := v.Snapshot().Segment(m.ID)
	g = g.Recorded() // by what they say records are of one game, or not
	record, err := g.Record(local)
	if err != nil {
		return nil, err
	}
	r := &ComparedRecord{
		ID: m.ID, Kinds: archive.KindNames(m.Kinds), File: archive.PathText(record.Source.Path), Number: record.Source.Game + 1,
		Charset: archive.NewCharset(record.Charset), Info: []archive.Value{}, facts: g.Facts(local),
	}
	if r.script, err = g.Script(local); err != nil {
		return nil, err
	}
	r.Moves = int(r.facts.Moves)
	r.Comments = r.facts.Flags&store.HasComments != 0
	r.Variations = r.facts.Flags&store.HasVariations != 0
	for _, value := range g.Info(local) {
		switch {
		case value.Ident == "problem":
			r.Problems = append(r.Problems, value.Text)
		case value.Ident == strings.ToUpper(value.Ident):
			r.Info = append(r.Info, archive.Value{Property: value.Ident, Text: value.Text})
		}
	}
	return r, nil
}

// compare finds the first difference from the preferred record.
func (r *ComparedRecord) compare(preferred *ComparedRecord) {
	theirs, nodes := preferred.script.SequenceNodes()
	ours := r.script.Sequence()
	d := &Difference{node: -1}
	r.Difference = d
	if r.facts.Size != preferred.facts.Size || r.facts.Game != preferred.facts.Game {
		return
	}
	c := duplicate.Comparison{}
	if game.Stays(int(r.facts.Game)) {
		c = duplicate.Compare(theirs, ours, r.facts.Size, duplicate.For)
		ours = ours.Image(c.Orientation, r.facts.Size)
	} else {
		for c.Common < min(len(theirs), len(ours)) && theirs[c.Common] == ours[c.Common] {
			c.Common++
		}
		c.Shared = c.Common
	}
	d.Symmetry, d.Swapped, d.Edits, d.Shared = int(c.Orientation.Symmetry), c.Orientation.Swapped, c.Edits, c.Shared
	if d.Same = c.Common == len(theirs) && c.Common == len(ours); d.Same {
		return
	}
	d.Move = theirs[:c.Common].Moves() + 1
	if c.Common > 0 {
		d.node = int(nodes[c.Common-1])
	}
	at := func(q position.Sequence) (*Stone, string) {
		if c.Common == len(q) {
			return nil, ""
		}
		m, played := q.At(c.Common)
		return &Stone{m, played}, m.String()
	}
	d.TheirStone, d.Theirs = at(theirs)
	d.OurStone, d.Ours = at(ours)
}

// Size is that of the board.
func (r *ComparedRecord) Size() position.Size { return r.facts.Size }

// PointName returns a point as boards of the game name it.
func (r *ComparedRecord) PointName(p position.Point) string {
	var rules position.Rules
	if stones, ok := game.Of(int(r.facts.Game)).(game.Stones); ok {
		rules = stones.Rules()
	}
	return rules.PointName(r.Size(), p)
}

// Before returns the board before the first difference of a record, as the
// preferred record has it; nil if there is nothing to show, or if moves are not stones on points.
func (c *Comparison) Before(r *ComparedRecord) *position.Board {
	d := r.Difference
	if d == nil || d.Same || !game.Stays(int(r.facts.Game)) || d.TheirStone == nil && d.OurStone == nil {
		return nil
	}
	preferred := c.Records[0]
	rules := game.Of(int(r.facts.Game)).(game.Stones).Rules()
	if d.node < 0 {
		return rules.NewBoard(preferred.facts.Size)
	}
	replayer := position.Replayer{Rules: rules}
	board, _ := replayer.To(preferred.facts.Size, preferred.script, d.node)
	return board
}

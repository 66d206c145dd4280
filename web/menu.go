package web

import (
	"context"
	"html/template"
	"strings"
	"time"

	"kifudb/archive"
	"kifudb/ask"
)

// archiveMenu are the pages about the archive, by the keys of their words.
var archiveMenu = []namedLink{
	{"archive.overview", "/archive"}, {"dup.title", "/archive/duplicates"}, {"tags.title", "/tags"}, {"notes.title", "/notes"},
	{"saved.title", "/saved"}, {"drill.title", "/drill"},
}

// archiveFunctions are what templates about the archive may call.
func (w words) archiveFunctions() template.FuncMap {
	return template.FuncMap{
		"archiveMenu": func() []namedLink { return archiveMenu },
		"stage":       w.stage,
		"amount":      w.amount,
		"treeFiles":   func() string { return strings.Join(ask.TreeExtensions(), ",") },
		"whole":       func(n float64) int { return int(n + 0.5) },
		"lasting":     lasting,
		"clock":       func(t time.Time) string { return t.Local().Format("2006-01-02 15:04") },
	}
}

// stage says what a job is at.
func (w words) stage(name string) string {
	if name == "" {
		return w.say("stage.begins")
	}
	if text, ok := w["stage."+strings.ReplaceAll(name, " ", "_")]; ok {
		return text
	}
	return name
}

// amount says how much of how much is done.
func (w words) amount(done, total int64, unit string) string {
	if unit == "bytes" {
		return w.say("job.of", byteText(done), byteText(total))
	}
	return w.say("job.of", done, total)
}

// A tagBox is the tags of a game, with a form to change them.
type tagBox struct {
	Tags     []string
	All      []string // that there are
	Game     string
	Back     string
	ReadOnly bool
}

// A noteBox is a note, with a form to write it.
type noteBox struct {
	ID, Title, Text string
	Game, Position  string // what it is on: one of them
	Back            string
	ReadOnly        bool
}

// A saveBox saves a question, and puts a tag on all that it finds.
type saveBox struct {
	Query, Back string
	Found       int  // games
	Note        bool // the question may be about a position
	ReadOnly    bool
}

// ownBoxes are the tags and the note of a game.
type ownBoxes struct {
	Tags *tagBox
	Note *noteBox
}

// ownBoxes returns what the user added to a game, with the way back to a node.
func (s *Server) ownBoxes(ctx context.Context, v *archive.View, n *archive.Node) (*ownBoxes, error) {
	name, back := n.Game.Name(), gameLink(n.Ref)
	box := &ownBoxes{Tags: &tagBox{Tags: n.Tags, Game: name, Back: back, ReadOnly: s.options.ReadOnly}}
	if !s.options.ReadOnly {
		tags, _, err := v.Tags(ctx, true)
		if err != nil {
			return nil, err
		}
		for _, t := range tags {
			box.Tags.All = append(box.Tags.All, t.Tag)
		}
	}
	box.Note = &noteBox{ID: "note-game", Title: s.pages.words.say("notes.ongame"), Text: n.Note, Game: name, Back: back, ReadOnly: s.options.ReadOnly}
	return box, nil
}

// noteHere returns the note on the position at a node, nil if the rules are not known.
func (s *Server) noteHere(n *archive.Node) *noteBox {
	if n.Position == "" {
		return nil
	}
	return &noteBox{ID: "note-position", Title: s.pages.words.say("notes.onposition"), Text: n.PositionNote, Position: n.Ref, Back: gameLink(n.Ref), ReadOnly: s.options.ReadOnly}
}

package help

import (
	"strings"
	"testing"

	"kifudb/query"
)

// Help lists a field that has a row, and nothing else.
func TestFieldHelpIsOfRows(t *testing.T) {
	before := FieldHelp()
	undo := query.Declare(query.Field{Name: "writer", Twins: []string{"WRITER"}, Idents: []string{"WRITER"}, About: "the writer of the record"}, "annotator")
	added := strings.ReplaceAll(FieldHelp(), before, "")
	undo()
	if added != "  writer WRITER            the writer of the record\n" || FieldHelp() != before {
		t.Errorf("help has %q", added)
	}
}

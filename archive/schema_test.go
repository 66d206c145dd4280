package archive_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/archive/benchmark"
	"kifudb/archive/export"
	"kifudb/archive/lint"
	"kifudb/ask"
	"kifudb/ask/openingbook"
)

// answers are the structs whose JSON front ends print. What is added here is part
// of the schema from then on.
var answers = []any{
	archive.Page{}, ask.Next{}, ask.Exploration{}, ask.Compare{}, ask.Tree{}, ask.Follow{}, ask.Similar{}, ask.Problems{}, ask.Examples{}, ask.Stats{}, ask.Trend{}, ask.NameList{}, ask.NamePage{}, ask.Report{}, ask.Scene{}, ask.First{}, ask.Orders{}, ask.Mistakes{}, ask.Drill{}, ask.DrillAnswer{}, ask.DrillReview{}, ask.Annotation{}, ask.Remarks{}, openingbook.Book{}, archive.Node{}, archive.GameTree{}, archive.Duplicates{}, ask.Comparison{}, archive.Inventory{}, benchmark.Benchmark{}, ask.Audit{}, archive.Reading{}, archive.SavedState{},
	archive.Build{}, archive.Imported{}, archive.AcceptedFile{}, archive.Watched{}, archive.JobState{}, archive.Recoded{}, archive.Rebuilt{}, archive.Compacted{}, archive.Checked{}, archive.Repaired{}, archive.BackedUp{}, archive.Copied{}, archive.Restored{}, archive.Removal{}, archive.BroughtBack{}, archive.GameList{}, archive.ImportRun{}, archive.FileOutcome{},
	archive.AliasGroup{}, archive.AliasChange{}, archive.AliasRemoval{}, archive.AliasesTaken{}, archive.SuggestedAliases{},
	lint.LintProblem{}, lint.LintKind{}, lint.Linted{}, lint.CleanFile{}, export.Written{},
	archive.TagCount{}, archive.TagsTaken{}, archive.NotesTaken{}, archive.SavedTaken{}, archive.DecisionsTaken{},
	archive.EvaluationsTaken{}, archive.Analyzed{}, archive.Analyses{}, archive.AnalysesRemoved{},
}

// The schema changes on purpose only: then KIFUDB_GOLDEN=1 accepts it.
func TestSchema(t *testing.T) {
	schema := map[string]any{}
	for _, a := range answers {
		describeType(t, schema, reflect.TypeOf(a))
	}
	got, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const name = "schema.json"
	if os.Getenv("KIFUDB_GOLDEN") != "" {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the JSON of answers is not that of %s, which programs rely on; accept it with KIFUDB_GOLDEN=1 if it is meant to change\n%s", name, got)
	}
}

var keyForm = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// describeType adds a struct and those in it to the schema: its keys, and for each
// its type, with ? if it may be left out.
func describeType(t *testing.T, schema map[string]any, typ reflect.Type) {
	t.Helper()
	name := typ.Name()
	if _, ok := schema[name]; ok || typ == reflect.TypeFor[time.Time]() {
		return
	}
	keys := map[string]string{}
	schema[name] = keys
	for field := range fieldsOf(typ) {
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if tag == "-" {
			continue
		}
		if !keyForm.MatchString(tag) {
			t.Errorf("%s.%s has the key %q; keys are lower case, words joined by an underscore", name, field.Name, tag)
		}
		if _, ok := keys[tag]; ok {
			t.Errorf("%s has the key %q twice", name, tag)
		}
		words := typeWords(t, schema, field.Type)
		if strings.Contains(options, "omit") {
			words += "?"
		}
		keys[tag] = words
	}
}

// fieldsOf yields the exported fields of a struct, with those that it embeds.
func fieldsOf(typ reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for _, field := range reflect.VisibleFields(typ) {
			if field.IsExported() && !field.Anonymous && !yield(field) {
				return
			}
		}
	}
}

func typeWords(t *testing.T, schema map[string]any, typ reflect.Type) string {
	t.Helper()
	switch typ.Kind() {
	case reflect.Pointer:
		return typeWords(t, schema, typ.Elem())
	case reflect.Slice:
		return "[" + typeWords(t, schema, typ.Elem()) + "]"
	case reflect.Array:
		return fmt.Sprintf("[%d × %s]", typ.Len(), typeWords(t, schema, typ.Elem()))
	case reflect.Map:
		return "{" + typeWords(t, schema, typ.Elem()) + "}"
	case reflect.Struct:
		describeType(t, schema, typ)
		return typ.Name()
	case reflect.Interface:
		return "any of these"
	case reflect.String, reflect.Bool:
		return typ.Kind().String()
	case reflect.Int, reflect.Int64, reflect.Uint32, reflect.Uint64, reflect.Float64:
		return "number"
	}
	t.Errorf("%s cannot be part of the schema", typ)
	return typ.String()
}

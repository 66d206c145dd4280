package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// A pair is a question in SQL, and the command with the same answer.
type pair struct{ command, sql string }

// pairs are those of the documentation: lines of SQL below a comment with the command.
func pairs(t *testing.T) (list []pair) {
	t.Helper()
	data, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		code, ok := strings.CutPrefix(line, "    ")
		command, begins := strings.CutPrefix(code, "-- kifudb ")
		switch {
		case begins:
			list = append(list, pair{command: command})
		case ok && len(list) > 0:
			list[len(list)-1].sql += code + "\n"
		}
	}
	return list
}

var asked = regexp.MustCompile(`^(search --count|search --facet (\w+)) '(.*)'$`)

// answered answers a command, as rows in an order of their own.
func answered(t *testing.T, v *archive.View, command string) (rows []string) {
	t.Helper()
	m := asked.FindStringSubmatch(command)
	if m == nil {
		t.Fatalf("%q is no command of the documentation", command)
	}
	s := &archive.Search{}
	if m[3] != "*" {
		s.Query = archivetest.Query(t, m[3])
	}
	switch {
	case m[2] != "":
		s.Facets = []string{m[2]}
		page, err := v.Count(t.Context(), s)
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		for _, value := range page.Facets[0].Values {
			rows = append(rows, fmt.Sprint(value.Value, "|", value.Games))
		}
	default:
		page, err := v.Count(t.Context(), s)
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		rows = []string{strconv.Itoa(page.Total)}
	}
	slices.Sort(rows)
	return rows
}

// Questions in SQL have the answers of the commands beside them. KIFUDB_DUCKDB is a folder with node_modules, made by
// npm install @duckdb/node-api.
func TestQuestionsInSQL(t *testing.T) {
	list := pairs(t)
	if len(list) < 30 {
		t.Errorf("the documentation has %d questions", len(list))
	}
	v := archivetest.Collection(t)
	if dir := os.Getenv("KIFUDB_SQL_ARCHIVE"); dir != "" {
		a, err := archive.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if v, err = a.View(); err != nil {
			t.Fatal(err)
		}
		defer v.Close()
	}
	modules := os.Getenv("KIFUDB_DUCKDB")
	if modules == "" {
		for _, p := range list {
			answered(t, v, p.command)
		}
		t.Skip("KIFUDB_DUCKDB names no folder with DuckDB")
	}
	chosen, err := v.Choose(t.Context(), &archive.Choice{Records: true})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := (&Parquet{Dir: dir}).Write(t.Context(), v.Views, chosen.GameSet); err != nil {
		t.Fatal(err)
	}
	var questions []string
	for _, p := range list {
		questions = append(questions, p.sql)
	}
	input, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "node", "testdata/duckdb.mjs", modules, dir)
	var faults bytes.Buffer
	run.Stdin, run.Stderr = bytes.NewReader(input), &faults
	out, err := run.Output()
	if err != nil {
		t.Fatalf("DuckDB: %v: %s", err, faults.String())
	}
	var answers [][][]string
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, p := range list {
		var theirs []string
		for _, row := range answers[i] {
			theirs = append(theirs, strings.Join(row, "|"))
		}
		slices.Sort(theirs)
		want := answered(t, v, p.command)
		if diff := cmp.Diff(want, theirs); diff != "" {
			t.Errorf("%s\n%s%s", p.command, p.sql, diff)
		}
		if len(want) > 1 || len(want) == 1 && want[0] != "0" {
			found++
		}
		t.Log(p.command, want[:min(len(want), 3)])
	}
	if found < 25 {
		t.Errorf("only %d questions find something", found)
	}
}

package alias

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadText(t *testing.T) {
	const text = "\ufeff# players\r\n\r\nCho Chikun = 趙治勲 = 조치훈\r\nA = B\tC  \n  X==Y\t\tZ\n=\n"
	lines, err := ReadText(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range lines {
		got = append(got, fmt.Sprint(l.Number, " ", strings.Join(l.Spellings, "|")))
	}
	want := []string{"3 Cho Chikun|趙治勲|조치훈", "4 A = B|C", "5 X==Y|Z", "6 ="}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, bad := range []string{"A\xff = B", strings.Repeat("x", 1<<20)} {
		if _, err := ReadText(strings.NewReader("A = B\n" + bad)); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("got %v, want an error that names line 2", err)
		}
	}
}

func TestReadCSV(t *testing.T) {
	lines, err := ReadCSV(strings.NewReader("\"Cho, Chikun\",趙治勲,\n\n,,\nA,B,C\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 2 || strings.Join(lines[0].Spellings, "|") != "Cho, Chikun|趙治勲" || lines[1].Number != 4 || len(lines[1].Spellings) != 3 {
		t.Errorf("got %+v", lines)
	}
	if _, err := ReadCSV(strings.NewReader("A,B\nC\xff,D\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v, want an error that names line 2", err)
	}
}

// What is written is read back; lines that contradict what is known are left
// out and named.
func TestTextRoundTrip(t *testing.T) {
	table := NewTable(Players, nil)
	lines, err := ReadText(strings.NewReader("A = B = C\nD = E\nA = D\nF\nC = G\n"))
	if err != nil {
		t.Fatal(err)
	}
	added, faults := table.AddLines(lines)
	if added != 6 || len(faults) != 2 || faults[0].Line != 3 || faults[1].Line != 4 {
		t.Errorf("added %d, faults %v; want 6 and faults in lines 3 and 4", added, faults)
	}
	if got := printTable(table); got != "A = B = C = G; D = E" {
		t.Errorf("the table is %s", got)
	}
	var b strings.Builder
	if err := WriteText(&b, table); err != nil {
		t.Fatal(err)
	}
	again := NewTable(Players, nil)
	if lines, err = ReadText(strings.NewReader(b.String())); err != nil {
		t.Fatal(err)
	}
	if _, faults = again.AddLines(lines); len(faults) > 0 || printTable(again) != printTable(table) {
		t.Errorf("read back as %s, %v", printTable(again), faults)
	}
}

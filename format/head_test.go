package format

import (
	"slices"
	"strings"
	"testing"
)

func TestHeadTree(t *testing.T) {
	for _, tt := range []struct {
		text, tree string // the tree is "" if there is none
		opens      bool
	}{
		{"(;B[aa])", "(;B[aa])", true},
		{"(\r\n\t ;\n B [aa])", "(\r\n\t ;\n B [aa])", true},
		{"see (below) (;B[aa])", "(;B[aa])", false},
		{"((;B[aa]))", "((;B[aa]))", false}, // a parenthesis too many
		{"(((;B[aa]))", "((;B[aa]))", false},
		{"(;(;B[aa]))", "(;(;B[aa]))", true},
		{"(;;GM[1])", "(;;GM[1])", true},
		{"(;)", "", true},
		{"(;B)", "", true},
		{"(;[aa])", "", true},
		{"(B[aa])", "", false},
		{"(;B B[aa])", "", true},
		{"(;B1[aa])", "", true},
		{"(; 1 B[aa])", "", true},
		{"(", "", false},
		{"", "", false},
		{"no parenthesis", "", false},
		{"(;" + strings.Repeat(" ", 252) + "B[", "(;" + strings.Repeat(" ", 252) + "B[", true}, // 255 bytes, then the bracket
		{"(;" + strings.Repeat(" ", 254) + "B[", "", true},
	} {
		h := NewHead([]byte(tt.text), 0)
		if got := string(h.Tree()); got != tt.tree || h.HasTree() != (tt.tree != "") {
			t.Errorf("%.40q: the tree is %.40q, want %.40q", tt.text, got, tt.tree)
		}
		if got, want := string(h.BeforeTree()), strings.TrimSuffix(tt.text, tt.tree); got != want {
			t.Errorf("%.40q: before the tree is %.40q, want %.40q", tt.text, got, want)
		}
		if got := h.OpensTree(); got != tt.opens {
			t.Errorf("%.40q: opens a tree: %v, want %v", tt.text, got, tt.opens)
		}
	}
}

func TestHeadOfWholeText(t *testing.T) {
	utf16 := "\xFF\xFE"
	for _, c := range "(;C[x])" {
		utf16 += string(byte(c)) + "\x00"
	}
	h := NewHead([]byte(utf16), 99)
	if h.Whole() != "utf-16le" || !h.HasTree() || string(h.Tree()) != "(;C[x])" || h.Size != 99 || string(h.Bytes) != utf16 {
		t.Errorf("UTF-16: %q, tree %q", h.Whole(), h.Tree())
	}
	h = NewHead([]byte("(;C[x])"), 0)
	if h.Whole() != "" || string(h.Text()) != "(;C[x])" {
		t.Errorf("ASCII: %q, %q", h.Whole(), h.Text())
	}
	h = NewHead([]byte(strings.Repeat(" ", HeadSize)+"(;C[x])"), 0)
	if h.HasTree() || len(h.Text()) != HeadSize {
		t.Errorf("a tree behind the head is in it, %d bytes", len(h.Text()))
	}
	if got := NewHead([]byte("\x8a\xbf"), 0).In("shift_jis"); got != "漢" {
		t.Errorf("in Shift_JIS it reads %q", got)
	}
}

func TestTreeInLine(t *testing.T) {
	h := NewHead([]byte("(;\n*(a) (;B[aa])"), 0)
	if !h.TreeInLine("#", "*") || h.TreeInLine("#") || h.TreeInLine() {
		t.Error("the line of the tree begins with an asterisk")
	}
}

func TestLines(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want []string
	}{
		{"", 9, nil}, {"a", 9, []string{"a"}}, {"a\n", 9, []string{"a"}}, {"a\nb\rc\r\nd", 9, []string{"a", "b", "c", "d"}},
		{"\n\r\r\n\n", 9, []string{"", "", "", ""}}, {"a\nb\nc", 2, []string{"a", "b"}}, {"a\nb", 0, nil}, {"a\n\rb", 9, []string{"a", "", "b"}},
	} {
		if got := slices.Collect(Lines(tt.text, tt.most)); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
		for range Lines(tt.text, tt.most) {
			break // panics if it goes on
		}
	}
}

// TestRecognise has formats that are sure, that need the file's name, and one that owns
// game trees.
func TestRecognise(t *testing.T) {
	is := func(start string, sure Certainty) func(*Head) Certainty {
		return func(h *Head) Certainty {
			if strings.HasPrefix(string(h.Text()), start) {
				return sure
			}
			return No
		}
	}
	list := List{
		{Name: "sgf", Extensions: []string{".sgf"}, Recognise: func(h *Head) Certainty {
			if h.HasTree() {
				return Sure
			}
			return No
		}},
		{Name: "maybe", Extensions: []string{".may"}, Recognise: is("M", Maybe)},
		{Name: "sure", Extensions: []string{".sure"}, Recognise: is("M sure", Sure), ByBytes: true},
		{Name: "later", Recognise: is("M sure", Sure)},
		{Name: "owner", Recognise: is("own", Sure), Owns: func(h *Head) bool { return h.TreeInLine("own") }, ByBytes: true},
	}
	for _, tt := range []struct{ path, text, want string }{
		{"a.sgf", "(;B[aa])", "sgf"},
		{"a.may", "(;B[aa])", "sgf"},
		{"a.may", "M", "maybe"},
		{"a.MAY", "M", "maybe"},
		{"a.txt", "M", ""},
		{"a.may", "M sure", "sure"}, // of two that are sure the first, and surer than the name
		{"a.txt", "M sure (;B[aa])", "sgf"},
		{"a.txt", "own (;B[aa])", "owner"},
		{"a.txt", "own\n(;B[aa])", "sgf"},
		{"a.txt", "own", "owner"},
		{"a.sgf", "nothing", ""},
	} {
		got := ""
		if f := list.Recognise(tt.path, NewHead([]byte(tt.text), 0)); f != nil {
			got = f.Name
		}
		if got != tt.want {
			t.Errorf("%s with %q: %q, want %q", tt.path, tt.text, got, tt.want)
		}
	}
	for _, tt := range []struct{ name, text, want string }{
		{"", "(;B[aa])", "sgf"}, {"", "M sure", "sure"}, {"", "M", "sgf"}, {"", "own (;B[aa])", "owner"}, {"maybe", "x", "maybe"}, {"gone", "x", "gone"},
	} {
		if got := list.Of(tt.name, []byte(tt.text)).Name; got != tt.want {
			t.Errorf("%q stored as %q: %q, want %q", tt.text, tt.name, got, tt.want)
		}
	}
	if list.Version() == list[1:].Version() || list.Version() != slices.Clone(list).Version() {
		t.Error("versions do not tell lists apart")
	}
}

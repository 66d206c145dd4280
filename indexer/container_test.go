package indexer_test

import (
	"archive/tar"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mholt/archives"
)

const (
	gameA = "(;PB[A];B[aa])"
	gameB = "(;PB[B];B[bb])"
)

// ab are two games and what the walk makes of them in a container c.
var (
	ab     = []packed{{"x/b.sgf", gameB}, {"a.sgf", gameA}}
	abWant = []string{"c!/x/b.sgf " + gameB, "c!/a.sgf " + gameA}
)

func TestContainers(t *testing.T) {
	tests := []struct {
		name string
		file string // name of the container, c if empty
		data string
		want []string
	}{
		{name: "zip", data: zipOf(t, ab...), want: abWant},
		{name: "tar", data: tarOf(t, ab...), want: abWant},
		{name: "7z", data: sevenZipOf(ab...), want: abWant},
		{name: "rar", data: rarOf(ab...), want: abWant},
		{name: "tar.gz", data: compressed(t, archives.Gz{}, tarOf(t, ab...)), want: abWant},
		{name: "tar.zst", data: compressed(t, archives.Zstd{}, tarOf(t, ab...)), want: abWant},
		{name: "tar.bz2", data: compressed(t, archives.Bz2{}, tarOf(t, ab...)), want: abWant},
		{name: "tar.xz", data: compressed(t, archives.Xz{}, tarOf(t, ab...)), want: abWant},
		{name: "single file", file: "g.sgf.gz", data: compressed(t, archives.Gz{}, gameA), want: []string{"g.sgf.gz " + gameA}},
		{name: "single file of any name", data: compressed(t, archives.Zstd{}, gameA), want: []string{"c " + gameA}},
		{name: "compressed twice", file: "g.gz.xz", data: compressed(t, archives.Xz{}, compressed(t, archives.Gz{}, gameA)), want: []string{"g.gz.xz " + gameA}},
		{name: "a zip that is called sgf", file: "c.sgf", data: zipOf(t, ab[1]), want: []string{"c.sgf!/a.sgf " + gameA}},
		{name: "empty zip", data: zipOf(t)},
		{name: "empty tar", file: "c.tar", data: tarOf(t)},
		{name: "by content", data: zipOf(t, packed{"a", gameA}, packed{"readme", "text"}, packed{"empty.sgf", ""}), want: []string{"c!/a " + gameA, "c!/empty.sgf "}},
		{name: "zip in tar.gz", data: compressed(t, archives.Gz{}, tarOf(t, packed{"d/in.zip", zipOf(t, ab[1])}, ab[0])),
			want: []string{"c!/d/in.zip!/a.sgf " + gameA, "c!/x/b.sgf " + gameB}},
		{name: "7z in zip", data: zipOf(t, packed{"in.7z", sevenZipOf(ab[1])}), want: []string{"c!/in.7z!/a.sgf " + gameA}},
		{name: "gz in rar", data: rarOf(packed{"a.sgf.gz", compressed(t, archives.Gz{}, gameA)}), want: []string{"c!/a.sgf.gz " + gameA}},
		{name: "gz in two parts", data: compressed(t, archives.Gz{}, gameA) + compressed(t, archives.Gz{}, gameB), want: []string{"c " + gameA + gameB}},
		{name: "names that lead out", data: zipOf(t, packed{"../../x.sgf", gameA}, packed{"/etc/y.sgf", gameA}, packed{`..\..\z.sgf`, gameA}, packed{"", gameA}),
			want: []string{"c!/x.sgf " + gameA, "c!/etc/y.sgf " + gameA, "c!/z.sgf " + gameA, "c!/ " + gameA}},
		{name: "names that hide", data: zipOf(t, packed{"a\x00b.sgf", gameA}, packed{"a\x1b[2Jb.sgf", gameA}, packed{strings.Repeat("n", 9000) + ".sgf", gameA}),
			want: []string{"c!/a\x00b.sgf " + gameA, "c!/a\x1b[2Jb.sgf " + gameA, "c!/" + strings.Repeat("n", 9000) + ".sgf " + gameA}},
		{name: "the same name twice", data: zipOf(t, packed{"a.sgf", gameA}, packed{"a.sgf", gameB}), want: []string{"c!/a.sgf " + gameA, "c!/a.sgf " + gameB}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name := tt.file
			if name == "" {
				name = "c"
			}
			folder(t, map[string]string{name: tt.data})
			got, problems := members(t, nil, name)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			contain(t, problems, nil)

			// A stream cannot seek, and has no name.
			if tt.file != "" {
				return
			}
			fromStream, problems := members(t, strings.NewReader(tt.data), "-")
			for i := range fromStream {
				fromStream[i] = name + strings.TrimPrefix(fromStream[i], "-")
			}
			if diff := cmp.Diff(tt.want, fromStream); diff != "" {
				t.Errorf("from a stream: -want +got:\n%s", diff)
			}
			contain(t, problems, nil)
		})
	}
}

// Only files are read; a link in a container is neither followed nor created.
func TestContainerMembersThatAreNoFiles(t *testing.T) {
	headers := []tar.Header{
		{Name: "folder.sgf/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "link.sgf", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"},
		{Name: "hard.sgf", Typeflag: tar.TypeLink, Linkname: "a.sgf"},
		{Name: "fifo.sgf", Typeflag: tar.TypeFifo},
		{Name: "zero.sgf", Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 5},
		{Name: "a.sgf", Mode: 0o644, Size: int64(len(gameA))},
	}
	files := make([]packed, len(headers))
	files[len(files)-1].content = gameA
	folder(t, map[string]string{"c": tarWith(t, headers, files)})
	got, problems := members(t, nil, "c")
	if diff := cmp.Diff([]string{"c!/a.sgf " + gameA}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	contain(t, problems, nil)
}

func TestContainersNestedTooDeep(t *testing.T) {
	data := zipOf(t, packed{"a.sgf", gameA})
	for range 3 {
		data = zipOf(t, packed{"in.zip", data}, packed{"b.sgf", gameB})
	}
	folder(t, map[string]string{"four.zip": data, "five.zip": zipOf(t, packed{"in.zip", data}, packed{"b.sgf", gameB})})

	got, problems := members(t, nil, "four.zip")
	if want := "four.zip!/in.zip!/in.zip!/in.zip!/a.sgf " + gameA; len(got) != 4 || got[0] != want {
		t.Errorf("got %q, want 4, the first of them %s", got, want)
	}
	contain(t, problems, nil)

	got, problems = members(t, nil, "five.zip")
	if len(got) != 4 {
		t.Errorf("got %q, want the four that are not too deep", got)
	}
	contain(t, problems, []string{"five.zip!/in.zip!/in.zip!/in.zip!/in.zip: containers nested more than 4 deep"})
}

// A member that is damaged does not cost the others, where the container
// tells them apart.
func TestContainersDamaged(t *testing.T) {
	z := zipOf(t, ab...)
	first := strings.Index(z, "x/b.sgf") + len("x/b.sgf") // its bytes
	broken := z[:first] + "\xff\xff\xff" + z[first+3:]
	tests := []struct {
		name     string
		data     string
		want     []string // may be incomplete
		problems []string
	}{
		{"zip member", broken, []string{"c!/a.sgf " + gameA}, []string{"c!/x/b.sgf: cannot be read to its end: "}},
		{"zip cut", z[:len(z)-30], nil, []string{"c: cannot be read to its end: "}},
		{"7z cut", sevenZipOf(ab...)[:100], nil, []string{"c: cannot be read to its end: the list of files at the end of the 7z is missing or damaged, get it again: "}},
		{"tar cut between files", tarOf(t, ab...)[:1024], []string{"c!/x/b.sgf " + gameB}, []string{"c: cannot be read to its end: the mark at the end of the tar is missing"}},
		{"rar cut", rarOf(ab...)[:120], nil, []string{"c!/a.sgf: cannot be read to its end: unexpected EOF"}},
		{"gz header only", "\x1F\x8B", nil, []string{"c: cannot be read to its end: "}},
		{"gz of noise", "\x1F\x8B" + strings.Repeat("x", 100), nil, []string{"c: cannot be read"}},
		{"zst of noise", "\x28\xB5\x2F\xFD" + strings.Repeat("x", 100), nil, []string{"c: cannot be read"}},
		{"bz2 of noise", "BZh" + strings.Repeat("x", 100), nil, []string{"c: cannot be read"}},
		{"xz of noise", "\xFD7zXZ\x00" + strings.Repeat("x", 100), nil, []string{"c: cannot be read"}},
		{"rar of noise", "Rar!\x1A\x07\x00" + strings.Repeat("x", 100), nil, []string{"c: cannot be read"}},
		{"zip of noise", "PK\x03\x04" + strings.Repeat("x", 100), nil, []string{"c: cannot be read"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder(t, map[string]string{"c": tt.data, "good.sgf": gameB})
			got, problems := members(t, nil, "c", "good.sgf")
			for _, want := range append(tt.want, "good.sgf "+gameB) {
				if !strings.Contains(fmt.Sprintf("%q", got), fmt.Sprintf("%q", want)) {
					t.Errorf("got %q, want %q among them", got, want)
				}
			}
			contain(t, problems, tt.problems)
		})
	}
}

// However a container is cut, what is whole is read and the rest is said.
func TestContainersCutAnywhere(t *testing.T) {
	whole := map[string]string{
		"zip":     zipOf(t, ab...),
		"tar":     tarOf(t, ab...),
		"7z":      sevenZipOf(ab...),
		"rar":     rarOf(ab...),
		"tar.gz":  compressed(t, archives.Gz{}, tarOf(t, ab...)),
		"tar.zst": compressed(t, archives.Zstd{}, tarOf(t, ab...)),
		"tar.bz2": compressed(t, archives.Bz2{}, tarOf(t, ab...)),
		"tar.xz":  compressed(t, archives.Xz{}, tarOf(t, ab...)),
	}
	for name, data := range whole {
		t.Run(name, func(t *testing.T) {
			step := max(1, len(data)/50)
			for n := 20; n < len(data); n += step {
				got, problems := members(t, strings.NewReader(data[:n]), "-")
				betweenFiles := name == "rar" || name == "tar" && n < 262 // which may end there, and is not known for a tar yet
				if len(problems) == 0 && len(got) < len(ab) && !betweenFiles {
					t.Errorf("cut at %d of %d: got %q and nothing said", n, len(data), got)
				}
			}
			for i := 0; i < len(data); i += step {
				flipped := data[:i] + string(data[i]^0x55) + data[i+1:]
				members(t, strings.NewReader(flipped), "-") // does not panic
			}
		})
	}
}

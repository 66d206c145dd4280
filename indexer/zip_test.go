package indexer_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mholt/archives"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// zipWith makes a zip of files with headers of their own. Raw headers have their
// sizes and no descriptor behind the data.
func zipWith(t *testing.T, raw bool, headers []zip.FileHeader, contents ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range headers {
		h := headers[i]
		create := z.CreateHeader
		if raw {
			h.CRC32 = crc32.ChecksumIEEE([]byte(contents[i]))
			h.CompressedSize64, h.UncompressedSize64 = uint64(len(contents[i])), uint64(len(contents[i]))
			create = z.CreateRaw
		}
		w, err := create(&h)
		must(t, err)
		_, err = w.Write([]byte(contents[i]))
		must(t, err)
	}
	must(t, z.Close())
	return b.String()
}

// storedZip makes a zip in which nothing is compressed and local headers know the sizes.
func storedZip(t *testing.T, files ...packed) string {
	t.Helper()
	var headers []zip.FileHeader
	var contents []string
	for _, f := range files {
		headers = append(headers, zip.FileHeader{Name: f.name})
		contents = append(contents, f.content)
	}
	return zipWith(t, true, headers, contents...)
}

const encryptedWords = "encrypted: unpack it with its password and import the files"

// What is encrypted is named so and never read, whatever its bytes look like;
// what stands beside it is read.
func TestEncryptedFilesAreNotRead(t *testing.T) {
	half := zipWith(t, true, []zip.FileHeader{{Name: "secret.sgf", Flags: 1}, {Name: "open.sgf"}, {Name: "strong.sgf", Flags: 1, Method: 99}}, gameA, gameB, gameA)
	tests := []struct {
		name, data string
		want       []string
		problems   []string
	}{
		{"zip", half, []string{"c!/open.sgf " + gameB},
			[]string{"c!/secret.sgf: " + encryptedWords, "c!/strong.sgf: " + encryptedWords}},
		{"zip without its directory", half[:strings.Index(half, "PK\x01\x02")], []string{"c!/open.sgf " + gameB},
			[]string{"c!/secret.sgf: " + encryptedWords, "c!/strong.sgf: " + encryptedWords, "c: cannot be read to its end: the directory"}},
		{"7z", sevenZipBy(aesCoder, ab...), nil, []string{"c!/x/b.sgf: " + encryptedWords, "c!/a.sgf: " + encryptedWords}},
		{"7z with its header", sevenZipHidden(), nil, []string{"c: " + encryptedWords}},
		{"rar", rarWith(0, 4, ab...), nil, []string{"c!/x/b.sgf: " + encryptedWords, "c!/a.sgf: " + encryptedWords}},
		{"rar with its headers", rarWith(0x80, 4, ab...), nil, []string{"c: " + encryptedWords}},
		{"7z in zip", zipOf(t, packed{"in.7z", sevenZipBy(aesCoder, ab[0])}, ab[1]), []string{"c!/a.sgf " + gameA},
			[]string{"c!/in.7z!/x/b.sgf: " + encryptedWords}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder(t, map[string]string{"c": tt.data})
			got, problems := members(t, nil, "c")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			contain(t, problems, tt.problems)

			a := newLedger(t)
			summary, _ := a.mustRun("c")
			if summary.Added != len(tt.want) || summary.Failed != len(tt.problems) {
				t.Errorf("%d games added, %d files failed; want %d and %d", summary.Added, summary.Failed, len(tt.want), len(tt.problems))
			}
		})
	}
}

// A file of a 7z that is not what was packed is said to be damaged.
func TestSevenZipChecksums(t *testing.T) {
	z := sevenZipOf(ab...)
	at := strings.Index(z, "PB[B]") + 3
	folder(t, map[string]string{"c": z[:at] + "X" + z[at+1:]})
	_, problems := newArchive(t).mustRun("c")
	contain(t, problems, []string{"c!/x/b.sgf: cannot be read to its end: the checksum is wrong"})
}

// However a zip of any kind is cut, the files that are whole are read, and
// something is said; never is anything read that was not packed.
func TestZipCutAnywhere(t *testing.T) {
	deflated := zip.FileHeader{Name: "g.sgf", Method: zip.Deflate}
	three := []string{gamesOf("A B C"), gamesOf("D E F"), gamesOf("G H I")}
	headers := func(h zip.FileHeader) (list []zip.FileHeader) {
		for i := range three {
			h.Name = fmt.Sprintf("%d.sgf", i)
			list = append(list, h)
		}
		return list
	}
	inner := storedZip(t, packed{"0.sgf", three[0]}, packed{"1.sgf", three[1]}, packed{"2.sgf", three[2]})
	bare := zipWith(t, false, headers(zip.FileHeader{}), three...) // stored, with descriptors
	kinds := map[string]string{
		"stored":                        storedZip(t, packed{"0.sgf", three[0]}, packed{"1.sgf", three[1]}, packed{"2.sgf", three[2]}),
		"deflated with descriptors":     zipWith(t, false, headers(deflated), three...),
		"stored with descriptors":       bare,
		"descriptors without signature": strings.ReplaceAll(bare, "PK\x07\x08", ""), // offsets in the directory are wrong now, too
		"zip64":                         zip64Of(three...),
		"zips stored in a zip":          storedZip(t, packed{"in.zip", inner}),
		"zips with descriptors":         zipWith(t, false, []zip.FileHeader{{Name: "in.zip"}}, inner),
	}
	for name, z := range kinds {
		t.Run(name, func(t *testing.T) {
			whole, problems := members(t, strings.NewReader(z), "-")
			if len(whole) != 3 {
				t.Fatalf("got %q and problems %q, want the three", whole, problems)
			}
			for n := 4; n < len(z); n++ {
				got, problems := members(t, strings.NewReader(z[:n]), "-")
				if len(problems) == 0 {
					t.Fatalf("cut at %d of %d: nothing is said", n, len(z))
				}
				for i, g := range got {
					// Behind data of unknown length there may be the first bytes of a
					// descriptor that was cut.
					if more, ok := strings.CutPrefix(g, whole[min(i, 2)]); i > 2 || !strings.HasPrefix(whole[i], g) && (!ok || len(more) > 16) {
						t.Fatalf("cut at %d of %d: file %d is %q, want %q or its beginning", n, len(z), i, g, whole[i])
					}
				}
				// Each file is there once its last byte is.
				for i, w := range whole {
					_, content, _ := strings.Cut(w, " ")
					end := strings.Index(z, content) + len(content)
					if strings.Contains(z, content) && n >= end+24 && !slices.Contains(got, w) {
						t.Fatalf("cut at %d of %d: file %d, whole at %d, is missing: %q %q", n, len(z), i, end, got, problems)
					}
				}
			}
		})
	}
}

// zip64Of makes a zip of stored files whose sizes stand in the fields of zip64.
func zip64Of(contents ...string) string {
	le := binary.LittleEndian
	var out, directory []byte
	for i, c := range contents {
		name := fmt.Sprintf("%d.sgf", i)
		extra := le.AppendUint64(le.AppendUint64([]byte{1, 0, 16, 0}, uint64(len(c))), uint64(len(c)))
		head := le.AppendUint32([]byte{45, 0, 0, 0, 0, 0, 0, 0, 0, 0}, crc32.ChecksumIEEE([]byte(c)))
		head = append(head, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"...)
		head = le.AppendUint16(head, uint16(len(name)))
		at := len(out)
		out = append(append(out, "PK\x03\x04"...), head...)
		out = append(append(le.AppendUint16(out, uint16(len(extra))), name...), extra...)
		out = append(out, c...)
		directory = append(append(append(directory, "PK\x01\x02\x2D\x00"...), head...), 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		directory = le.AppendUint32(directory, uint32(at))
		directory = append(append(directory, name...), extra...)
	}
	end := append([]byte("PK\x05\x06\x00\x00\x00\x00"), byte(len(contents)), 0, byte(len(contents)), 0)
	end = le.AppendUint32(le.AppendUint32(end, uint32(len(directory))), uint32(len(out)))
	return string(out) + string(directory) + string(end) + "\x00\x00"
}

// Bytes lost from the middle of a zip cost the files they were in, though its
// directory now leads nowhere.
func TestZipWithBytesLost(t *testing.T) {
	z := storedZip(t, packed{"a.sgf", gamesOf("A")}, packed{"b.sgf", gamesOf("B")}, packed{"c.sgf", gamesOf("C")}, packed{"d.sgf", gamesOf("D")})
	at := strings.Index(z, "b.sgf")
	folder(t, map[string]string{"c": z[:at-10] + z[at+9:]})
	got, problems := members(t, nil, "c")
	for _, want := range []string{"c!/a.sgf " + gamesOf("A"), "c!/c.sgf " + gamesOf("C"), "c!/d.sgf " + gamesOf("D")} {
		if !slices.Contains(got, want) {
			t.Errorf("got %q, want %q among them", got, want)
		}
	}
	if len(got) > 4 || len(problems) == 0 || !strings.Contains(fmt.Sprint(problems), "the directory at the end of the zip") {
		t.Errorf("got %q and problems %q", got, problems)
	}
}

// What was cut off costs itself, is said, and the import has failed in part.
func TestImportTruncatedZip(t *testing.T) {
	z := storedZip(t, packed{"a.sgf", gamesOf("A")}, packed{"b.sgf", gamesOf("B C D")})
	cut := strings.Index(z, "PB[D]") + 2
	folder(t, map[string]string{"c.zip": z[:cut], "good.sgf": gamesOf("E")})
	a := newLedger(t)
	summary, problems := a.mustRun("c.zip", "good.sgf")
	if got := a.players(); !strings.HasPrefix(got, "1:A 2:B 3:C") || !strings.HasSuffix(got, ":E") {
		t.Errorf("got %s, want A, B, C and E", got)
	}
	if summary.Failed != 2 {
		t.Errorf("%d files failed, want 2: the last file and the zip", summary.Failed)
	}
	said := fmt.Sprint(problems)
	for _, want := range []string{"c.zip!/b.sgf: cannot be read to its end", "c.zip: cannot be read to its end: the directory at the end of the zip is missing or damaged: 2 files were found"} {
		if !strings.Contains(said, want) {
			t.Errorf("got problems %q, want %q among them", problems, want)
		}
	}
}

// Names of files are decoded as the zip says, or else as all its names allow.
func TestZipNames(t *testing.T) {
	unicodePath := func(raw, name string, version byte) []byte {
		b := binary.LittleEndian.AppendUint32([]byte{version}, crc32.ChecksumIEEE([]byte(raw)))
		b = append(b, name...)
		return append([]byte{0x75, 0x70, byte(len(b)), 0}, b...)
	}
	encoded := func(e encoding.Encoding, names ...string) (headers []zip.FileHeader, want []string) {
		for _, name := range names {
			raw, err := e.NewEncoder().String(name)
			must(t, err)
			headers = append(headers, zip.FileHeader{Name: raw, NonUTF8: true})
			want = append(want, name)
		}
		return headers, want
	}
	tests := map[string]func() ([]zip.FileHeader, []string){
		"shift_jis": func() ([]zip.FileHeader, []string) {
			return encoded(japanese.ShiftJIS, "棋譜/名人戦/小林光一対趙治勲.sgf", "棋譜/表示ソ十.sgf", "棋譜/第12期棋聖戦.sgf")
		},
		"gbk": func() ([]zip.FileHeader, []string) {
			return encoded(simplifiedchinese.GBK, "围棋/聂卫平-马晓春.sgf", "围棋/柯洁.sgf", "围棋/第三届应氏杯决赛.sgf")
		},
		"big5": func() ([]zip.FileHeader, []string) {
			return encoded(traditionalchinese.Big5, "棋譜/周俊勳對林海峰.sgf", "棋譜/許功蓋.sgf", "棋譜/第二屆應氏盃決賽.sgf")
		},
		"euc-kr": func() ([]zip.FileHeader, []string) {
			return encoded(korean.EUCKR, "바둑/이창호-조훈현.sgf", "바둑/신진서.sgf", "바둑/국수전결승.sgf")
		},
		"cp437": func() ([]zip.FileHeader, []string) {
			return encoded(charmap.CodePage437, "Müller gegen Jäger.sgf", "André Schröder, München.sgf", "Größe und Überblick.sgf")
		},
		"utf-8 without the flag": func() ([]zip.FileHeader, []string) {
			return []zip.FileHeader{{Name: "柯洁.sgf", NonUTF8: true}, {Name: "é.sgf", NonUTF8: true}}, []string{"柯洁.sgf", "é.sgf"}
		},
		"the flag": func() ([]zip.FileHeader, []string) {
			return []zip.FileHeader{{Name: "Ő.sgf"}, {Name: "柯.sgf"}}, []string{"Ő.sgf", "柯.sgf"}
		},
		"both": func() ([]zip.FileHeader, []string) {
			headers, want := encoded(simplifiedchinese.GBK, "聂卫平对马晓春.sgf", "柯洁.sgf")
			return append(headers, zip.FileHeader{Name: "古力.sgf"}, zip.FileHeader{Name: "常昊.sgf", NonUTF8: true}), append(want, "古力.sgf", "常昊.sgf")
		},
		"unicode path": func() ([]zip.FileHeader, []string) {
			return []zip.FileHeader{
				{Name: "g?.sgf", NonUTF8: true, Extra: unicodePath("g?.sgf", "柯洁.sgf", 1)},
				{Name: "h.sgf", Extra: unicodePath("another.sgf", "wrong.sgf", 1)}, // renamed since
				{Name: "i.sgf", Extra: unicodePath("i.sgf", "wrong.sgf", 2)},       // of a later version
				{Name: "j.sgf", Extra: unicodePath("j.sgf", "\xFF.sgf", 1)},        // not UTF-8
				{Name: "k.sgf", Extra: unicodePath("k.sgf", "", 1)},
			}, []string{"柯洁.sgf", "h.sgf", "i.sgf", "j.sgf", "k.sgf"}
		},
		"unicode path that leads out": func() ([]zip.FileHeader, []string) {
			return []zip.FileHeader{{Name: "a.sgf", Extra: unicodePath("a.sgf", "../../b.sgf", 1)}}, []string{"b.sgf"}
		},
	}
	for name, zipOf := range tests {
		t.Run(name, func(t *testing.T) {
			headers, want := zipOf()
			var contents []string
			for i := range headers {
				contents = append(contents, fmt.Sprintf("(;C[%d])", i))
			}
			z := zipWith(t, true, headers, contents...)
			for i := range want {
				want[i] = "c!/" + want[i] + " " + contents[i]
			}
			folder(t, map[string]string{"c": z, "cut/c": z[:strings.Index(z, "PK\x01\x02")]})
			got, _ := members(t, nil, "c")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			for i := range want {
				want[i] = "cut/" + want[i]
			}
			got, _ = members(t, nil, "cut/c")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("without the directory: -want +got:\n%s", diff)
			}
		})
	}
}

// Names in tar and rar do not say their encoding either.
func TestNamesInStreams(t *testing.T) {
	var files []packed
	var want []string
	for i, name := range []string{"聂卫平-马晓春.sgf", "柯洁.sgf", "plain.sgf", "常昊.sgf"} {
		raw, err := simplifiedchinese.GBK.NewEncoder().String(name)
		must(t, err)
		content := fmt.Sprintf("(;C[%d])", i)
		files = append(files, packed{raw, content})
		want = append(want, "c!/"+name+" "+content)
	}
	tar := ""
	for _, f := range files {
		tar += tarEntry(f)
	}
	for kind, data := range map[string]string{"tar": tar + strings.Repeat("\x00", 1024), "rar": rarOf(files...)} {
		folder(t, map[string]string{"c": data})
		got, problems := members(t, nil, "c")
		if diff := cmp.Diff(want, got); diff != "" || problems != nil {
			t.Errorf("%s: problems %q, -want +got:\n%s", kind, problems, diff)
		}
	}
}

// tarEntry makes a file of a tar with a name of any bytes, as old programs do.
func tarEntry(f packed) string {
	h := make([]byte, 512)
	copy(h, f.name)
	copy(h[100:], "0000644\x000000000\x000000000\x00")
	copy(h[124:], fmt.Sprintf("%011o\x0000000000000\x00        0", len(f.content)))
	copy(h[257:], "ustar  \x00")
	sum := 0
	for _, c := range h {
		sum += int(c)
	}
	copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
	return string(h) + f.content + strings.Repeat("\x00", (512-len(f.content)%512)%512)
}

// A bomb costs only itself, in every kind of container: what stands before and
// behind it and the other files of the import are read.
func TestBombCostsOnlyItself(t *testing.T) {
	if testing.Short() {
		t.Skip("expands some 100 MiB several times")
	}
	bomb := packed{"bomb.sgf", strings.Repeat("\x00", 100<<20)}
	files := []packed{{"a.sgf", gameA}, bomb, {"b.sgf", gameB}}
	tests := map[string]string{
		"zip":        zipOf(t, files...),
		"tar.gz":     compressed(t, archives.Gz{}, tarOf(t, files...)),
		"zip in zip": storedZip(t, packed{"in.zip", zipOf(t, files...)}, packed{"c.sgf", "(;C[c])"}),
		"gz in zip":  storedZip(t, packed{"a.sgf", gameA}, packed{"bomb.sgf.gz", compressed(t, archives.Gz{}, bomb.content)}, packed{"b.sgf", gameB}),
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			folder(t, map[string]string{"c": data, "d.sgf": "(;C[d])"})
			a := newLedger(t)
			summary, problems := a.mustRun("c", "d.sgf")
			want := 3
			if name == "zip in zip" {
				want++
			}
			if summary.Added != want || summary.Failed != 1 {
				t.Errorf("%d games, %d files failed; want %d and 1", summary.Added, summary.Failed, want)
			}
			bomb := "!/bomb.sgf"
			if name == "gz in zip" {
				bomb += ".gz"
			}
			contain(t, problems, []string{bomb + ": expands to more than 64 MiB and 200 times its size"})
		})
	}

}

package charset_test

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/sgfread/charset"
)

// records returns game records of a language in UTF-8: "names" has two names
// only, "info" also event, place and ranks, "comment" also a comment.
func (l language) records(kind string) []string {
	var all []string
	for i, black := range l.players {
		for step := 1; step <= 6; step++ {
			white := l.players[(i+step)%len(l.players)]
			n := i + step
			var b strings.Builder
			fmt.Fprintf(&b, "(;GM[1]FF[3]SZ[19]PB[%s]PW[%s]", black, white)
			if kind != "names" {
				fmt.Fprintf(&b, "EV[%s]PC[%s]", l.events[n%len(l.events)], l.places[n%len(l.places)])
				fmt.Fprintf(&b, "BR[%s]WR[%s]RE[B+R]", l.ranks[i%len(l.ranks)], l.ranks[n%len(l.ranks)])
			}
			b.WriteString(";B[pd];W[dd];B[pq]")
			if kind == "comment" {
				fmt.Fprintf(&b, "C[%s]", l.comments[n%len(l.comments)])
			}
			b.WriteString(";W[dq])")
			all = append(all, b.String())
		}
	}
	return all
}

func TestAccuracy(t *testing.T) {
	// Least share in percent of records that are decoded right, without CA and
	// without neighbors.
	floors := []struct {
		language, encoding    string
		names, info, comments float64
	}{
		{"simplified Chinese", "gb18030", 99, 100, 100},
		{"traditional Chinese", "big5", 99, 100, 100},
		{"Japanese", "shift_jis", 99, 100, 100},
		{"Japanese", "euc-jp", 95, 99, 100},
		{"Korean", "euc-kr", 99, 100, 100},
		{"western European", "windows-1252", 99, 100, 100},
		{"central European", "windows-1250", 65, 84, 99},
		{"central European", "iso-8859-2", 85, 95, 99},
		{"Russian", "windows-1251", 99, 100, 100},
		{"Russian", "koi8-r", 99, 100, 100},
		{"Russian", "ibm866", 97, 100, 100},
	}
	for _, f := range floors {
		for kind, floor := range map[string]float64{"names": f.names, "info": f.info, "comment": f.comments} {
			t.Run(f.encoding+"/"+kind, func(t *testing.T) {
				right, all := 0, 0
				wrong := map[string]int{}
				var example string
				for _, text := range languages[f.language].records(kind) {
					raw, ok := encode(text, f.encoding)
					if !ok || raw == text {
						continue
					}
					all++
					g := charset.Detect([]byte(raw), "", nil)
					if string(charset.Decode(nil, []byte(raw), g.Name)) == text {
						right++
						continue
					}
					wrong[g.Name]++
					example = text
				}
				if all < 50 {
					t.Fatalf("only %d records", all)
				}
				share := 100 * float64(right) / float64(all)
				t.Logf("%5.1f %% of %d right, wrong: %v", share, all, wrong)
				if share < floor {
					t.Errorf("%.1f %% of %d records are decoded right, want %.0f %%; wrong: %v, for instance %s",
						share, all, floor, wrong, example)
				}
			})
		}
	}
}

// Names alone, in groups of twenty that share a folder.
func TestPoolAccuracy(t *testing.T) {
	const group = 20
	for _, l := range languages {
		for _, enc := range l.encodings {
			all := l.records("names")
			right, total := 0, 0
			for len(all) >= group {
				var raws []string
				var pool charset.Pool
				for _, text := range all[:group] {
					if raw, ok := encode(text, enc); ok && raw != text {
						raws = append(raws, raw)
						pool.Add([]byte(raw))
					}
				}
				for _, raw := range raws {
					g := charset.Detect([]byte(raw), "", &pool)
					want := charset.Decode(nil, []byte(raw), enc)
					total++
					if string(charset.Decode(nil, []byte(raw), g.Name)) == string(want) {
						right++
					}
				}
				all = all[group:]
			}
			share := 100 * float64(right) / float64(total)
			t.Logf("%-13s %5.1f %% of %d", enc, share, total)
			if share < 99 {
				t.Errorf("%s: %.1f %% of %d names decoded right with their neighbors, want 99 %%", enc, share, total)
			}
		}
	}
}

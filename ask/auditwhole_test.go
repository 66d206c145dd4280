package ask

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// wholeValues have the shapes of values in collections of real games, and some more.
var wholeValues = map[string]string{
	"date": `1952-03-11|1952-03-11,12|1952-03-11..12|1952-03|2009.08.07 21:05|1952|1952-03-11..04-05|2009-08-07 21:05|1952-03-11,04-05|1952-03-11,1953-01-02|
		2009-08-07 21:05:06|1952-12-30..1953-01-02|1811?|2009/08/07 21:05:06 UT|07.08.2009|2009.08.07|1952-03-|2009-8-7|a rainy day|August 7, 2009|?|3rd and 4th may 94|
		29th May 2012|1952-03-11.12|1952-03-11..|1952-03-11,12 or 13|900 onwards|1622 approx. (Genna era, 1615-1624)|01.08.2001|弘化2年7月20日|9 мая 2019|2019. 5. 9.|
		Thu May 09 2019|09-May-2019|9.V.2019|9 de mayo de 2019|le 9 mai 2019|2019년 5월 9일|2019年5月9日(木)|20190509|19-05-09|Thu, 09 May 2019 10:11:12 +0900`,
	"result": `0|B+R|W+Resign|B+|W|B+F|W+Forfeit|B+T|W+Time|W+12.5|B+3|B+0.00|W+2R|B+AW|W+J|B+Illegal|Both lost|Draw|draw|Game suspended|Jigo|Unfinished|Void|? (No further moves known)|
		W+ (but B does not lose)|W+7.5?|W+Repetition|W+Time Over|X+|Y+F|black wins by 2 3/4 points|has adjourned.|jane wins|131手完, 白中押し勝ち|B+4.5 ? W+timeout|白胜3又1/4子|
		흑 2집 반 승|백두집반승|White wins by three and a half|両者負け|黑认负|백 반칙패|B+R(moves beyond 99 not known)|черные сдались`,
	"komi":     `6.5|0|-14.50|375|650|5 1/2|7.500000|65.00|4半|4집 반|네집반|なし|黒5目半出し|no komi|黑贴2又3/4子|reverse komi 4.5|seven and a half|viereinhalb Punkte`,
	"handicap": `0|4|8P|L|3子|두점|three stones|互先|2 (of 3)`,
	"time": `3600|-|1 hour|1 hr/100 moves|2.5h|2.5h+30sec/move|20:00(5x1:00)|9h|9h each|25m|15m B; 10m W|15m+30s byoyomi|900,0,30,5|1:00+3:00/25|1:10:00|1:10:00+5:00/30|1h+2m|1h10m|
		30s/move|30s/move + 10x1m|30sec,10x1min|30 min, 1move/min max|4h/1m|B: 10m, W: 5m|Quickplay|2時間|3小时|各1時間30分|두 시간|1시간 30분|60 min, byoyomi 30x5|60 min byoyomi 30x5|1h, 5x30 byoyomi|1h 5x30 byoyomi|2時間、秒読み60秒|2h, 25 moves / 10 min|1h, 30 fischer`,
	"rank": `9d|12k|7p|9 kyu|12K|9k*|9段|15级|6급|1105*|12.4k|13k |11k?|15k* IGS|1d & 4d|2p & 24th Honinbo|4p & 9p, Gosei|3p, Women's Kisei|2p, Sakura Cup|6d ama|4k ama|2100|11 yr|
		24th Honinbo|5a|5d & amas|九段|P9段|professional 9 dan|초단|9p (honorary)|7d, AGA|9 dan, Judan|5k (KGS)|8段(名誉)|2d / EGF`,
	"overtime": `5x30 byo-yomi|25/600 Canadian|30 fischer|10 increment|30s/move|30 sec/move byo-yomi|25 moves / 10 min|1手30秒|读秒30秒3次|초읽기 30초 3회|none|
		5 mins Japanese style, 1 move / min|300+5|+10s|3x60s byo-yomi, then 10 sec`,
}

// setApart takes away what a value sets apart from its own words: remarks in parentheses, but
// of ranks and times, of which they say more.
func setApart(field, text string) string {
	if field == "rank" || field == "time" || field == "overtime" {
		return text
	}
	if i := strings.IndexAny(text, "(["); i > 0 {
		return text[:i]
	}
	return text
}

// noWord means nothing in any language, and contains no character that does.
const noWord = "qzzq"

// partlySkipped returns a variation of a value that was understood as clearly as the
// value, and as the same, although a word of it was replaced by one that means nothing, or
// such a word was put before it or behind it.
func partlySkipped(f *auditField, text string) string {
	want, order := f.meaning(text)
	if order < int(gameinfo.Clear) || order == saysNothing {
		return ""
	}
	own := []rune(setApart(f.name, text))
	rest := text[len(string(own)):]
	for _, variation := range []string{noWord + " " + text, string(own) + " " + noWord + rest} {
		if got, order := f.meaning(variation); order >= int(gameinfo.Clear) && order != saysNothing && got.Words == want.Words {
			return variation
		}
	}
	for begin := 0; begin < len(own); {
		end := begin + 1
		letters := unicode.IsLetter(own[begin]) || unicode.IsNumber(own[begin])
		for letters && own[begin] < 0x250 && end < len(own) && own[end] < 0x250 && (unicode.IsLetter(own[end]) || unicode.IsNumber(own[end])) {
			end++
		}
		if letters {
			variation := string(own[:begin]) + " " + noWord + " " + string(own[end:]) + rest
			if got, order := f.meaning(variation); order >= int(gameinfo.Clear) && order != saysNothing && got.Words == want.Words {
				return variation
			}
		}
		begin = end
	}
	return ""
}

func TestAuditSkipsNothing(t *testing.T) {
	values := map[string][]string{}
	for field, list := range wholeValues {
		for text := range strings.SplitSeq(list, "|") {
			values[field] = append(values[field], strings.TrimLeft(text, "\n\t"))
		}
	}
	// KIFUDB_REAL names folders of archives: every value of theirs is tried.
	real := filepath.SplitList(os.Getenv("KIFUDB_REAL"))
	if len(real) > 0 {
		values = map[string][]string{}
	}
	for _, dir := range real {
		for field, texts := range valuesOf(t, dir) {
			values[field] = append(values[field], texts...)
		}
	}
	for _, f := range auditFields {
		if f.name == charsetField {
			continue
		}
		slices.Sort(values[f.name])
		texts := slices.Compact(values[f.name])
		if len(texts) == 0 {
			t.Errorf("no values of %s", f.name)
		}
		var levels [len(Sureness)]int
		for _, text := range texts {
			_, order := f.meaning(text)
			levels[order]++
			if skipped := partlySkipped(&f, text); skipped != "" {
				t.Errorf("%s %q is %s, and %q as well", f.name, text, Sureness[order], skipped)
			}
		}
		for i, n := range levels {
			t.Logf("%-8s %-14s %6d of %d", f.name, Sureness[i], n, len(texts))
		}
	}
}

// valuesOf returns the values of the fields that are audited in an archive.
func valuesOf(t *testing.T, dir string) map[string][]string {
	db, err := store.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	snapshot, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	values := map[string][]string{}
	for _, g := range snapshot.Segments() {
		for _, f := range auditFields {
			for _, ident := range f.properties {
				for _, text := range g.NumberedValues(ident) {
					values[f.name] = append(values[f.name], text)
				}
			}
		}
	}
	return values
}

package sgfread

import (
	"testing"
	"time"
)

func TestParseDate(t *testing.T) {
	for _, tt := range []struct{ text, want, certainty string }{
		// FF[4]
		{"1996-05-06", "1996-05-06", "exact"},
		{"1996-05", "1996-05", "exact"},
		{"1996", "1996", "exact"},
		{"1996,1997", "1996,1997", "exact"},
		{"1996-05,06", "1996-05,1996-06", "exact"},
		{"1996-05-06,07,08", "1996-05-06,1996-05-07,1996-05-08", "exact"},
		{"1996-12-27,28,1997-01-03,04", "1996-12-27,1996-12-28,1997-01-03,1997-01-04", "exact"},
		{"1996-12-27,01-03", "1996-12-27,1996-01-03", "exact"},
		{"1934-01-21,28,02-04,11,18,25", "1934-01-21,1934-01-28,1934-02-04,1934-02-11,1934-02-18,1934-02-25", "exact"},
		{"1815-10-11,11-06,09", "1815-10-11,1815-11-06,1815-11-09", "exact"},
		{"1816-04,1816-07-01", "1816-04,1816-07-01", "exact"},
		{"2019-02-28,2020-02-29,2021-01-10,11,12,02-03", "2019-02-28,2020-02-29,2021-01-10,2021-01-11,2021-01-12,2021-02-03", "exact"},
		{"2003-11-05,2004-03-04,2004-03-31", "2003-11-05,2004-03-04,2004-03-31", "exact"},
		{"until 1990", "ca. 1990", "clear"},
		{"from 1990 until 1991", "1990-01-01..1991-12-31", "clear"},
		// nothing
		{"", "", "unread"},
		{"?", "", "unread"},
		{"0000-00-00", "", "unread"},
		{"unknown", "", "unread"},
		{"a sunny afternoon last summer", "", "unread"},
		{"in the 3rd round", "", "unread"},
		// other separators, missing zeros, times
		{"1996/05/06", "1996-05-06", "clear"},
		{"2018.04.28", "2018-04-28", "clear"},
		{"2017.06.21 19:43", "2017-06-21", "clear"},
		{"2016-12-31 10:18:13", "2016-12-31", "clear"},
		{"2001/10/10 15:38:55 UT", "2001-10-10", "clear"},
		{"2021-03-04T05:06:07Z", "2021-03-04", "clear"},
		{"2021-03-04T05:06:07.123+09:00", "2021-03-04", "clear"},
		{"2017-07-15 23:39", "2017-07-15", "clear"},
		{"2000-9-8", "2000-09-08", "clear"},
		{"2000-9-14,2000-9-21", "2000-09-14,2000-09-21", "clear"},
		{"1996 05 06", "1996-05-06", "clear"},
		{"20010810", "2001-08-10", "clear"},
		{" 1996-05-06 ", "1996-05-06", "clear"},
		{"1996-05-06, 07", "1996-05-06,1996-05-07", "clear"},
		{"１９９６年５月６日", "1996-05-06", "clear"},
		{"2018-09-12.13", "2018-09-12,2018-09-13", "clear"},
		{"1924-10-", "1924-10", "clear"},
		{"1996-00-00", "1996", "clear"},
		{"1996-05-00", "1996-05", "clear"},
		{"196", "0196", "clear"},
		// ranges
		{"- 1996-05-06, 1997-01-01", "1996-05-06,1997-01-01", "clear"},
		{"3 Jan - 5 Feb 1935", "1935-01-03..1935-02-05", "clear"},
		{"1933-10-16 - 1934-01-29", "1933-10-16..1934-01-29", "clear"},
		{"1947-12-26..28", "1947-12-26..1947-12-28", "clear"},
		{"1940-06-25..07-07", "1940-06-25..1940-07-07", "clear"},
		{"1911-12-06..1912-01-09", "1911-12-06..1912-01-09", "clear"},
		{"1934-12-20..01-05", "1934-12-20..1935-01-05", "clear"},
		{"1939-09-27~10-16", "1939-09-27..1939-10-16", "clear"},
		{"1938-06-26 to 1938-12-04", "1938-06-26..1938-12-04", "clear"},
		{"1945-1946", "1945-01-01..1946-12-31", "clear"},
		{"1945-46", "1945-01-01..1946-12-31", "clear"},
		{"1938年6月26日〜12月4日", "1938-06-26..1938-12-04", "clear"},
		// one end only, doubt
		{"1898-01-05..", "ca. 1898-01-05", "clear"},
		{"1812?", "ca. 1812", "clear"},
		{"ca. 1760", "ca. 1760", "clear"},
		{"c. 1760", "ca. 1760", "clear"},
		{"Published 1971", "ca. 1971", "clear"},
		{"0850 onwards", "0850-01-01..", "clear"},
		{"1600 approx. (Keicho era, 1596-1615)", "ca. 1600", "clear"},
		{"1988-07-20,21 or 22", "ca. 1988-07-20,1988-07-21,1988-07-22", "clear"},
		{"Published 1958-01-01~13", "ca. 1958-01-01..1958-01-13", "clear"},
		{"Published 1935-01-30~02-16 in Tokyo and 02-01~18 in Osaka", "ca. 1935-01-30..1935-02-16,1935-02-01..1935-02-18", "guessed"},
		{"1960s", "1960-01-01..1969-12-31", "clear"},
		{"1960年代", "1960-01-01..1969-12-31", "clear"},
		{"17th century", "1601-01-01..1700-12-31", "clear"},
		{"18世紀", "1701-01-01..1800-12-31", "clear"},
		// day or month first
		{"19.11.2002", "2002-11-19", "clear"},
		{"9-09-2000", "2000-09-09", "clear"},
		{"01/25/2001", "2001-01-25", "clear"},
		{"6.5.1996", "1996", "guessed"},
		{"05/1996", "1996-05", "clear"},
		// months in words
		{"14 apr 97", "1997-04-14", "clear"},
		{"August 1, 2001", "2001-08-01", "clear"},
		{"Aug 2001", "2001-08", "clear"},
		{"29th September 2012", "2012-09-29", "clear"},
		{"12th and 13th march 94", "1994-03-12,1994-03-13", "clear"},
		{"3. März 1998", "1998-03-03", "clear"},
		{"le 4 août 1999", "1999-08-04", "clear"},
		{"August 1-3, 2001", "2001-08-01..2001-08-03", "clear"},
		{"28 Dec - 3 Jan 1935", "1934-12-28..1935-01-03", "clear"},
		{"28 Jan, 3 Feb 1935", "1935-01-28,1935-02-03", "clear"},
		{"28 Jan, 3rd Feb, 5. March 1935", "1935-01-28,1935-02-03,1935-03-05", "clear"},
		{"28 Jan, 3, 4 and 5 Feb 1935", "1935-01-28,1935-02-03,1935-02-04,1935-02-05", "clear"},
		{"27,28 Jan and 3-4 Feb 1935", "1935-01-27,1935-01-28,1935-02-03..1935-02-04", "clear"},
		{"28 Dec, 03 Jan 1935", "1934-12-28,1935-01-03", "clear"},
		{"28 Jan, 3 Feb", "", "unread"},
		{"14 apr 03, 3 may 03", "2003-04-14,2003-05-03", "clear"},
		{"14 apr 03", "2003-04-14", "clear"},
		{"Published on 4 May-11 Jun 1934", "ca. 1934-05-04..1934-06-11", "clear"},
		{"1.-3. Mai 1987", "1987-05-01..1987-05-03", "clear"},
		{"1987 May 1", "1987-05-01", "clear"},
		{"1987-May-01", "1987-05-01", "clear"},
		{"1987 May", "1987-05", "clear"},
		{"Sunday, May 4, 2003", "2003-05-04", "clear"},
		{"Sat Nov 21 02:08:05 UTC 2026", "2026-11-21", "clear"},
		// impossible
		{"2019-02-30", "2019-02", "guessed"},
		{"1996-13-01", "1996", "guessed"},
		// Chinese, Japanese, Korean
		{"1995年3月2日", "1995-03-02", "clear"},
		{"1995年3月", "1995-03", "clear"},
		{"1995年", "1995", "clear"},
		{"一九九五年三月二十二日", "1995-03-22", "clear"},
		{"二〇〇五年十二月三十一日", "2005-12-31", "clear"},
		{"1995년 3월 2일", "1995-03-02", "clear"},
		{"2005년3월", "2005-03", "clear"},
		{"2012年5月8日 13時30分", "2012-05-08", "clear"},
		{"1760年頃", "ca. 1760", "clear"},
		{"约1760年", "ca. 1760", "clear"},
		{"1996年12月27日,28日", "1996-12-27,1996-12-28", "clear"},
		{"1996年12月27日、1997年1月3日", "1996-12-27,1997-01-03", "clear"},
		{"西暦1996年", "1996", "clear"},
		// eras with Gregorian months
		{"昭和14年6月26日", "1939-06-26", "clear"},
		{"昭和二十年八月五日", "1945-08-05", "clear"},
		{"昭和14.6.26", "1939-06-26", "clear"},
		{"平成元年", "1989", "clear"},
		{"令和2年", "2020", "clear"},
		{"Meiji 36-2-3", "1903-02-03", "clear"},
		{"民國85年3月2日", "1996-03-02", "clear"},
		{"단기 4289년 5월 1일", "1956-05-01", "clear"},
		// lunar eras: bounds
		{"弘化3年7月20日", "1846-08-07..1846-09-13", "calculated"},
		{"Kōka 3-7-20", "1846-08-07..1846-09-13", "calculated"},
		{"Tenpo 9", "1838-01-17..1839-02-24", "calculated"},
		{"Tempo 9-ic4-18", "1838-06-04..1838-07-11", "calculated"},
		{"天保九年閏四月十八日", "1838-06-04..1838-07-11", "calculated"},
		{"Bunka 5-5-22,24", "1808-06-09..1808-07-16,1808-06-11..1808-07-18", "calculated"},
		{"寶曆十年", "1760-01-17..1761-02-24", "calculated"},
		{"Bunka era", "", "unread"},
		// eras and kings of China and Korea
		{"光绪二十年", "1894-01-17..1895-02-24", "calculated"},
		{"光緒20年5月3日", "1894-05-21..1894-06-27", "calculated"},
		{"乾隆四十一年", "1776-01-17..1777-02-24", "calculated"},
		{"康熙元年", "1662-01-17..1663-02-24", "calculated"},
		{"清嘉庆三年", "1798-01-17..1799-02-24", "calculated"},
		{"宣統三年", "1911-01-17..1912-02-24", "calculated"},
		{"Qianlong 41", "1776-01-17..1777-02-24", "calculated"},
		{"Daoguang 20", "1840-01-17..1841-02-24", "calculated"},
		{"崇祯十年", "1637-01-17..1638-02-24", "calculated"},
		{"순조 4년", "1804-01-17..1805-02-24", "calculated"},
		{"純祖四年", "1804-01-17..1805-02-24", "calculated"},
		{"조선 영조 38년", "1762-01-17..1763-02-24", "calculated"},
		{"세종28년 9월", "1446-09-18..1446-11-23", "calculated"},
		{"광해군 3년", "1611-01-17..1612-02-24", "calculated"},
		{"燕山君十年", "1504-01-17..1505-02-24", "calculated"},
		{"宣祖25年", "1592-01-17..1593-02-24", "calculated"},
		{"광무 5년 5월 3일", "1901-05-03", "clear"},
		{"고종 31년", "1894-01-17..1895-02-24", "calculated"},
		// letters of eras
		{"H5.10.14", "1993-10-14", "clear"},
		{"S60-05-12", "1985-05-12", "clear"},
		{"S.60.5.12", "1985-05-12", "clear"},
		{"M36/2/3", "1903-02-03", "clear"},
		{"T2-3-4", "1913-03-04", "clear"},
		{"R3.5.1", "2021-05-01", "clear"},
		{"h5.10.14,15", "1993-10-14,1993-10-15", "clear"},
		{"S65-05-12", "1990-05-12", "clear"}, // records go on counting
		{"S66-05-12", "", "unread"},
		{"H40.1.2", "", "unread"},
		{"R3", "", "unread"},
		{"K5.10.14", "", "unread"},
		{"2021-03-04T5:06:07", "2021-03-04", "clear"},
		{"Meijin S60-05-12", "1985-05-12", "guessed"},
		{"xS60-05-12", "", "unread"},
		{"宣祖25年3月30日", "1592-04-17..1592-05-24", "calculated"},
		{"宣祖25年3月32日", "1592-03-19..1592-05-24,2032", "guessed"}, // no month has so many days
		// before Christ
		{"公元前5年", "5 BC", "clear"},
		{"200 BC", "200 BC", "clear"},
		{"200 B.C.", "200 BC", "clear"},
		{"200BCE", "200 BC", "clear"},
		{"BC 200", "200 BC", "clear"},
		{"公元前200年", "200 BC", "clear"},
		{"紀元前二百年", "200 BC", "clear"},
		{"前200年", "200 BC", "clear"},
		{"기원전 200년", "200 BC", "clear"},
		{"1 BC", "1 BC", "clear"},
		{"AD 200", "0200", "clear"},
		{"200 bcd", "0200", "guessed"},
		// open on one side
		{"before 1700", "..1699-12-31", "clear"},
		{"after 1700", "1701-01-01..", "clear"},
		{"before 1955-10-01", "..1955-09-30", "clear"},
		{"before 1956-03-01", "..1956-02-29", "clear"},
		{"after 1955-09-30", "1955-10-01..", "clear"},
		{"after 1956-02", "1956-03-01..", "clear"},
		{"since 1955", "1955-01-01..", "clear"},
		{"before May 1955", "..1955-04-30", "clear"},
		{"before Kōka 3", "..1846-01-16", "calculated"},
		{"1700年以前", "..1700-12-31", "clear"},
		{"1700年以後", "1700-01-01..", "clear"},
		{"1700年之前", "..1699-12-31", "clear"},
		{"1700年后", "1701-01-01..", "clear"},
		{"1700년 이전", "..1700-12-31", "clear"},
		{"before 200 BC", "..201 BC", "clear"},
		// what is not understood stays so
		{"開寶二十年", "", "unread"},
		{"개로왕 20년", "", "unread"},
		{"後涼 3年5月6日", "", "unread"},
		{"弘安4.5.6", "", "unread"},
		{"Koan 4-5-6", "", "unread"},
		{"Zhenguan 12", "", "unread"},
		{"Xyz 128", "", "unread"},
		{"era 60-5-12", "", "unread"},
		{"乾隆百年", "", "unread"},
		{"宋仁宗4年", "", "unread"},
		{"Lingyuan 1985", "1985", "guessed"},
		{"Kisei 1985-03-02", "1985-03-02", "guessed"},
		{"Meijin 14 apr 97", "1997-04-14", "guessed"},
		{"97年5月1日", "1997-05-01", "guessed"},
	} {
		d := ParseDate(tt.text)
		if got := d.String(); got != tt.want || d.Certainty.String() != tt.certainty {
			t.Errorf("ParseDate(%q) = %q %v, want %q %v", tt.text, got, d.Certainty, tt.want, tt.certainty)
		}
	}
}

// The window of a lunar date must hold the day that historians found. The
// Gregorian days are those of the sources of Edo period games.
func TestLunarWindow(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int
	}{
		{"Tenpo 9-5-18", 18380709},
		{"Tenpo 9-12-3", 18390117},
		{"Tenpo 8-2-27", 18370402},
		{"Tenpo 6-8-6", 18350927},
		{"Tenpo 8-11-13", 18371210},
		{"Tenpo 13-4-5", 18420514},
		{"Tenpo 10-12-18", 18400122},
		{"Tenpo 7-11-24", 18361231},
		{"Koka 3-7-21", 18460911},
		{"光緒二十年八月十八日", 18940917},    // the battle of the Yalu
		{"宣統三年十二月二十五日", 19120212},   // the emperor abdicates
		{"선조 25년 4월 13일", 15920523}, // the Japanese land in Busan
		{"세종 28년 9월", 14461009},     // the Korean alphabet
		{"乾隆六十年九月初三日", 17951015},    // he names his successor
	} {
		d := ParseDate(tt.text)
		if d.Lo > tt.want || d.Hi < tt.want {
			t.Errorf("ParseDate(%q) = %v, want a range with %d", tt.text, d, tt.want)
		}
	}
}

func TestCalendarAgainstTime(t *testing.T) {
	day := time.Date(1590, 1, 1, 0, 0, 0, 0, time.UTC)
	first := dayNumber(1590, 1, 1)
	for i := range 365 * 450 {
		want := day.Year()*10000 + int(day.Month())*100 + day.Day()
		if got := dayOf(first + i); got != want {
			t.Fatalf("dayOf(%d) = %d, want %d", first+i, got, want)
		}
		if got := dayNumber(day.Year(), int(day.Month()), day.Day()); got != first+i {
			t.Fatalf("dayNumber(%d) = %d, want %d", want, got, first+i)
		}
		if !validDay(day.Year(), int(day.Month()), day.Day()) || validDay(day.Year(), int(day.Month()), monthDays(day.Year(), int(day.Month()))+1) {
			t.Fatalf("validDay is wrong about %d or its month", want)
		}
		day = day.AddDate(0, 0, 1)
	}
}

func FuzzParseDate(f *testing.F) {
	for _, s := range []string{"1996-12-27,28,1997-01-03,04", "12th and 13th march 94", "Tenpo 9-ic4-18", "昭和二十年八月五日", "1938年6月26日〜12月4日", "28 Dec - 3 Jan 1935", "1898-01-05.."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := ParseDate(s)
		if (d.Certainty == Unread) != (len(d.Spans) == 0) || (len(d.Spans) == 0) != (d.Lo == 0) {
			t.Fatalf("ParseDate(%q) = %+v: certainty, spans and hull do not agree", s, d)
		}
		for _, span := range d.Spans {
			if span.Lo > span.Hi || span.Lo < d.Lo || span.Hi > d.Hi {
				t.Fatalf("ParseDate(%q) = %+v: a span is not ordered or not in the hull", s, d)
			}
		}
	})
}

func BenchmarkParseDate(b *testing.B) {
	for _, text := range []string{"1996-05-06", "1996-12-27,28,1997-01-03,04", "2017.06.21 19:43", "昭和14年6月26日"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ParseDate(text)
			}
		})
	}
}

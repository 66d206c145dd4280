package notation

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kifudb/internal/lazy"
	"kifudb/position/shogi"
)

// kifuKeys are the keys of KIF and KI2, and what they are in a Record. The first key
// of an identifier is written. All other lines are remarks as they stand, "key：
// value", and are written as they were.
//
//	先手 後手 下手 上手                PB PW
//	棋戦 表題 戦型 場所               EV GN ON PC
//	開始日時：2014/09/02 10:00        DT 2014-09-02, STARTTIME 2014-09-02 10:00
//	対局日                            DT
//	終了日時                          ENDTIME
//	持ち時間：各５時間                TM 18000
//	秒読み：60秒                      OT 1x60 byo-yomi
//	備考                              a line of GC
//	AB                                AB, if a field has a name in capitals
var kifuKeys = []struct{ key, ident string }{
	{"先手", "PB"}, {"後手", "PW"}, {"下手", "PB"}, {"上手", "PW"}, {"棋戦", "EV"}, {"表題", "GN"}, {"戦型", "ON"},
	{"場所", "PC"}, {"対局場", "PC"}, {"対局場所", "PC"}, {"対局者先手", "PB"}, {"対局者後手", "PW"},
}

// kifuHandicaps are the values of 手合割, with the squares, as file and rank, that
// are emptied of White's pieces. Right and left are White's.
var kifuHandicaps = []struct {
	name, jkf string
	empty     []int
}{
	{"平手", "HIRATE", nil},
	{"香落ち", "KY", []int{11}},
	{"右香落ち", "KY_R", []int{91}},
	{"角落ち", "KA", []int{22}},
	{"飛車落ち", "HI", []int{82}},
	{"飛香落ち", "HIKY", []int{82, 11}},
	{"二枚落ち", "2", []int{82, 22}},
	{"三枚落ち", "3", []int{82, 22, 11}},
	{"四枚落ち", "4", []int{82, 22, 11, 91}},
	{"五枚落ち", "5", []int{82, 22, 11, 91, 81}},
	{"左五枚落ち", "5_L", []int{82, 22, 11, 91, 21}},
	{"六枚落ち", "6", []int{82, 22, 11, 91, 21, 81}},
	{"左七枚落ち", "7_L", []int{82, 22, 11, 91, 21, 81, 31}},
	{"右七枚落ち", "7_R", []int{82, 22, 11, 91, 21, 81, 71}},
	{"八枚落ち", "8", []int{82, 22, 11, 91, 21, 81, 31, 71}},
	{"十枚落ち", "10", []int{82, 22, 11, 91, 21, 81, 31, 71, 41, 61}},
}

// kifuStart returns the start of a handicap by its name in KIF, and false if there is
// none of the name. A name that announces a diagram is the even game's, which the
// diagram replaces.
func kifuStart(name string) (*shogi.Position, bool) {
	name = strings.NewReplacer("2", "二", "２", "二", "3", "三", "３", "三", "4", "四", "４", "四", "5", "五", "５", "五",
		"6", "六", "６", "六", "7", "七", "７", "七", "8", "八", "８", "八", "10", "十", "１０", "十").Replace(name)
	name = strings.TrimSuffix(name, "ち")
	switch name {
	case "", "その他", "詰将棋", "任意局面", "指定局面":
		return shogi.New(), true
	case "飛落":
		name = "飛車落"
	}
	for i, h := range kifuHandicaps {
		if strings.TrimSuffix(h.name, "ち") == name {
			return handicapStart(i), true
		}
	}
	return shogi.New(), false
}

// handicapStart returns the start of a handicap of the table.
func handicapStart(i int) *shogi.Position {
	p := shogi.New()
	for _, n := range kifuHandicaps[i].empty {
		p.Set(shogi.SquareAt(n/10, n%10), shogi.NoPiece)
	}
	if i > 0 {
		p.SetToPlay(shogi.White)
	}
	return p
}

// kifuHandicap returns the handicap of which a position is the start: its index in
// the table, -1 if it is none's.
func kifuHandicap(p *shogi.Position) int {
	for i := range kifuHandicaps {
		if *handicapStart(i) == *p {
			return i
		}
	}
	return -1
}

// kifuFields are the facts of a record in KIF or KI2.
type kifuFields struct {
	FieldList
	handicap   string
	handicapAt int
}

// read reads a line of facts, and reports whether it is one.
func (l *kifuFields) read(at int, line string) bool {
	key, value := cutField(line)
	if key == "" {
		return false
	}
	if key == "手合割" || key == "手合" {
		l.handicap, l.handicapAt = trimWide(value), at
		return true
	}
	l.readKey(key, value)
	return true
}

// readKey adds what a key says.
func (l *kifuFields) readKey(key, value string) {
	if key == "備考" {
		l.Add(identRemark, value)
		return
	}
	value = trimWide(value)
	for _, k := range kifuKeys {
		if k.key == key {
			l.Add(k.ident, value)
			return
		}
	}
	switch key {
	case "開始日時", "対局日", "対局日時":
		switch day, at := kifuDate(value); {
		case l.has("DT"):
			l.keep(key, value)
		case day != "":
			l.Add("DT", day)
			l.Add(identStartTime, at)
		default:
			l.Add("DT", value)
		}
		return
	case "終了日時":
		if day, at := kifuDate(value); at != "" {
			value = at
		} else if day != "" {
			value = day
		}
		l.Add(identEndTime, value)
		return
	case "持ち時間":
		if l.readLimit(value) {
			return
		}
	case "秒読み":
		if s, rest := kifuDuration(value); s > 0 && rest == "" && !l.has("OT") {
			l.Add("OT", fmt.Sprintf("1x%d byo-yomi", s))
			return
		}
	}
	if len(key) >= 2 && len(key) <= 16 && strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		l.Add(key, value)
		return
	}
	l.keep(key, value)
}

// keep adds a line that has no field as a remark.
func (l *kifuFields) keep(key, value string) {
	if value != "" {
		l.Add(identRemark, key+"："+value)
	}
}

var (
	kifuDay = lazy.Regexp(`^(\d{4})[/年.-](\d{1,2})[/月.-](\d{1,2})日?((?:[・･,、-]\d{1,2}日?)*)(?:[(（][^)）]{1,6}[)）])?(?:[\s　T]*(\d{1,2})[:：時](\d{2})(?:分?[:：]?(\d{2})秒?)?分?)?$`)
	usDay   = lazy.Regexp(`^(\d{1,2})/(\d{1,2})/(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))? ?([AP]M))?$`)
)

// kifuDate returns the day of 2014/09/02(火) 10:00 as SGF writes it, and the day with
// the time, "" if there is none. Days after the first, as in 2005/11/29･30日, are
// told, too.
func kifuDate(text string) (day, at string) {
	text = halfWidth(text)
	m := kifuDay().FindStringSubmatch(text)
	if m == nil {
		if m = usDay().FindStringSubmatch(text); m == nil {
			return "", ""
		}
		hour, _ := strconv.Atoi("0" + m[4])
		if hour %= 12; m[7] == "PM" {
			hour += 12
		}
		clock := ""
		if m[4] != "" {
			clock = strconv.Itoa(hour)
		}
		m = []string{"", m[3], m[1], m[2], "", clock, m[5], m[6]}
	}
	date, err := time.Parse("2006/1/2", m[1]+"/"+m[2]+"/"+m[3])
	if err != nil {
		return "", ""
	}
	day = date.Format(time.DateOnly)
	first := day
	for _, more := range strings.FieldsFunc(m[4], func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(more)
		day += fmt.Sprintf(",%02d", n)
	}
	if m[5] != "" {
		hour, _ := strconv.Atoi(m[5])
		at = fmt.Sprintf("%s %02d:%s", first, hour, m[6])
		if m[7] != "" {
			at += ":" + m[7]
		}
	}
	return day, at
}

// halfWidth writes digits, and the signs between them, in the width of ASCII.
func halfWidth(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == '：':
			return ':'
		case r == '／':
			return '/'
		}
		return r
	}, text)
}

// readLimit reads the value of 持ち時間: a time, and perhaps what comes after it,
// which are TM and OT.
func (l *kifuFields) readLimit(text string) bool {
	if l.has("TM") {
		return false
	}
	seconds, rest := kifuDuration(strings.TrimPrefix(strings.TrimPrefix(text, "各"), "お互い"))
	if seconds < 0 {
		return false
	}
	l.Add("TM", strconv.Itoa(seconds))
	if rest == "" {
		return true
	}
	inner, found := cutAny(rest, "切れたら", "切れ", "+", "＋", "、", "秒読み")
	if found {
		if s, left := kifuDuration(inner); s > 0 && (left == "" || left == "将棋" || left == "秒読み") {
			l.Add("OT", fmt.Sprintf("1x%d byo-yomi", s))
			return true
		}
	}
	l.Add("OT", rest)
	return true
}

// kifuDuration reads a time such as ５時間, 1時間30分 or 60秒 at the start of a text.
// It returns -1 if there is none.
func kifuDuration(text string) (seconds int, rest string) {
	seconds, rest = -1, trimWide(text)
	for _, unit := range []struct {
		names   []string
		seconds int
	}{{[]string{"時間"}, 3600}, {[]string{"分"}, 60}, {[]string{"秒"}, 1}} {
		n, size := anyNumber(rest)
		if size == 0 || n > 100_000 {
			break
		}
		if after, found := cutAny(rest[size:], unit.names...); found {
			seconds, rest = max(seconds, 0)+n*unit.seconds, trimWide(after)
		}
	}
	return seconds, rest
}

// kifuDurationText writes seconds.
func kifuDurationText(seconds int) string {
	text := ""
	for _, unit := range []struct {
		seconds int
		name    string
	}{{3600, "時間"}, {60, "分"}, {1, "秒"}} {
		if n := seconds / unit.seconds; n > 0 {
			text += strconv.Itoa(n) + unit.name
			seconds %= unit.seconds
		}
	}
	if text == "" {
		return "0分"
	}
	return text
}

// kifuOpenings are what lines begin with that stand before the moves of a record.
var kifuOpenings = []string{
	"#KIF ", "# KIF", "# ----", "# --- ", "開始日時", "終了日時", "対局日", "対局ID", "棋戦", "表題", "戦型", "場所", "持ち時間",
	"手合割", "作品番号", "作品名", "作者", "手数-", "先手：", "後手：", "下手：", "上手：", "先手:", "後手:", "下手:", "上手:",
	"先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒",
}

// opensKifu reports whether a line, without blanks before it, stands before the moves
// of a record.
func opensKifu(line string) bool {
	for _, start := range kifuOpenings {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return false
}

// beginsMoves reports whether a line, without blanks before it, has moves, or the
// ending.
func beginsMoves(line string) bool {
	if isRuler(line) {
		return false
	}
	_, size := anyNumber(line)
	return size > 0 && blanks(line[size:]) > 0 || sideMark(line) != shogi.Empty || strings.HasPrefix(line, "まで")
}

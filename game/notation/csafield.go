package notation

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kifudb/internal/lazy"
)

// The lines of CSA about a game, and what they are in a Record:
//
//	N+ N- $EVENT: $SITE: $OPENING:        PB PW EV PC ON
//	$START_TIME:2003/05/03 10:30:00       DT 2003-05-03, STARTTIME 2003-05-03 10:30:00
//	$END_TIME:2003/05/03 12:00:00         ENDTIME 2003-05-03 12:00:00
//	$TIME_LIMIT:00:25+10                  TM 1500, OT 1x10 byo-yomi
//	$TIME:300+10+2                        TM 300, OT 1x10 byo-yomi, 2 increment
//	$NOTE:text                            a line of GC
//	$MAX_MOVES:256, and all others        a line of GC: MAX_MOVES: 256
//
// The server floodgate writes as comments what else it knows:
//
//	'black_rate:name+hash:2784.5          BLACKRATING 2784.5
//	'white_rate:name+hash:2784.5          WHITERATING
//	'summary:toryo:a lose:b win           SUMMARY
//	'Max_Moves:512                        a line of GC: Max_Moves: 512
//	'$END_TIME:2020/07/19 20:56:29        as without the sign of a comment
//
// Times that cannot be read are lines of GC, too. They are written as they were
// read, but a $TIME_LIMIT, which knows minutes only, becomes a $TIME.
var csaFields = []struct{ csa, ident string }{
	{"N+", "PB"}, {"N-", "PW"}, {"$EVENT:", "EV"}, {"$SITE:", "PC"}, {"$OPENING:", "ON"},
}

var (
	csaTimeLimit = lazy.Regexp(`^(\d{1,6}):(\d\d)(?:\+(\d{1,9}))?$`)
	csaTime      = lazy.Regexp(`^(\d{1,9}(?:\.\d+)?)(?:\+(\d{1,9}(?:\.\d+)?))?(?:\+(\d{1,9}(?:\.\d+)?))?$`)
	seconds      = lazy.Regexp(`^\d{1,9}(?:\.\d+)?$`)
	overtime     = lazy.Regexp(`^(?:1x(\d{1,9}(?:\.\d+)?) byo-yomi)?(?:(?:^|, )(\d{1,9}(?:\.\d+)?) increment)?$`)
)

// csaStatements are the lines that are not remarks when they are read, so that a
// remark is never written as one.
var csaStatements = []string{"EVENT", "SITE", "OPENING", "START_TIME", "END_TIME", "TIME_LIMIT", "TIME", "NOTE"}

// readCSA reads a line about the game, or of the version. It reports false
// for a line of no known kind.
func (l *FieldList) readCSA(line string) bool {
	for _, f := range csaFields {
		if value, ok := strings.CutPrefix(line, f.csa); ok {
			l.Add(f.ident, value)
			return true
		}
	}
	if line[0] == 'V' {
		return true
	}
	name, value, ok := strings.Cut(line, ":")
	if line[0] != '$' || !ok {
		return false
	}
	if name = name[1:]; name == "NOTE" {
		l.Add(identRemark, value)
		return true
	}
	value = strings.TrimSpace(value)
	switch name {
	case "START_TIME":
		if day, at := csaDate(value); day != "" {
			l.Add("DT", day)
			l.Add(identStartTime, at)
			return true
		}
		l.Add("DT", value)
		return true
	case "END_TIME":
		if day, at := csaDate(value); at != "" {
			value = at
		} else if day != "" {
			value = day
		}
		l.Add(identEndTime, value)
		return true
	case "TIME_LIMIT", "TIME":
		if !l.has("TM") && l.readCSATime(name, value) {
			return true
		}
	}
	if value != "" {
		l.Add(identRemark, name+": "+value)
	}
	return true
}

// The fields that only floodgate has.
const (
	identBlackRating = "BLACKRATING"
	identWhiteRating = "WHITERATING"
	identSummary     = "SUMMARY"
)

// floodgateFields are its comments that are settings of a game.
var floodgateFields = []string{"Max_Moves", "Least_Time_Per_Move", "Increment"}

// readFloodgate reads a comment, without its sign, if it is one of floodgate's facts.
func (l *FieldList) readFloodgate(line string) {
	name, value, _ := strings.Cut(line, ":")
	rating := value[strings.LastIndexByte(value, ':')+1:]
	switch {
	case line == "":
	case line[0] == '$':
		l.readCSA(line)
	case name == "black_rate" && seconds().MatchString(rating):
		l.Add(identBlackRating, rating)
	case name == "white_rate" && seconds().MatchString(rating):
		l.Add(identWhiteRating, rating)
	case name == "summary":
		l.Add(identSummary, value)
	default:
		for _, f := range floodgateFields {
			if f == name {
				l.Add(identRemark, name+": "+value)
			}
		}
	}
}

// writeFloodgate writes a field that only floodgate has, and reports whether it is
// one.
func writeFloodgate(out *bufio.Writer, r *Record, f Field) bool {
	text := oneLine(f.Text)
	player := strings.ReplaceAll(oneLine(r.Field("PB")), ":", " ")
	switch {
	case f.Ident == identBlackRating && seconds().MatchString(text):
		fmt.Fprintf(out, "'black_rate:%s:%s\n", player, text)
	case f.Ident == identWhiteRating && seconds().MatchString(text):
		player = strings.ReplaceAll(oneLine(r.Field("PW")), ":", " ")
		fmt.Fprintf(out, "'white_rate:%s:%s\n", player, text)
	case f.Ident == identSummary:
		fmt.Fprintf(out, "'summary:%s\n", text)
	default:
		return false
	}
	return true
}

// csaDate returns the day of "2003/05/03 10:30:00" as SGF writes it, and the day
// with the time; "" if the text is no day, or has no time.
func csaDate(text string) (day, at string) {
	first, rest, _ := strings.Cut(text, " ")
	date, err := time.Parse("2006/1/2", first)
	if err != nil {
		return "", ""
	}
	day = date.Format(time.DateOnly)
	if rest = strings.TrimSpace(rest); rest != "" {
		at = day + " " + rest
	}
	return day, at
}

// readCSATime reads the value of $TIME_LIMIT or $TIME.
func (l *FieldList) readCSATime(name, value string) bool {
	base, byoyomi, increment := "", "", ""
	if name == "TIME" {
		m := csaTime().FindStringSubmatch(value)
		if m == nil {
			return false
		}
		base, byoyomi, increment = m[1], m[2], m[3]
	} else {
		m := csaTimeLimit().FindStringSubmatch(value)
		if m == nil {
			return false
		}
		hours, _ := strconv.Atoi(m[1])
		minutes, _ := strconv.Atoi(m[2])
		base, byoyomi = strconv.Itoa(60*(60*hours+minutes)), strings.TrimLeft(m[3], "0")
	}
	l.Add("TM", base)
	if strings.Trim(byoyomi, "0.") != "" {
		l.Add("OT", "1x"+byoyomi+" byo-yomi")
	}
	if strings.Trim(increment, "0.") != "" {
		l.Add("OT", increment+" increment")
	}
	return true
}

// writeCSAFields writes the lines about a game, and tells what has none.
func writeCSAFields(out *bufio.Writer, r *Record, lost *losses) {
	for _, f := range r.Info {
		switch f.Ident {
		case "DT", identStartTime, "TM", "OT", "RE":
			continue // below, and RE is the ending's
		case identEndTime:
			fmt.Fprintf(out, "$END_TIME:%s\n", slashes(oneLine(f.Text)))
			continue
		case identRemark:
			for line := range strings.SplitSeq(f.Text, "\n") {
				writeCSARemark(out, oneLine(line))
			}
			continue
		}
		known := writeFloodgate(out, r, f)
		for _, c := range csaFields {
			if known {
				break
			}
			if known = c.ident == f.Ident; known {
				fmt.Fprintf(out, "%s%s\n", c.csa, oneLine(f.Text))
				break
			}
		}
		if !known {
			lost.field(f.Ident)
		}
	}
	writeCSADate(out, r, lost)
	switch m, base := overtime().FindStringSubmatch(r.Field("OT")), r.Field("TM"); {
	case base == "" && r.Field("OT") == "":
	case !seconds().MatchString(base):
		for _, ident := range []string{"TM", "OT"} {
			if r.Field(ident) != "" {
				lost.field(ident)
			}
		}
	case m == nil:
		lost.field("OT")
		fmt.Fprintf(out, "$TIME:%s+0+0\n", base)
	default:
		fmt.Fprintf(out, "$TIME:%s+%s+%s\n", base, orZero(m[1]), orZero(m[2]))
	}
	if result := r.Field("RE"); result != "" && !sameResult(result, r.Result()) {
		if said, _ := summaryResult(r.Field(identSummary)); !sameResult(result, said) {
			lost.add(LostResult)
		}
	}
}

func orZero(number string) string {
	if number == "" {
		return "0"
	}
	return number
}

// writeCSADate writes $START_TIME.
func writeCSADate(out *bufio.Writer, r *Record, lost *losses) {
	day, at := r.Field("DT"), r.Field(identStartTime)
	switch {
	case at != "" && strings.HasPrefix(at, day+" "):
		day = at
	case at != "" && day == "":
		day = at
	case at != "":
		lost.field(identStartTime)
	}
	if day != "" {
		fmt.Fprintf(out, "$START_TIME:%s\n", slashes(oneLine(day)))
	}
}

// slashes writes a date that stands alone or before a time as CSA does.
func slashes(text string) string {
	day, rest, _ := strings.Cut(text, " ")
	if date, err := time.Parse(time.DateOnly, day); err == nil {
		return strings.TrimSpace(date.Format("2006/01/02") + " " + rest)
	}
	return text
}

// csaKeyword is a remark that was a line of its own.
var csaKeyword = lazy.Regexp(`^([A-Z_]+[+-]?): (\S.*)$`)

// writeCSARemark writes a line of remarks: as $NOTE, or as the line it was.
func writeCSARemark(out *bufio.Writer, line string) {
	if m := csaKeyword().FindStringSubmatch(line); m != nil {
		plain := true
		for _, name := range csaStatements {
			plain = plain && name != m[1]
		}
		if plain {
			fmt.Fprintf(out, "$%s:%s\n", m[1], m[2])
			return
		}
	}
	fmt.Fprintf(out, "$NOTE:%s\n", line)
}

// oneLine writes line breaks as blanks.
func oneLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\x1a", " ").Replace(text)
}

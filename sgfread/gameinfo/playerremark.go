package gameinfo

import (
	"strings"
	"unicode/utf8"
)

// takeRemarks takes what stands in brackets out of a name, unless it tells the
// player from others.
func (p *Player) takeRemarks(s string) string {
	if !strings.ContainsAny(s, "([（") {
		return s
	}
	var b strings.Builder
	for s != "" {
		open := strings.IndexAny(s, "([（")
		if open < 0 {
			break
		}
		_, width := utf8.DecodeRuneInString(s[open:])
		end := strings.IndexAny(s[open:], ")]）")
		if end < 0 {
			break
		}
		end += open
		_, endWidth := utf8.DecodeRuneInString(s[end:])
		before, inside, after := s[:open], strings.TrimSpace(s[open+width:end]), s[end+endWidth:]
		b.WriteString(before)
		if !p.takeRemark(strings.TrimSpace(b.String()), inside, strings.TrimSpace(after)) {
			b.WriteString(s[open : end+endWidth])
		} else {
			b.WriteByte(' ')
		}
		s = after
	}
	b.WriteString(s)
	return b.String()
}

// otherName are the words that announce another name of a player.
var otherName = [...]string{"later ", "previously ", "formerly ", "also known as ", "also ", "aka ", "a.k.a. ", "or ", "born ", "real name ", "= "}

// takeRemark understands a remark and reports whether to leave it out of the
// name.
func (p *Player) takeRemark(before, inside, after string) bool {
	lower := strings.ToLower(inside)
	switch {
	case inside == "", before == "":
		return true
	case inside == "P", inside == "Ｐ", inside == "G": // servers mark professionals and guests
		if p.marked == 0 {
			p.marked = len(strings.Fields(before))
		}
		return true
	case strings.HasPrefix(lower, "moves "), strings.HasSuffix(lower, " etc"), strings.HasSuffix(lower, " etc."):
		return true
	}
	if r, ok := rankOfName(inside); ok {
		if p.Rank == 0 {
			p.Rank = r
		}
		return true
	}
	if isTitle(inside) {
		p.addTitle(inside)
		return true
	}
	if title, name, ok := strings.Cut(inside, " "); ok && isTitle(title) { // Tsuchiya (Honinbo Shugen)
		p.addAlso(name)
		return true
	}
	if plausibleIdeographs(strings.ReplaceAll(inside, " ", "")) && !strings.ContainsFunc(before, isIdeographic) {
		p.addAlso(inside)
		return true
	}
	taken := true
	for clause := range strings.SplitSeq(inside, ",") {
		clause = strings.TrimSpace(clause)
		name := clause
		for _, w := range otherName {
			if len(clause) > len(w) && strings.EqualFold(clause[:len(w)], w) {
				name = clause[len(w):]
				if w == "or " && after != "" { // Kihara (or Kiwara) Kametaro
					name += " " + after
				}
				break
			}
		}
		if name == clause {
			taken = false
			continue
		}
		for other := range strings.SplitSeq(name, " or ") {
			other = strings.TrimSpace(other)
			p.addAlso(other)
			// A single name may be a given one: Seki Yasubei (or Genjiro).
			if i := strings.LastIndexByte(before, ' '); i > 0 && !strings.Contains(other, " ") {
				p.addAlso(before[:i+1] + other)
			}
		}
	}
	return taken
}

func (p *Player) addAlso(name string) {
	if name = strings.TrimSpace(name); isNamed(name) {
		p.Also = append(p.Also, name)
		p.Sure.lower(Guessed)
	}
}

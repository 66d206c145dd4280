package sgfread

// ParseNumber reads a Number: an optional sign and digits. White space around
// it and leading zeros are accepted; so is what fits into 32 bits only.
func ParseNumber(raw []byte) (int, bool) {
	raw = trimmed(raw)
	negative := false
	if len(raw) > 0 && (raw[0] == '+' || raw[0] == '-') {
		negative = raw[0] == '-'
		raw = raw[1:]
	}
	if len(raw) == 0 {
		return 0, false
	}
	n := 0
	for _, c := range raw {
		if c < '0' || c > '9' || n > (1<<31-1-9)/10 {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}

// ParseReal reads a Real: a number that may have digits behind a point. ".5",
// "30." and "1,5" are accepted, but clean is false for them, as it is for
// white space around the number.
func ParseReal(raw []byte) (x float64, clean, ok bool) {
	s := trimmed(raw)
	clean = len(s) == len(raw)
	sign := 1.0
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	var whole, scale float64 = 0, 1
	before, after, digits, point := 0, 0, 0, false
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9':
			// 15 digits are exact in a float64; further ones do not matter.
			switch {
			case !point:
				whole = 10*whole + float64(c-'0')
				before++
			case digits < 15 && after < 15:
				whole = 10*whole + float64(c-'0')
				scale *= 10
				after++
			}
			if whole > 0 {
				digits++
			}
		case (c == '.' || c == ',') && !point:
			point = true
			clean = clean && c == '.'
		default:
			return 0, false, false
		}
	}
	if before+after == 0 || before > 300 {
		return 0, false, false
	}
	clean = clean && before > 0 && (!point || after > 0)
	return sign * whole / scale, clean, true
}

// ParseDouble reads a Double: 1 for normal, 2 for emphasized. Other numbers and
// an empty value count as 1, not cleanly.
func ParseDouble(raw []byte) (emphasis int, clean bool) {
	if n, ok := ParseNumber(raw); ok && (n == 1 || n == 2) {
		return n, true
	}
	return 1, false
}

// ParseColor reads a Color. It returns 'B', 'W', or 0 if it is none. "b",
// "White", "1" and the like are accepted, but not clean.
func ParseColor(raw []byte) (color byte, clean bool) {
	s := trimmed(raw)
	if len(s) == 0 {
		return 0, false
	}
	switch s[0] {
	case 'B', 'b', '1':
		color = 'B'
	case 'W', 'w', '2':
		color = 'W'
	}
	return color, len(raw) == 1 && s[0] == color
}

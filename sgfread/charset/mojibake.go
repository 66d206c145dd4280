package charset

import "golang.org/x/text/encoding/charmap"

// Mojibake reports whether text, in UTF-8, looks like the bytes of another
// encoding that some program read as windows-1252 or ISO-8859-1 and saved as
// UTF-8: "æŸ¯æ½”" for 柯潔, "ÄôÎÀÆ½" for 聂卫平. It returns the original
// bytes and the guess what they are. Text is left alone unless that is nearly
// certain; a single accented letter never is.
func Mojibake(text []byte) (original []byte, guess Guess, ok bool) {
	const (
		few  = 4    // bytes outside ASCII, two Chinese characters
		sure = 0.97 // confidence
	)
	i := nextHigh(text, 0)
	if i == len(text) || text[i] >= 0xE3 { // U+3000 and above: a fast way out for most
		return nil, Guess{}, false
	}
	high := 0
	for _, r := range string(text) {
		c, known := charmap.Windows1252.EncodeRune(r)
		if 0x80 <= r && r <= 0xFF { // as in ISO-8859-1, control characters included
			c, known = byte(r), true
		}
		if !known {
			return nil, Guess{}, false
		}
		if c >= 0x80 {
			high++
		}
		original = append(original, c)
	}
	if high < few {
		return nil, Guess{}, false
	}
	guess = Detect(original, "", nil)
	switch guess.Name {
	case Windows1252, Windows1250, Latin2, Windows1254, Windows1257, Macintosh, CP437:
		return nil, Guess{}, false // it is what it seems to be
	}
	if guess.Confidence < sure || guess.Damaged > 0 && guess.Name != UTF8 {
		return nil, Guess{}, false
	}
	return original, guess, true
}

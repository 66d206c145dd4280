package charset

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// A byteTable is a single-byte encoding.
type byteTable interface {
	DecodeByte(b byte) rune
	EncodeRune(r rune) (b byte, ok bool)
}

// table returns the single-byte encoding with a canonical name, nil if it is none.
func table(name string) byteTable {
	switch name {
	case VISCII:
		return viscii
	case MacCentral:
		return macCentral
	}
	if cm, ok := lookupEncoding(name).(*charmap.Charmap); ok {
		return cm
	}
	return nil
}

// ownTable is a single-byte encoding that golang.org/x/text does not have.
type ownTable struct {
	runes [256]rune
	bytes map[rune]byte
}

// newOwnTable makes the table of an encoding from its upper half, and from the characters
// that it has instead of control characters, each after its control character.
func newOwnTable(upper, controls string) *ownTable {
	t := &ownTable{bytes: make(map[rune]byte)}
	for c := range utf8.RuneSelf {
		t.runes[c] = rune(c)
	}
	c := utf8.RuneSelf
	for _, r := range upper {
		t.runes[c] = r
		c++
	}
	for controls != "" {
		r, n := utf8.DecodeRuneInString(controls[1:])
		t.runes[controls[0]], controls = r, controls[1+n:]
	}
	for c, r := range t.runes {
		t.bytes[r] = byte(c)
	}
	return t
}

// DecodeByte implements byteTable.
func (t *ownTable) DecodeByte(b byte) rune { return t.runes[b] }

// EncodeRune implements byteTable.
func (t *ownTable) EncodeRune(r rune) (byte, bool) {
	b, ok := t.bytes[r]
	return b, ok
}

// viscii is Vietnamese, RFC 1456.
var viscii = newOwnTable(joined(`
	ẠẮẰẶẤẦẨẬẼẸẾỀỂỄỆỐ ỒỔỖỘỢỚỜỞỊỎỌỈỦŨỤỲ Õắằặấầẩậẽẹếềểễệố ồổỗỠƠộờởịỰỨỪỬơớƯ
	ÀÁÂÃẢĂẳẵÈÉÊẺÌÍĨỳ ĐứÒÓÔạỷừửÙÚỹỵÝỡư àáâãảăữẫèéêẻìíĩỉ đựòóôõỏọụùúũủýợỮ`),
	"\x02Ẳ\x05Ẵ\x06Ẫ\x14Ỷ\x19Ỹ\x1EỴ")

// macCentral is the Central European encoding of Mac OS, as Unicode's
// MAPPINGS/VENDORS/APPLE/CENTEURO.TXT has it.
var macCentral = newOwnTable(joined(`
	ÄĀāÉĄÖÜáąČäčĆćéŹ źĎíďĒēĖóėôöõúĚěü †°Ę£§•¶ß®©™ę¨≠ģĮ įĪ≤≥īĶ∂∑łĻļĽľĹĺŅ
	ņŃ¬√ńŇ∆«»…_ňŐÕőŌ –—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ ‚„šŚśÁŤťÍŽžŪÓÔūŮ ÚůŰűŲųÝýķŻŁżĢˇ`), "")

// joined drops the white space of a table; "_" is a space that does not break.
func joined(upper string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(upper), ""), "_", "\u00A0")
}

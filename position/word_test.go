package position

import "testing"

// Words say what the description of a Script says they do.
func TestWord(t *testing.T) {
	p := At(2, 3)
	none := Change{Point: Pass}
	for _, test := range []struct {
		word       Word
		node, move bool
		stone      Change
	}{
		{Word(p), true, true, Change{Point: p, Color: Black}},
		{0x4000 | Word(p), true, true, Change{Point: p, Color: White}},
		{Word(Pass), true, true, Change{Point: Pass, Color: Black}},
		{0x8000, true, false, none},
		{0x9000 | Word(p), false, false, Change{Point: p, Color: Black}},
		{0xA000 | Word(p), false, false, Change{Point: p, Color: White}},
		{0xB000 | Word(p), false, false, none},
		{0xC000 | Word(p), false, true, Change{Point: p, Color: Black}},
		{0xD000 | Word(p), false, true, Change{Point: p, Color: White}},
		{0xE000, false, false, none},
		{0xE003, false, false, none},
	} {
		if w := test.word; w.StartsNode() != test.node || w.IsMove() != test.move || w.Stone() != test.stone {
			t.Errorf("%04x: node %v, move %v, stone %v", w, w.StartsNode(), w.IsMove(), w.Stone())
		}
	}
}

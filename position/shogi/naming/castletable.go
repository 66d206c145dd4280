package naming

// A castleRow is a castle: which men stand where, the king first. A castle with
// several forms has a row for each, of which the first has the other spellings.
type castleRow struct {
	japanese, romaji, men string
	also                  []string
}

// castleTable are the castles that are named.
var castleTable = []castleRow{
	// Of the rook that ranges: the king is on its right.
	{"美濃囲い", "mino gakoi", "K28 S38 G49 G58", []string{"美濃", "本美濃", "本美濃囲い", "mino castle", "mino"}},
	{"片美濃囲い", "kata mino gakoi", "K28 S38 G49", []string{"片美濃", "half mino"}},
	{"高美濃囲い", "taka mino gakoi", "K28 S38 G49 G47", []string{"高美濃", "high mino"}},
	{"銀冠", "gin kanmuri", "K28 S27 G38", []string{"銀冠囲い", "ginkanmuri", "silver crown"}},
	{"ダイヤモンド美濃", "daiyamondo mino", "K28 S38 G49 G58 S47", []string{"diamond mino"}},
	{"木村美濃", "kimura mino", "K28 G38 S47", []string{"木村美濃囲い"}},
	{"金美濃", "kin mino", "K28 G38 S48", []string{"金美濃囲い", "gold mino"}},
	{"ちょんまげ美濃", "chonmage mino", "K28 S38 G49 P26", []string{"topknot mino"}},
	{"金無双", "kinmuso", "K38 G48 G58 S28", []string{"二枚金", "kin muso", "gold excelsior"}},
	{"振り飛車穴熊", "furibisha anaguma", "K19 L18 S28", []string{"振飛車穴熊", "振り穴", "ranging rook anaguma", "ranging rook bear-in-the-hole"}},
	{"振り飛車穴熊", "furibisha anaguma", "K19 L18 G28", nil},

	// Of the rook that stays: the king is on its left.
	{"舟囲い", "funa gakoi", "K78 G58 G69 B88", []string{"船囲い", "funagakoi", "boat castle"}},
	{"左美濃", "hidari mino", "K88 S78 G69", []string{"左美濃囲い", "left mino"}},
	{"左美濃", "hidari mino", "K79 S78 G69", nil},
	{"天守閣美濃", "tenshukaku mino", "K87 S78 G69", []string{"castle tower mino"}},
	{"米長玉", "yonenaga gyoku", "K98 S87 G78", []string{"yonenaga king"}},
	{"居飛車銀冠", "ibisha gin kanmuri", "K88 S87 G78", []string{"左銀冠", "static rook silver crown"}},
	{"居飛車穴熊", "ibisha anaguma", "K99 L98 S88", []string{"居飛穴", "イビアナ", "static rook anaguma", "static rook bear-in-the-hole"}},
	{"居飛車穴熊", "ibisha anaguma", "K99 L98 G88", nil},
	{"松尾流穴熊", "matsuo ryu anaguma", "K99 L98 S88 S79 G78", []string{"matsuo anaguma"}},
	{"ミレニアム囲い", "mireniamu gakoi", "K89 N77 S88 G79", []string{"ミレニアム", "三浦囲い", "millennium castle", "millennium"}},
	{"ミレニアム囲い", "mireniamu gakoi", "K89 N77 G88 G79", nil},
	{"箱入り娘", "hakoiri musume", "K78 G68 G69 B88", []string{"girl in a box"}},
	{"エルモ囲い", "erumo gakoi", "K78 S68 G79", []string{"elmo囲い", "elmo", "エルモ", "elmo castle"}},

	{"矢倉囲い", "yagura gakoi", "K88 S77 G78 G67", []string{"矢倉", "金矢倉", "金矢倉囲い", "yagura castle", "yagura", "gold yagura", "fortress"}},
	{"総矢倉", "so yagura", "K88 S77 G78 G67 S57", []string{"四枚矢倉", "complete yagura"}},
	{"銀矢倉", "gin yagura", "K88 S77 G78 S67", []string{"silver yagura"}},
	{"菱矢倉", "hishi yagura", "K88 S77 G78 G67 S66", []string{"diamond yagura"}},
	{"片矢倉", "kata yagura", "K78 S77 G68 G67", []string{"天野矢倉", "half yagura"}},
	{"土居矢倉", "doi yagura", "K78 S77 G67 G58", nil},
	{"菊水矢倉", "kikusui yagura", "K89 S88 N77 G78 G67", []string{"しゃがみ矢倉", "chrysanthemum yagura"}},
	{"菊水矢倉", "kikusui yagura", "K89 S88 N77 G78 G68", nil},
	{"矢倉穴熊", "yagura anaguma", "K99 L98 S77 G78", []string{"yagura bear-in-the-hole"}},
	{"カニ囲い", "kani gakoi", "K69 G78 G58 S68", []string{"蟹囲い", "crab castle"}},
	{"雁木囲い", "gangi gakoi", "K69 S67 G78", []string{"雁木", "gangi", "snowroof"}},
	{"雁木囲い", "gangi gakoi", "K59 S67 G78 S47", nil},
	{"雁木囲い", "gangi gakoi", "K68 S67 G78", nil},
	{"中住まい", "nakazumai", "K58 G78 G38", []string{"中住まい玉", "central house"}},
	{"中原囲い", "nakahara gakoi", "K69 G78 G59", []string{"中原玉", "nakahara castle"}},
	{"右玉", "migi gyoku", "K38 R29 G48", []string{"migigyoku", "right-hand king"}},
	{"右玉", "migi gyoku", "K48 R29 G58", nil},
	{"右玉", "migi gyoku", "K38 R29 G58", nil},
}

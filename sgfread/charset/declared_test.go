package charset_test

import (
	"strings"
	"testing"

	"kifudb/sgfread/charset"
)

// A right declaration is believed, however long the text is, and however much likelier it
// looks in another encoding.
func TestDeclarationsAreBelieved(t *testing.T) {
	for _, tt := range []struct{ declared, text string }{
		{"GB2312", "黒はここで右辺に打ち込むべきでした。白の厚みが働いてきますから、まず中央へ一間に跳んでおくのが好手です。"},
		{"GBK", "この手が敗着。上辺の白は生きているので、左下の黒を攻める順がない。"},
		{"GB18030", "여기서 흑은 변을 지켜야 했다. 백의 두터움이 너무 강하다."},
		{"GB2312", "Белым следовало ответить сверху, теперь стена слишком толстая."},
		{"KOI8-U", "Чорні мають відповісти знизу, інакше їхній кут загине. Ґрунтовніша гра в центрі дає білим щонайменше п'ять очок."},
		{"windows-1251", "Њему љубав џака, ћирилица и ђаци: бели су изгубили због лошег напада."},
		{"ISO-8859-5", "Черните трябваше да отговорят отгоре, сега стената е твърде дебела."},
		{"x-mac-cyrillic", "Белым следовало ответить сверху, теперь стена слишком толстая."},
		{"windows-1255", "שחור היה צריך להגן על הפינה, עכשיו כבר מאוחר מדי."},
		{"ISO-8859-8", "שחור היה צריך להגן על הפינה, עכשיו כבר מאוחר מדי."},
		{"windows-1256", "كان على الأسود أن يدافع عن الزاوية، والآن فات الأوان."},
		{"ISO-8859-6", "كان على الأسود أن يدافع عن الزاوية، والآن فات الأوان."},
		{"TIS-620", "หมากดำควรป้องกันมุมก่อน ตอนนี้สายเกินไปแล้ว"},
		{"windows-1258", "Bên đen nên giư góc tr\u01b0\u0301c, bây giơ đa mu\u00f4\u0323n rô\u0300i."},
		{"ISO-8859-3", "Ĉi tie la nigra devus unue ŝirmi la angulon, ĝi nun mortas; ĵeto ĉiam helpas."},
		{"ISO-8859-4", "Juodieji turėjo pirmiausia apsaugoti kampą, dabar jau per vėlu; šį ėjimą verta žinoti."},
		{"ISO-8859-10", "Juodieji turėjo pirmiausia apsaugoti kampą, dabar jau per vėlu; šį ėjimą verta žinoti."},
		{"ISO-8859-13", "Melnajiem vispirms vajadzēja aizsargāt stūri, tagad ir par vēlu; šis gājiens ir ļoti spēcīgs."},
		{"ISO-8859-14", "Dylai’r du fod wedi amddiffyn y gornel yn gyntaf; mae’r tŷ a’r dŵr yn well."},
		{"windows-1257", "Odprite »okno« in izberite »večji zaslon«; šele nato se pokaže število točk."},
		{"ISO-8859-10", "Šakin pelaaja siirtyi pöydän ääreen, eikä hän enää jäänyt väittelemään säännöistä."},
		{"windows-1258", "Perché la città è là? C'è più virtù qui, e già la metà è perduta."},
		{"ibm852", "Für Ärger über größere Übel müßte man öfter böse Wörter hören."},
		{"EUC-KR", "Ход № 5 … “белые” отвечают сверху, а чёрные защищают угол."},
		{"EUC-KR", "ヘルプをもういちどみてください、このままではしろがいきてしまいます。"},
		{"GB2312", "Ход № 5 … “белые” отвечают сверху, а чёрные защищают угол."},
		{"ISO-8859-16", "Negrul trebuia să apere întâi colțul; acum este prea târziu și grupul său moare."},
	} {
		text := tt.text
		if tt.declared == "ISO-8859-14" {
			text = strings.ReplaceAll(text, "’", "'")
		}
		for _, n := range []int{1, 8, 60} {
			name, _ := charset.Lookup(tt.declared)
			g := check(t, strings.Repeat(text+" ", n), name, tt.declared, nil)
			if g.Reason != charset.ReasonDeclared || g.Confidence < sure {
				t.Errorf("%s, %d times: %+v", tt.declared, n, g)
			}
		}
	}
}

// What is impossible in the declared encoding is not read in it: characters that it lacks,
// control characters, and text that is plainly something else.
func TestImpossibleDeclarations(t *testing.T) {
	for _, tt := range []struct{ declared, really, text string }{
		{"UTF-8", "gb18030", "第一局 黑中盘胜 解说"},
		{"UTF-8", "shift_jis", "黒番中押し勝ち、七番勝負"},
		{"Shift_JIS", "gb18030", "第一局 黑中盘胜 中国围棋甲级联赛"},
		{"ISO-8859-1", "gb18030", "第一局 黑中盘胜 中国围棋甲级联赛"},
		{"windows-1252", "big5", "第一局 黑中盤勝 國手山海盃 解說"},
		{"ISO-8859-1", "euc-kr", "제1국 흑불계승 한국바둑리그 해설"},
		{"us-ascii", "shift_jis", "黒番中押し勝ち、七番勝負"},
		{"ISO-8859-15", "euc-kr", "제1국 흑불계승 한국바둑리그 해설"},
		{"ISO-8859-2", "gb18030", "第一局 黑中盘胜 中国围棋甲级联赛 第十二轮"},
		{"KOI8-R", "gb18030", "第一局 黑中盘胜 中国围棋甲级联赛 第十二轮 北京"},
		{"windows-1256", "gb18030", "第一局 黑中盘胜 中国围棋甲级联赛 第十二轮 北京 上海 解说"},
		{"ISO-8859-2", "windows-1250", "Věž šla přes šest žen, šťastně žije, škoda že ještě šumí."},
		{"windows-1251", "koi8-r", "Белым следовало ответить сверху, теперь стена слишком толстая."},
		{"GB2312", "shift_jis", "黒はここで右辺に打ち込むべきでした。"},
		{"GB2312", "euc-kr", "여기서 흑은 변을 지켜야 했다. 백의 두터움이 너무 강하다. 중앙이 크다."},
	} {
		g := check(t, tt.text, tt.really, tt.declared, nil)
		if g.Name != tt.really {
			t.Errorf("%s, declared as %s: %+v", tt.really, tt.declared, g)
		}
	}
}

// A byte order mark is a declaration like CA. In bytes that are not UTF-8 it is false.
func TestMarkedBytes(t *testing.T) {
	for _, tt := range []struct{ text, in, want, reason string }{
		{"é", "utf-8", charset.UTF8, charset.ReasonMark},
		{"柯", "utf-8", charset.UTF8, charset.ReasonMark},
		{"第一局 黑中盘胜 解说", "gb18030", charset.GB18030, charset.ReasonLikely},
	} {
		raw := []byte("\xEF\xBB\xBF" + string(tree(mustEncode(tt.text, tt.in))))
		if g := charset.Detect(raw, "", nil); g.Name != tt.want || g.Reason != tt.reason || g.Damaged != 0 {
			t.Errorf("%s in %s after a mark: %+v", tt.text, tt.in, g)
		}
	}
	raw := []byte("\xEF\xBB\xBF" + string(tree(mustEncode("й ц", "koi8-r"))))
	if g := charset.Detect(raw, "KOI8-R", nil); g.Name != charset.KOI8R || g.Reason != charset.ReasonDeclared {
		t.Errorf("declared after a false mark: %+v", g)
	}
}

// Neighbors in another encoding do not outweigh a declaration.
func TestDeclarationAmongNeighbors(t *testing.T) {
	var pool charset.Pool
	for _, text := range languages["Japanese"].records("info")[:40] {
		if raw, ok := encode(text, charset.EUCJP); ok {
			pool.Add([]byte(raw))
		}
	}
	for _, text := range []string{"绝妙", "林", "切诺基", "黒はここで右辺に打ち込むべきでした。"} {
		if g := check(t, text, "gb18030", "GB2312", &pool); g.Reason != charset.ReasonDeclared {
			t.Errorf("%s: %+v", text, g)
		}
	}
}

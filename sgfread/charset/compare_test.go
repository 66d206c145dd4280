package charset

import (
	"testing"

	"golang.org/x/text/encoding/japanese"
)

// TestCompare: words in EUC-JP that read as katakana of half width in Shift_JIS, too, are
// far likelier what EUC-JP has there, and names that are such katakana are not.
func TestCompare(t *testing.T) {
	const far = 13
	for _, text := range []string{"羽生善治", "山田", "対局者", "四間飛車", "*ここで長考", "'*対局開始", "N+森内俊之", "*なるほど", "場所：東京・将棋会館"} {
		b, err := japanese.EUCJP.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Compare([]byte(b), EUCJP, ShiftJIS); got < far {
			t.Errorf("%s: %.1f", text, got)
		}
		if got := Compare([]byte(b), ShiftJIS, EUCJP); got > -far {
			t.Errorf("%s the other way: %.1f", text, got)
		}
	}
	for _, text := range []string{"ﾔｸﾞﾗ", "ﾔﾏﾀﾞ ﾀﾛｳ", "ﾊﾌﾞﾖｼﾊﾙ", "ﾓﾘｳﾁﾄｼﾕｷ", "ﾀｶﾐﾁ", "ﾀｲﾄﾙｾﾝ", "ﾈｯﾄ将棋", "ｵｵﾔﾏﾔｽﾊﾙ", "ｻﾄｳ", "ｽｽﾞｷ", "ﾀｶﾊｼ", "ﾀﾅｶ", "ﾜﾀﾅﾍﾞ", "ｲﾄｳ", "ﾔﾏﾓﾄ", "ﾅｶﾑﾗ", "ｺﾊﾞﾔｼ", "ｶﾄｳ",
		"ﾖｼﾀﾞ", "ﾔﾏﾀﾞ", "ｻｻｷ", "ﾔﾏｸﾞﾁ", "ﾏﾂﾓﾄ", "ｲﾉｳｴ", "ｷﾑﾗ", "ﾊﾔｼ", "ｻｲﾄｳ", "ｼﾐｽﾞ", "ﾔﾏｻﾞｷ", "ﾓﾘ", "ｲｹﾀﾞ", "ﾊｼﾓﾄ", "ｱﾍﾞ", "ｲｼｶﾜ", "ﾔﾏｼﾀ", "ﾅｶｼﾞﾏ", "ｲｼｲ", "ｵｶﾞﾜ", "ﾏｴﾀﾞ", "ｵｶﾀﾞ", "ﾊｾｶﾞﾜ", "ﾌｼﾞﾀ", "ｺﾞﾄｳ", "ｺﾝﾄﾞｳ",
		"ﾑﾗｶﾐ", "ｴﾝﾄﾞｳ", "ｱｵｷ", "ｻｶﾓﾄ", "ﾌｸﾀﾞ", "ｵｵﾀ", "ﾆｼﾑﾗ", "ﾌｼﾞｲ", "ｶﾈｺ", "ｵｶﾓﾄ", "ﾌｼﾞﾜﾗ", "ﾐｳﾗ", "ﾅｶﾉ", "ﾅｶｶﾞﾜ", "ﾊﾗﾀﾞ", "ﾏﾂﾀﾞ", "ﾀｹｳﾁ", "ｵﾉ", "ﾀﾑﾗ", "ﾅｶﾔﾏ", "ﾜﾀﾞ", "ｲｼﾀﾞ", "ﾓﾘﾀ", "ｳｴﾀﾞ", "ﾊﾗ", "ｳﾁﾀﾞ", "ｼﾊﾞﾀ",
		"ｻｶｲ", "ﾐﾔｻﾞｷ", "ﾖｺﾔﾏ", "ﾀｶｷﾞ", "ｱﾝﾄﾞｳ", "ﾐﾔﾓﾄ", "ｵｵﾉ", "ｺｼﾞﾏ", "ｸﾄﾞｳ", "ﾀﾆｸﾞﾁ", "ｲﾏｲ", "ﾀｶﾀﾞ", "ﾏﾙﾔﾏ", "ﾏｽﾀﾞ", "ｽｷﾞﾔﾏ", "ﾑﾗﾀ", "ｵｵﾂｶ", "ﾋﾗﾉ", "ｼﾝﾄﾞｳ", "ﾀｹﾀﾞ", "ｱﾗｲ", "ｺﾔﾏ", "ﾉｸﾞﾁ", "ｻｸﾗｲ", "ﾁﾊﾞ", "ｲﾜｻｷ", "ｻﾉ", "ﾀﾆｶﾞﾜ", "ｳｴﾉ",
		"ｵｵﾔﾏ", "ﾏｽﾀﾞ ｺｳｿﾞｳ", "ﾅｶﾊﾗ ﾏｺﾄ", "ﾖﾈﾅｶﾞ", "ﾌｼﾞｲ ｿｳﾀ", "ﾊﾌﾞ", "ｶﾄｳ ﾋﾌﾐ", "ｸﾎﾞ ﾄｼｱｷ", "ﾄﾖｼﾏ", "ﾅｶﾞｾ", "ｲﾄﾀﾞﾆ", "ｻﾄｳ ﾔｽﾐﾂ", "ﾋﾛｾ", "ｲﾅﾊﾞ", "ｷﾑﾗ ｶｽﾞｷ", "ﾏﾙﾔﾏ ﾀﾀﾞﾋｻ", "ﾀｶﾐ", "ﾐﾁｵ", "ｺﾝﾋﾟｭｰﾀｰ", "ﾌﾟﾛｸﾞﾗﾑ", "ｿﾌﾄ", "ﾀｲｾﾝ", "ﾚｰﾃｨﾝｸﾞ"} {
		b, err := japanese.ShiftJIS.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Compare([]byte(b), EUCJP, ShiftJIS); got >= far {
			t.Errorf("%s: %.1f %s", text, got, Decode(nil, []byte(b), EUCJP))
		}
	}
	if got := Compare([]byte("abc"), "no such encoding", ShiftJIS); got != 0 {
		t.Errorf("an encoding that is none: %.1f", got)
	}
}

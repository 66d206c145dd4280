package notations

import (
	"testing"

	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"

	"kifudb/sgfread/charset"
)

// A record of shogi that says that it is in an encoding of another country is in that.
func TestDeclaredElsewhere(t *testing.T) {
	chinese, err := simplifiedchinese.GBK.NewEncoder().String("#KIF version=2.0 encoding=GBK\n先手：李强\n后手：王伟\n")
	if err != nil {
		t.Fatal(err)
	}
	if g := charsetOfKIF([]byte(chinese), nil); g.Name != charset.GB18030 || g.Reason != charset.ReasonDeclared {
		t.Errorf("KIF in GBK: %+v", g)
	}
	hangul, err := korean.EUCKR.NewEncoder().String("'CSA encoding=EUC-KR\nN+김영수\nN-박철수\n")
	if err != nil {
		t.Fatal(err)
	}
	if g := charsetOfCSA([]byte(hangul), nil); g.Name != charset.EUCKR || g.Reason != charset.ReasonDeclared {
		t.Errorf("CSA in EUC-KR: %+v", g)
	}
}

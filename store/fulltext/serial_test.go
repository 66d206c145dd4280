package fulltext

import (
	"strings"
	"testing"
)

func TestIsSerial(t *testing.T) {
	for text, want := range map[string]bool{
		"12345": true, "00000": true, "9876543210": true, strings.Repeat("7", maxWord): true,
		"": false, "1234": false, strings.Repeat("7", maxWord+1): false, "12345 ": false, "1234a": false, "12.345": false, "１２３４５": false, "-12345": false,
	} {
		if got := IsSerial(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

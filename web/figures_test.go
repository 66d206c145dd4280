package web

import "testing"

// A bar of few games says counts, not shares of a hundred.
func TestBarSays(t *testing.T) {
	for want, b := range map[string]bar{
		"bar.label": {}, "bar.label.few": {Few: true}, "bar.own": {Own: true}, "bar.own.few": {Own: true, Few: true},
	} {
		if got := b.Says(); got != want {
			t.Errorf("%+v says %s, want %s", b, got, want)
		}
	}
}

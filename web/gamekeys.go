package web

// A gameKey is what keys do on the page of a game.
type gameKey struct {
	Keys []string
	Does string // the key of its words
}

// gameKeys are all of them. Letters count while the board has the focus.
var gameKeys = []gameKey{
	{[]string{"←", "→"}, "keys.step"},
	{[]string{"Home", "End"}, "keys.ends"},
	{[]string{"↑", "↓"}, "keys.branch"},
	{[]string{"c"}, "keys.comment"},
	{[]string{"m", "M"}, "keys.mistake"},
	{[]string{"p"}, "keys.position"},
	{[]string{"Esc", "Enter"}, "keys.board"},
	{[]string{"r16", "Enter"}, "keys.typed"},
	{[]string{"Esc"}, "keys.back"},
	{[]string{"/"}, "keys.search"},
}

package gameinfo_test

import (
	"fmt"

	"kifudb/sgfread/gameinfo"
)

func ExampleParseDate() {
	for _, text := range []string{"1996-12-27,28", "1938年6月26日〜12月4日", "Published 1971", "Koka 3-7-20"} {
		d := gameinfo.ParseDate(text)
		fmt.Println(d.Lo, d.Hi, d.Certainty)
	}
	// Output:
	// 19961227 19961228 exact
	// 19380626 19381204 clear
	// 19710101 19711231 clear
	// 18460807 18460913 calculated
}

func ExampleParseResult() {
	for _, text := range []string{"B+Resign", "白胜3又3/4子", "흑 반집승", "Jigo", "X+"} {
		r := gameinfo.ParseResult(text)
		fmt.Println(r, r.Certainty)
	}
	// Output:
	// B+R exact
	// W+7.5 calculated
	// B+0.5 clear
	// 0 clear
	// ? unread
}

func ExampleParseKomi() {
	for _, text := range []string{"6.5", "6,5", "375", "四目半"} {
		k := gameinfo.ParseKomi(text)
		fmt.Println(k, k.Certainty)
	}
	// Output:
	// 6.5 exact
	// 6.5 clear
	// 7.5 calculated
	// 4.5 clear
}

func ExampleParseRank() {
	for _, text := range []string{"9d", "P9段", "7p, Honinbo", "Meijin"} {
		r, c := gameinfo.ParseRank(text)
		fmt.Println(r, c)
	}
	fmt.Println(gameinfo.Kyu(3) < gameinfo.Dan(1), gameinfo.Dan(9) < gameinfo.Professional(1))
	// Output:
	// 9d exact
	// 9p clear
	// 7p clear
	//  unread
	// true true
}

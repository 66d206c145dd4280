package bench

import (
	"fmt"
	"strings"
)

// The names are made up of common ones, in several scripts.
var (
	families = strings.Fields(`Tanaka Suzuki Kim Lee Wang Zhang Li Park Chen Sato Müller Novák Ivanov Takahashi Ito
		Choi Liu Yamamoto Smith Nakamura Huang Kobayashi Zhou Kato Wu Dupont Yoshida Xu García Yamada Sun Sasaki
		Petrov Ma Inoue Zhu Kimura Hu Szabó Lin Shimizu Guo 田中 王 김 李 Иванов 鈴木`)
	givens = strings.Fields(`Haruto Min Wei Jun Yuki Hye Jie Ken Anna Ichiro Sung Lei Marek Aoi Ji Tao Pierre Hideo
		Yong Fang Olga Satoru Ho Ping Lukas Masao Soo Qiang Elena Shin Hong Jörg Noboru Yan 一郎 伟 민수 Сергей`)
	cups   = strings.Fields(`Spring Autumn Castle Crane Pine River Lantern Maple Amber Jade Harbor City Youth Masters`)
	places = strings.Fields(`Tokyo Seoul Beijing Osaka Shanghai Taipei Prague London Nagoya Busan Hangzhou Berlin Kyoto
		Daegu Paris Chengdu 東京 서울 北京`)
	remarks = strings.Split("This is a ladder.|Good shape.|Black is alive.|The ladder works for White.|A trick play!|"+
		"The ko [the big one] decides.|Too slow: the corner was urgent.|黒の好手。|白は無理。|ここで勝負あり。|劫争开始。|"+
		"这手棋很重要。|흑의 실수입니다.|좋은 수.|Хороший ход.|Чёрные живы.|Schöner Zug, Weiß lebt.|Erreur de direction.|?", "|")
)

// root appends the root's properties.
func (g *generator) root(i int) {
	if g.size.Cols == g.size.Rows {
		g.number("SZ", g.size.Cols)
	} else {
		g.property("SZ", fmt.Sprintf("%d:%d", g.size.Cols, g.size.Rows))
	}
	g.property("PB", g.player())
	g.property("PW", g.player())
	if !g.chance(5) {
		g.property("BR", g.rank())
		g.property("WR", g.rank())
	}
	if !g.chance(4) {
		g.property("EV", fmt.Sprintf("%d. %s Cup", 1+g.often(60), cups[g.often(len(cups))]))
		if g.chance(2) {
			g.property("RO", fmt.Sprintf("%d", 1+g.rng.IntN(9)))
		}
	}
	if g.chance(2) {
		g.property("PC", places[g.often(len(places))])
	}
	if !g.chance(20) {
		g.property("DT", g.date())
	}
	if g.kind.About().Margin != "" {
		g.property("KM", [...]string{"6.5", "7.5", "5.5", "0", "3.75", "0.5"}[g.often(6)])
	}
	g.property("RE", g.result())
	if g.chance(10) {
		g.property("GC", g.remark())
	}
	g.number("ID", i)
}

// player returns one of some 1,600 names, a few of them in every other game.
func (g *generator) player() string {
	n := g.often(g.often(len(families)*len(givens)) + 1)
	// Neighbors among the numbers differ in both names.
	return families[n%len(families)] + " " + givens[(n/len(families)+n)%len(givens)]
}

func (g *generator) rank() string {
	switch n := g.often(30); {
	case n < 9:
		return fmt.Sprintf("%dp", 9-n)
	case n < 18:
		return fmt.Sprintf("%dd", 18-n)
	default:
		return fmt.Sprintf("%dk", n-17)
	}
}

// date returns a day, a month or a year, the recent ones more often.
func (g *generator) date() string {
	year, month, day := 2024-g.often(120), 1+g.rng.IntN(12), 1+g.rng.IntN(28)
	switch g.rng.IntN(12) {
	case 0:
		return fmt.Sprintf("%04d", year)
	case 1:
		return fmt.Sprintf("%04d-%02d", year, month)
	case 2:
		return fmt.Sprintf("%04d-%02d-%02d,%02d", year, month, day, day+1)
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

func (g *generator) result() string {
	if g.kind.About().Margin == "" { // as the board shows it, or given up
		if g.won(g.board) {
			return g.winner(g.board).Letter() + "+"
		}
		return [...]string{"0", "B+R", "W+R", "W+T"}[g.rng.IntN(4)]
	}
	winner := "BW"[g.rng.IntN(2):][:1]
	switch n := g.rng.IntN(40); {
	case n < 22:
		return winner + "+R"
	case n < 36:
		return fmt.Sprintf("%s+%d.5", winner, g.often(40))
	case n < 38:
		return winner + "+T"
	case n < 39:
		return "0"
	}
	return "?"
}

func (g *generator) remark() string { return remarks[g.rng.IntN(len(remarks))] }

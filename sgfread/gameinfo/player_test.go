package gameinfo

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func printPlayers(players []Player) string {
	var list []string
	for _, p := range players {
		s := p.Name
		if p.Title != "" {
			s += " <" + p.Title + ">"
		}
		if p.Rank != 0 {
			s += " " + p.Rank.String()
		}
		for _, a := range p.Also {
			s += " = " + a
		}
		list = append(list, s)
	}
	return strings.Join(list, " | ")
}

func TestParsePlayers(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		// one player
		{"Go Seigen", "Go Seigen"},
		{"Shusaku", "Shusaku"},
		{"Cho, Chikun", "Cho, Chikun"},
		{"Kang Hun Sr.", "Kang Hun Sr."},
		{"Kang Hun, Sr.", "Kang Hun, Sr."},
		{"趙治勲", "趙治勲"},
		{"  Cho   U ", "Cho U"},
		// ranks
		{"Iyama Yuta 9p", "Iyama Yuta 9p"},
		{"Iyama Yuta 9 dan", "Iyama Yuta 9d"},
		{"Iyama Yuta 9 dan pro", "Iyama Yuta 9p"},
		{"Iyama Yuta, 9p", "Iyama Yuta 9p"},
		{"Otake Hideo 9 dan, Gosei", "Otake Hideo <Gosei> 9d"},
		{"Iyama Yuta (9p)", "Iyama Yuta 9p"},
		{"Iyama Yuta [9 dan]", "Iyama Yuta 9d"},
		{"武宮正樹九段", "武宮正樹 9d"},
		{"武宮正樹 九段", "武宮正樹 9d"},
		{"武宫正树9段", "武宫正树 9d"},
		{"조치훈9단", "조치훈 9d"},
		{"山田太郎 3級", "山田太郎 3k"},
		{"张三 5级", "张三 5k"},
		{"이창호 3급", "이창호 3k"},
		{"이창호 9단", "이창호 9d"},
		// no ranks
		{"sonoda5d", "sonoda5d"},
		{"godan", "godan"},
		{"杯酒解思量 9D10yi", "杯酒解思量 9D10yi = 杯酒解思量 = 9D10yi"},
		{"围棋3段18", "围棋3段18"},
		{"GNU Go 3.4", "GNU Go 3.4"},
		{"业余四段啊", "业余四段啊"},
		{"波段操作 waver", "波段操作 waver = 波段操作 = waver"},
		{"9p", "9p"},
		// titles
		{"Honinbo Shusaku", "Shusaku <Honinbo>"},
		{"Honinbo Dosaku Meijin", "Dosaku <Honinbo Meijin>"},
		{"Shusai Meijin", "Shusai <Meijin>"},
		{"Shusai 8d Meijin", "Shusai <Meijin> 8d"},
		{"25th Honinbo Cho Chikun", "Cho Chikun <25th Honinbo>"},
		{"1st Yasui Santetsu", "Yasui Santetsu <1st>"},
		{"Honinbo", "Honinbo"},
		{"Hon'inbō", "Hon'inbō"},
		{"本因坊秀策", "秀策 <本因坊>"},
		{"本因坊 秀策", "秀策 <本因坊>"},
		{"秀哉名人", "秀哉 <名人>"},
		{"本因坊", "本因坊"},
		{"天元09", "天元09"},
		{"棋圣wgt", "棋圣wgt"},
		{"조훈현국수", "조훈현 <국수>"},
		// pairs and relays
		{"Hane Naoki & Kato Keiko", "Hane Naoki | Kato Keiko"},
		{"Hane Naoki&Kato Keiko", "Hane Naoki | Kato Keiko"},
		{"Honinbo Shuwa & Shusaku & Ito Showa", "Shuwa <Honinbo> | Shusaku | Ito Showa"},
		{"Cho U / Kobayashi Izumi", "Cho U | Kobayashi Izumi"},
		{"張栩／小林泉美", "張栩 | 小林泉美"},
		{"羽根直樹、加藤啓子", "羽根直樹 | 加藤啓子"},
		{"Hattori Seitetsu, Ito Matsujiro, Shuwa", "Hattori Seitetsu | Ito Matsujiro | Shuwa"},
		{"Segoe Kensaku 7d, Kitani Minoru 7d and Hashimoto Utaro 6d", "Segoe Kensaku 7d | Kitani Minoru 7d | Hashimoto Utaro 6d"},
		{"Shusai Meijin (2 etc), Shinohara Masami 2d (4 etc), and Fukuda Masayoshi 4d (6 etc)", "Shusai <Meijin> | Shinohara Masami 2d | Fukuda Masayoshi 4d"},
		{"Kita Fumiko 5d (6 etc), 6d (8 etc) and Iwasa Kei 6d", "Kita Fumiko 6d | Iwasa Kei 6d"},
		{"Iwasa Kei 5d (moves 5, 11 etc) and Shusai 8d", "Iwasa Kei 5d | Shusai 8d"},
		{"Shuwa and Shusaku", "Shuwa and Shusaku"},
		{"GNU Go 2.7.167 load and print", "GNU Go 2.7.167 load and print"},
		{"doublewing Heavenly,", "doublewing Heavenly,"},
		{"R&B", "R&B"},
		{"rock＆roll user1", "rock＆roll user1"},
		{"a/b", "a/b"},
		// other names
		{"Tamura Hoju (later Shusai)", "Tamura Hoju = Shusai = Tamura Shusai"},
		{"Tamura Hoju (later Shusai) 1d and Seki Genkichi 3d", "Tamura Hoju 1d = Shusai = Tamura Shusai | Seki Genkichi 3d"},
		{"Fujisawa Tamotsu (later Hideyuki or Shuko)", "Fujisawa Tamotsu = Hideyuki = Fujisawa Hideyuki = Shuko = Fujisawa Shuko"},
		{"Kihara (or Kiwara) Kametaro", "Kihara Kametaro = Kiwara Kametaro"},
		{"Tsuchiya (Honinbo Shugen)", "Tsuchiya = Shugen"},
		{"Cho Chikun (趙治勲)", "Cho Chikun = 趙治勲"},
		{"Ace(P) AceP", "Ace AceP = Ace = AceP"},
		{"slow(P)", "slow"},
		{"Seki Yasubei (or Genjiro)", "Seki Yasubei = Genjiro = Seki Genjiro"},
		{"번개소문(P) kmomo(P)", "번개소문 kmomo = 번개소문 = kmomo"},
		// what tells players apart
		{"Liu Xi (2)", "Liu Xi (2)"},
		{"Kim Donghee (s)", "Kim Donghee (s)"},
		{"Inoue Inseki (15th Inoue)", "Inoue Inseki (15th Inoue)"},
		{"Inoue Inseki (16th Inoue, previously Egeta Senjiro)", "Inoue Inseki (16th Inoue, previously Egeta Senjiro) = Egeta Senjiro"},
		{"open (bracket", "open (bracket"},
		// nobody
		{"", ""},
		{"?", ""},
		{"???", ""},
		{"Unknown", ""},
		{"\ufffd\ufffd", ""},
	} {
		if got := printPlayers(ParsePlayers(tt.text)); got != tt.want {
			t.Errorf("ParsePlayers(%q)\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestParsePlayersIsSure(t *testing.T) {
	var got []string
	for _, text := range []string{"Cho U", "Cho U 9p", "Cho U & Iyama Yuta", "Cho U, Iyama Yuta and Otake Hideo", "Hoju (later Shusai)"} {
		got = append(got, ParsePlayers(text)[0].Sure.String())
	}
	want := []string{"exact", "clear", "clear", "guessed", "guessed"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Long and hostile values take linear time and give text that is whole.
func TestParsePlayersHostile(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 1<<20), strings.Repeat("A, ", 1<<18), strings.Repeat("Ab Cd & ", 1<<17),
		strings.Repeat("趙", 1<<18), strings.Repeat(")(", 1<<18), "\x80\xff & \xfe", strings.Repeat("Meijin ", 1<<17),
		strings.Repeat("9p ", 1<<17), strings.Repeat("/", 1<<20),
	} {
		for _, p := range ParsePlayers(text) {
			if !utf8.ValidString(p.Name) && utf8.ValidString(text) {
				t.Errorf("the name %q is cut within a character", p.Name)
			}
		}
	}
}

func ExampleParsePlayers() {
	for _, p := range ParsePlayers("Honinbo Shusai Meijin & Go Seigen 5d") {
		fmt.Printf("%s, title %q, rank %q\n", p.Name, p.Title, p.Rank)
	}
	// Output:
	// Shusai, title "Honinbo Meijin", rank ""
	// Go Seigen, title "", rank "5d"
}

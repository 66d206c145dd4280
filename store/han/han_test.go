package han

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestForm(t *testing.T) {
	for _, same := range []string{
		"陳陈", "馬马", "國国", "澤泽沢", "後后", "發发髮発", "雲云", "乾干幹", "齋斎斋", "廣広广", "黑黒", "戰戦战", "龍竜龙",
		"邊边辺", "關関关", "鐵鉄铁", "鹽塩盐", "瀨瀬濑", "藏蔵", "眞真", "裏里裡", "郞郎",
	} {
		first := []rune(same)[0]
		for _, r := range same {
			if Form(r) != Form(first) {
				t.Errorf("%c and %c are not forms of one", first, r)
			}
		}
	}
	for _, differ := range []string{"陳東", "馬鳥", "大太犬", "土士", "己已巳", "aあア가", "髙高", "王玉", "人入", "日曰"} {
		seen := map[rune]rune{}
		for _, r := range differ {
			if other, ok := seen[Form(r)]; ok {
				t.Errorf("%c and %c are forms of one", other, r)
			}
			seen[Form(r)] = r
		}
	}
}

// TestFormIsWhatTheDictionariesConnect reads the dictionaries again and walks from
// each character to all that it can be converted to, or from.
func TestFormIsWhatTheDictionariesConnect(t *testing.T) {
	paths, _ := filepath.Glob("opencc/*.txt")
	if len(paths) != 5 {
		t.Fatalf("%d dictionaries, want 5", len(paths))
	}
	neighbors := map[rune][]rune{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			words := strings.Fields(line)
			for i, w := range words {
				a, b := []rune(words[0]), []rune(w)
				if i > 0 && len(a) == 1 && len(b) == 1 {
					neighbors[a[0]] = append(neighbors[a[0]], b[0])
					neighbors[b[0]] = append(neighbors[b[0]], a[0])
				}
			}
		}
	}
	for r := range neighbors {
		reached := map[rune]bool{r: true}
		for queue := []rune{r}; len(queue) > 0; queue = queue[1:] {
			for _, next := range neighbors[queue[0]] {
				if !reached[next] {
					reached[next] = true
					queue = append(queue, next)
				}
			}
		}
		if len(reached) > 8 {
			t.Errorf("%d forms of %c: the dictionaries confuse what they should not", len(reached), r)
		}
		for other := range reached {
			if Form(other) != Form(r) {
				t.Fatalf("%c leads to %c, which has another form: run go generate", r, other)
			}
		}
		if !reached[Form(r)] {
			t.Fatalf("the form of %c is %c, to which nothing leads", r, Form(r))
		}
	}
	for r := rune(0); r < 0x32000; r++ {
		if Form(r) != r && neighbors[r] == nil {
			t.Fatalf("%c has the form %c, of which the dictionaries say nothing", r, Form(r))
		}
		if Form(Form(r)) != Form(r) {
			t.Fatalf("the form of %c has another form", r)
		}
	}
}

// TestTableIsPinned: indexes of words hold forms. With another table they would
// miss what they hold, so a change needs another tag of their tables in package
// store (tagNames, tagWords), and then a new number here.
func TestTableIsPinned(t *testing.T) {
	const want = "286711775d9f808c"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(classes)))[:16]; got != want {
		t.Errorf("the table is %s, indexes are made with %s", got, want)
	}
}

package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// What is brought in advance for who steps is what the page of each node shows.
func TestGameSteps(t *testing.T) {
	s, game, shogi, hive := withGames(t, nil)
	live := regexp.MustCompile(`(?s)<(nav|script|p|div|small)[^>]* id="([a-z-]+)"[^>]*data-live>.*?</(?:nav|script|p|div|small)>\n`)
	trees := 0
	for _, line := range []struct {
		game string
		last int
	}{{game, 5}, {game, 10}, {game, 11}, {shogi, 5}, {hive, 3}, {"7", 60}} {
		text := get200(t, s, fmt.Sprintf("/game/%s/steps?line=%d&from=0&to=59", line.game, line.last))
		var steps []gameStep
		if err := json.Unmarshal([]byte(text), &steps); err != nil || len(steps) < 3 || steps[0].Node != 0 {
			t.Fatalf("line to %d of game %s: %v: %.200s", line.last, line.game, err, text)
		}
		tree := ""
		for _, step := range steps {
			if step.Tree != "" {
				tree = step.Tree
				trees++
			}
			page := get200(t, s, fmt.Sprintf("/game/%s@n%d?via=%d", line.game, step.Node, line.last))
			for _, part := range live.FindAllString(step.Page, -1) {
				if !strings.Contains(page, part) {
					t.Errorf("game %s, node %d: the page does not show\n%s", line.game, step.Node, part)
				}
			}
			if strings.Count(step.Page, "data-live") < 7 {
				t.Errorf("game %s, node %d: there is only\n%s", line.game, step.Node, step.Page)
			}
			if tree == "" && strings.Contains(page, `class="tree"`) || !strings.Contains(page, links(tree)) {
				t.Errorf("game %s, node %d: its tree is not\n%s", line.game, step.Node, tree)
			}
		}
	}
	if trees < 4 {
		t.Errorf("%d trees", trees)
	}
	for query, want := range map[string]int{
		"": http.StatusBadRequest, "line=1&from=0": http.StatusBadRequest, "line=x&from=0&to=1": http.StatusBadRequest,
		"line=-1&from=0&to=1": http.StatusBadRequest, "line=9999&from=0&to=3": http.StatusOK, "line=5&from=90&to=99": http.StatusOK, "line=5&from=3&to=1": http.StatusOK,
	} {
		r := request(s, "GET", "/game/"+game+"/steps?"+query, nil)
		if r.Code != want || want == http.StatusOK && strings.TrimSpace(r.Body.String()) != "[]" {
			t.Errorf("%s: %d %s", query, r.Code, r.Body)
		}
	}
	for _, id := range []string{"x", "99999", "-1"} {
		if r := request(s, "GET", "/game/"+id+"/steps?line=1&from=0&to=1", nil); r.Code != http.StatusNotFound {
			t.Errorf("game %s: %d", id, r.Code)
		}
	}
}

// links is the part of a tree with its strokes, which says where all nodes lie.
func links(tree string) string {
	_, rest, _ := strings.Cut(tree, `<path class="strokes"`)
	strokes, _, _ := strings.Cut(rest, "/>")
	return strokes
}

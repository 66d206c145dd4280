package web

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"kifudb/paper/formats"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// The pages of a game and of found games lead to the form, which shows their first pages.
func TestPrintPage(t *testing.T) {
	s, _ := served(t, nil)
	for target, link := range map[string]string{"/game/7@40": "/print?games=7", "/search?q=player:shusaku": "/print?q=player%3Ashusaku", "/search": "/print?q=%2A"} {
		if body := request(s, "GET", target, nil).Body.String(); !strings.Contains(body, `<a href="`+link+`">Print or make a book…</a>`) {
			t.Errorf("%s has no link to %s", target, link)
		}
	}
	for target, wants := range map[string][]string{
		"/print":                             {"Say which games", `formaction="/print/file" disabled`},
		"/print?games=7":                     {`<svg xmlns="http://www.w3.org/2000/svg" class="diagram"`, "Figure 1 (1–50)", "1 game<", `formaction="/print/file">`},
		"/print?games=7&language=ja":         {"第1譜 (1–50)", `class="paper" lang="ja"`, `<option value="ja" selected>`},
		"/print?games=7&moves=30":            {"Figure 1 (1–30)", `value="30"`},
		"/print?games=1,2+3&title=Three":     {"<h1>Three</h1>", "3 games<", "The file goes on from here."},
		"/print?q=player:nobodyatall":        {"There is nothing to print"},
		"/print?q=player:shusaku":            {`<div class="paper"`, "The file goes on from here."},
		"/print?q=*&what=problems&perpage=4": {`<option value="problems" selected>`},
		"/print?q=*&what=mistakes":           {`<option value="mistakes" selected>`, "There is nothing to print"},
		"/print?q=*&sort=-date":              {`name="sort" type="text" size="10" value="-date"`, "<figure>"},
	} {
		w := request(s, "GET", target, nil)
		for _, want := range wants {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: %d, without %s", target, w.Code, want)
			}
		}
	}
	with, without := request(s, "GET", "/print?games=7", nil).Body.String(), request(s, "GET", "/print?games=7&plain=1", nil).Body.String()
	if strings.Count(with, ">K</text>") == 0 || strings.Count(without, ">K</text>") != 0 {
		t.Error("coordinates are always or never there")
	}
}

// Each format is a file of its kind.
func TestPrintFile(t *testing.T) {
	s, _ := served(t, nil)
	for _, f := range formats.All {
		w := request(s, "GET", "/print/file?q=*&columns=2&paper=A5&to="+f.Name, nil)
		data := w.Body.Bytes()
		if w.Code != 200 || w.Header().Get("Content-Type") != f.MediaType || w.Header().Get("Content-Disposition") != `attachment; filename="games`+f.Ending+`"` || len(data) < 1000 {
			t.Errorf("%s: %d %v, %d bytes", f.Name, w.Code, w.Header(), len(data))
		}
		if again := request(s, "GET", "/print/file?q=*&columns=2&paper=A5&to="+f.Name, nil); !bytes.Equal(again.Body.Bytes(), data) {
			t.Errorf("%s: other bytes the second time", f.Name)
		}
		if head := request(s, "HEAD", "/print/file?games=7&to="+f.Name, nil); head.Code != 200 || head.Header().Get("Content-Disposition") != `attachment; filename="game-7`+f.Ending+`"` {
			t.Errorf("%s: %d %v", f.Name, head.Code, head.Header())
		}
		switch f.Name {
		case "html":
			d := xml.NewDecoder(bytes.NewReader(data))
			for {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Contains(data, []byte("@page{size:148mm 210mm")) {
				t.Error("the page is on other paper")
			}
		case "epub":
			if _, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
				t.Error(err)
			}
		}
	}
}

// What no form says is refused with a reason, and never answered with a file.
func TestPrintRefuses(t *testing.T) {
	s, _ := served(t, nil)
	for _, values := range []string{
		"to=docx", "what=everything", "paper=A99", "paper=1x1", "paper=NaNxNaN", "paper=1e9x1e9", "columns=0", "columns=3", "columns=x", "moves=-1", "moves=99999999999999999999", "sort=nonsense", "most=x", "most=1001", "most=-1", "perpage=0x", "perpage=-5", "perpage=13", "solutions=everywhere",
		"language=xx", "language=%3Cscript%3E", "games=x", "games=7;8", "games=-1", "games=99999", "games=" + strings.Repeat("1,", maxPrinted+1), "q=pos:", "q=nonsense:", "title=" + strings.Repeat("x", maxTitle+1),
	} {
		query, err := url.ParseQuery(strings.ReplaceAll(values, ";", "%3B"))
		if err != nil {
			t.Fatal(err)
		}
		if !query.Has("games") && !query.Has("q") {
			query.Set("games", "7")
		}
		for _, target := range []string{"/print", "/print/file"} {
			w := request(s, "GET", target+"?"+query.Encode(), nil)
			if w.Code < 400 || w.Code >= 500 || w.Header().Get("Content-Disposition") != "" {
				t.Errorf("%s?%.60s: %d %v", target, values, w.Code, w.Header().Get("Content-Disposition"))
			}
			if strings.Contains(w.Body.String(), "<script>") {
				t.Errorf("%s?%.60s: a value is markup", target, values)
			}
		}
	}
	for target, want := range map[string]int{"/print/file": http.StatusBadRequest, "/print/file?q=player:nobodyatall": http.StatusNotFound} {
		if w := request(s, "GET", target, nil); w.Code != want && w.Code != http.StatusUnprocessableEntity || w.Header().Get("Content-Disposition") != "" {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
}

// A text of a record or of the form is a text in the preview and in every file.
func TestPrintHostile(t *testing.T) {
	s, a := served(t, nil)
	for _, target := range pagesOf(t, a) {
		if !strings.HasPrefix(target, "/print?games=") {
			continue
		}
		title := url.QueryEscape("<script>alert(9)</script>\x00")
		for _, target := range []string{target + "&title=" + title, strings.Replace(target, "/print?", "/print/file?to=html&", 1) + "&title=" + title} {
			body := request(s, "GET", target, nil).Body.String()
			for _, bad := range []string{"<script>alert", "<img src=x", "<b>9p", "<svg onload", "<iframe", "<u>", "\x00"} {
				if strings.Contains(body, bad) {
					t.Errorf("%s has %s", target, bad)
				}
			}
			if !strings.Contains(body, "&lt;script&gt;alert(9)") {
				t.Errorf("%s has no title", target)
			}
		}
	}
}

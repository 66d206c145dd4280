package web

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"kifudb/archive"
)

//go:embed words/*.json
var wordFiles embed.FS

// words are all texts of the pages in one language, by key. A text may have places
// for values, {0}, {1}; one of a number has two forms, of which the key of that for
// one thing ends in ".one".
type words map[string]string

// readWords reads the words of a language. What it lacks is said in English.
func readWords(language string) (words, error) {
	w := words{}
	for _, f := range append(archive.Fields(), archive.Listings()...) {
		w.addField(f, language)
	}
	for _, name := range []string{languages[0].Tag, language} {
		data, err := wordFiles.ReadFile("words/" + name + ".json")
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &w); err != nil {
			return nil, fmt.Errorf("words of %s: %w", name, err)
		}
		if err := w.addPages(name); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// A page may say in a comment at the beginning of its template what only it says: an object in
// JSON with the texts of each key by language. So a new page is one file.
var wordsOfPage = regexp.MustCompile(`(?s)^\{\{/\* words(.*?)\*/\}\}`)

// pageWords returns the texts that stand in templates, by key and language.
func pageWords() (map[string]map[string]string, error) {
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	all := map[string]map[string]string{}
	for _, name := range files {
		data, err := templateFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if found := wordsOfPage.FindSubmatch(data); found != nil {
			if err := json.Unmarshal(found[1], &all); err != nil {
				return nil, fmt.Errorf("words in %s: %w", name, err)
			}
		}
	}
	return all, nil
}

// addPages adds the texts of a language that stand in templates.
func (w words) addPages(language string) error {
	all, err := pageWords()
	for key, texts := range all {
		if text, ok := texts[language]; ok {
			w[key] = text
		}
	}
	return err
}

// addField adds what a field is called, and the mean of its numbers.
func (w words) addField(f archive.Field, language string) {
	called := cmp.Or(f.Called[language], f.Called[languages[0].Tag])
	if called == "" {
		return
	}
	w["field."+f.Name] = called
	if f.Mean != nil {
		w["metric."+f.Name] = called
	}
}

// say returns a text with its values.
func (w words) say(key string, values ...any) string {
	text, ok := w[key]
	if !ok {
		return "⟨" + key + "⟩" // a test looks for these
	}
	for i, v := range values {
		text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", valueText(v))
	}
	return text
}

// property returns what a property of a record is called, itself if it has no name.
func (w words) property(ident string) string {
	if name, ok := w["property."+ident]; ok {
		return name
	}
	return ident
}

// named returns what something is called that has a name in every language, or else
// the name that programs use.
func (w words) named(kind, name string) string {
	if text, ok := w[kind+"."+name]; ok {
		return text
	}
	return name
}

// count returns the text for so many things, of which {0} is the number.
func (w words) count(key string, n int, values ...any) string {
	values = append([]any{n}, values...)
	if one := key + ".one"; n == 1 && w[one] != "" {
		return w.say(one, values...)
	}
	return w.say(key, values...)
}

func valueText(v any) string {
	switch v := v.(type) {
	case int:
		return number(v)
	case int64:
		return number(int(v))
	case string:
		return v
	}
	return fmt.Sprint(v)
}

// number writes a number with commas between thousands.
func number(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// script is a script that hands the words that scripts say to them.
func (w words) script(said func(key string) bool) ([]byte, error) {
	some := words{}
	for key, text := range w {
		if said(key) {
			some[key] = text
		}
	}
	data, err := json.Marshal(some)
	return fmt.Appendf(nil, "globalThis.kifudbWords = %s;\n", data), err
}

// wordScript is the name of the static file with a language's words for scripts.
func wordScript(language string) string { return "words." + language + ".js" }

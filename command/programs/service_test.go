package programs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// strangeNames are names of folders with what the syntaxes of these files use.
var strangeNames = []string{
	"games", "a b", "100%h %%", "$HOME ${x} $$", `say "go" 'it'`, `back\slash\`, "棋譜 é", ";", "a;b&c|d<e>f*g?h#i(j)k`l~",
}

// readUnitWords reads a command line of systemd as systemd.syntax(7) and systemd.service(5) describe it, with no
// variables set.
func readUnitWords(line string) (words []string) {
	var word strings.Builder
	quote, began := rune(0), false
	runes := []rune(line)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case quote == 0 && r == ' ':
			if began {
				words = append(words, word.String())
			}
			word.Reset()
			began = false
		case quote == 0 && (r == '"' || r == '\''):
			quote, began = r, true
		case r == quote:
			quote = 0
		case r == '\\', r == '%' && runes[i+1] == '%', r == '$' && runes[i+1] == '$':
			i++
			word.WriteRune(runes[i])
			began = true
		case r == '%', r == '$':
			return []string{"a specifier or variable in " + line}
		default:
			word.WriteRune(r)
			began = true
		}
	}
	return append(words, word.String())
}

func TestUnitQuote(t *testing.T) {
	for _, name := range append(strangeNames, "", "'", `"`) {
		words := readUnitWords("x " + unitQuote(name) + " y")
		if len(words) != 3 || words[1] != name || words[2] != "y" {
			t.Errorf("%q is written %s and read %q", name, unitQuote(name), words)
		}
	}
}

// readDesktopWords reads the key Exec as the desktop entry specification describes it: the escapes of strings, then
// quotation marks, then field codes.
func readDesktopWords(line string) (words []string) {
	line = strings.NewReplacer(`\\`, `\`, `\s`, " ").Replace(line)
	for line != "" {
		word := ""
		if strings.HasPrefix(line, `"`) {
			i := 1
			for ; line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
				word += line[i : i+1]
			}
			line = line[i+1:]
		} else {
			n := strings.IndexByte(line+" ", ' ')
			word, line = line[:n], line[n:]
		}
		line = strings.TrimPrefix(line, " ")
		words = append(words, strings.ReplaceAll(word, "%%", "%"))
	}
	return words
}

func TestDesktopQuote(t *testing.T) {
	for _, name := range append(strangeNames, "") {
		words := readDesktopWords("x " + desktopQuote(name) + " y")
		if len(words) != 3 || words[1] != name || words[2] != "y" {
			t.Errorf("%q is written %s and read %q", name, desktopQuote(name), words)
		}
	}
}

// TestUnwritableNames: a name that would end the line does not become further lines of the unit.
func TestUnwritableNames(t *testing.T) {
	for _, name := range []string{"a\nExecStartPre=/bin/false", "a\x00b", "a\xffb", "a\tb"} {
		u := unit{program: "/bin/kifudb", archive: name, writes: []string{name}}
		if text, err := u.text(); err == nil {
			t.Errorf("%q: %s", name, text)
		}
		if text, err := desktopFile([]string{"/bin/kifudb", name}); err == nil {
			t.Errorf("%q: %s", name, text)
		}
	}
}

// tool returns the path of a program that judges a file, or skips the test.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("KIFUDB_DESKTOP") == "required" {
			t.Fatalf("KIFUDB_DESKTOP is required, and there is no %s", name)
		}
		t.Skipf("there is no %s", name)
	}
	return path
}

// judge runs a program, which must accept what it is given without a word.
func judge(t *testing.T, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir(), "XDG_DATA_HOME="+filepath.Dir(args[len(args)-1]))
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%s: %v\n%s", program, err, out)
	}
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestUnitVerified asks systemd itself about units with every strange name.
func TestUnitVerified(t *testing.T) {
	analyze := tool(t, "systemd-analyze")
	for _, name := range strangeNames {
		folder := filepath.Join(t.TempDir(), name)
		program := writeFile(t, filepath.Join(folder, "kifudb"), "#!/bin/sh\n")
		if err := os.Chmod(program, 0o700); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(name, `"'\$`) {
			program = "/bin/sh" // systemd refuses such programs, or looks for variables in their names
		}
		u := unit{about: "kifudb: " + folder, program: program, archive: folder, args: []string{"import", "--watch", "--", folder, name}, writes: []string{folder}}
		text, err := u.text()
		if err != nil {
			t.Fatal(err)
		}
		judge(t, analyze, "--user", "verify", "--man=no", writeFile(t, filepath.Join(t.TempDir(), "kifudb-watch.service"), text))
	}
}

func TestDesktopFileValidated(t *testing.T) {
	validate := tool(t, "desktop-file-validate")
	for _, name := range strangeNames {
		text, err := desktopFile([]string{"/opt/" + name + "/kifudb", "--archive", name, "open"})
		if err != nil {
			t.Fatal(err)
		}
		judge(t, validate, writeFile(t, filepath.Join(t.TempDir(), "kifudb.desktop"), text))
	}
}

// TestMIMETypes asks the shared MIME database for the types of files, and who opens them.
func TestMIMETypes(t *testing.T) {
	update, ask := tool(t, "update-mime-database"), tool(t, "xdg-mime")
	data := t.TempDir()
	writeFile(t, filepath.Join(data, "mime", "packages", "kifudb.xml"), mimeFile())
	judge(t, update, filepath.Join(data, "mime"))
	globs, err := os.ReadFile(filepath.Join(data, "mime", "globs2"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := desktopFile([]string{"/opt/kifudb", "open"})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(data, "applications", "kifudb.desktop"), text)
	for _, kind := range recordTypes {
		for _, glob := range kind.globs {
			if !strings.Contains(string(globs), ":"+kind.name+":"+glob+"\n") {
				t.Errorf("%s is not of type %s in\n%s", glob, kind.name, globs)
			}
		}
		for _, args := range [][]string{{"default", "kifudb.desktop", kind.name}, {"query", "default", kind.name}} {
			cmd := exec.Command(ask, args...)
			cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+data, "XDG_CONFIG_HOME="+data, "HOME="+data, "DE=generic")
			out, err := cmd.Output()
			if err != nil {
				t.Errorf("%v: %v", args, err)
			}
			if args[0] == "query" && strings.TrimSpace(string(out)) != "kifudb.desktop" {
				t.Errorf("%s is opened by %q", kind.name, out)
			}
		}
	}
}

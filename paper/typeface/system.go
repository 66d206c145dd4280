package typeface

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// The names of the fonts that are looked for, in lower case. Free fonts come first, as all systems
// can have them. Fonts whose usual weight is a variable are left out: read plainly, some
// are hairlines.
var (
	japanese = []string{
		"notosanscjk-regular.ttc", "notosanscjkjp-regular.otf", "notosansjp-regular.otf", "notosansjp-regular.ttf", "sourcehansans-regular.ttc", "sourcehansansjp-regular.otf",
		"ipaexg.ttf", "ipag.ttf", "ipagp.ttf", "takaogothic.ttf", "takaopgothic.ttf", "vl-gothic-regular.ttf",
		"ヒラギノ角ゴシック w3.ttc", "hiragino sans w3.ttc", "yugothr.ttc", "yugothm.ttc", "meiryo.ttc", "msgothic.ttc",
		"notoserifcjk-regular.ttc", "ipaexm.ttf", "ipam.ttf",
	}
	chinese = []string{
		"notosanscjk-regular.ttc", "notosanscjksc-regular.otf", "notosanssc-regular.otf", "notosanssc-regular.ttf", "sourcehansans-regular.ttc", "sourcehansanssc-regular.otf", "sourcehansanscn-regular.otf",
		"wqy-microhei.ttc", "wqy-zenhei.ttc", "droidsansfallbackfull.ttf", "droidsansfallback.ttf",
		"pingfang.ttc", "hiragino sans gb.ttc", "stheiti light.ttc", "msyh.ttc", "simhei.ttf", "simsun.ttc",
		"notoserifcjk-regular.ttc", "uming.ttc", "ukai.ttc",
	}
	boldEast = []string{
		"notosanscjk-bold.ttc", "notosanscjkjp-bold.otf", "notosanscjksc-bold.otf", "notosansjp-bold.otf", "notosanssc-bold.otf", "sourcehansans-bold.ttc",
		"ヒラギノ角ゴシック w6.ttc", "yugothb.ttc", "meiryob.ttc", "msyhbd.ttc",
	}
	korean = []string{"nanumgothic.ttf", "applesdgothicneo.ttc", "malgun.ttf"}
	others = []string{
		"dejavusans.ttf", "notosans-regular.ttf", "liberationsans-regular.ttf", "notosanssymbols2-regular.ttf", "notosanssymbols-regular.ttf", "symbola.ttf", "freesans.ttf", "unifont.ttf",
		"arial unicode.ttf", "apple symbols.ttf", "segoeui.ttf", "seguisym.ttf", "arial.ttf",
		"notosansarabic-regular.ttf", "notosanshebrew-regular.ttf", "notosansthai-regular.ttf", "notosansdevanagari-regular.ttf", "thonburi.ttc", "leelawui.ttf", "nirmala.ttf",
	}
	boldOthers = []string{"dejavusans-bold.ttf", "notosans-bold.ttf", "liberationsans-bold.ttf"}
)

// candidates returns the names of the system's fonts in the order in which they are asked for a
// character.
func candidates(language string, bold bool) []string {
	var list []string
	if bold {
		list = append(list, boldEast...)
		list = append(list, boldOthers...)
	}
	if language == "zh" {
		list = append(append(list, chinese...), japanese...)
	} else {
		list = append(append(list, japanese...), chinese...)
	}
	return append(append(list, korean...), others...)
}

// SystemFolders returns where systems keep fonts.
func SystemFolders() []string {
	home, err := os.UserHomeDir()
	at := func(parts ...string) string {
		if err != nil {
			return ""
		}
		return filepath.Join(append([]string{home}, parts...)...)
	}
	var list []string
	switch runtime.GOOS {
	case "darwin":
		list = []string{"/System/Library/Fonts", "/Library/Fonts", at("Library", "Fonts")}
	case "windows":
		if root := os.Getenv("SystemRoot"); root != "" {
			list = append(list, filepath.Join(root, "Fonts"))
		}
		list = append(list, at("AppData", "Local", "Microsoft", "Windows", "Fonts"))
	default:
		list = []string{"/usr/share/fonts", "/usr/local/share/fonts", at(".local", "share", "fonts"), at(".fonts")}
	}
	return slices.DeleteFunc(list, func(folder string) bool { return folder == "" })
}

// maxFontFiles is how many files the search looks at, in all folders.
const maxFontFiles = 50_000

// search returns where the known fonts lie. Of two with one name it takes the first in the order of
// folders and paths.
func search(folders []string) map[string]string {
	known := map[string]bool{}
	for _, language := range []string{"ja", "zh"} {
		for _, name := range candidates(language, true) {
			known[name] = true
		}
	}
	found := map[string]string{}
	left := maxFontFiles
	for _, folder := range folders {
		// What cannot be read has no fonts for this document.
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if left--; left < 0 {
				return filepath.SkipAll
			}
			if err != nil || entry.IsDir() {
				return nil
			}
			name := strings.ToLower(entry.Name())
			if known[name] && found[name] == "" {
				found[name] = path
			}
			return nil
		})
	}
	return found
}

package charset_test

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// tables finds the encoder of an encoding independently of the package.
func tables(name string) encoding.Encoding {
	switch name {
	case "cp437":
		return charmap.CodePage437
	case "cp850":
		return charmap.CodePage850
	case "ibm852":
		return charmap.CodePage852
	case "ibm855":
		return charmap.CodePage855
	case "ibm865":
		return charmap.CodePage865
	case "hz-gb-2312":
		return simplifiedchinese.HZGB2312
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		panic(err)
	}
	return enc
}

// encode reports false if the encoding lacks a character of text.
func encode(text, name string) (string, bool) {
	raw, err := tables(name).NewEncoder().String(text)
	return raw, err == nil
}

// mustEncode is encode for texts that are known to fit.
func mustEncode(text, name string) string {
	raw, ok := encode(text, name)
	if !ok {
		panic(text + " does not fit " + name)
	}
	return raw
}

package run

import "testing"

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "200GB": 200e9, "200 gb": 200e9, "1.5k": 1500, "64GiB": 64 << 30, "3TiB": 3 << 40, "7b": 7, "2M": 2e6,
		"": 0, "0": 0, "-1": 0, "GB": 0, "1e9": 0, "1.": 0, "12XB": 0, "9999999999T": 0, "1 KB x": 0,
	} {
		got, err := ParseSize(text)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestOpenObjects(t *testing.T) {
	for _, location := range []string{"ftp://host/x", "objects:", "s3://", "s3://key:secret@bucket"} {
		if _, err := openObjects(location); err == nil || StatusOf(err) != ExitUsage {
			t.Errorf("%s: %v", location, err)
		}
	}
}

// Package charset guesses the encoding of the text in an SGF game tree and decodes it to UTF-8.
//
// SGF's structure is ASCII. Only the text inside property values may be in
// another encoding, named by the property CA, which most programs leave out or
// write wrongly. A record often contains nothing but two names, so
// ordinary detectors, which want a page of prose, fail on it. [Detect] goes
// from the certain to the likely:
//
//   - ASCII alone, a byte order mark, valid UTF-8 (against any CA);
//   - damaged UTF-8: characters cut at the end of a value,
//     "?" where a byte was lost, a few stray bytes;
//   - the declared encoding, unless the text is impossible in it, see declared.go;
//   - the likeliest encoding by the frequencies of characters in names, Go terms
//     and the words of many languages, together with the [Pool] of evidence from
//     the other trees of the file and the other files of the folder. An encoding
//     that loses characters has to be much likelier than one that does not;
//   - windows-1252, if no encoding makes sense of the bytes.
//
// The models are built from texts of our own. testdata/accuracy.txt has their accuracy, by
// language, encoding and length of the text.
//
// [Decode] turns bytes of a value into UTF-8 and never fails: bytes that it cannot decode
// become U+FFFD. Encodings whose bytes would disturb the reading of
// the structure itself, UTF-16 and ISO-2022-JP, must be converted before it:
// [NewReader] does that. In some others the second byte of a character may look
// like "]" or "\": [TrailBytes] reports in which, for the scanner of SGF.
//
// The tables are those of golang.org/x/text/encoding. Names are the canonical
// ones of the WHATWG Encoding Standard, in lower case.
package charset

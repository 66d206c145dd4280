// Package pinyin knows how Chinese characters are read in Mandarin: 柯 is ke, 单 is
// dan, shan and chan.
//
// Its one noun is the reading: a syllable of Hanyu Pinyin in lower case, without
// its tone. As ü is written v, u or yu in names, all three are readings: 吕 is lv,
// lu and lyu.
//
// The readings are those of Unihan, the database of Unicode about Chinese
// characters (Unicode Standard Annex #38), version 15.0: its fields kMandarin,
// kHanyuPinlu, kHanyuPinyin, kTGHZ2013 and kXHC1983 together, as family names are
// often read in a way that is not the usual one. What Unicode's licence asks for
// stands in the file NOTICE.
//
// The table is sorted by readings, not by characters: so it is text that people
// can read, and lies in the program as it is used. A map would be made anew
// whenever the program starts.
package pinyin

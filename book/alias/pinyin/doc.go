// Package pinyin has the Mandarin readings of Chinese characters: 柯 is ke, 单 is
// dan, shan and chan.
//
// Its one noun is the reading: a syllable of Hanyu Pinyin in lower case, without
// its tone. Names write ü as v, u or yu, so all three are readings: 吕 is lv,
// lu and lyu.
//
// The readings come from Unihan, the database of Unicode about Chinese characters
// (Unicode Standard Annex #38), version 15.0: its fields kMandarin,
// kHanyuPinlu, kHanyuPinyin, kTGHZ2013 and kXHC1983 together, because family names often
// have an unusual reading. The file NOTICE has the text that Unicode's licence requires.
//
// The table is sorted by readings, not by characters. So it is text that people
// can read, and the program uses it as it is. A map would be built at every start.
package pinyin

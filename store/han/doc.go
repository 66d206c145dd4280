// Package han maps the forms of a Chinese character to one: traditional,
// simplified and Japanese forms, such as 國 and 国, or 澤, 泽 and 沢.
//
// Its one noun is the form: [Form] returns the same character for all forms of a
// character.
//
// Two characters are forms of one if the dictionaries of OpenCC convert one into the
// other, character by character, in any number of steps. If several characters were
// simplified to one, all of them are forms of it: 后 is the
// simplified form of 後 and also an old character, as 云 is of 雲. 发 stands
// for both 發 and 髮, and 干 for 乾 and 幹. Only the words around a character tell which of them
// it is, so a search for one finds all. A search for 皇后 also finds 皇後,
// which nobody writes.
//
// Variants that occur only in names, and in no conversion dictionary, are
// separate characters: 髙 and 高, 嶋 and 島, 冨 and 富.
package han

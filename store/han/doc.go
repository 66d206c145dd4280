// Package han knows which Chinese characters are forms of one: traditional,
// simplified and Japanese ones, such as 國 and 国, or 澤, 泽 and 沢.
//
// Its one noun is the form: [Form] returns the same character for all that are
// forms of one.
//
// What counts as a form is what the dictionaries of OpenCC convert into one
// another, character by character, in any number of steps. Where simplifying
// gave several characters one form, all of them are in one class: 后 is the
// simplified form of 後 and a character of its own, so is 云 of 雲, 发 stands
// for both 發 and 髮, 干 for 乾 and 幹. Which of them is meant only the words
// around tell, so they find each other; a search for 皇后 finds 皇後 as well,
// which nobody writes.
//
// Variants that only names have, which no dictionary of conversion lists, are
// characters of their own: 髙 and 高, 嶋 and 島, 冨 and 富.
package han

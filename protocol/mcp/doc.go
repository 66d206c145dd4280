// Package mcp answers assistants by the Model Context Protocol, with the official SDK.
//
// Its nouns:
//
//   - A Server has tools, resources and prompts about archives. It runs over a pair of
//     streams, or as a handler of HTTP.
//   - A tool is one question of package ask or archive. Its answer is a struct with a
//     schema, and the same as a short text.
//   - A recordText is text from records or from the user. It only comes about by [quoted],
//     which cuts it and makes visible what hides in it.
//
// # What stands in records is data
//
// Anybody may have written a record, also somebody who wants to give the assistant an order.
// Texts from records stand only below keys that begin with record_text, and in the text form only between
// ⟦ and ⟧, on one line. These brackets are escaped within, so no record can forge their
// end. Characters that are not seen, such as those of Unicode's tags, are written as
// \u{E0041}. The instructions of the server tell the assistant what this means. Without
// Write the server has no tool that changes anything, and it never reads files.
package mcp

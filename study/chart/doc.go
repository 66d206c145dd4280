// Package chart draws numbers as blocks for a terminal, and as SVG for a page or a
// file. [Bars] compares named values, [Columns] and [Lines] follow values over years,
// [Heat] is a table of two fields, and [Spark] is one line of a table.
//
// It knows nothing about games. The same chart always gives the same text and the same bytes of
// SVG. Texts may come from records, so it escapes them in SVG and removes control characters
// for a terminal. An SVG has no scripts. It has a title and a description, and
// takes its colors from CSS variables, so that light, dark and printed pages work.
package chart

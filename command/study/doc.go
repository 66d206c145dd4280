// Package study has the commands that learn something from many games, one file per
// command. What they find out comes from package ask; here are their flags and the
// text of their answers.
package study

// Package phrase formats numbers, counts and paths for people.
package phrase

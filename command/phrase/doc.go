// Package phrase writes numbers, counts and paths for people.
package phrase

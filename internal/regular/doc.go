// Package regular opens regular files and refuses others, such as pipes, which could block the
// program.
package regular

// Package regular opens regular files, which one never has to wait for.
package regular

// Package programs has the commands by which other programs reach an archive: those of the desktop, of systemd,
// and others that speak protocols of their own.
package programs

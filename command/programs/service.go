package programs

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/internal/plaintext"
)

// ServiceCommand is the command service.
func ServiceCommand() *cli.Command {
	common := func() []cli.Flag {
		return []cli.Flag{
			&cli.BoolFlag{Name: "install", Usage: "write the file where systemd or the desktop looks for it, and print what to type next"},
			run.ForceFlag(),
		}
	}
	return &cli.Command{
		Name:  "service",
		Usage: "print what lets systemd and the desktop start kifudb",
		UsageText: `kifudb service serve                      a systemd user unit that serves the archive
kifudb service serve --addr 127.0.0.1:9000 --read-only
kifudb service watch ~/games ~/Downloads  a unit that imports what changes there
kifudb service desktop --install          file managers open records with kifudb
kifudb service mime                       the types of .sgf, .kif, .pgn and others`,
		Description: `Each subcommand prints a file, or writes it with --install. The unit of a service names
this program and the archive by their full paths. It restarts the service after a failure, and lets it
write nothing but the archive. doc/PROGRAMS.md describes this, also for macOS and Windows.`,
		Subcommands: []*cli.Command{
			{
				Name:  "serve",
				Usage: "print a systemd user unit that serves the archive",
				UsageText: `kifudb service serve
kifudb service serve --install
kifudb service serve --addr :8080 --token-file ~/.config/kifudb-token`,
				Description: `The flags are those of 'kifudb serve', which the unit starts.`,
				Flags: append([]cli.Flag{
					&cli.StringFlag{Name: "addr", Usage: "listen on `ADDRESS`, as in serve"},
					&cli.BoolFlag{Name: "read-only", Usage: "refuse all changes"},
					&cli.StringSliceFlag{Name: "host", Usage: "also answer to this `NAME`"},
					&cli.StringSliceFlag{Name: "folder", Usage: "let pages import what is below `FOLDER`, and write backups there"},
					&cli.StringFlag{Name: "token-file", Usage: "take the token from `FILE`"},
				}, common()...),
				Action: run.Action(newServeUnit, runService),
			},
			{
				Name:      "watch",
				Usage:     "print a systemd user unit that imports what changes in folders",
				ArgsUsage: "PATH...",
				UsageText: `kifudb service watch ~/games
kifudb service watch --install ~/games ~/Downloads`,
				Description: `The unit starts 'kifudb import --watch PATH...'.`,
				Flags:       common(),
				Action:      run.Action(newWatchUnit, runService),
			},
			{
				Name:  "desktop",
				Usage: "print a desktop file by which file managers open records",
				UsageText: `kifudb service desktop
kifudb service desktop --install`,
				Description: `The desktop file is for Linux and other systems that follow freedesktop.org. It starts 'kifudb open'.`,
				Flags:       common(),
				Action:      run.Action(newDesktopFile, runService),
			},
			{
				Name:  "mime",
				Usage: "print the types of files of records for the shared MIME database",
				UsageText: `kifudb service mime
kifudb service mime --install`,
				Description: `Systems know the types of .sgf and .pgn. This file adds .kif, .ki2 and .csa.`,
				Flags:       common(),
				Action:      run.Action(newMIMEFile, runService),
			},
		},
	}
}

// A serviceFile is a file by which systemd or the desktop finds kifudb.
type serviceFile struct {
	text    string
	place   string   // where it belongs
	next    []string // what to type when it is there, words of a shell
	install bool
	force   bool
	missing string // the archive if it is not there, "" if it is
}

func newServiceFile(c *cli.Context, base, folder, name string) (f serviceFile, err error) {
	f.install, f.force = c.Bool("install"), c.Bool("force")
	if f.force && !f.install {
		return f, run.Usage("--force is for --install")
	}
	f.place, err = userFile(base, folder, name)
	return f, err
}

// userFile is where a user's file of a kind belongs by the XDG base directory specification.
func userFile(variable, folder, name string) (string, error) {
	base := os.Getenv(variable)
	if !filepath.IsAbs(base) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		base = filepath.Join(home, map[string]string{"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share"}[variable])
	}
	return filepath.Join(base, filepath.FromSlash(folder), name), nil
}

func newServeUnit(c *cli.Context) (f serviceFile, err error) {
	if f, err = newServiceFile(c, "XDG_CONFIG_HOME", "systemd/user", "kifudb-serve.service"); err != nil {
		return f, err
	}
	u, err := f.unit(c, "serve")
	if err != nil {
		return f, err
	}
	u.about = "kifudb: pages and answers of " + u.archive
	if address := c.String("addr"); address != "" {
		if _, _, err := net.SplitHostPort(address); err != nil {
			return f, run.Usage("--addr %q is not an address, such as 127.0.0.1:8080 or :8080", address)
		}
		u.args = append(u.args, "--addr", address)
	}
	if c.Bool("read-only") {
		u.args = append(u.args, "--read-only")
	}
	for _, host := range c.StringSlice("host") {
		u.args = append(u.args, "--host", host)
	}
	for _, folder := range c.StringSlice("folder") {
		if folder, err = filepath.Abs(folder); err != nil {
			return f, err
		}
		u.args, u.writes = append(u.args, "--folder", folder), append(u.writes, folder)
	}
	if file := c.String("token-file"); file != "" {
		if file, err = filepath.Abs(file); err != nil {
			return f, err
		}
		u.args = append(u.args, "--token-file", file)
	}
	f.text, err = u.text()
	return f, err
}

func newWatchUnit(c *cli.Context) (f serviceFile, err error) {
	if !c.Args().Present() {
		return f, run.Usage("service watch needs the path of a folder")
	}
	if f, err = newServiceFile(c, "XDG_CONFIG_HOME", "systemd/user", "kifudb-watch.service"); err != nil {
		return f, err
	}
	u, err := f.unit(c, "import", "--watch", "--wait", "--")
	if err != nil {
		return f, err
	}
	u.about = "kifudb: import what changes into " + u.archive
	for _, path := range c.Args().Slice() {
		if path = archive.PathOf(path); path == "-" {
			return f, run.Usage("standard input cannot be watched")
		}
		if _, err := os.Stat(path); err != nil {
			return f, err
		}
		if path, err = filepath.Abs(path); err != nil {
			return f, err
		}
		u.args = append(u.args, path)
	}
	f.text, err = u.text()
	return f, err
}

// unit begins the unit of a service.
func (f *serviceFile) unit(c *cli.Context, args ...string) (u unit, err error) {
	if u.program, err = os.Executable(); err != nil {
		return u, err
	}
	if u.archive, err = run.ArchivePath(c); err != nil {
		return u, err
	}
	if archive.InStore(u.archive) {
		return u, run.Usage("a unit cannot hold the credentials of an object store; --archive must name a folder")
	}
	if u.archive, err = filepath.Abs(u.archive); err != nil {
		return u, err
	}
	if _, err := os.Stat(u.archive); err != nil {
		f.missing = u.archive
	}
	u.args, u.writes = args, []string{u.archive}
	name := filepath.Base(f.place)
	f.next = []string{"systemctl --user daemon-reload", "systemctl --user enable --now " + name}
	return u, nil
}

func newDesktopFile(c *cli.Context) (f serviceFile, err error) {
	if f, err = newServiceFile(c, "XDG_DATA_HOME", "applications", "kifudb.desktop"); err != nil {
		return f, err
	}
	program, err := os.Executable()
	if err != nil {
		return f, err
	}
	args := []string{program}
	if c.IsSet("archive") || os.Getenv(run.ArchiveVariable) != "" {
		folder, err := run.ArchivePath(c)
		if err == nil && !archive.InStore(folder) {
			folder, err = filepath.Abs(folder)
		}
		if err != nil {
			return f, err
		}
		args = append(args, "--archive", folder)
	}
	f.next = []string{phrase.ShellWords([]string{"update-desktop-database", filepath.Dir(f.place)})}
	for _, t := range recordTypes {
		f.next = append(f.next, "xdg-mime default kifudb.desktop "+t.name)
	}
	f.text, err = desktopFile(append(args, "open"))
	return f, err
}

func newMIMEFile(c *cli.Context) (f serviceFile, err error) {
	if f, err = newServiceFile(c, "XDG_DATA_HOME", "mime/packages", "kifudb.xml"); err != nil {
		return f, err
	}
	f.next = []string{phrase.ShellWords([]string{"update-mime-database", filepath.Dir(filepath.Dir(f.place))})}
	f.text = mimeFile()
	return f, nil
}

func runService(_ context.Context, f serviceFile, s run.Streams) error {
	if f.missing != "" {
		fmt.Fprintf(s.Err, "kifudb: there is no archive in %s yet, and the service can only write into a folder that exists; 'kifudb import PATH' makes one\n", plaintext.Printable(f.missing))
	}
	if !f.install {
		_, err := io.WriteString(s.Out, f.text)
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.place), 0o777); err != nil {
		return err
	}
	if old, err := os.ReadFile(f.place); err != nil || string(old) != f.text {
		_, err := archive.WriteFile(f.place, f.force, func(w io.Writer) error {
			_, err := io.WriteString(w, f.text)
			return err
		})
		if err != nil {
			return fmt.Errorf("%w; --force replaces it", err)
		}
	}
	fmt.Fprintf(s.Out, "Wrote %s. Next:\n", plaintext.Printable(f.place))
	for _, line := range f.next {
		fmt.Fprintf(s.Out, "  %s\n", plaintext.Printable(line))
	}
	return nil
}

#!/usr/bin/env bash
# Installs a deb in a fresh root, uses it, upgrades it, and removes it again:
#     packaging/test-deb.sh dist/kifudb_1.0.0-1_amd64.deb [older archive]
# The fresh root is made by debootstrap if it can be had; ROOT names one that is there, of which a copy is used. An
# older archive is the folder of one that an earlier build has made: it must open, and take an import.
set -euo pipefail
deb=$(realpath "$1")
older=${2:+$(realpath "$2")}
if [ "$(id -u)" != 0 ]; then
	echo "NOT TESTED: only root can install a package in a fresh root"
	exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
if [ -n "${ROOT:-}" ]; then
	cp -a "$ROOT" "$root"
elif command -v debootstrap > /dev/null && debootstrap --variant=minbase bookworm "$root" > "$work/log" 2>&1; then
	:
else
	echo "NOT TESTED: debootstrap cannot make a fresh root here"
	tail -n 3 "$work/log" 2> /dev/null || true
	exit 0
fi
# unshare takes the network away, which kifudb does not need.
inside() { unshare --net --pid --fork chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }
say() { printf '== %s\n' "$*"; }
# What a package may leave: its own database.
files() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./root -o -path ./srv -o -path ./tmp -o -path ./var/lib/dpkg -o -path ./var/log -o -path ./var/cache \) -prune -o -print | sort); }

files > "$work/before"
cp "$deb" "$root/srv/kifudb.deb"
say "install"
inside dpkg -i /srv/kifudb.deb 2>&1 | grep -v 'Reading database'
inside dpkg -s kifudb | grep -E '^(Package|Status|Version|Installed-Size|Architecture)'
say "what it has"
inside dpkg -L kifudb | grep -cE '/man[17]/' | sed 's/$/ man pages/'
for f in bin/kifudb bin/kifudb-node share/bash-completion/completions/kifudb share/zsh/vendor-completions/_kifudb \
	share/fish/vendor_completions.d/kifudb.fish share/applications/kifudb.desktop share/mime/packages/kifudb.xml share/man/man1/kifudb.1.gz; do
	test -s "$root/usr/$f" || { echo "/usr/$f is missing"; exit 1; }
done
grep '^Exec=/usr/bin/kifudb open' "$root/usr/share/applications/kifudb.desktop"
say "version and demo"
inside kifudb version
inside kifudb demo > "$work/demo" 2> "$work/said"
cat "$work/said"
grep -c '^\$ kifudb' "$work/demo" | sed 's/$/ commands shown/'
say "import and search"
mkdir "$root/srv/games"
cp -r "$(dirname "$0")/../testdata/sgf/." "$root/srv/games"
inside kifudb --archive /srv/new import -q /srv/games
inside kifudb --archive /srv/new search --limit 3 shusaku
inside kifudb --archive /srv/new check
if [ -n "$older" ]; then
	say "an archive of an earlier build"
	cp -r "$older" "$root/srv/older"
	inside kifudb --archive /srv/older search --count shusaku
	inside kifudb --archive /srv/older import /srv/games | head -n 4
	inside kifudb --archive /srv/older check
fi
say "upgrade: the same with a greater version"
mkdir "$work/next"
dpkg-deb -R "$deb" "$work/next"
sed -i 's/^Version: .*/Version: 1000.0.0-1/' "$work/next/DEBIAN/control"
dpkg-deb --root-owner-group -Zgzip -z1 -b "$work/next" "$root/srv/next.deb" > /dev/null
inside dpkg -i /srv/next.deb 2>&1 | grep -v 'Reading database'
inside dpkg -s kifudb | grep '^Version: 1000'
inside kifudb --archive /srv/new search --count shusaku
say "remove"
inside dpkg --purge kifudb 2>&1 | grep -v 'Reading database'
files > "$work/after"
diff "$work/before" "$work/after" && echo "nothing is left"
test -d "$root/srv/new/segments" && echo "the archive of the user is still there"

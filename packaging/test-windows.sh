#!/usr/bin/env bash
# Runs kifudb.exe under Wine as a user would, then the short tests of packages (PACKAGES, by default those that
# write files and know the console). The tests of indexer/ledger fail there: they name files as Unix does. Needs wine64 and, for Wine 8, mingw-w64's gcc, as in
# apt-get install wine64 gcc-mingw-w64-x86-64.
set -euo pipefail
cd "$(dirname "$0")/.."
wine=$(command -v wine || command -v wine64 || true)
if [ -z "$wine" ]; then
	echo "NOT TESTED: there is no Wine here, so kifudb.exe is not run"
	exit 0
fi
work=$(mktemp -d)
export WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=;winemenubuilder.exe=;bcryptprimitives=n,b"
trap 'wineserver -k > /dev/null 2>&1 || true; rm -rf "$work"' EXIT
timeout 300 wineboot -i > /dev/null 2>&1
system=$WINEPREFIX/drive_c/windows/system32
# Wine 8 has no ProcessPrng, without which no program of Go starts.
if [ ! -e "$system/bcryptprimitives.dll" ]; then
	if ! command -v x86_64-w64-mingw32-gcc > /dev/null; then
		echo "NOT TESTED: this Wine has no bcryptprimitives.dll, and there is no compiler to make one"
		exit 0
	fi
	cat > "$work/prng.c" << 'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T n) { return RtlGenRandom(data, (ULONG)n); }
C
	x86_64-w64-mingw32-gcc -shared -o "$system/bcryptprimitives.dll" "$work/prng.c" -ladvapi32
fi

export GOOS=windows GOARCH=amd64 CGO_ENABLED=0
go build -o "$work/kifudb.exe" .
run() { timeout 300 "$wine" "$work/kifudb.exe" --archive "$work/archive" "$@" | tr -d '\r'; }
must() { # must WORDS COMMAND...: the output has these words
	local words=$1
	shift
	run "$@" > "$work/out"
	grep -q -- "$words" "$work/out" || { echo "kifudb.exe $*: no $words in"; cat "$work/out"; exit 1; }
	printf 'ok  kifudb.exe %s\n' "${*//$work\//}"
}
must windows/amd64 version
must 'records, facts, texts and indexes agree' demo
must 'games added' import testdata/sgf
must '3 games' search --limit 1 player:shusaku
must '1 game removed' remove 7
must 'deleted for good' compact
must 'problems' import doc/examples testdata/sgf/small
must agree check
timeout 120 "$wine" "$work/kifudb.exe" --archive "$work/archive" serve --addr 127.0.0.1:18431 > "$work/serve" 2>&1 &
served=$!
for _ in $(seq 60); do
	if curl -sf -o "$work/page" 'http://127.0.0.1:18431/?q=shusaku'; then break; fi
	sleep 1
done
kill "$served"
grep -qi shusaku "$work/page" && echo "ok  kifudb.exe serve, $(wc -c < "$work/page") bytes of a page"

# os.RemoveAll of Go 1.26 meets a status of Wine 8 that it does not know, so no test could remove its
# temporary folder. The tests are built with a standard library that knows it.
goroot=$(go env GOROOT)
at=src/internal/syscall/windows/at_windows.go
sed 's/^\(\t*\)case STATUS_INVALID_INFO_CLASS, .*/\1case STATUS_INVALID_INFO_CLASS, NTStatus(0xC0000002),/' "$goroot/$at" > "$work/at_windows.go"
printf '{"Replace":{"%s":"%s"}}' "$goroot/$at" "$work/at_windows.go" > "$work/overlay.json"
failed=0
for p in ${PACKAGES:-./internal/durable ./internal/beacon ./store/disk ./command/terminal ./book/user}; do
	if timeout "${TIMEOUT:-300}" go test -overlay "$work/overlay.json" -exec "$wine" -short "$p" > "$work/test" 2>&1; then
		grep -E '^(ok|\?)' "$work/test" || true
	else
		failed=1
		echo "FAIL $p"
		grep -E -- '--- FAIL|panic:|^FAIL|build failed' "$work/test" | head -n 20
	fi
done
exit $failed

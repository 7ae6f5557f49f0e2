#!/usr/bin/env bash
# Collects the lower part of the container image from the machine that builds it (Linux, with the tools of glibc): a Java runtime with
# the modules that eddp uses, the programs that the launcher calls, a font for words in pictures, and the libraries that these and the
# engine need. Nothing is pulled from a registry.
#
#   base.sh MODULES OUT
set -eu
export PATH="$PATH:/usr/sbin:/sbin" # where ldconfig is; only root has these folders on the PATH
modules=$1
out=$2
home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}

die() { printf 'base.sh: %s\n' "$*" >&2; exit 1; }
for tool in ldd ldconfig; do
    command -v "$tool" >/dev/null || die "no $tool here; the image needs Linux with glibc."
done
[ -x "$home/bin/jlink" ] || die "no jlink in $home; building the image needs a JDK."

rm -rf "$out"
mkdir -p "$out/opt" "$out/etc" "$out/tmp" "$out/work" "$out/cache"
"$home/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --output "$out/opt/java"
# Windows, sound and card readers are not needed in a container, and would need many libraries.
(cd "$out/opt/java/lib" && rm -f libawt_xawt.so libjawt.so libsplashscreen.so libjsound.so libj2pcsc.so)

# Copies a file or folder, and the licence of its Debian package, to the same path in the image. Links become files.
take() {
    local package
    mkdir -p "$out$(dirname "$1")"
    cp -rL "$1" "$out$1"
    # If /bin and /lib are links into /usr, a package may list its files under either name.
    package=$(dpkg -S "$1" 2>/dev/null || dpkg -S "${1#/usr}" 2>/dev/null || dpkg -S "/usr$1" 2>/dev/null) || return 0
    package=/usr/share/doc/${package%%:*}/copyright
    if [ -f "$package" ] && [ ! -f "$out$package" ]; then
        mkdir -p "$out$(dirname "$package")"
        cp -L "$package" "$out$package"
    fi
}

# The file of a library that the engine, or Java when it draws words, loads by name at run time.
place() { ldconfig -p | sed -n "s|^\t$1 (libc6,x86-64.*=> ||p" | head -n 1; }

files=
for program in bash cut dirname env grep head locale readlink sed stty; do
    files="$files $(command -v "$program")" || die "no $program here; the launcher calls it."
done
for name in libstdc++.so.6 libgcc_s.so.1 librt.so.1 libdl.so.2 libpthread.so.0 libfontconfig.so.1 libfreetype.so.6; do
    file=$(place "$name")
    [ -n "$file" ] || die "no $name here; the engine or Java's fonts need it."
    files="$files $file"
done
# shellcheck disable=SC2086
asked=$(ldd $files "$out"/opt/java/bin/java "$out"/opt/java/lib/*.so "$out"/opt/java/lib/server/*.so)
missing=$(printf '%s\n' "$asked" | sed -n 's|^\t\(.*\) => not found.*|\1|p' | grep -v -x libjvm.so | sort -u | tr '\n' ' ') || true
[ -z "$missing" ] || die "these libraries are missing: $missing"
needed=$(printf '%s\n' "$asked" \
    | sed -n 's|.*=> \(/[^ ]*\) .*|\1|p; s|^\t\(/[^ ]*ld-linux[^ ]*\) .*|\1|p' | grep -v "^$out" | sort -u)
for file in $files $needed; do take "$file"; done

# For file names that are not ASCII, and for words in pictures.
for file in /usr/lib/locale/C.utf8 /etc/fonts /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf; do
    [ ! -e "$file" ] || take "$file"
done
find "$out/opt/java/legal" -type l -delete # one text of each licence is enough; images have no links
printf 'root:x:0:0:root:/cache:/bin/bash\n' >"$out/etc/passwd"

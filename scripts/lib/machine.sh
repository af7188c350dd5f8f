# shellcheck shell=bash disable=SC2034
# What scripts/run, test, demo and bench need from the machine: packages, a JVM, a fresh JAR. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
jar=$root/server/target/sidetone.jar

# What the embedded engines are made of: recognizer, its English model, voice.
speech_packages=(libpocketsphinx3 libsphinxbase3 pocketsphinx-en-us libflite1)

say() { printf '%s\n' "$*" >&2; }

# fail CODE MESSAGE: 69 something is missing here, 78 the configuration, 1 anything else.
fail() {
    local code=$1
    shift
    say "$(basename "$0"): $*"
    exit "$code"
}

has() { command -v "$1" >/dev/null 2>&1; }

installed() {
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# need_packages PACKAGE...: installs what is missing, or says in one line how to, and exits 69.
need_packages() {
    local missing=() package
    if ! has dpkg-query; then
        fail 69 "this is no Debian; install what these Debian packages hold: $*"
    fi
    for package in "$@"; do
        installed "$package" || missing+=("$package")
    done
    [[ ${#missing[@]} -eq 0 ]] && return 0
    local as_root=()
    if [[ $(id -u) -ne 0 ]]; then
        if has sudo && sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        else
            fail 69 "packages are missing; run: sudo apt-get install -y --no-install-recommends ${missing[*]}"
        fi
    fi
    say "installing ${missing[*]}"
    # RUNLEVEL=1 keeps packages from starting their daemons.
    local apt=("${as_root[@]}" env RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive timeout -k 30 900 apt-get -y -q)
    if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
        "${apt[@]}" update >/dev/null || fail 69 "the package lists could not be fetched; check the network, then run: apt-get update"
    fi
    if ! "${apt[@]}" install --no-install-recommends "${missing[@]}" >/dev/null; then
        # Lists that are a few weeks old name files that are gone.
        { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${missing[@]}"; } >/dev/null \
            || fail 69 "packages could not be installed; run: sudo apt-get install -y --no-install-recommends ${missing[*]}"
    fi
}

# java_major HOME: prints the feature release of the JDK at HOME, or nothing.
java_major() {
    local version=''
    if [[ -r $1/release ]]; then
        version=$(sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$1/release")
    elif [[ -x $1/bin/java ]]; then
        version=$(timeout -k 5 20 "$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1)
    fi
    version=${version#1.}
    printf '%s' "${version%%[^0-9]*}"
}

# java_homes: prints the homes of the JDKs and JREs found, one a line.
java_homes() {
    local home
    [[ -n ${JAVA_HOME:-} ]] && printf '%s\n' "$JAVA_HOME"
    has java && dirname "$(dirname "$(readlink -f "$(command -v java)")")"
    for home in /usr/lib/jvm/* /opt/jdk* /opt/java* "$HOME"/.sdkman/candidates/java/*; do
        [[ -x $home/bin/java && ! -L $home ]] && printf '%s\n' "$home"
    done
    return 0
}

# java_home MAJOR: prints the home of a JDK of that release, or of the newest for "newest"; nothing if there is none.
java_home() {
    local wanted=$1 best="" best_major=0 home major
    while IFS= read -r home; do
        [[ -x $home/bin/java ]] || continue
        major=$(java_major "$home")
        [[ -n $major ]] || continue
        if [[ $wanted == newest && $major -gt $best_major ]] || [[ $wanted == "$major" && -z $best ]]; then
            best=$home
            best_major=$major
        fi
    done < <(java_homes)
    printf '%s' "$best"
}

# keep_classes: adds flags to java_flags so that classes are read from the archive that an earlier server left at its end, which
# halves the time until ready; without one, or with one older than the JAR, this server leaves it. 50 MB in CACHE_DIRECTORY,
# else the user's cache. A JVM that cannot use it starts without.
keep_classes() {
    local folder=${CACHE_DIRECTORY:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/sidetone}
    local archive=$folder/classes-$java_release.jsa
    mkdir -p "$folder" 2>/dev/null && [[ -w $folder ]] || return 0
    if [[ -s $archive && $archive -nt $jar ]]; then
        java_flags+=("-XX:SharedArchiveFile=$archive")
    else
        rm -f "$archive"
        java_flags+=("-XX:ArchiveClassesAtExit=$archive")
    fi
    java_flags+=(-Xshare:auto -Xlog:cds=off -Xlog:cds+dynamic=off)
}

# choose_java: sets java, java_release and java_flags: SIDETONE_JAVA if set, else the newest that is here, with
# generational ZGC and, where it has one, the Vector API.
choose_java() {
    local home major
    java_release=""
    if [[ -n ${SIDETONE_JAVA:-} ]]; then
        [[ -x $SIDETONE_JAVA ]] || fail 69 "SIDETONE_JAVA=$SIDETONE_JAVA is no program; name a bin/java"
        home=$(dirname "$(dirname "$(readlink -f "$SIDETONE_JAVA")")")
        java=$SIDETONE_JAVA
    else
        home=$(java_home newest)
        [[ -n $home ]] || fail 69 "no Java here; run: sudo apt-get install -y --no-install-recommends openjdk-17-jdk-headless"
        java=$home/bin/java
    fi
    major=$(java_major "$home")
    [[ -n $major && $major -ge 17 ]] || fail 69 "$java is Java ${major:-unknown}, 17 or newer is needed; run: sudo apt-get install -y --no-install-recommends openjdk-17-jdk-headless"
    java_release=$major
    # Generations came with 21 and are all there is from 24 on; before 21 ZGC has none, but pauses as short.
    # ZGC zeroes the first heap before it starts, by default a 64th of the memory: 100 ms on 24 GB.
    java_flags=(-XX:+UseZGC -Xms128m)
    if [[ $major -ge 21 && $major -le 22 ]]; then
        java_flags+=(-XX:+ZGenerational)
    fi
    # Filters run on it, with the same bits. The JVM says on stderr that the module is an incubator's. Before 21 the compiler
    # may leave vectors on the heap.
    if [[ $major -ge 21 ]] && grep -qs '[" ]jdk\.incubator\.vector[" ]' "$home/release"; then
        java_flags+=(--add-modules=jdk.incubator.vector)
    fi
    # Newer JVMs warn of what lock-free queues still use.
    if [[ $major -ge 23 ]]; then
        java_flags+=(--sun-misc-unsafe-memory-access=allow)
    fi
}

# need_build_tools: a JDK of 17 or newer and Maven.
need_build_tools() {
    if ! has mvn || ! has javac; then
        need_packages openjdk-17-jdk-headless maven
    fi
}

# stale FILE: whether FILE is missing or a source that goes into the JARs is newer.
stale() {
    [[ -f $1 ]] || return 0
    local newer
    newer=$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main "$root"/*/src/vector "$root"/config/*.yaml "$root"/config/agents \
        -newer "$1" -type f -print -quit 2>/dev/null)
    [[ -n $newer ]]
}

# build MODULE FILE: packages MODULE and what it depends on, when FILE is stale.
build() {
    stale "$2" || return 0
    need_build_tools
    say "building ${2#"$root"/}; the first time takes some minutes"
    (cd "$root" && timeout -k 30 900 mvn -B -q -ntp -Dstyle.color=never -DskipTests -pl "$1" -am package </dev/null >&2) \
        || fail 1 "the build failed; its messages stand above. To see all of them: mvn -pl $1 -am package"
    touch "$2"
}

# takes_mock ARGUMENTS: whether they choose the mock engines, which need nothing native.
takes_mock() {
    [[ " $* " == *" --engines mock "* || " $* " == *" --engines=mock "* ]]
}

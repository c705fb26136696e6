#!/usr/bin/env bash
# Stands in for npm, gh, git and docker in the rehearsal of a release. What they would change is in files of $OUTSIDE.
set -euo pipefail
name="$(basename "$0")"
line="$name $*"
echo "$line" >> "$OUTSIDE/log"
cd_state() { mkdir -p "$OUTSIDE/$1" && echo "$OUTSIDE/$1"; }
if [[ -n "${FAILS:-}" && "$line" == "$FAILS"* ]]; then
  echo "$FAILS fails, as it was told to" >&2
  exit 1
fi
option() { # the value after an option, such as --tag
  local wanted="$1" previous=''
  shift
  for word in "$@"; do
    if [[ "$previous" == "$wanted" ]]; then echo "$word"; fi
    previous="$word"
  done
}
field() { # the value of --field NAME=VALUE
  local wanted="$1"
  shift
  for word in "$@"; do
    if [[ "$word" == "$wanted="* ]]; then echo "${word#*=}"; fi
  done
}
version="$(sed -nE 's/^  "version": "(.*)",/\1/p' package.json 2> /dev/null || true)"
case "$line" in
  'npm run release:version')
    find .changeset -name '*.md' ! -name README.md -delete
    sed -i.old 's/"version": .*/"version": "0.2.0",/' package.json && rm package.json.old
    ;;
  'npm pack'*) echo packed > "$(option --pack-destination "$@")/partner-purchase-kit-$version.tgz" ;;
  'npm sbom'*) echo '{}' ;;
  'npm view'*) if [[ -f "$(cd_state npm)/${2##*@}" ]]; then echo "${2##*@}"; else echo E404 >&2; exit 1; fi ;;
  'npm publish'*)
    published="$(basename "$2" .tgz)"
    [[ -f "$2" && ! -f "$(cd_state npm)/${published##*-}" ]] || { echo 'npm error 403 it exists already' >&2; exit 1; }
    echo "${*:3}" > "$OUTSIDE/npm/${published##*-}"
    ;;
  'gh pr create'*) [[ ! -f "$(cd_state requests)/release" ]] && option --title "$@" > "$OUTSIDE/requests/release" ;;
  'gh pr edit'*) option --title "$@" > "$(cd_state requests)/release" ;;
  'gh api --method PATCH'*)
    tag="$(cd_state tags)/$(basename "$4")"
    [[ -f "$tag" ]] || { echo 'gh: Reference does not exist (HTTP 422)' >&2; exit 1; }
    field sha "$@" > "$tag"
    ;;
  'gh api '*'/git/ref/tags/'*)
    tag="$(cd_state tags)/$(basename "$2")"
    # gh prints the body of an error where the answer would be.
    if [[ -f "$tag" ]]; then cat "$tag"; else echo '{"message":"Not Found"}'; exit 1; fi
    ;;
  'gh api '*'/git/refs --field'*)
    tag="$(cd_state tags)/$(basename "$(field ref "$@")")"
    [[ ! -f "$tag" ]] || { echo 'gh: Reference already exists (HTTP 422)' >&2; exit 1; }
    field sha "$@" > "$tag"
    ;;
  'gh release view'*) [[ -f "$(cd_state releases)/$3" ]] ;;
  'gh release create'*)
    [[ -f "$(cd_state tags)/$3" && ! -f "$(cd_state releases)/$3" ]]
    cat "$(option --notes-file "$@")" > "$OUTSIDE/releases/$3"
    ;;
  'gh release upload'*) for file in "${@:4}"; do [[ "$file" == --* ]] || cp "$file" "$(cd_state "assets")/"; done ;;
  'docker buildx imagetools inspect'*) image="$(cd_state images)/${4//\//_}"; [[ -f "$image" ]] && cat "$image" ;;
  'docker buildx build'*) image="$(option --tag "$@")"; echo sha256:0123 > "$(cd_state images)/${image//\//_}" ;;
esac

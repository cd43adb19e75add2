import { type Place, quoted } from './tree.ts';

/** The completion script of a program for zsh; use it as a file `_lyceum` in `fpath`, or source it. */
export function zshCompletion(program: string, places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `#compdef ${program}
# Completion of ${program} for zsh: source <(${program} completion zsh)
_${program}() {
  local place='' word
  local -a known found
  known=(${paths.join(' ')})
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if (( \${known[(Ie)\${place:+$place }$word]} )); then place="\${place:+$place }$word"; fi
  done
  case "$place" in
${places.map(caseOf).join('\n')}
  esac
}
if [ "\${funcstack[1]}" = '_${program}' ]; then _${program} "$@"; else compdef _${program} ${program}; fi`;
}

function caseOf({ path, words, takesFile }: Place): string {
  const found = words.map(({ text, description }) =>
    quoted(`${text.replaceAll(':', '\\:')}:${description.replaceAll(':', '\\:')}`),
  );
  return `    ${quoted(path)})
      found=(${found.join(' ')})
      _describe -o command found${takesFile ? '\n      _files' : ''} ;;`;
}

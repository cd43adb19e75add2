import { type CompletionNode, quoted } from './tree.ts';

/** The completion of a program for zsh; as a file `_lyceum` of `fpath`, or sourced. */
export function zshCompletion(program: string, nodes: readonly CompletionNode[]): string {
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `#compdef ${program}
# Completion of ${program} for zsh: source <(${program} completion zsh)
_${program}() {
  local command='' word
  local -a known found
  known=(${paths.join(' ')})
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if (( \${known[(Ie)\${command:+$command }$word]} )); then command="\${command:+$command }$word"; fi
  done
  case "$command" in
${nodes.map(caseOf).join('\n')}
  esac
}
if [ "\${funcstack[1]}" = '_${program}' ]; then _${program} "$@"; else compdef _${program} ${program}; fi`;
}

function caseOf({ path, completions, takesFile }: CompletionNode): string {
  const found = completions.map(({ text, description }) =>
    quoted(`${text.replaceAll(':', '\\:')}:${description.replaceAll(':', '\\:')}`),
  );
  return `    ${quoted(path)})
      found=(${found.join(' ')})
      _describe -o command found${takesFile ? '\n      _files' : ''} ;;`;
}

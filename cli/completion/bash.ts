import { type CompletionNode, quoted } from './tree.ts';

/** The completion of a program for bash 3.2 and later. */
export function bashCompletion(program: string, nodes: readonly CompletionNode[]): string {
  const name = `_${program}`;
  return `# Completion of ${program} for bash: source <(${program} completion bash)
${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' files='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path \${COMP_WORDS[index]}" in
      ${steps(nodes)}) path="\${path:+$path }\${COMP_WORDS[index]}" ;;
    esac
  done
  case "$path" in
${nodes.map(caseOf).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ -n "$files" ]; then
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F ${name} ${program}`;
}

/** Each path as it is gathered: the names before, and one more. */
function steps(nodes: readonly CompletionNode[]): string {
  return nodes
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path.includes(' ') ? path : ` ${path}`))
    .join(' | ');
}

function caseOf({ path, completions, takesFile }: CompletionNode): string {
  const texts = quoted(completions.map(({ text }) => text).join(' '));
  return `    ${quoted(path)}) words=${texts}${takesFile ? ' files=1' : ''} ;;`;
}

import type { CompletionNode } from './tree.ts';

/** The completion of a program for fish. */
export function fishCompletion(program: string, nodes: readonly CompletionNode[]): string {
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `# Completion of ${program} for fish: ${program} completion fish | source
function __${program}_at
    set -l known ${paths.join(' ')}
    set -l command
    for word in (commandline -opc)[2..-1]
        set -l next (string join ' ' -- $command $word)
        if contains -- $next $known
            set command $command $word
        end
    end
    test "$command" = "$argv[1]"
end
complete -c ${program} -f
${nodes.flatMap((node) => linesOf(program, node)).join('\n')}`;
}

function linesOf(program: string, { path, completions, takesFile }: CompletionNode): string[] {
  const head = `complete -c ${program} -n ${quoted(`__${program}_at "${path}"`)}`;
  const lines = completions.map(({ text, description }) => `${head} -a ${quoted(text)} -d ${quoted(description)}`);
  return takesFile ? [...lines, `${head} -F`] : lines;
}

/** fish ends a quoted word at its quote only, and knows two escapes within. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

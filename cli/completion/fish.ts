import type { Place } from './tree.ts';

/** The completion script of a program for fish. */
export function fishCompletion(program: string, places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `# Completion of ${program} for fish: ${program} completion fish | source
function __${program}_at
    set -l known ${paths.join(' ')}
    set -l place
    for word in (commandline -opc)[2..-1]
        set -l next (string join ' ' -- $place $word)
        if contains -- $next $known
            set place $place $word
        end
    end
    test "$place" = "$argv[1]"
end
complete -c ${program} -f
${places.flatMap((place) => linesOf(program, place)).join('\n')}`;
}

function linesOf(program: string, { path, words, takesFile }: Place): string[] {
  const head = `complete -c ${program} -n ${quoted(`__${program}_at "${path}"`)}`;
  const lines = words.map(({ text, description }) => `${head} -a ${quoted(text)} -d ${quoted(description)}`);
  return takesFile ? [...lines, `${head} -F`] : lines;
}

/** In single quotes, fish knows two escapes: `\\` and `\'`. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

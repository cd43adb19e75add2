/** Whether a build is given a file: the last pattern of a `.dockerignore` that speaks of it, or of a folder above it, decides. */
export function includedInBuilds(ignoreFile: string): (path: string) => boolean {
  const rules = ignoreFile
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isException: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (path) => {
    const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    const decisive = rules.findLast(({ pattern }) => folders.some((each) => pattern.test(each)));
    return decisive === undefined || decisive.isException;
  };
}

function patternOf(text: string): RegExp {
  const source = text
    .replace(/\/$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (wildcard) => WILDCARDS[wildcard] ?? '');
  return new RegExp(`^${source}$`);
}

const WILDCARDS: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

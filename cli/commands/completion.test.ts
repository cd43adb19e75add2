import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/cli/run-cli.ts';

/** The words on a command line, what a shell must offer next, and what it must not offer. */
const CASES: readonly (readonly [words: readonly string[], offered: readonly string[], others: readonly string[]])[] = [
  [['st'], ['status'], ['import']],
  [[''], ['import', 'institutions', 'db', 'completion'], ['list']],
  [['institutions', ''], ['list', 'set'], ['rotate']],
  [['webhooks', 'list', '--'], ['--institution', '--json'], ['--dry-run']],
  [['import', '--d'], ['--dry-run'], ['--json']],
  [['db', 'url', 'd'], ['directory'], ['locations']],
  [['events', 'dead-letters', '--service', 'x', '--'], ['--json'], ['--type']],
];

const hasShell = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

async function scriptOf(shell: string): Promise<string> {
  const { code, stdout } = await runCli(['completion', shell]);
  expect(code).toBe(0);
  return stdout;
}

describe.each([
  [
    'bash',
    (words: readonly string[], script: string) => {
      const code = `${script}\nCOMP_WORDS=(lyceum "$@"); COMP_CWORD=$#; _lyceum; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['--norc', '-c', code, 'bash', ...words], { encoding: 'utf8' });
    },
  ],
  [
    'fish',
    (words: readonly string[], script: string) => {
      const line = ['lyceum', ...words].join(' ');
      const code = `${script}\ncomplete -C '${line}' | string replace -r '\\t.*' ''`;
      return execFileSync('fish', ['--no-config', '-c', code], { encoding: 'utf8' });
    },
  ],
  [
    'zsh',
    // Offers normally go to the line editor; here a function replaces _describe and prints them.
    (words: readonly string[], script: string) => {
      const code = `compdef() { : }; _files() { : }; _describe() { print -l -- "\${(@)\${(P)3}%%:*}" }
${script}
words=(lyceum "$@"); CURRENT=$#words; _lyceum`;
      const all = execFileSync('zsh', ['-f', '-c', code, 'zsh', ...words], { encoding: 'utf8' });
      return all
        .split('\n')
        .filter((offer) => offer.startsWith(words.at(-1) ?? ''))
        .join('\n');
    },
  ],
])('%s', (shell, complete) => {
  it.runIf(hasShell(shell)).each(CASES)('completes lyceum %j', async (words, offered, others) => {
    const found = complete(words, await scriptOf(shell))
      .split('\n')
      .filter(Boolean);
    expect(found).toEqual(expect.arrayContaining([...offered]));
    for (const other of others) expect(found).not.toContain(other);
  });
});

it('offers files for a file argument', async () => {
  const code = `${await scriptOf('bash')}\nCOMP_WORDS=(lyceum import package.js); COMP_CWORD=2; _lyceum; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['--norc', '-c', code], { encoding: 'utf8' })).toBe('package.json\n');
});

it('rejects unknown shells', async () => {
  const { code, stderr } = await runCli(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toContain('Allowed choices are bash, zsh, fish.');
});

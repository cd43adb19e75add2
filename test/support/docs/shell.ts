import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../process/program.ts';

/** A program that a line of a page starts, with its arguments as the shell passes them. */
export type Started = readonly [program: string, ...args: string[]];

/**
 * The shell scripts in a page: its blocks of `sh`, and commands of the named programs within its text, except those
 * with an ellipsis.
 */
export function scriptsOf(page: string, programs: readonly string[]): string[] {
  const blocks = [...page.matchAll(/^( *)```sh\n(.*?)\n\1```$/gms)].map(([, , lines = '']) => lines);
  const text = page.replaceAll(/^( *)```.*?^\1```$/gms, '');
  const inline = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));
  const isCommand = new RegExp(`^(${programs.join('|')}) (?!.*…)`);
  return [...blocks, ...inline.filter((code) => isCommand.test(code))];
}

/**
 * What a script starts. Each of the named programs only records its arguments, prints nothing and succeeds; the shell
 * finds no others.
 * @throws if the shell reports a fault, such as a program that is not among them
 */
export function startedBy(script: string, programs: readonly string[]): Started[] {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-shell-'));
  try {
    const record = join(folder, 'record');
    writeFileSync(record, RECORD);
    chmodSync(record, 0o755);
    for (const program of programs) symlinkSync(record, join(folder, program));
    const log = join(folder, 'log');
    for (const name of [log, ...READ.map((each) => join(folder, each))]) writeFileSync(name, '');
    const whole = `cd() { :; }\n${script}`;
    const env = { PATH: folder, LOG: log, HOME: folder };
    const { stderr } = spawnSync('/bin/bash', ['-c', whole], { cwd: folder, env, encoding: 'utf8' });
    if (stderr !== '') throw new Error(`${script}\n${stderr}`);
    return parseLog(readFileSync(log, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Files of the reader that a script reads. */
const READ = ['institution.json'];

/** The number of arguments, then each of them. */
const RECORD = `#!/bin/bash
printf '%s\\0' "$(( $# + 1 ))" "\${0##*/}" "$@" >>"$LOG"
`;

function parseLog(log: string): Started[] {
  const words = log.split('\0');
  const started: Started[] = [];
  for (let at = 0; at < words.length - 1; at += Number(words[at]) + 1)
    started.push(words.slice(at + 1, at + 1 + Number(words[at])) as unknown as Started);
  return started;
}

/** The text of a page in docs. */
export function readPage(name: string): string {
  return readFileSync(`${projectRoot}docs/${name}.md`, 'utf8');
}

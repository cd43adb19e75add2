import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Terminal } from './terminal.ts';

function open(isTTY: boolean, environment = {}) {
  const stdout = Object.assign(new PassThrough(), { isTTY });
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const terminal = new Terminal({ stdin: new PassThrough(), stdout, stderr }, environment);
  const written = (stream: PassThrough) => String(stream.read(stream.readableLength) ?? '');
  return { terminal, stdout: () => written(stdout), stderr: () => written(stderr) };
}

it('uses colours only on a terminal', () => {
  for (const { isTTY, environment, escapes } of [
    { isTTY: true, environment: {}, escapes: true },
    { isTTY: true, environment: { NO_COLOR: '1' }, escapes: false },
    { isTTY: false, environment: {}, escapes: false },
    { isTTY: false, environment: { FORCE_COLOR: '1' }, escapes: false },
  ]) {
    const { terminal, stdout, stderr } = open(isTTY, environment);
    terminal.printTable(['A'], [['b']]);
    terminal.error(['no']);
    expect(stdout().includes('\u001b')).toBe(escapes);
    expect(stderr().includes('\u001b')).toBe(escapes);
  }
});

it('shows progress in one line, only on a terminal', () => {
  const shown = open(true);
  shown.terminal.progress('half');
  shown.terminal.progress('');
  expect(shown.stderr()).toBe('\r\u001b[2Khalf\r\u001b[2K');
  const piped = open(false);
  piped.terminal.progress('half');
  expect(piped.stderr()).toBe('');
});

it('aligns tables, and lets no cell control the terminal', () => {
  const { terminal, stdout } = open(false);
  terminal.printTable(
    ['NAME', 'X'],
    [
      ['a\u001b[2J\n', '1'],
      ['b', '\ud800'],
    ],
  );
  expect(stdout()).toBe('NAME              X\na\\u001b[2J\\u000a  1\nb                 \ufffd\n');
});

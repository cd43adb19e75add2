#!/usr/bin/env node
// Runs the command line with the Node that the packages bring: after `npm link`, any older one may start this.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const args = [path('main.ts'), ...process.argv.slice(2)];
const child = spawn(path('../node_modules/.bin/node'), args, { stdio: 'inherit' });
// A terminal sends Ctrl-C to both; the command decides how it ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', ({ message }) => {
  process.stderr.write(`error: Lyceum's own Node cannot be started. Run npm install. (${message})\n`);
  process.exitCode = 2;
});
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
});

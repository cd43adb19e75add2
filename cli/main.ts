#!/usr/bin/env node
import { processEnvironment } from '../platform/core/config/config.ts';
import { runCommandLine } from './program.ts';
import { endAtInterrupt } from './terminal/interrupts.ts';
import { Terminal } from './terminal/terminal.ts';

// When the reader closes the pipe, as `head` does, end the command silently.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 2);
});

const environment = processEnvironment();
const terminal = new Terminal(process, environment);
endAtInterrupt(terminal);
process.exitCode = await runCommandLine(process.argv.slice(2), { terminal, environment });

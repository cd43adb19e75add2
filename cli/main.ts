#!/usr/bin/env node
import { runCommandLine } from './program.ts';
import { runProcess } from './run-commands.ts';

await runProcess(runCommandLine);

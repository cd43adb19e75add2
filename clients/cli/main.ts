#!/usr/bin/env node
import { runProcess } from '../../cli/run-commands.ts';
import { runClient } from './program.ts';

await runProcess(runClient);

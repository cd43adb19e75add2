import { openSync, readSync } from 'node:fs';
import { systemClock } from '../../../platform/core/clock.ts';
import { ProcessClock } from '../../../platform/process/process-clock.ts';
import { CLOCK_VARIABLE } from './clock-variable.ts';

/**
 * Loaded before a program of the project: replaces its clock by the test's. The time is read on every call, so that
 * everything the test does after it has moved the clock happens at the new time in every process.
 */
const file = openSync(process.env[CLOCK_VARIABLE] ?? '', 'r');
const bytes = Buffer.alloc(8);
systemClock.now = () => {
  readSync(file, bytes, 0, bytes.length, 0);
  return bytes.readDoubleLE(0);
};
ProcessClock.prototype.now = systemClock.now;
ProcessClock.prototype.follow = async () => undefined;

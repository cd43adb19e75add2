import { totalmem } from 'node:os';
import { integer, optional } from '../../core/config/variables.ts';

const MIB = 1024 * 1024;

/** The variable that bounds the memory of a process. */
export const maxMemoryMb = optional(
  integer({
    description:
      'resident memory of the process above which only a few requests and calls at a time are served, in megabytes; default: 88 % of the memory limit of the container; 0 disables the check',
    minimum: 0,
    maximum: 1_000_000,
  }),
);

/** What a process may hold, in bytes; 0 for as much as it likes. @param megabytes the variable's value */
export function memoryBytesOf(megabytes: number | undefined): number {
  return megabytes === undefined ? Math.floor(containerBytes() * MEMORY_PART) : megabytes * MIB;
}

/** What the container may have, in bytes; 0 where there is no limit, or none below what the machine has. */
function containerBytes(): number {
  const limit = process.constrainedMemory();
  return limit < totalmem() ? limit : 0;
}

/** The part of a container's memory that is left when requests are shed: what is beyond it ends the process without a word. */
const MEMORY_PART = 0.88;

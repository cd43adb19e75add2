import { totalmem } from 'node:os';
import { integer, optional } from '../../core/config/variables.ts';

const MIB = 1024 * 1024;

/** The variable that limits the memory of a process. */
export const maxMemoryMb = optional(
  integer({
    description:
      'megabytes that the whole process may hold (resident), beyond which requests and calls are refused but for a few at a time; default 88 % of what its container allows; 0: as many as it likes',
    minimum: 0,
    maximum: 1_000_000,
  }),
);

/** A process's memory limit in bytes; 0 for none. @param megabytes the variable's value */
export function memoryBytesOf(megabytes: number | undefined): number {
  return megabytes === undefined ? Math.floor(containerBytes() * MEMORY_PART) : megabytes * MIB;
}

/** The container's memory limit in bytes; 0 if there is none, or none below the machine's memory. */
function containerBytes(): number {
  const limit = process.constrainedMemory();
  return limit < totalmem() ? limit : 0;
}

/** The fraction of a container's memory at which requests are shed: over the container's limit the kernel kills the process. */
const MEMORY_PART = 0.88;

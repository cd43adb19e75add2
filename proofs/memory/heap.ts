import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What of this process's heap is in use after a garbage collection. */
export function heapMiB(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

import { fileURLToPath } from 'node:url';

/** The environment for Node's compile cache: it halves the CPU time to start a program for the second time. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url)),
};

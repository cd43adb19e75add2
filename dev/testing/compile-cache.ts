import { fileURLToPath } from 'node:url';

/** The environment in which Node keeps what it has compiled: a program that tests start for the second time is up with half the processor time. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)),
};

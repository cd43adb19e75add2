const FILE = new URL('./still-loop.js', import.meta.url).href;

/**
 * The environment of a process whose event loop SIGUSR2 makes stand still, and whose watchdog ends it after three
 * seconds of that.
 */
export const STILL_LOOP = { NODE_OPTIONS: `--import=${FILE}` };

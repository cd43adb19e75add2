/**
 * Replaces this process's timers up to a length, where `isHeld` says so: `hold` gets their callbacks and returns how to
 * drop them. Returns how to bring the timers back.
 */
export function holdTimers(
  ms: number,
  isHeld: () => boolean,
  hold: (delay: number, fire: () => void) => () => void,
): () => void {
  const { setTimeout, clearTimeout } = globalThis;
  const drops = new Map<unknown, () => void>();
  Object.assign(globalThis, {
    setTimeout(callback: (...given: unknown[]) => void, delay = 0, ...args: unknown[]) {
      if (delay > ms || !isHeld()) return setTimeout(callback, delay, ...args);
      const timer = { unref: () => timer, ref: () => timer };
      const fire = () => {
        drops.delete(timer);
        callback(...args);
      };
      drops.set(timer, hold(delay, fire));
      return timer;
    },
    clearTimeout(timer: never) {
      drops.get(timer)?.();
      if (!drops.delete(timer)) clearTimeout(timer);
    },
  });
  return () => void Object.assign(globalThis, { setTimeout, clearTimeout });
}

/** What a watched process holds, in bytes. */
export interface Memory {
  readonly rss: number;
  /** The live heap: what is left when the garbage has just been collected. */
  readonly heap: number;
  /** Buffers outside the heap. */
  readonly external: number;
}

// Loaded into a process before its own program (`--import`): whenever it is asked, it collects its garbage and says what is left.
process.on('message', () => {
  // Twice: what finalizers let go of in the first collection goes in the second.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heap: heapUsed, external } satisfies Memory);
});
// The question is no reason to stay alive.
process.channel?.unref();

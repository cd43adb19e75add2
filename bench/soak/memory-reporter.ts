/** The memory of a watched process, in bytes. */
export interface Memory {
  readonly rss: number;
  /** The live heap: what is left right after a garbage collection. */
  readonly heap: number;
  /** Buffers outside the heap. */
  readonly external: number;
}

// Loaded into a process before its program (`--import`): on request, collects garbage and reports what is left.
process.on('message', () => {
  // Twice: the second collection frees what finalizers released in the first.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heap: heapUsed, external } satisfies Memory);
});
// It ends with the process that watches it.
process.once('disconnect', () => process.exit(1));
// Does not keep the process alive.
process.channel?.unref();

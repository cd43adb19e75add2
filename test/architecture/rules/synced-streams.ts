import type { SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/**
 * What enables JetStream on a server: a flag, a block of its configuration, a value of the chart, or code that writes a
 * block.
 */
const ENABLERS = [
  // A flag cannot say how to sync.
  /(?<=^[^#\n]*nats[^#\n]*)(--jetstream|-js)\b/gm,
  /^[^#\n]*\bjetstream"?\s*[:=]?\s*\{(?!\s*(enabled|"?max_))/gim,
  /^\s*jetstream:\s*\n\s+enabled: true/gm,
  /^[^#\n*]*\bstore_dir"?\s*[:=]/gm,
];
/** The setting itself, or the constant that holds it. */
const SYNCED = /\bsync_interval"?\s*[:=]?\s*['"]?always\b|\bJETSTREAM_SETTINGS\b/;

/** Configurations of NATS servers with JetStream that may lose acknowledged events in a power failure. */
export function findUnsyncedStreams(file: SourceFile): Violation[] {
  return ENABLERS.flatMap((enabler) => [...file.text.matchAll(enabler)])
    .filter(([found]) => /jetstream$|-js$/.test(found.trim()) || !SYNCED.test(file.text))
    .map(({ 0: found, index }) => violation(file, index, `${found.trim()} without sync_interval: always`));
}

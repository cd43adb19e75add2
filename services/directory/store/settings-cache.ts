import { LRUCache } from 'lru-cache';
import { outsideCalls } from '../../../platform/core/call-scope.ts';
import { isYounger } from '../../../platform/core/clock.ts';
import type { DomainEvent } from '../../../platform/core/event.ts';
import type { Listener } from '../../../platform/handler/consume.ts';
import { perService, type Runtime } from '../../../platform/handler/runtime.ts';
import { InstitutionSettingsChangedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { refuse } from '../domain/refusals.ts';
import type { StoredSettings } from '../domain/settings.ts';
import { findInstitution } from './institutions.ts';

/** How long settings may lag behind a change by another process, in milliseconds. */
const TTL_MS = 5_000;
const MAX_INSTITUTIONS = 10_000;

interface Entry {
  readonly settings: Promise<StoredSettings>;
  /** In epoch milliseconds. */
  readonly readAt: number;
}

const entriesOf = perService(() => new LRUCache<string, Entry>({ max: MAX_INSTITUTIONS }));

/**
 * The settings of an institution for the rules of writes, cached so that a write need not read them: at most
 * {@link TTL_MS} old. Concurrent callers share one look-up; a failed one is not cached. Refuses with
 * INSTITUTION_NOT_FOUND.
 */
export function cachedSettings(runtime: Runtime, institutionId: string): Promise<StoredSettings> {
  const entries = entriesOf(runtime);
  const now = runtime.clock.now();
  const known = entries.get(institutionId);
  if (known && isYounger(known.readAt, now, TTL_MS)) return known.settings;
  const settings = outsideCalls(() => load(runtime, institutionId));
  const entry = { settings, readAt: now };
  entries.set(institutionId, entry);
  settings.catch(() => {
    if (entries.peek(institutionId) === entry) entries.delete(institutionId);
  });
  return settings;
}

/** Drops settings that this process has changed, right after the commit. */
export function dropChangedSettings(runtime: Runtime, events: readonly DomainEvent[]): void {
  for (const event of events) {
    if (event.schema === InstitutionSettingsChangedSchema) entriesOf(runtime).delete(event.aggregateId);
  }
}

/** Drops settings that another process of directory has changed. */
export const settingsListener: Listener = {
  name: 'settings',
  types: [InstitutionSettingsChangedSchema.typeName],
  onEvent: (runtime, { aggregateId }) => void entriesOf(runtime).delete(aggregateId),
  missed: (runtime) => entriesOf(runtime).clear(),
};

async function load(runtime: Runtime, institutionId: string): Promise<StoredSettings> {
  return (await findInstitution(runtime.db, institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
}

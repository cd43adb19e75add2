import { setTimeout as delay } from 'node:timers/promises';
import { services } from '../../deploy/installation/services.ts';
import { monotonicMs } from '../../platform/core/clock.ts';
import { present } from '../../platform/core/present.ts';
import type { Database } from '../../platform/data/database.ts';
import { findStandstill } from '../../platform/data/standstill/closing-rows.ts';
import {
  beginFreeze,
  type Frozen as FrozenRow,
  minutesAhead,
  recentEvents,
  restore,
  settleFreeze,
} from '../../platform/data/standstill/standstill-rows.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { Quiet } from './quiet.ts';
import { Unhandled } from './unhandled.ts';

interface Freeze {
  /** Of every service: its database. */
  readonly databases: ReadonlyMap<string, Database>;
  readonly institutionId: string;
  readonly minutes: number;
}

/** A frozen institution: until when, and the last sequence of its feed. */
export interface Frozen {
  readonly frozenUntil: string;
  readonly position: number;
}

/**
 * Freezes an institution. First no write of it begins any more in any service, and what was begun before ends: its
 * transactions, the events in the outboxes, deliveries and emails on their way. Then the consumers handle what was
 * published, and after that events change nothing either. What does not end within a minute undoes all of it.
 * @throws CommandFailure if its closing is announced; TryAgainLater naming what it has waited for: nothing is frozen then
 */
export async function freeze({ databases, institutionId, minutes }: Freeze): Promise<Frozen> {
  const before = new Map<Database, FrozenRow | undefined>();
  const closing = await findStandstill(present(databases.get('directory'), 'directory'), institutionId);
  if (closing && closing.state !== 'frozen')
    throw new CommandFailure(
      `The institution will be closed at ${closing.closedAt}. "institutions reopen" takes it back.`,
    );
  const until = monotonicMs() + MAX_MS;
  const quiet = [...databases].map(([service, db]) => new Quiet({ service, db, institutionId }));
  try {
    for (const db of databases.values()) before.set(db, await beginFreeze(db, institutionId));
    await allQuiet(quiet, until);
    const unhandled = new Unhandled(databases);
    for (const db of databases.values())
      for await (const events of recentEvents(db, institutionId)) unhandled.add(events);
    await settled(() => unhandled.waitsFor(), until);
    const end = await minutesAhead(present(databases.get('directory'), 'directory'), minutes);
    for (const [service, db] of databases)
      if (!(await settleFreeze(db, institutionId, end)))
        throw new TryAgainLater(`Nothing is frozen: the freeze was ended in ${service} before it was complete.`);
    await allQuiet(quiet, until);
    return { frozenUntil: end, position: await positionOf(databases, institutionId) };
  } catch (error) {
    // Where that fails, it ends by itself.
    for (const [db, row] of before) await restore(db, institutionId, row).catch(() => undefined);
    throw error;
  }
}

/** The last sequence of an institution's feed. */
export function positionOf(databases: Freeze['databases'], institutionId: string): Promise<number> {
  const { name, feedPosition } = present(
    services.find((each) => each.feedPosition),
    'feedPosition',
  );
  return present(feedPosition, name)(present(databases.get(name), name), institutionId);
}

async function allQuiet(quiet: readonly Quiet[], until: number): Promise<void> {
  for (const each of quiet) each.begin();
  await settled(async () => {
    const waiting = await Promise.all(quiet.map((each) => each.waitsFor()));
    return waiting.find((each) => each !== undefined);
  }, until);
}

/** @param until by the machine's clock */
async function settled(waitsFor: () => Promise<string | undefined>, until: number): Promise<void> {
  for (;;) {
    const waiting = await waitsFor();
    if (waiting === undefined) return;
    if (monotonicMs() > until)
      throw new TryAgainLater(`Nothing is frozen: within a minute, this did not end: ${waiting}.`);
    await delay(POLL_MS);
  }
}

const MAX_MS = 60_000;
const POLL_MS = 100;

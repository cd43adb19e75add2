import { setTimeout as delay } from 'node:timers/promises';
import { services } from '../../deploy/installation/services.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { event, SYSTEM } from '../../platform/core/event.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { fromInstantText } from '../../platform/core/instant.ts';
import { present } from '../../platform/core/present.ts';
import type { Database } from '../../platform/data/database.ts';
import { appendToOutbox } from '../../platform/data/outbox/append.ts';
import { readBacklog } from '../../platform/data/outbox/backlog.ts';
import type { Standstill } from '../../platform/data/platform-tables.ts';
import {
  announceClosing,
  cancelDeletion,
  closeFrozen,
  findStandstill,
  openClosed,
  planDeletion,
  withdrawClosing,
} from '../../platform/data/standstill/closing-rows.ts';
import { minutesAhead } from '../../platform/data/standstill/standstill-rows.ts';
import { InstitutionAccessChangedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { freeze } from './freeze.ts';

interface Of {
  /** Of every service: its database. */
  readonly databases: ReadonlyMap<string, Database>;
  readonly institutionId: string;
}

interface Closing extends Of {
  /** How long it can be reopened. */
  readonly days: number;
}

/** When an institution is closed, and until when it can be reopened. */
export interface Closed {
  readonly closedAt: string;
  readonly deletesAt: string;
}

/** The rows of an institution in the databases of all services. */
export async function standstillsOf({ databases, institutionId }: Of): Promise<Map<string, Standstill | undefined>> {
  const found = await Promise.all(
    [...databases].map(async ([service, db]) => [service, await findStandstill(db, institutionId)] as const),
  );
  return new Map(found);
}

/**
 * Closes an institution: it is frozen first, so that nothing is half done. Where it was killed, the same again goes on.
 * @throws TryAgainLater if something does not end within a minute: then it is as it was
 */
export async function close({ databases, institutionId, days }: Closing): Promise<Closed> {
  const directory = present(databases.get('directory'), 'directory');
  const rows = [...(await standstillsOf({ databases, institutionId })).values()];
  if (rows.some((row) => row?.state === 'moved' || row?.state === 'deleting'))
    throw new CommandFailure('The institution was moved or is being deleted.');
  const begun = rows.find((row) => row?.state === 'closed' && isInForce(row));
  for (const db of databases.values()) await withdrawClosing(db, institutionId);
  if (!begun) await freeze({ databases, institutionId, minutes: LONGEST_MINUTES });
  const closedAt = begun?.closedAt ?? (await minutesAhead(directory, 0));
  await each(databases, (db) => closeFrozen(db, institutionId, closedAt), 'closed');
  await each(databases, (db) => planDeletion(db, institutionId, days), 'closed');
  await tellAccess(databases);
  return closedOf(await findStandstill(directory, institutionId));
}

/** Announces that an institution closes at an instant, and then closes by itself. @param at RFC 3339, ahead */
export async function announce({
  databases,
  institutionId,
  days,
  at,
}: Closing & { readonly at: string }): Promise<Closed> {
  await each(databases, (db) => announceClosing(db, institutionId, at), 'announced: it is frozen or closed');
  await each(databases, (db) => planDeletion(db, institutionId, days), 'announced');
  return closedOf(await findStandstill(present(databases.get('directory'), 'directory'), institutionId));
}

/**
 * Reopens a closed institution, or takes an announcement back. First no deletion can begin in any database; identity
 * comes last, so that nobody comes in before all of it is open.
 * @returns false if it was open
 */
export async function reopen({ databases, institutionId, days }: Closing): Promise<boolean> {
  const rows = await standstillsOf({ databases, institutionId });
  const closed = [...rows.values()].filter((row) => row && row.state !== 'frozen');
  if (closed.length === 0) return false;
  if (closed.some((row) => row?.state !== 'closed'))
    throw new CommandFailure('The institution was moved or is being deleted, and cannot be reopened.');
  const held: Database[] = [];
  for (const [service, db] of databases) {
    if (!rows.get(service) || (await cancelDeletion(db, institutionId))) {
      held.push(db);
      continue;
    }
    for (const other of held) await planDeletion(other, institutionId, days);
    throw new CommandFailure('It is too late: the time in which the institution could be reopened has ended.');
  }
  const identity = present(databases.get('identity'), 'identity');
  if (closed.some(isInForce))
    for (const { name, endsWithClosing: end } of services)
      if (end) await databases.get(name)?.transaction(async (tx) => tx.write(end, { institutionId }), { of: 'nobody' });
  for (const db of databases.values()) if (db !== identity) await openClosed(db, institutionId);
  await openClosed(identity, institutionId);
  await tellAccess(databases);
  return true;
}

/** Whether a closing is not only announced. */
function isInForce(row: Standstill | undefined): boolean {
  return row?.closedAt != null && fromInstantText(row.closedAt) <= systemClock.now();
}

async function each(
  databases: Of['databases'],
  change: (db: Database) => Promise<boolean>,
  done: string,
): Promise<void> {
  // Identity first: whoever is refused there does not come to the others.
  const services = [...databases].toSorted(([a], [b]) => Number(b === 'identity') - Number(a === 'identity'));
  for (const [service, db] of services)
    if (!(await change(db))) throw new CommandFailure(`In ${service}, the institution cannot be ${done}. Try again.`);
}

function closedOf(row: Standstill | undefined): Closed {
  if (row?.closedAt == null || row.deletesAt === null)
    throw new TryAgainLater('The institution was reopened meanwhile.');
  return { closedAt: row.closedAt, deletesAt: row.deletesAt };
}

/**
 * Lets gateways ask again whose credentials are right, and returns when all that are there have been told. One that was
 * not asks again after five seconds.
 */
export async function tellAccess(databases: Of['databases']): Promise<void> {
  const identity = present(databases.get('identity'), 'identity');
  const now = systemClock.now();
  await identity.transaction(
    async (tx) =>
      appendToOutbox(
        tx,
        { ids: systemIds },
        {
          institutionId: null,
          actor: SYSTEM,
          now,
          requestId: systemIds.newRequestId(),
          events: [event(InstitutionAccessChangedSchema, systemIds.newId(), {})],
        },
      ),
    { of: 'nobody' },
  );
  for (let tries = 0; tries < TRIES && (await readBacklog(identity)).events > 0; tries++) await delay(POLL_MS);
}

const LONGEST_MINUTES = 1_440;
const POLL_MS = 100;
const TRIES = 50;

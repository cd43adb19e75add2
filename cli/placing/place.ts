import { setTimeout as delay } from 'node:timers/promises';
import { present } from '../../platform/core/present.ts';
import type { Database } from '../../platform/data/database.ts';
import type { ErasureJournal } from '../../platform/data/erasure/journal.ts';
import { FIRST_SERVER, nameAt, writePlacement } from '../../platform/data/placements.ts';
import type { Standstill } from '../../platform/data/platform-tables.ts';
import { findStandstill } from '../../platform/data/standstill/closing-rows.ts';
import { markMoved, unmarkMoved } from '../../platform/data/standstill/moving-rows.ts';
import { endFreeze } from '../../platform/data/standstill/standstill-rows.ts';
import { KNOWN_FOR_MS, LONGEST_KNOWN_FOR_MS } from '../../platform/process/placements.ts';
import { untilApplied } from '../erasure/until-applied.ts';
import { TryAgainLater } from '../failure.ts';
import { MovingInstitution } from '../moving/moving-institution.ts';
import { type Databases, placedAt, serverOf } from '../service-databases.ts';
import { PLACEABLE } from '../service-names.ts';
import { tellAccess } from '../standstill/closing.ts';
import { copyRows } from './copy-rows.ts';
import { removeRows } from './remove-rows.ts';
import { requireServer } from './require-server.ts';

export interface Placing {
  /** Those of all servers, opened and as URLs without a connection pooler. */
  readonly databases: ReadonlyMap<string, Database>;
  readonly urls: Databases;
  readonly institutionId: string;
  /** The server that gets its rows; empty for the first one. */
  readonly server: string;
  /** Undefined where nobody can be erased. */
  readonly journal: ErasureJournal | undefined;
  /** Runs a step, and tells of it. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  readonly onTable: (name: string) => void;
}

/**
 * Gives the rows that placeable services have of an institution to another server: freeze, copy, compare, leave, route,
 * thaw, remove. What it finds in the databases says how far it was, so the same again goes on.
 *
 * There is never a moment at which two servers can change them. Until the institution has left, what is there is a copy
 * that nobody is led to. From then on it cannot be changed where it was, whatever ends; there it can be once all processes
 * know, or else refuse.
 * @returns false if it was there before, and nothing was left elsewhere
 */
export async function place(task: Placing): Promise<boolean> {
  const { urls, institutionId, server, step } = task;
  const left = await leftServer(task);
  if (left !== undefined) {
    await settle(task, left);
    return true;
  }
  const from = await serverOf(urls, institutionId);
  if (from === server) return giveUpCopies(task);
  await requireServer(task);
  // From now on, processes soon refuse rather than go by what they can no longer read.
  await sayPlace(task, from);
  await step('freeze', () => freeze(task, from));
  await step('copy', () => copy(task, from));
  await step('leave', () => leave(task, from));
  await settle(task, from);
  return true;
}

/** The server that the institution has left for this one, while that is not done. */
async function leftServer(task: Placing): Promise<string | undefined> {
  const mark = markOf(task.server);
  for (const server of otherServers(task)) {
    const rows = await Promise.all(places(task, server).map(({ db }) => findStandstill(db, task.institutionId)));
    const hasLeft = (row: Standstill | undefined) =>
      row?.movedTo === mark && (row.state === 'moved' || row.state === 'deleting');
    if (rows.every(hasLeft) && rows.some((row) => row?.deletedAt === null)) return server;
  }
  return undefined;
}

/** Lets nothing change it, and all that was erased be gone where it is: the copy would bring it back. */
async function freeze(task: Placing, from: string): Promise<void> {
  const { databases, institutionId, journal } = task;
  const sequence = (await journal?.after(0))?.at(-1)?.sequence ?? 0;
  const behind = await untilApplied(databases, sequence);
  if (behind.length > 0) throw new TryAgainLater(`What was erased is not gone yet in ${behind.join(', ')}.`);
  // Where an attempt was ended while it left: it has not.
  for (const { db } of places(task, from)) await unmarkMoved(db, institutionId);
  await frozenAt(task, from).freeze();
  const since = (await journal?.after(sequence)) ?? [];
  if (since.some((erasure) => erasure.institutionId === institutionId))
    throw new TryAgainLater('Somebody was erased a moment ago.');
}

async function copy(task: Placing, from: string): Promise<void> {
  const { institutionId, server, onTable } = task;
  for (const { service, url } of places(task, server)) {
    await removeRows(service, url, institutionId);
    await copyRows({ service, institutionId, from: urlAt(task, service, from), to: url, onTable });
  }
}

/** @throws TryAgainLater if the freeze has ended meanwhile: then it has not left */
async function leave(task: Placing, from: string): Promise<void> {
  const { institutionId, server } = task;
  const until = await frozenAt(task, from).freeze();
  for (const { db } of places(task, from)) {
    if (await markMoved(db, { institutionId, to: markOf(server), until })) continue;
    for (const each of places(task, from)) await unmarkMoved(each.db, institutionId);
    throw new TryAgainLater('The freeze has ended before all was there. The same command begins anew.');
  }
}

/** All after it has left. */
async function settle(task: Placing, from: string): Promise<void> {
  const { databases, institutionId, server, step } = task;
  await step('route', async () => {
    await sayPlace(task, server);
    await delay(KNOWN_FOR_MS);
    await tellAccess(databases);
  });
  await step('thaw', async () => {
    for (const db of databases.values()) await endFreeze(db, institutionId);
  });
  await step('remove', async () => {
    // A process that could not read it before it was moved still answers reads as they were.
    await delay(LONGEST_KNOWN_FOR_MS - KNOWN_FOR_MS);
    for (const { service, url } of places(task, from)) await removeRows(service, url, institutionId);
  });
}

async function sayPlace({ databases, institutionId }: Placing, server: string): Promise<void> {
  for (const db of databases.values()) await writePlacement(db, { institutionId, server });
}

/** Ends an attempt to place the institution elsewhere. @returns false if there was none */
async function giveUpCopies(task: Placing): Promise<boolean> {
  const { institutionId, step } = task;
  const copies = await Promise.all(
    otherServers(task)
      .flatMap((server) => places(task, server))
      .map(async (each) => ({ ...each, row: await findStandstill(each.db, institutionId) })),
  );
  const given = copies.filter(({ row }) => row && row.deletedAt === null);
  if (given.length === 0) return false;
  await step('remove', async () => {
    for (const { service, url } of given) await removeRows(service, url, institutionId);
  });
  await step('thaw', async () => {
    for (const db of placedAt(task.databases, task.server).values()) await endFreeze(db, institutionId);
  });
  return true;
}

function frozenAt({ databases, urls, institutionId }: Placing, server: string): MovingInstitution {
  const own = placedAt(databases, server);
  return new MovingInstitution({ environment: {}, urls, databases: own }, institutionId);
}

function otherServers({ databases, server }: Placing): string[] {
  const servers = [...databases.keys()].map((name) => name.split('@')[1] ?? FIRST_SERVER);
  return [...new Set(servers)].filter((each) => each !== server);
}

/** The databases of placeable services on a server. */
function places(task: Placing, server: string) {
  return PLACEABLE.map((service) => ({
    service,
    db: present(task.databases.get(nameAt(service, server)), service),
    url: urlAt(task, service, server),
  }));
}

function urlAt({ urls }: Placing, service: string, server: string): string {
  return present(new Map(urls).get(nameAt(service, server)), service);
}

/** What the fence at the former place says of the new one. */
function markOf(server: string): string {
  return `server:${server}`;
}

import { exports, previews } from './administrators.ts';
import type { Attack } from './attack.ts';
import { bodiesOfAllKinds, bodiesOfEachKind } from './bodies.ts';
import { disconnectAtOnce, idleConnections, noReaders, slowReaders } from './connections.ts';
import { besideMany, nightRun, trickle, wellBehaved } from './crowds.ts';
import { openQuotations } from './directory-sync.ts';
import { hoursOfYears } from './hours.ts';
import {
  calendars,
  costlyFilters,
  deepPages,
  largePages,
  largePagesOfIds,
  longQueries,
  rateLimitUsedUp,
} from './reads.ts';
import { slowBodies } from './slow-bodies.ts';
import { unknownIds, wrongCredentials } from './strangers.ts';
import { dryRuns, largeBulks, storage } from './writes.ts';

/** All attacks. */
export const allAttacks: readonly Attack[] = [
  ...bodiesOfEachKind,
  slowBodies,
  largePages,
  largePagesOfIds,
  noReaders,
  slowReaders,
  calendars,
  deepPages,
  costlyFilters,
  longQueries,
  largeBulks,
  dryRuns,
  hoursOfYears,
  openQuotations,
  previews,
  exports,
  storage,
  unknownIds,
  wrongCredentials,
  rateLimitUsedUp,
  idleConnections,
  disconnectAtOnce,
  besideMany,
  trickle,
  nightRun,
];

/** One attack of each sort. */
export const someAttacks: readonly Attack[] = [
  bodiesOfAllKinds,
  slowBodies,
  largePages,
  noReaders,
  calendars,
  storage,
  openQuotations,
  previews,
  wrongCredentials,
  disconnectAtOnce,
];

/** The attack of this name. */
export function attackOf(name: string): Attack {
  const attack = [...allAttacks, ...someAttacks, wellBehaved].find((each) => each.name === name);
  if (!attack) throw new Error(`there is no attack ${name}`);
  return attack;
}

import type { Attack } from './attack.ts';
import { bodiesOfAllKinds, bodiesOfEachKind, openQuotations } from './bodies.ts';
import * as connections from './connections.ts';
import * as crowds from './crowds.ts';
import * as requests from './requests.ts';

/** All attacks. */
export const allAttacks: readonly Attack[] = [
  ...bodiesOfEachKind,
  openQuotations,
  ...Object.values(requests),
  ...Object.values(connections),
  ...Object.values(crowds).filter((each) => each !== crowds.wellBehaved),
];

/** One attack of each sort. */
export const someAttacks: readonly Attack[] = [
  bodiesOfAllKinds,
  connections.slowBodies,
  requests.largePages,
  connections.noReaders,
  requests.calendars,
  requests.storage,
  openQuotations,
  crowds.previews,
  requests.wrongCredentials,
  connections.disconnectAtOnce,
];

/** The attack of this name. */
export function attackOf(name: string): Attack {
  const attack = [...allAttacks, ...someAttacks, crowds.wellBehaved].find((each) => each.name === name);
  if (!attack) throw new Error(`there is no attack ${name}`);
  return attack;
}

import { Area } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import type { Hyphenated } from './enum-texts.ts';
import { catalogue } from './errors/catalogue.ts';
import { Refusal, refuse } from './errors/refusal.ts';

/** What an operation can be about: `time-tracking`. */
export type AreaName = Hyphenated<Lowercase<Exclude<keyof typeof Area, 'UNSPECIFIED' | 'NONE'>>>;

/** The names of all areas, in the order in which they are shown. */
export const areaNames = Object.entries(Area)
  .filter(([, value]) => Number(value) > Area.NONE)
  .map(([name]) => name.toLowerCase().replaceAll('_', '-')) as unknown as readonly [AreaName, ...AreaName[]];

export type AccessName = 'full' | 'read';
export const accessNames: readonly ['full', 'read'] = ['full', 'read'];

/** What an integration may do. Never changes; make it with {@link grantOf}. */
export interface Grant {
  readonly access: AccessName;
  /** Null: all, and those that will be added. In the order of {@link areaNames}. */
  readonly areas: readonly AreaName[] | null;
  /** The areas as bits. */
  readonly bits: number;
}

/** What an operation needs of the integration that calls it. */
export interface Need {
  /** Any of these areas, as bits. */
  readonly bits: number;
  /** The area that a refusal names; null for an operation that is open to every integration. */
  readonly area: AreaName | null;
  readonly writes: boolean;
}

/** @param areas null for all; names that this release does not know grant nothing */
export function grantOf(access: AccessName, areas: readonly string[] | null): Grant {
  if (areas === null) return access === 'full' ? FULL : READ_ALL;
  const known = areaNames.filter((name) => areas.includes(name));
  return Object.freeze({ access, areas: Object.freeze(known), bits: OPEN | bitsOf(known.map(areaOf)) });
}

/** @param areas the contract's; the first one is the operation's own. Empty for one that asks for none. */
export function needOf(areas: readonly Area[], { writes }: { readonly writes: boolean }): Need {
  const [own = Area.NONE, ...others] = areas;
  return Object.freeze({ bits: bitsOf([own, ...others]), area: nameOf(own), writes });
}

/** The value of the contract for an area's name; NONE for the name of an area that a later release has added. */
export function areaOf(name: AreaName): Area {
  return Area[name.toUpperCase().replaceAll('-', '_') as keyof typeof Area] ?? Area.NONE;
}

/** The area that a value of the contract names; null for none. */
export function nameOf(area: Area): AreaName | null {
  return areaNames.find((name) => areaOf(name) === area) ?? null;
}

/** Whether a grant has an area. */
export function grants({ bits }: Grant, area: AreaName): boolean {
  return (bits & bitsOf([areaOf(area)])) !== 0;
}

/**
 * Refuses an operation that an integration may not do. The area comes first: what lies outside is refused as a read,
 * too. A dry run is no write, because it is rolled back.
 */
export function requireGrant(grant: Grant, need: Need, isDryRun: boolean): void {
  if ((grant.bits & need.bits) === 0) throw areaRefusal(need.area);
  if (need.writes && grant.access === 'read' && !isDryRun) refuse('INTEGRATION_READ_ONLY');
}

/** AREA_NOT_GRANTED, which names the area. */
export function areaRefusal(area: AreaName | null): Refusal {
  const message = `This integration has no access to ${area}.`;
  return new Refusal({ code: 'AREA_NOT_GRANTED', ...catalogue.AREA_NOT_GRANTED, message }, { extensions: { area } });
}

function bitsOf(areas: readonly Area[]): number {
  return areas.reduce<number>((bits, area) => bits | (1 << area), 0);
}

/** The bit of operations without an area, which every integration has. */
const OPEN = 1 << Area.NONE;
/** Those of areas that a later release adds, too. */
const ALL = ~0;

const READ_ALL: Grant = Object.freeze({ access: 'read', areas: null, bits: ALL });
/** Everything. */
export const FULL: Grant = Object.freeze({ access: 'full', areas: null, bits: ALL });

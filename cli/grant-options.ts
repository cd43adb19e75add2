import { type AccessName, type AreaName, accessNames, areaNames } from '../platform/core/grant.ts';
import { CommandFailure } from './failure.ts';

/** What `--access` and `--areas` say of an integration. */
export interface GrantOptions {
  readonly access?: string | undefined;
  readonly areas?: string | undefined;
}

/** The access and the areas that the options name, null for all areas; undefined where an option is absent. */
export function grantIn({ access, areas }: GrantOptions): {
  readonly access: AccessName | undefined;
  readonly areas: readonly AreaName[] | null | undefined;
} {
  const named = areas?.split(',').map((each) => oneOf([...areaNames, 'all' as const], each.trim(), '--areas'));
  return {
    access: access === undefined ? undefined : oneOf(accessNames, access, '--access'),
    areas: named && (named.includes('all') ? null : areaNames.filter((name) => named.includes(name))),
  };
}

/** One of the words that an option allows. */
export function oneOf<T extends string>(allowed: readonly T[], given: string, option: string): T {
  const found = allowed.find((each) => each === given);
  if (found !== undefined) return found;
  throw new CommandFailure(`${option} must be of ${allowed.join(', ')}, not "${given}".`);
}

export const ACCESS_OPTION = [
  '--access <access>',
  'full, or read: requests that write are refused, except dry runs',
] as const;
export const AREAS_OPTION = ['--areas <areas>', 'the areas that it may use, separated by commas, or all'] as const;
export const AREAS_HELP = `\nAreas: ${areaNames.slice(0, 5).join(', ')},\n${areaNames.slice(5).join(', ')}.`;

import { hasRole, OWNER, type RoleName, type RoleNeed } from '../../platform/core/roles.ts';
import type { Viewer } from '../components/viewer.ts';
import type { Screen } from './screen.ts';

/** Who uses a screen. */
export interface Audience {
  /** Whom its page is shown to. */
  readonly sees: RoleNeed;
  /** Who may send its form. */
  readonly acts: RoleNeed;
}

/** A screen with its audience: only such a one can be registered. */
export type AdmittedScreen = Screen & { readonly audience: Audience };

/** The screens of administrators with one of these roles. Owners are always among them. */
interface Screens {
  /** Shown to auditors, too, who cannot send their forms. */
  readonly seen?: readonly Screen[];
  /** That only do something, hand something out, or have but a form. */
  readonly acting: readonly Screen[];
}

/** Screens for all administrators, or for people who have not signed in. */
export function forEverybody(...screens: readonly Screen[]): AdmittedScreen[] {
  return screens.map((screen) => ({ ...screen, audience: { sees: null, acts: null } }));
}

/** Screens for administrators with one of these roles. */
export function forRoles(roles: readonly RoleName[], { seen = [], acting }: Screens): AdmittedScreen[] {
  const acts = [...roles.filter((role) => role !== OWNER), OWNER];
  return [
    ...seen.map((screen) => ({ ...screen, audience: { sees: [...acts, 'auditor' as const], acts } })),
    ...acting.map((screen) => ({ ...screen, audience: { sees: acts, acts } })),
  ];
}

/** The audiences of the console's addresses. */
export class Audiences {
  /** By the number of the segments and the first one, so that few are compared. */
  readonly #screens = new Map<string, { readonly segments: readonly string[]; readonly audience: Audience }[]>();

  constructor(screens: readonly AdmittedScreen[]) {
    for (const { path, audience } of screens) {
      const segments = segmentsOf(`/console${path}`);
      this.#screens.getOrInsertComputed(keyOf(segments), () => []).push({ segments, audience });
    }
  }

  /** What a person with these roles may do on a page at an address. */
  viewer(roles: readonly RoleName[], own: string): Viewer {
    return {
      mayOpen: (address) => hasRole(roles, this.#of(address)?.sees ?? null),
      maySend: (address = own) => hasRole(roles, this.#of(address)?.acts ?? null),
    };
  }

  /** Undefined for an address that is no screen's. */
  #of(address: string): Audience | undefined {
    const segments = segmentsOf(address.replace(/[?#].*$/s, ''));
    const found = this.#screens.get(keyOf(segments)) ?? [];
    // A word before a parameter, as the router has it: /people/add is no person.
    const matching = found.filter(({ segments: of }) =>
      of.every((each, at) => isParameter(each) || each === segments[at]),
    );
    const [first] = matching.toSorted(
      (one, other) => one.segments.filter(isParameter).length - other.segments.filter(isParameter).length,
    );
    return first?.audience;
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/');
}

function keyOf(segments: readonly string[]): string {
  return `${segments.length} ${segments[2] ?? ''}`;
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

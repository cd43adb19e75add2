import type { Ids } from './ids.ts';

/**
 * The id of a request: the one that its caller has given it, if it is well-formed and holds nothing that looks like a
 * secret, otherwise a new one (decisions 1.3). It stands in answers, and in the logs of all processes.
 */
export function requestIdOf(given: unknown, ids: Pick<Ids, 'newRequestId'>): string {
  return typeof given === 'string' && GIVEN.test(given) && !holdsSecret(given) ? given : ids.newRequestId();
}

/** Whether a run of characters is as long and as mixed as keys, tokens and client secrets are. */
function holdsSecret(given: string): boolean {
  const runs = given.match(/[\w-]{32,}/g) ?? [];
  return runs.some((run) => MIXED.every((kind) => kind.test(run)));
}

const GIVEN = /^[A-Za-z0-9._-]{1,128}$/;
const MIXED = [/[a-z]/, /[A-Z]/, /\d/];

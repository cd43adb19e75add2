import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { codeFault } from './code-format.ts';
import { refuse } from './refusals.ts';
import { NAMELESS } from './user-name.ts';

interface Keys {
  readonly emailKey: string;
  readonly codeKey: string | null;
}

/** A user of an import's batch. */
export interface ImportedUser {
  readonly id: string;
  readonly placed: { readonly index: number };
  readonly values: Keys & { readonly name: string; readonly code: string | null };
  readonly before: (Keys & { readonly code: string | null }) | null;
}

/** A user who has one of the emails or codes that were looked up. */
export type KeyHolder = Keys & { readonly id: string };

/**
 * Refuses with REQUEST_INVALID users without a name: new ones whose records give none, and those whose records clear
 * the last one.
 */
export function refuseNameless(users: readonly ImportedUser[]): void {
  const violations = users.flatMap(({ values, placed }): Violation[] =>
    values.name === '' ? [{ pointer: `/users/${placed.index}`, code: 'required', message: NAMELESS }] : [],
  );
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** Refuses with REQUEST_INVALID a changed code that does not have the institution's format. */
export function refuseCodes(users: readonly ImportedUser[], format: string | null): void {
  const violations = users.flatMap(({ values: { code }, before, placed }) => {
    const fault =
      code === null || code === before?.code ? null : codeFault(code, format, `/users/${placed.index}/code`);
    return fault ?? [];
  });
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** Emails or codes that users of a batch did not have before, and that another user may hold. */
export function newKeys(users: readonly ImportedUser[], name: keyof Keys): string[] {
  return users.flatMap(({ values, before }) => {
    const key = values[name];
    return key === null || before?.[name] === key ? [] : [key];
  });
}

/**
 * Refuses the batch if users outside of it have an email or code of one of its records: USER_EMAIL_TAKEN,
 * USER_CODE_TAKEN.
 */
export function refuseTaken(users: readonly ImportedUser[], holders: readonly KeyHolder[]): void {
  const own = new Set(users.map(({ id }) => id));
  const others = holders.filter(({ id }) => !own.has(id));
  for (const name of ['emailKey', 'codeKey'] as const) {
    const taken = new Set(others.map((holder) => holder[name]));
    const first = users.find(({ values }) => values[name] !== null && taken.has(values[name]));
    if (first) refuse(TAKEN[name].code, { violations: [takenBy(TAKEN[name].field, first.placed.index)] });
  }
}

/**
 * Users of the batch whose email or code another record of the batch takes over. Uniqueness is checked row by row, so
 * theirs are cleared first.
 */
export function givingUpKeys(users: readonly ImportedUser[]): string[] {
  const takenOver = { emailKey: new Set(newKeys(users, 'emailKey')), codeKey: new Set(newKeys(users, 'codeKey')) };
  return users.flatMap(({ id, values, before }) => {
    const givesUp = (name: keyof Keys) => {
      const held = before?.[name] ?? null;
      return held !== null && held !== values[name] && takenOver[name].has(held);
    };
    return givesUp('emailKey') || givesUp('codeKey') ? [id] : [];
  });
}

const TAKEN = {
  emailKey: { code: 'USER_EMAIL_TAKEN', field: 'email' },
  codeKey: { code: 'USER_CODE_TAKEN', field: 'code' },
} as const;

function takenBy(field: string, index: number): Violation {
  return {
    pointer: `/users/${index}/${field}`,
    code: 'invalid_value',
    message: `is also the ${field} of another user`,
  };
}

import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { type Entry, matchByRef, type Stored } from '../../../platform/core/import/match-by-ref.ts';
import { repeatedRefs } from '../../../platform/core/import/repeated-refs.ts';
import type { UserRecord } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { codeFault } from './code-format.ts';
import { emptyTexts } from './empty-texts.ts';
import { codeKey, emailKey } from './identity-keys.ts';
import { refuse } from './refusals.ts';
import { fullName } from './user-name.ts';

/** The values of a user in a bundle, by column name. */
export interface UserValues {
  readonly ref: string;
  readonly email: string;
  readonly name: string;
  readonly nameIsOwn: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly image: string | null;
  readonly code: string | null;
  readonly isArchived: boolean;
}

interface State {
  readonly stored: readonly Stored<UserValues>[];
  readonly codeFormat: string | null;
  newId(): string;
}

/**
 * Plans an import of users. Refuses with REQUEST_INVALID (a ref twice, an empty text, a changed code that does not match the format), then with
 * USER_EMAIL_TAKEN or USER_CODE_TAKEN if two records of the batch share an email or code; each with pointers to the records.
 */
export function planUserImport(
  records: readonly UserRecord[],
  { stored, codeFormat, newId }: State,
): Entry<UserValues>[] {
  const entries = matchByRef(records.map(valuesOf), stored, newId);
  const violations = [
    ...repeatedRefs(records),
    ...emptyTexts(records, ['name', 'firstName', 'lastName', 'image']),
    ...entries.flatMap((entry, index) => codeFaults(entry, index, codeFormat)),
  ];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
  refuseShared(entries, 'email');
  refuseShared(entries, 'code');
  return entries;
}

/** Emails and codes that users of a batch did not have before, and that another user may hold. */
export function newKeys(entries: readonly Entry<UserValues>[], name: KeyName): string[] {
  return entries.flatMap((entry) => {
    const key = keyOf(entry.values, name);
    return key === null || (entry.before && keyOf(entry.before, name) === key) ? [] : [key];
  });
}

/** Refuses the batch if users outside of it have an email or code of one of its records. */
export function refuseTaken(entries: readonly Entry<UserValues>[], holders: readonly KeyHolder[]): void {
  const own = new Set(entries.map(({ id }) => id));
  const otherHolders = holders.filter(({ id }) => !own.has(id));
  for (const name of ['email', 'code'] as const) {
    const taken = new Set(otherHolders.map((holder) => holder[`${name}Key`]));
    taken.delete(null);
    const at = entries.findIndex(({ values }) => taken.has(keyOf(values, name)));
    if (at >= 0) refuse(TAKEN[name], { violations: [takenBy(name, at, 'another user')] });
  }
}

/** Users of the batch whose email or code another record of the batch takes over. Uniqueness is checked row by row, so theirs are cleared first. */
export function givingUpKeys(entries: readonly Entry<UserValues>[]): string[] {
  const takenOver = { email: new Set(newKeys(entries, 'email')), code: new Set(newKeys(entries, 'code')) };
  return entries.flatMap(({ id, values, before }) => {
    const givesUp = (name: KeyName) => {
      const held = before && keyOf(before, name);
      return held !== null && held !== keyOf(values, name) && takenOver[name].has(held);
    };
    return givesUp('email') || givesUp('code') ? [id] : [];
  });
}

type KeyName = 'email' | 'code';

/** A user who has one of the emails or codes that were looked up. */
export interface KeyHolder {
  readonly id: string;
  readonly emailKey: string;
  readonly codeKey: string | null;
}

const TAKEN = { email: 'USER_EMAIL_TAKEN', code: 'USER_CODE_TAKEN' } as const;

/** A field absent from the bundle is empty. A user without any name takes the email as the name. */
function valuesOf(record: UserRecord): UserValues {
  const { ref, email, firstName = null, lastName = null, image = null, code = null, isArchived } = record;
  return {
    ref,
    email,
    name: record.name ?? fullName(firstName, lastName) ?? email,
    nameIsOwn: record.name !== undefined,
    firstName: firstName,
    lastName: lastName,
    image,
    code,
    isArchived: isArchived,
  };
}

function keyOf(values: Pick<UserValues, KeyName>, name: KeyName): string | null {
  if (name === 'email') return emailKey(values.email);
  return values.code === null ? null : codeKey(values.code);
}

function codeFaults(
  { values: { code }, before }: Entry<UserValues>,
  index: number,
  format: string | null,
): Violation[] {
  if (code === null || code === before?.code) return [];
  const fault = codeFault(code, format, `/records/${index}/code`);
  return fault ? [fault] : [];
}

function refuseShared(entries: readonly Entry<UserValues>[], name: KeyName): void {
  const firstWith = new Map<string, number>();
  for (const [index, { values }] of entries.entries()) {
    const key = keyOf(values, name);
    if (key === null) continue;
    const first = firstWith.get(key);
    if (first !== undefined) refuse(TAKEN[name], { violations: [takenBy(name, index, `record ${first}`)] });
    firstWith.set(key, index);
  }
}

function takenBy(name: KeyName, index: number, whose: string): Violation {
  return { pointer: `/records/${index}/${name}`, code: 'invalid_value', message: `is also the ${name} of ${whose}` };
}

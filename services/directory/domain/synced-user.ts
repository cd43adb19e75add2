import { refuse, refuseField } from '../../../platform/core/errors/refusal.ts';
import { changedAt, toInstantText } from '../../../platform/core/instant.ts';
import { givenFields } from '../../../platform/core/resource.ts';
import type { SyncedUser } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { type User, UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { UserChange } from './change-user.ts';
import { userChanges } from './changes.ts';
import { codeFault } from './code-format.ts';
import { archivedSince, type LockedUser } from './user.ts';
import { fullName, NAMELESS } from './user-name.ts';

/**
 * Whether a sync sets a field of a user, or leaves the value that others have set. A new field does not compile until
 * it is here; one that is set must be in `gateway/scim/user-resource.ts`, too.
 */
const FIELDS = {
  email: 'set',
  name: 'set',
  firstName: 'set',
  lastName: 'set',
  image: 'set',
  code: 'set',
  isArchived: 'set',
} as const satisfies Ownership;

/** For each field that requests may give. */
export type Ownership = Readonly<Record<keyof GivenUser, 'set' | 'left alone'>>;
type GivenUser = ReturnType<typeof givenFields<User>>;
type Owned = { [K in keyof typeof FIELDS]: (typeof FIELDS)[K] extends 'set' ? K : never }[keyof typeof FIELDS];

interface Input {
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  /** The institution's format; only used if the code changes. */
  readonly codeFormat: string | null;
}

/**
 * The user that a sync creates. Refuses with REQUEST_INVALID if there is no name at all, or if the code does not match
 * the institution's format.
 */
export function createSynced(synced: SyncedUser, input: Input & { readonly id: string }): LockedUser {
  const at = toInstantText(input.now);
  const { id, revision } = input;
  const given = givenFields(UserSchema, synced.user);
  const fields = fieldsOf(synced, null, input);
  return {
    ...given,
    ...fields,
    isRemoved: false,
    archivedAt: archivedSince(null, fields.isArchived, at),
    erasedAt: null,
    id,
    revision,
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * A user with all values that a sync has sent; other fields that a sync sets are cleared. The external id is no field
 * of the API: if it alone changes, the API shows only a new revision.
 */
export function replaceSynced(user: LockedUser, synced: SyncedUser, input: Input): UserChange {
  const fields = fieldsOf(synced, user.code, input);
  const archivedAt = archivedSince(user, fields.isArchived, toInstantText(input.now));
  const next = { ...user, ...fields, isRemoved: fields.isArchived && user.isRemoved, archivedAt };
  const changed = userChanges(user, next);
  const { nameIsOwn, externalId, isRemoved } = user;
  const isWritten =
    changed.length > 0 ||
    next.nameIsOwn !== nameIsOwn ||
    next.externalId !== externalId ||
    next.isRemoved !== isRemoved;
  // A new revision in any case: two syncs that change one user at once must see each other.
  const revision = isWritten ? input.revision : user.revision;
  const updatedAt = changed.length > 0 ? changedAt(user.updatedAt, input.now) : user.updatedAt;
  return { next: { ...next, revision, updatedAt }, changed, isWritten };
}

/** The archived user as a sync has deleted them. */
export function removeSynced(user: LockedUser, { revision, now }: Pick<Input, 'revision' | 'now'>): UserChange {
  const archivedAt = archivedSince(user, true, toInstantText(now));
  const next = { ...user, isArchived: true, isRemoved: true, archivedAt };
  const changed = userChanges(user, next);
  if (changed.length === 0) return { next, changed, isWritten: true };
  return { next: { ...next, revision, updatedAt: changedAt(user.updatedAt, now) }, changed, isWritten: true };
}

function fieldsOf({ user, isNameOwn, externalId }: SyncedUser, code: string | null, { codeFormat }: Input) {
  const given = ownedOf(givenFields(UserSchema, user));
  const name = (isNameOwn ? given.name : fullName(given.firstName, given.lastName)) ?? '';
  if (name === '') refuseField('/name', 'required', NAMELESS);
  const fault = given.code === null || given.code === code ? null : codeFault(given.code, codeFormat, '/code');
  if (fault) refuse('REQUEST_INVALID', { violations: [fault] });
  return { ...given, name, nameIsOwn: isNameOwn, externalId: externalId ?? null };
}

function ownedOf(given: GivenUser): Pick<GivenUser, Owned> {
  const owned = Object.entries(given).filter(([name]) => FIELDS[name as keyof typeof FIELDS] === 'set');
  return Object.fromEntries(owned) as unknown as Pick<GivenUser, Owned>;
}

import { present } from '../../platform/core/present.ts';
import type { SyncedUser } from '../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { etagOf } from '../endpoint/etag.ts';
import { attributeName, ENTERPRISE_URN, USER_URN } from './attribute-path.ts';
import type { GivenUser } from './given-user.ts';
import { scimFault } from './scim-fault.ts';

/** A user as SCIM shows it, and the entity tag of that. */
export interface UserResource {
  readonly json: Readonly<Record<string, unknown>> & { readonly id: string; readonly meta: object };
  readonly etag: string;
}

/** @param base the URL of `/scim/v2` */
export function userResource(synced: SyncedUser, base: string): UserResource {
  const user = present(synced.user, 'user');
  const { id, email, name, firstName, lastName, image, code } = user;
  const shown = {
    schemas: code === undefined ? [USER_URN] : [USER_URN, ENTERPRISE_URN],
    id,
    ...given({ externalId: synced.externalId }),
    userName: email,
    name: { ...given({ givenName: firstName, familyName: lastName }), formatted: name },
    displayName: name,
    active: !user.isArchived,
    emails: [{ value: email, type: 'work', primary: true }],
    ...(image === undefined ? {} : { photos: [{ value: image, type: 'photo', primary: true }] }),
    ...(code === undefined ? {} : { [ENTERPRISE_URN]: { employeeNumber: code } }),
  };
  const etag = etagOf(user.revision, JSON.stringify(shown));
  const meta = {
    resourceType: 'User',
    created: user.createdAt,
    lastModified: user.updatedAt,
    location: `${base}/Users/${id}`,
    version: etag,
  };
  return { json: { ...shown, meta }, etag };
}

/** What a POST or PUT makes of a user: what it does not have is cleared. */
export function syncedUser(given: GivenUser, isArchived = false) {
  const { userName, displayName, formatted, givenName, familyName, image, code, externalId, active } = given;
  if (userName === undefined) throw scimFault('invalidValue', 'userName is required.');
  const name = displayName ?? formatted ?? null;
  const texts = { firstName: givenName, lastName: familyName, image, code };
  return {
    user: {
      email: userName,
      name: name ?? '',
      isArchived: active === undefined ? isArchived : !active,
      ...withoutNull(texts),
    },
    isNameOwn: name !== null,
    ...withoutNull({ externalId }),
  };
}

/** What a PATCH makes of a user. A user name decides over an address. */
export function patchedUser(synced: SyncedUser, given: GivenUser) {
  const user = present(synced.user, 'user');
  const own = synced.isNameOwn ? user.name : undefined;
  return syncedUser(
    {
      givenName: user.firstName ?? null,
      familyName: user.lastName ?? null,
      image: user.image ?? null,
      code: user.code ?? null,
      externalId: synced.externalId ?? null,
      ...given,
      userName: given.userName ?? given.email ?? user.email,
      displayName: given.displayName === undefined ? (given.formatted ?? own ?? null) : given.displayName,
    },
    user.isArchived,
  );
}

/**
 * The resource with the attributes that a request asks for (RFC 7644, 3.9); schemas and id are in each.
 * @param query has `attributes` or `excludedAttributes`
 */
export function projected(json: UserResource['json'], query: Readonly<Record<string, unknown>>): object {
  const [wanted, unwanted] = [namesIn(query.attributes), namesIn(query.excludedattributes)];
  if (!wanted && !unwanted) return json;
  const isShown = (name: string): boolean => {
    if (wanted)
      return wanted.some((each) => each === name || each.startsWith(`${name}.`) || name.startsWith(`${each}.`));
    return !unwanted?.includes(name);
  };
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) => {
      const name = attributeName(key);
      if (ALWAYS.has(name)) return [[key, value]];
      if (!isShown(name)) return [];
      return [[key, partOf(value, name, isShown)]];
    }),
  );
}

const ALWAYS = new Set(['schemas', 'id']);

function partOf(value: unknown, name: string, isShown: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => partOf(each, name, isShown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => isShown(`${name}.${key.toLowerCase()}`)));
}

function namesIn(value: unknown): string[] | null {
  if (value === undefined) return null;
  return [value]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map((text) => attributeName(text.trim()))
    .filter((name) => name !== '');
}

function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function withoutNull(fields: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')) as never;
}

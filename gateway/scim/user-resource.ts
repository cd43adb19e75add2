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
    ...withoutNull({ externalId: synced.externalId }),
    userName: email,
    name: { ...withoutNull({ givenName: firstName, familyName: lastName }), formatted: name },
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

/** The user after a POST or PUT, which clears the attributes that it leaves out. */
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

/** The prefix that Entra ID adds to the userName of a user when it deletes that user. */
const TOMBSTONE = /^[0-9a-f]{32}/i;

/** The address, unless it is the substitute that a leaver gets so that another user can take the leaver's address. */
function keptAddress(address: string, own: string): string {
  return TOMBSTONE.test(address) && address.slice(32).toLowerCase() === own.toLowerCase() ? own : address;
}

/** The user after a PATCH. If a PATCH has both, the user name takes precedence over the address. */
export function patchedUser(synced: SyncedUser, given: GivenUser) {
  const user = present(synced.user, 'user');
  const own = synced.isNameOwn ? user.name : undefined;
  const address = given.userName ?? given.email ?? user.email;
  const isLeaving = !(given.active ?? !user.isArchived);
  return syncedUser(
    {
      givenName: user.firstName ?? null,
      familyName: user.lastName ?? null,
      image: user.image ?? null,
      code: user.code ?? null,
      externalId: synced.externalId ?? null,
      ...given,
      userName: isLeaving ? keptAddress(address, user.email) : address,
      displayName: given.displayName === undefined ? (given.formatted ?? own ?? null) : given.displayName,
    },
    user.isArchived,
  );
}

/**
 * Returns a function that picks the attributes of a resource that a request asks for (RFC 7644, 3.9); schemas and id
 * are in each. The names are read once, however many resources there are.
 * @param query has `attributes` or `excludedAttributes`
 */
export function projection(query: Readonly<Record<string, unknown>>): (json: UserResource['json']) => object {
  const [wanted, unwanted] = [namesIn(query.attributes), namesIn(query.excludedattributes)];
  if (!wanted && !unwanted) return (json) => json;
  const parents = new Set([...(wanted ?? [])].map(parentOf));
  const isShown = (name: string): boolean =>
    wanted ? wanted.has(name) || parents.has(name) || wanted.has(parentOf(name)) : !unwanted?.has(name);
  return (json) =>
    Object.fromEntries(
      Object.entries(json).flatMap(([key, value]) => {
        const name = attributeName(key);
        if (ALWAYS_RETURNED.has(name)) return [[key, value]];
        return isShown(name) ? [[key, partOf(value, name, isShown)]] : [];
      }),
    );
}

const ALWAYS_RETURNED = new Set(['schemas', 'id']);

function parentOf(name: string): string {
  return name.slice(0, Math.max(name.indexOf('.'), 0)) || name;
}

function partOf(value: unknown, name: string, isShown: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => partOf(each, name, isShown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => isShown(`${name}.${key.toLowerCase()}`)));
}

function namesIn(value: unknown): ReadonlySet<string> | null {
  if (value === undefined) return null;
  const texts = [value].flat().flatMap((text) => String(text).split(','));
  return new Set(texts.map((text) => attributeName(text.trim())).filter((name) => name !== ''));
}

function withoutNull(fields: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')) as never;
}

import { isObject } from '../http/received-body.ts';
import { type AttributePath, pathIn, selects } from './attribute-path.ts';
import { scimFault } from './scim-fault.ts';
import { booleanOf, memberOf } from './scim-values.ts';

/** The attributes of a user in a request; null clears one. An attribute without a place in Lyceum is none of these. */
export interface GivenUser {
  userName?: string;
  /** The primary or work address; only a PATCH changes it apart from the user name. */
  email?: string;
  displayName?: string | null;
  formatted?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  image?: string | null;
  code?: string | null;
  externalId?: string | null;
  active?: boolean;
}

type TextAttribute = Exclude<keyof GivenUser, 'userName' | 'email' | 'active'>;

/** Attributes that hold one text, by their path. */
const TEXTS: ReadonlyMap<string, TextAttribute> = new Map([
  ['displayname', 'displayName'],
  ['name.formatted', 'formatted'],
  ['name.givenname', 'givenName'],
  ['name.familyname', 'familyName'],
  ['photos.value', 'image'],
  ['enterprise.employeenumber', 'code'],
  ['externalid', 'externalId'],
]);

/** Attributes that only the server sets. `schemas` is none of them: it follows from the others. */
const META = /^(?:id|meta)(?:\.|$)/;
const TYPES: ReadonlyMap<string, string> = new Map([
  ['emails.type', 'work'],
  ['photos.type', 'photo'],
]);

/** A user as the request that changes them sees them. */
export interface Known {
  readonly id: string;
  readonly meta: object;
  readonly email: string;
  readonly image: string | null;
}

/** Reads a resource, or a part of one. @param known for a PATCH, which may not change read-only attributes */
export function readAttributes(given: GivenUser, value: object, parent = '', known?: Known): void {
  for (const [key, each] of Object.entries(value)) {
    const path = parent === '' ? pathIn(key) : { name: `${parent}.${key.toLowerCase()}` };
    if (path) setAttribute(given, path, each, known);
  }
}

/** Sets one attribute. */
export function setAttribute(given: GivenUser, path: AttributePath, value: unknown, known?: Known): void {
  const { name } = path;
  const text = TEXTS.get(name);
  if (known && META.test(name)) requireSame(name, value, known);
  if (path.filter && !isOwn(path, known)) return;
  if (known && TYPES.has(name)) requireSame(name, value, known);
  if (text) given[text] = textOf(value, name);
  else if (name === 'username') given.userName = textOf(value, name) ?? missing('userName');
  else if (name === 'emails.value') given.email = textOf(value, name) ?? missing('emails.value');
  else if (name === 'active') Object.assign(given, activeIn(value));
  else if (name === 'name' || name === 'enterprise') readPart(given, name, value, known);
  else if (name === 'emails') setEmail(given, value);
  else if (name === 'photos') given.image = imageOf(value);
}

/** Removes an attribute; one that must be there is a fault, and `active` stays. */
export function removeAttribute(given: GivenUser, path: AttributePath, known: Known): void {
  const { name } = path;
  if (META.test(name)) throw unchangeable(name);
  if (path.filter && !isOwn(path, known)) return;
  if (TYPES.has(name)) throw unchangeable(name);
  if (name === 'username') missing('userName');
  if (name === 'photos') given.image = null;
  for (const [each, attribute] of TEXTS) if (each === name || each.startsWith(`${name}.`)) given[attribute] = null;
}

/** Whether a path with a filter means the one e-mail or picture that there is. */
function isOwn({ name, filter }: AttributePath, known: Known | undefined): boolean {
  const [attribute] = name.split('.');
  const [type, value] = attribute === 'emails' ? ['work', known?.email] : ['photo', known?.image];
  return !filter || selects(filter, { type, primary: true, ...(value ? { value } : {}) });
}

function readPart(given: GivenUser, name: string, value: unknown, known: Known | undefined): void {
  if (value === null) removeAttribute(given, { name }, known ?? NOBODY);
  else if (isObject(value)) readAttributes(given, value, name, known);
  else throw scimFault('invalidValue', `${name} must be an object.`);
}

const NOBODY: Known = { id: '', meta: {}, email: '', image: null };

function setEmail(given: GivenUser, value: unknown): void {
  const emails = listOf(value, 'emails');
  const isWork = (each: object) => String(memberOf(each as never, 'type')).toLowerCase() === 'work';
  const own = emails.find(isPrimary) ?? emails.find(isWork);
  const address = own && textOf(memberOf(own, 'value'), 'emails.value');
  if (address) given.email = address;
}

function imageOf(value: unknown): string | null {
  const photos = listOf(value, 'photos');
  const own = photos.find(isPrimary) ?? photos[0];
  return own ? textOf(memberOf(own, 'value'), 'photos.value') : null;
}

function listOf(value: unknown, name: string): Readonly<Record<string, unknown>>[] {
  if (value === null || value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  if (!list.every(isObject)) throw scimFault('invalidValue', `${name} must be a list of objects.`);
  return list;
}

function isPrimary(value: Readonly<Record<string, unknown>>): boolean {
  return booleanOf(memberOf(value, 'primary')) === true;
}

/** An empty text is none. */
function textOf(value: unknown, name: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  // Some directories keep it as a number. One beyond these has already lost digits.
  if (name === 'enterprise.employeenumber' && Number.isSafeInteger(value)) return String(value);
  throw scimFault('invalidValue', `${name} must be a string.`);
}

/** Without a value it stays as it is. */
function activeIn(value: unknown): Pick<GivenUser, 'active'> {
  if (value === null || value === undefined) return {};
  const active = booleanOf(value);
  if (active === undefined) throw scimFault('invalidValue', 'active must be true or false.');
  return { active };
}

/** A request may name a read-only attribute with its present value, as a whole or in part. */
function requireSame(name: string, value: unknown, known: Known): void {
  if (name === 'meta' && isObject(value)) {
    for (const [key, each] of Object.entries(value)) requireSame(`meta.${key.toLowerCase()}`, each, known);
  } else {
    const isPart = name.startsWith('meta.');
    const own = isPart ? memberOf({ ...known.meta }, name.slice(5)) : name === 'id' ? known.id : TYPES.get(name);
    if (own === undefined || value !== own) throw unchangeable(name);
  }
}

function unchangeable(name: string) {
  return scimFault('mutability', `${name.slice(0, 100)} cannot be changed.`);
}

function missing(name: string): never {
  throw scimFault('invalidValue', `${name} is required.`);
}

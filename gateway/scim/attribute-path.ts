import { parse } from 'scim2-parse-filter';
import { scimFault } from './scim-fault.ts';

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A part of a filter, as the library reads it. */
export type Filter = ReturnType<typeof parse>;

/** An attribute that a request names. */
export interface AttributePath {
  /** In lower case and without the schema of users: `name.givenname`. One of the extension begins with `enterprise`. */
  readonly name: string;
  /** Which of several values is meant: `[type eq "work"]`. */
  readonly filter?: Filter;
}

/** The name of an attribute, in any case and with or without its schema. */
export function attributeName(text: string): string {
  const name = text.toLowerCase();
  const [user, enterprise] = [`${USER_URN.toLowerCase()}:`, ENTERPRISE_URN.toLowerCase()];
  if (name.startsWith(user)) return name.slice(user.length);
  if (name === enterprise) return 'enterprise';
  return name.startsWith(`${enterprise}:`) ? `enterprise.${name.slice(enterprise.length + 1)}` : name;
}

/** Reads the path of an operation (RFC 7644, 3.5.2), with the fault `invalidPath`. */
export function readPath(text: string): AttributePath {
  const path = pathOf(text);
  if (!path || !(NAME.test(path.name) || OTHER_SCHEMA.test(path.name)))
    throw scimFault('invalidPath', `“${text.slice(0, 100)}” is not the path of an attribute.`);
  return path;
}

const NAME = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/;
const OTHER_SCHEMA = /^urn:[\w:.-]+$/;

function pathOf(text: string): AttributePath | null {
  if (!text.includes('[')) return { name: attributeName(text) };
  try {
    const parsed = parse(text.endsWith(']') ? text : `${text} pr`);
    if (parsed.op === '[]') return { name: attributeName(parsed.attrPath), filter: parsed.valFilter };
    if (parsed.op !== 'and' || parsed.filters.length !== 2) return null;
    const [values, part] = parsed.filters as [Filter, Filter];
    if (values.op !== '[]' || part.op !== 'pr') return null;
    return { name: attributeName(part.attrPath), filter: values.valFilter };
  } catch {
    return null;
  }
}

/**
 * Whether a filter selects a value with these sub-attributes. It may only compare for equality; anything else is no
 * path.
 */
export function selects(filter: Filter, value: Readonly<Record<string, string | boolean>>): boolean {
  if (filter.op === 'and') return filter.filters.every((each) => selects(each, value));
  if (filter.op !== 'eq') throw scimFault('invalidFilter', 'A filter in a path can only use eq, joined by and.');
  const own = value[filter.attrPath.toLowerCase()];
  return own !== undefined && String(own).toLowerCase() === String(filter.compValue).toLowerCase();
}

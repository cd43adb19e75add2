import { type Equality, FilterReader, MOST_READ } from './filter-reader.ts';
import { scimFault } from './scim-fault.ts';

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** An attribute that a request names. */
export interface AttributePath {
  /** In lower case and without the schema of users: `name.givenname`. One of the extension begins with `enterprise`. */
  readonly name: string;
  /** Which of several values is meant: `[type eq "work"]`. */
  readonly filter?: readonly Equality[];
}

/** The name of an attribute, in any case and with or without its schema. */
export function attributeName(text: string): string {
  const name = text.toLowerCase();
  const [user, enterprise] = [`${USER_URN.toLowerCase()}:`, ENTERPRISE_URN.toLowerCase()];
  if (name.startsWith(user)) return name.slice(user.length);
  if (name === enterprise) return 'enterprise';
  return name.startsWith(`${enterprise}:`) ? `enterprise.${name.slice(enterprise.length + 1)}` : name;
}

/** Reads the path of an operation (RFC 7644, 3.5.2), with the fault `invalidPath`, or `invalidFilter` in brackets. */
export function readPath(text: string): AttributePath {
  const path = pathIn(text);
  if (path) return path;
  const shown = text.slice(0, 100);
  if (text.length > MOST_READ)
    throw scimFault('invalidPath', `A path has at most ${MOST_READ} characters: “${shown}”…`);
  const reader = new FilterReader(text);
  if (text.includes('[') && !reader.valuePath() && OTHER_OPERATOR.test(reader.rest))
    throw scimFault('invalidFilter', 'A filter in a path can only use eq, joined by and.');
  throw scimFault('invalidPath', `“${shown}” is not the path of an attribute.`);
}

/** The attribute that a path or a key names; null for any other text. */
export function pathIn(text: string): AttributePath | null {
  if (text.length > MOST_READ) return null;
  const values = text.includes('[') ? new FilterReader(text).valuePath() : { name: text };
  if (!values) return null;
  const { name: given, all, part } = { all: undefined, part: undefined, ...values };
  const name = attributeName(part === undefined ? given : `${given}.${part}`);
  return NAME.test(name) || OTHER_SCHEMA.test(name) ? { name, ...(all && { filter: all }) } : null;
}

const NAME = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/;
const OTHER_SCHEMA = /^urn:[\w:.-]+$/;
const OTHER_OPERATOR = /^(?:ne|co|sw|ew|pr|gt|ge|lt|le|or|not)\b/i;

/** Whether all comparisons hold for a value with these sub-attributes. */
export function selects(filter: readonly Equality[], value: Readonly<Record<string, string | boolean>>): boolean {
  return filter.every(({ name, value: wanted }) => {
    const own = Object.hasOwn(value, name.toLowerCase()) ? value[name.toLowerCase()] : undefined;
    return own !== undefined && String(own).toLowerCase() === String(wanted).toLowerCase();
  });
}

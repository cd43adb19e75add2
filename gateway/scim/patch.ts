import { isObject } from '../http/received-body.ts';
import { readPath } from './attribute-path.ts';
import { type GivenUser, type Known, readAttributes, removeAttribute, setAttribute } from './given-user.ts';
import { scimFault } from './scim-fault.ts';
import { memberOf } from './scim-values.ts';

/** Reads the operations of a PATCH (RFC 7644, 3.5.2), in order: all of them or a fault. */
export function readPatch(body: unknown, known: Known): GivenUser {
  const operations = isObject(body) ? memberOf(body, 'operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw scimFault('invalidSyntax', 'The body must have a list of Operations with at least one entry.');
  const given: GivenUser = {};
  for (const operation of operations) apply(given, operation, known);
  return given;
}

function apply(given: GivenUser, operation: unknown, known: Known): void {
  if (!isObject(operation))
    throw scimFault('invalidSyntax', 'Each operation must be an object with op, path and value.');
  const [op, path, value] = ['op', 'path', 'value'].map((name) => memberOf(operation, name));
  const kind = typeof op === 'string' ? op.toLowerCase() : '';
  if (!['add', 'replace', 'remove'].includes(kind))
    throw scimFault('invalidSyntax', 'op must be add, replace or remove.');
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw scimFault('invalidPath', 'path must be a string.');
  const target = path ? readPath(path) : null;
  if (kind === 'remove') {
    if (!target) throw scimFault('noTarget', 'An operation with op remove must have a path.');
    removeAttribute(given, target, known);
  } else if (target) {
    if (value === undefined) throw scimFault('invalidValue', `The operation on ${String(path)} must have a value.`);
    setValue(given, target, value, known);
  } else {
    if (!isObject(value)) throw scimFault('invalidValue', 'Without a path, value must be an object of attributes.');
    readAttributes(given, value, '', known);
  }
}

/** With a filter, an object is one of the values. */
function setValue(given: GivenUser, target: ReturnType<typeof readPath>, value: unknown, known: Known): void {
  const { name, filter } = target;
  const isPart = !filter || name.includes('.');
  if (isPart) setAttribute(given, target, value, known);
  const part = isObject(value) ? memberOf(value, 'value') : value;
  if (!isPart && part !== undefined) setAttribute(given, { name: `${name}.value`, filter }, part, known);
}

import type { FastifyReply } from 'fastify';
import { editDistance, MAX_SLIPS } from '../../platform/core/edit-distance.ts';

/**
 * Names in the answer to a read the query parameters that the operation does not know: they have no effect (decisions
 * 1.5), but the client may think that they have one. A problem does not have the header.
 */
export function nameIgnoredParameters(reply: FastifyReply, given: readonly string[], known: ReadonlySet<string>): void {
  if (reply.statusCode !== 200 && reply.statusCode !== 304) return;
  const names = ignoredNames(given, known);
  if (names.length > 0) reply.header('Ignored-Parameters', names.join(', '));
}

/**
 * The first of the unknown names, each once, percent-encoded, with the known one that is most likely meant: what is
 * encoded has neither colon nor comma, so that both can be told apart.
 */
export function ignoredNames(given: readonly string[], known: ReadonlySet<string>): string[] {
  const names = new Map<string, string>();
  for (const name of given) {
    if (names.size === MAX_NAMES) break;
    if (name === '' || known.has(name)) continue;
    // Invalid percent-encoding decodes to a lone surrogate, which cannot be encoded.
    const encoded = encodeURIComponent(shortened(name).toWellFormed());
    if (names.has(encoded)) continue;
    const meant = nearestParameter(name, known);
    names.set(encoded, meant === undefined ? encoded : `${encoded}: did you mean ${meant}?`);
  }
  return [...names.values()];
}

/**
 * The known parameter that a name most likely means: the same in another case or with separators, what other APIs call
 * so, or one with a slip or two, if they are few for its length.
 */
function nearestParameter(name: string, known: ReadonlySet<string>): string | undefined {
  // The longest names fit; a longer one must cost nothing.
  if (name.length > MAX_CHARACTERS) return undefined;
  const plain = plainly(name);
  let least = Math.min(MAX_SLIPS, Math.floor(plain.length / 3)) + 1;
  let nearest = SYNONYMS.find(([parameter, names]) => known.has(parameter) && names.includes(plain))?.[0];
  if (nearest !== undefined) return nearest;
  for (const parameter of known) {
    if (Math.abs(parameter.length - plain.length) >= least) continue;
    const slips = editDistance(plain, plainly(parameter));
    if (slips >= least) continue;
    least = slips;
    nearest = parameter;
  }
  return nearest;
}

function plainly(name: string): string {
  return name.toLowerCase().replaceAll(/[_.-]|\[\]/g, '');
}

function shortened(name: string): string {
  return name.length <= MAX_CHARACTERS ? name : [...name].slice(0, MAX_CHARACTERS).join('');
}

/** What parameters are called elsewhere, plainly. */
const SYNONYMS: readonly (readonly [parameter: string, names: readonly string[]])[] = [
  ['search', ['q', 'query', 'text', 'term', 'keyword', 'name', 'contains']],
  ['limit', ['pagesize', 'perpage', 'size', 'top', 'maxresults']],
  ['cursor', ['nextcursor', 'pagetoken', 'startingafter']],
  ['updatedSince', ['since', 'modifiedsince', 'changedsince', 'updatedafter', 'modifiedafter']],
  ['isArchived', ['archived']],
];

const MAX_NAMES = 10;
const MAX_CHARACTERS = 64;

import type { FastifyReply } from 'fastify';

/**
 * Names in the answer to a read the query parameters that the operation does not know: they have no effect (decisions
 * 1.5), but the client may think that they have one. A problem does not have the header.
 */
export function nameIgnoredParameters(reply: FastifyReply, given: readonly string[], known: ReadonlySet<string>): void {
  if (reply.statusCode !== 200 && reply.statusCode !== 304) return;
  const names = ignoredNames(given, known);
  if (names.length > 0) reply.header('Ignored-Parameters', names.join(', '));
}

/** The first of the unknown names, each once, percent-encoded. */
export function ignoredNames(given: readonly string[], known: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const name of given) {
    if (names.size === MAX_NAMES) break;
    // Invalid percent-encoding decodes to a lone surrogate, which cannot be encoded.
    if (name !== '' && !known.has(name)) names.add(encodeURIComponent(shortened(name).toWellFormed()));
  }
  return [...names];
}

function shortened(name: string): string {
  return name.length <= MAX_CHARACTERS ? name : [...name].slice(0, MAX_CHARACTERS).join('');
}

const MAX_NAMES = 10;
const MAX_CHARACTERS = 64;

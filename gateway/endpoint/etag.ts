import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The strong entity tag of a representation, quotes included (decisions 4.1): `"<revision>.<hash of the data bytes>"`, or `"<hash>"` for a
 * resource without revision. If-Match compares the revision, If-None-Match the whole tag.
 */
export function etagOf(revision: string, dataBytes: string | Buffer): string {
  const digest = digestOf(dataBytes);
  return revision === '' ? `"${digest}"` : `"${revision}.${digest}"`;
}

function digestOf(bytes: string | Buffer): string {
  return hash('sha256', bytes, 'base64url').slice(0, DIGEST_CHARACTERS);
}

/** 132 bits: enough that two representations never share one. */
const DIGEST_CHARACTERS = 22;

/** What follows the revision of a tag. The digest itself does not matter: an embedded record may have changed. */
const END = new RegExp(`^\\.[\\w-]{${DIGEST_CHARACTERS}}$`);

function revisionOf(opaque: string): string | undefined {
  const at = opaque.length - DIGEST_CHARACTERS - 1;
  return at > 0 && END.test(opaque.slice(at)) ? opaque.slice(0, at) : undefined;
}

/**
 * Parses If-Match into the services' Precondition (RFC 9110, 13.1.1; decisions 4.2): `*`, or the revisions of its strong tags. Tags that
 * {@link etagOf} never issues for a record with a revision match nothing and are left out: weak ones, malformed ones, other digests.
 */
export function parseIfMatch(header: string): { any: boolean; revisions: string[] } {
  if (isAny(header)) return { any: true, revisions: [] };
  const revisions: string[] = [];
  for (const { weak, opaque } of entityTags(header)) {
    const revision = weak ? undefined : revisionOf(opaque);
    if (revision !== undefined) revisions.push(revision);
  }
  return { any: false, revisions };
}

/** Whether the header If-None-Match names the representation, so that the answer is 304 (RFC 9110, 13.1.2: weak comparison). */
export function ifNoneMatch(header: string, etag: string): boolean {
  if (header === etag || isAny(header)) return true;
  return entityTags(header).some(({ opaque }) => `"${opaque}"` === etag);
}

/** The tag in If-None-Match that {@link etagOf} has made of the text and any revision; undefined if there is none. */
export function knownTag(header: string, text: string): string | undefined {
  const end = `.${digestOf(text)}`;
  const known = entityTags(header).find(({ opaque }) => opaque.endsWith(end));
  return known && `"${known.opaque}"`;
}

/**
 * Sets the ETag of an answer. Returns true when the client already has that representation: send 304.
 * @param cacheControl who may cache it; every cache must revalidate
 */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  cacheControl: 'no-cache' | 'private, no-cache' = 'private, no-cache',
): boolean {
  reply.headers({ etag, 'cache-control': cacheControl });
  const condition = request.headers['if-none-match'];
  return condition !== undefined && ifNoneMatch(condition, etag);
}

function isAny(header: string): boolean {
  return header.trim() === '*';
}

interface EntityTag {
  readonly weak: boolean;
  /** What is between the quotes; it may contain commas. */
  readonly opaque: string;
}

/** The well-formed members of a list of entity tags (RFC 9110, 5.6.1 and 8.8.3); a malformed one is skipped up to its comma. */
function entityTags(header: string): EntityTag[] {
  const tags: EntityTag[] = [];
  let at = 0;
  while (at < header.length) {
    MEMBER.lastIndex = at;
    const match = MEMBER.exec(header);
    if (match) {
      if (match[2] !== undefined) tags.push({ weak: match[1] !== undefined, opaque: match[2] });
      at = MEMBER.lastIndex;
    } else {
      const comma = header.indexOf(',', at);
      at = comma < 0 ? header.length : comma;
    }
    // The comma itself; at the end, one past it.
    at += 1;
  }
  return tags;
}

/**
 * An entity tag, or nothing, between optional white space, up to the comma or the end. Trailing space belongs to the tag alone: two
 * adjacent runs of white space would make matching a long run quadratic.
 */
const MEMBER = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?=,|$)/y;

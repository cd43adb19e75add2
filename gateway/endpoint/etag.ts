import { hash } from 'node:crypto';

/**
 * The strong entity tag of a representation, quotes included (decisions 4.1): `"<revision>.<hash of the data bytes>"`,
 * or `"<hash>"` for a resource without revision. Reads compare the whole tag, writes the revision.
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

/** The part of a tag after the revision. The digest itself does not matter: an embedded record may have changed. */
const END = new RegExp(`^\\.[\\w-]{${DIGEST_CHARACTERS}}$`);

function revisionOf(opaque: string): string | undefined {
  const at = opaque.length - DIGEST_CHARACTERS - 1;
  return at > 0 && END.test(opaque.slice(at)) ? opaque.slice(0, at) : undefined;
}

/**
 * Parses If-Match into the services' Precondition (RFC 9110, 13.1.1; decisions 4.2): `*`, or the revisions of its
 * strong tags. Tags that {@link etagOf} never issues for a record with a revision match nothing and are left out: weak
 * ones, other digests.
 */
export function parseIfMatch(header: string): { any: boolean; revisions: string[] } {
  if (isAny(header)) return { any: true, revisions: [] };
  return { any: false, revisions: revisionsOf(entityTags(header).filter(({ weak }) => !weak)) };
}

/**
 * Parses If-None-Match of a write: `*`, or the revisions of its tags, weak ones too (RFC 9110, 13.1.2). As with
 * If-Match, a tag names the record, not the records embedded in its representation.
 */
export function parseIfNoneMatch(header: string): { any: boolean; revisions: string[] } {
  return { any: isAny(header), revisions: revisionsOf(entityTags(header)) };
}

function revisionsOf(tags: readonly EntityTag[]): string[] {
  return tags.map(({ opaque }) => revisionOf(opaque)).filter((revision) => revision !== undefined);
}

/**
 * Whether the header If-None-Match names the representation, so that the answer is 304 (RFC 9110, 13.1.2: weak
 * comparison).
 */
export function ifNoneMatch(header: string, etag: string): boolean {
  return header === etag || isAny(header) || namesTag(header, etag);
}

/** Whether it has the tag itself, and not only `*`. */
export function namesTag(header: string, etag: string): boolean {
  return entityTags(header).some(({ opaque }) => `"${opaque}"` === etag);
}

/** Whether the header If-Match names the representation (RFC 9110, 13.1.1: strong comparison). */
export function ifMatch(header: string, etag: string): boolean {
  return isAny(header) || entityTags(header).some(({ weak, opaque }) => !weak && `"${opaque}"` === etag);
}

/** Whether a header is `*`, or a list of entity tags and nothing else; such a list may be empty. */
export function isTagList(header: string): boolean {
  return isAny(header) || readTags(header) !== undefined;
}

/** Whether a header of entity tags has at least one, or is `*`. */
export function hasTag(header: string): boolean {
  return isAny(header) || entityTags(header).length > 0;
}

function isAny(header: string): boolean {
  return header.trim() === '*';
}

interface EntityTag {
  readonly weak: boolean;
  /** The text between the quotes; it may contain commas. */
  readonly opaque: string;
}

/** The members of a list of entity tags; none of one that {@link isTagList} rejects. */
function entityTags(header: string): readonly EntityTag[] {
  return readTags(header) ?? [];
}

/** The members of a list (RFC 9110, 5.6.1 and 8.8.3); undefined if one is no entity tag. */
function readTags(header: string): readonly EntityTag[] | undefined {
  const tags: EntityTag[] = [];
  // One past a member is its comma.
  for (let at = 0; at < header.length; at = MEMBER.lastIndex + 1) {
    MEMBER.lastIndex = at;
    const match = MEMBER.exec(header);
    if (!match) return undefined;
    if (match[2] !== undefined) tags.push({ weak: match[1] !== undefined, opaque: match[2] });
  }
  return tags;
}

/**
 * An entity tag, or nothing, between optional white space, up to the comma or the end. Trailing space belongs to the
 * tag alone: two adjacent runs of white space would make matching a long run quadratic.
 */
const MEMBER = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?=,|$)/y;

import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/core/clock.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import type { CursorKey } from './cursor-keys.ts';
import type { QueryValues } from './endpoint-call.ts';

/** Where a page begins: after the row with this sort value and id. */
export interface CursorPosition {
  readonly sort: string;
  readonly id: string;
  /**
   * What all pages of a walk have in common: the member's id of a list of a member, `nextUpdatedSince` of one with the
   * filter `updatedSince`.
   */
  readonly walk?: string | undefined;
}

/** What a cursor is valid for (decisions 2.3). */
export interface CursorBinding {
  readonly institutionId: string;
  readonly integrationId: string;
  /** The operation id and the path's ids. */
  readonly operation: string;
  /** The filters of the request; their order does not matter. */
  readonly filters: QueryValues;
}

/**
 * Signed list cursors: `<key id>.<payload>.<signature>`, of URL-safe characters. Any holder can read the payload.
 * The signature, HMAC-SHA256, covers key id, payload and binding as text, so no other spelling of a part is accepted.
 */
export class Cursors {
  readonly #signing: CursorKey;
  readonly #secrets: ReadonlyMap<string, KeyObject>;
  readonly #clock: Clock;

  /** @param options.keys the first one signs, all verify. */
  constructor({ keys, clock }: { readonly keys: readonly CursorKey[]; readonly clock: Clock }) {
    const [signing] = keys;
    if (!signing) throw new Error('cursors need at least one key');
    this.#signing = signing;
    this.#secrets = new Map(keys.map(({ id, secret }) => [id, secret]));
    this.#clock = clock;
  }

  /** Issues a cursor that is valid for 24 hours or, with `lasts`, as long as its list has what follows it. */
  issue(
    position: CursorPosition,
    binding: CursorBinding,
    { lasts = false }: { readonly lasts?: boolean } = {},
  ): string {
    const { id: keyId, secret } = this.#signing;
    const { sort, id, walk } = position;
    const expiresAt = lasts ? null : this.#clock.now() + VALID_MS;
    const content: Content = walk === undefined ? [expiresAt, sort, id] : [expiresAt, sort, id, walk];
    const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${keyId}.${payload}.${sign(secret, keyId, payload, binding)}`;
  }

  /** The position of a cursor that was issued for this binding and has not expired; null for anything else. */
  open(text: string, binding: CursorBinding): CursorPosition | null {
    if (text.length > MAX_CHARACTERS) return null;
    const [keyId, payload, signature, ...more] = text.split('.', 4);
    if (keyId === undefined || payload === undefined || signature === undefined || more.length > 0) return null;
    const secret = this.#secrets.get(keyId);
    if (!secret || !isSame(signature, sign(secret, keyId, payload, binding))) return null;
    const [expiresAt, sort, id, walk] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Content;
    return expiresAt === null || this.#clock.now() < expiresAt ? { sort, id, walk } : null;
  }
}

/** Expiry in epoch milliseconds or null for none, sort value, id, and what the walk keeps. */
type Content = [expiresAt: number | null, sort: string, id: string, walk?: string];

const VALID_MS = DAY_MS;

/** More than fits into a request's header section. */
const MAX_CHARACTERS = 16_384;

function sign(secret: KeyObject, keyId: string, payload: string, binding: CursorBinding): string {
  const { institutionId, integrationId, operation, filters } = binding;
  const bound = Object.keys(filters)
    .sort()
    .map((name) => [name, filters[name]]);
  // JSON, so that no two different lists of parts give the same text.
  const signed = JSON.stringify([keyId, payload, institutionId, integrationId, operation, bound]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

/** In constant time. Compared as UTF-8, in which no other character shares the bytes of an ASCII one. */
function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

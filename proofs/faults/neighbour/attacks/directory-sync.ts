import { BODY_BOUNDS } from '../../../../gateway/http/received-body.ts';
import { MOST_READ } from '../../../../gateway/scim/filter-reader.ts';
import type { Request } from '../attacker.ts';
import { type Attack, SHED } from './attack.ts';

/**
 * Line breaks in quotations that never end, wherever a directory sync may write an attribute: each is refused, but for
 * a PATCH whose names of attributes nobody knows, which changes nothing.
 */
export const openQuotations: Attack = {
  name: 'open quotations of a directory sync',
  needsNoAppointments: true,
  allowed: ['200', '400 invalidFilter', '400 invalidPath', '400 invalidValue', '429 no problem', ...SHED],
  bounds: ['400 invalidFilter'],
  async run(attacker) {
    const { syncToken, institution } = attacker.order;
    const user = `/scim/v2/Users/${institution.userIds[0]}`;
    const kinds: readonly Request[] = [
      ...[openText(MOST_READ), openText(LONGEST_FILTER)].map((text) => ({
        path: `/scim/v2/Users?filter=${encodeURIComponent(text)}`,
      })),
      { method: 'PATCH', path: user, body: patchOf([{ op: 'replace', path: openText(MOST_READ), value: 'x' }]) },
      { method: 'PATCH', path: user, body: patchOf(manyOperations) },
      { method: 'PATCH', path: user, body: patchOf([{ op: 'replace', value: manyKeys }]) },
      { method: 'POST', path: '/scim/v2/Users', body: json(manyKeys) },
    ];
    const headers = { authorization: `Bearer ${syncToken}` };
    await attacker.keepSending(20, (n) => ({ ...(kinds[n % kinds.length] as Request), headers }));
  },
};

function openText(length: number): string {
  return 'emails[type eq "'.padEnd(length, '\n');
}

/** What an address has room for when each line break takes three characters. */
const LONGEST_FILTER = 4_000;
/** Somewhat below the limit of a body, where a line break takes two bytes. */
const OPEN_TEXTS = Math.floor((BODY_BOUNDS.bytes * 0.9) / (2 * MOST_READ));
const manyKeys = Object.fromEntries(
  Array.from({ length: OPEN_TEXTS }, (_, n) => [openText(MOST_READ - 3) + String(n), 'x']),
);
const manyOperations = Array.from({ length: OPEN_TEXTS }, () => ({
  op: 'replace',
  path: openText(MOST_READ - 100),
  value: 'x',
}));

function patchOf(operations: readonly object[]): Buffer {
  return json({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations });
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

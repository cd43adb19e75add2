import { BODY_BOUNDS } from '../../../../gateway/http/received-body.ts';
import { MOST_READ } from '../../../../gateway/scim/filter-reader.ts';
import type { Request } from '../attacker.ts';
import { type Attack, at, attack, BULK, post, SHED } from './attack.ts';

/** A body of the maximum size and the maximum cost of its kind. */
type HostileBody = readonly [name: string, path: string, bytes: Buffer];

/** An unknown member. */
const UNKNOWN_MEMBER = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11';
const unknownName = (n: number) => `"k${n}":1,`;
const itemOfFaults = `{${Array.from({ length: 18 }, (_, n) => `"k${n}":1`).join(',')}}`;

/** One kind for each way in which a body can cost more to read than to send. */
const hostileBodies: readonly HostileBody[] = [
  ['an array of empty objects', BULK, filled('[', '{},', '{}]')],
  [
    'nothing but brackets',
    '/users',
    Buffer.from(`${'['.repeat(BODY_BOUNDS.bytes / 2)}${']'.repeat(BODY_BOUNDS.bytes / 2)}`),
  ],
  ['an object of more unknown names than values', '/users', filled('{', unknownName, '"k":1}', 20_000)],
  ['an object of 9,900 unknown names', '/users', filled('{', unknownName, '"k":1}', 9_900)],
  ['more ids than values', '/appointments', filled('{"courseIds":[', (n) => `"${n}",`, '"x"]}', 30_000)],
  ['9,900 ids', '/appointments', filled('{"userIds":[', (n) => `"0198-${n}",`, '"x"]}', 9_900)],
  ['9,900 members that are none', '/appointments', filled('{"userIds":[', '[],', '[]]}', 9_900)],
  [
    'a bulk of items of nothing but faults',
    BULK,
    filled(`{"userId":"${UNKNOWN_MEMBER}","items":[`, `${itemOfFaults},`, '{}]}', 499),
  ],
  ['9,900 objects and an escape', BULK, filled('{"items":["\\ud83d\\ude00"', ',{}', ']}', 9_900)],
  ['escapes without an end', '/users', filled('{"name":"', '\\ud83d\\ude00', '"}')],
];

/** As many parts as fit, or the given number. */
function filled(begin: string, part: string | ((n: number) => string), end: string, count = Infinity): Buffer {
  const parts: string[] = [];
  let length = begin.length + end.length;
  for (let n = 0; n < count; n++) {
    const next = typeof part === 'string' ? part : part(n);
    length += next.length;
    if (length > BODY_BOUNDS.bytes) break;
    parts.push(next);
  }
  return Buffer.from(`${begin}${parts.join('')}${end}`);
}

/** Bodies of one kind, one mebibyte each, sixty at once. */
export const bodiesOfEachKind: readonly Attack[] = hostileBodies.map((body) => bodies(`bodies of ${body[0]}`, [body]));

export const bodiesOfAllKinds = bodies('bodies of all kinds', hostileBodies);

function bodies(name: string, kinds: readonly HostileBody[]): Attack {
  const refused = ['400 bad_request', '413 bad_request', '422 validation_failed'];
  // Each item of a bulk fails on its own.
  const bounds = kinds.some(([, path]) => path === BULK) ? [...refused, '200'] : refused;
  const run: Attack['run'] = (attacker) => {
    // With a known member, so that only its other errors are a reason to reject it.
    const [member = ''] = attacker.order.institution.userIds;
    const own = kinds.map(
      ([, path, bytes]) => [path, Buffer.from(bytes.toString().replace(UNKNOWN_MEMBER, member))] as const,
    );
    return attacker.keepSending(60, (n) => post(...at(own, n)));
  };
  return { name, allowed: [...bounds, ...SHED], bounds, run };
}

/**
 * Line breaks in quotations that never end, wherever a directory sync may write an attribute: each is refused, but for
 * a PATCH whose names of attributes nobody knows, which changes nothing.
 */
export const openQuotations = attack(
  'open quotations of a directory sync',
  ['400 invalidFilter', '200', '400 invalidPath', '400 invalidValue', '429 no problem'],
  async (attacker) => {
    const { syncToken, institution } = attacker.order;
    const path = `/scim/v2/Users/${institution.userIds[0]}`;
    const patch = (...Operations: readonly object[]): Request => {
      return { method: 'PATCH', path, body: json({ schemas: [PATCH_OP], Operations }) };
    };
    const kinds: readonly Request[] = [
      ...[openText(MOST_READ), openText(LONGEST_FILTER)].map((text) => ({
        path: `/scim/v2/Users?filter=${encodeURIComponent(text)}`,
      })),
      patch({ op: 'replace', path: openText(MOST_READ), value: 'x' }),
      patch(...Array(OPEN_TEXTS).fill({ op: 'replace', path: openText(MOST_READ - 100), value: 'x' })),
      patch({ op: 'replace', value: manyKeys }),
      { method: 'POST', path: '/scim/v2/Users', body: json(manyKeys) },
    ];
    const headers = { authorization: `Bearer ${syncToken}` };
    await attacker.keepSending(20, (n) => ({ ...at(kinds, n), headers }));
  },
  { needsNoAppointments: true },
);

function openText(length: number): string {
  return 'emails[type eq "'.padEnd(length, '\n');
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
/** What an address has room for when each line break takes three characters. */
const LONGEST_FILTER = 4_000;
/** Somewhat below the limit of a body, where a line break takes two bytes. */
const OPEN_TEXTS = Math.floor((BODY_BOUNDS.bytes * 0.9) / (2 * MOST_READ));
const manyKeys = Object.fromEntries(
  Array.from({ length: OPEN_TEXTS }, (_, n) => [openText(MOST_READ - 3) + String(n), 'x']),
);

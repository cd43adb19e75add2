import { BODY_BOUNDS } from '../../../gateway/http/received-body.ts';

/** A body of the maximum size and the maximum cost of its kind. */
export interface HostileBody {
  readonly name: string;
  /** Below `/api/v4`. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** An unknown member. */
export const UNKNOWN_MEMBER = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11';

/** One kind for each way in which a body can cost more to read than to send. */
export const hostileBodies: readonly HostileBody[] = [
  { name: 'an array of empty objects', path: '/time-tracking/logs/bulk', bytes: filled('[', '{},', '{}]') },
  { name: 'nothing but brackets', path: '/users', bytes: nested(BODY_BOUNDS.bytes / 2) },
  {
    name: 'an object of more unknown names than values',
    path: '/users',
    bytes: filled('{', (n) => `"k${n}":1,`, '"k":1}', 20_000),
  },
  {
    name: 'an object of 9,900 unknown names',
    path: '/users',
    bytes: filled('{', (n) => `"k${n}":1,`, '"k":1}', 9_900),
  },
  {
    name: 'more ids than values',
    path: '/appointments',
    bytes: filled('{"courseIds":[', (n) => `"${n}",`, '"x"]}', 30_000),
  },
  {
    name: '9,900 ids',
    path: '/appointments',
    bytes: filled('{"userIds":[', (n) => `"0198-${n}",`, '"x"]}', 9_900),
  },
  {
    name: '9,900 members that are none',
    path: '/appointments',
    bytes: filled('{"userIds":[', '[],', '[]]}', 9_900),
  },
  {
    name: 'a bulk of items of nothing but faults',
    path: '/time-tracking/logs/bulk',
    bytes: filled(`{"userId":"${UNKNOWN_MEMBER}","items":[`, `${itemOfFaults(18)},`, '{}]}', 499),
  },
  {
    name: '9,900 objects and an escape',
    path: '/time-tracking/logs/bulk',
    bytes: filled('{"items":["\\ud83d\\ude00"', ',{}', ']}', 9_900),
  },
  {
    name: 'escapes without an end',
    path: '/users',
    bytes: filled('{"name":"', '\\ud83d\\ude00', '"}'),
  },
];

/** As many parts as fit, or the given number. */
function filled(
  begin: string,
  part: string | ((n: number) => string),
  end: string,
  count = Number.POSITIVE_INFINITY,
): Buffer {
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

function nested(depth: number): Buffer {
  return Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`);
}

function itemOfFaults(count: number): string {
  return `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`;
}

import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../gateway/activity/record-requests.ts';
import { parseBasic } from '../../gateway/admission/basic-credentials.ts';
import { ifNoneMatch, parseIfMatch } from '../../gateway/endpoint/etag.ts';
import { outlineOf } from '../../gateway/http/json-outline.ts';
import { weightsIn } from '../../gateway/http/message-heads.ts';
import { nearestPath } from '../../gateway/http/nearest-path.ts';
import { parseQuery } from '../../gateway/http/request-target.ts';
import { readPath } from '../../gateway/scim/attribute-path.ts';
import { readFilter } from '../../gateway/scim/read-filter.ts';
import { emailFault, isWebAddress } from '../../platform/core/formats.ts';
import { dateTimeFault } from '../../platform/core/instant.ts';
import { readTable } from '../../platform/core/table/read-table.ts';
import { PEOPLE_TABLE } from '../../services/directory/people-import/person-columns.ts';
import { readCalendarFile } from '../../services/timetracking/calendar-import/read-calendar.ts';
import { retryAfterMs } from '../../services/webhooks/domain/retry-after.ts';

/** At once, or later. */
type Reader = (text: string) => unknown;
const load = createRequire(import.meta.url);
const ContentType: new (header: string) => unknown = load('fastify/lib/content-type.js');
const { parse: cookiesOf }: { readonly parse: Reader } = load('@fastify/cookie');
const dispositionOf: Reader = load('@fastify/busboy/lib/utils/parseParams.js');

/** What reads texts of clients, of receivers of webhooks and of people’s files. */
const READERS: Readonly<Record<string, Reader>> = {
  Authorization: parseBasic,
  'If-Match': parseIfMatch,
  'If-None-Match': (text) => ifNoneMatch(text, '"a"'),
  Accept: weightsIn,
  Cookie: cookiesOf,
  'Content-Type': (text) => new ContentType(text),
  'Content-Disposition of a part': dispositionOf,
  'a query': parseQuery,
  'a path': (text) => nearestPath(text, ['/api/v4/users/{id}']),
  'a body': (text) => outlineOf(Buffer.from(text), { values: 10_000, depth: 64 }),
  'what is recorded of a request': withoutSecrets,
  'an address of e-mail': emailFault,
  'an address of the web': isWebAddress,
  'an instant': dateTimeFault,
  'Retry-After': (text) => retryAfterMs(text, 0),
  'a file of people': (text) => readTable(Buffer.from(text), PEOPLE_TABLE),
  'a file with days': (text) => readCalendarFile(Buffer.from(text), 'holiday'),
  'a calendar': (text) => readCalendarFile(Buffer.from(`BEGIN:VCALENDAR\n${text}`), 'holiday'),
  'a filter of SCIM': readFilter,
  'a path of SCIM': readPath,
};

/** What an input repeats, and what stands before and behind it: each is where one of the readers may look twice. */
const PIECES = [
  ...'"\\\n\r ,;:=%()[].-/{@+',
  'a',
  '0',
  '\\"',
  '%25',
  '%25%',
  'a.',
  '"\n',
  '0,',
  '; a="',
  `${'a'.repeat(42)}.`,
];
const BEFORE = [
  '',
  '"',
  'userName eq "',
  'emails[type eq "',
  'whsec_',
  'Basic ',
  'text/plain; a="',
  'form-data; name="',
];
const BEHIND = ['', '!', '"'];

/**
 * The CPU time of a reading, in milliseconds: of three the least, for a machine that does something else as well, unless
 * one takes little enough.
 */
async function cpuMs(read: Reader, text: string, littleMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3 && least > littleMs; n++) {
    const before = process.threadCpuUsage();
    try {
      await read(text);
    } catch {
      // A refusal takes time, too.
    }
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** What makes a reader take more than in proportion; undefined if nothing does. */
async function slowInput(read: Reader): Promise<string | undefined> {
  for (const before of BEFORE)
    for (const behind of BEHIND)
      for (const piece of PIECES) {
        const timeOf = (pieces: number) => cpuMs(read, `${before}${piece.repeat(pieces)}${behind}`, LITTLE_MS);
        if ((await isExplosive(timeOf)) || (await isSteep((times) => timeOf((times * CHARACTERS) / piece.length))))
          return JSON.stringify([before, piece, behind]);
      }
  return undefined;
}

/** A time that doubles with each piece shows long before it would not end. */
async function isExplosive(timeOf: (pieces: number) => Promise<number>): Promise<boolean> {
  for (const pieces of [16, 20, 24, 28, 32]) if ((await timeOf(pieces)) > LITTLE_MS) return true;
  return false;
}

async function isSteep(timeOf: (times: number) => Promise<number>): Promise<boolean> {
  const fourTimes = await timeOf(4);
  if (fourTimes <= LITTLE_MS) return false;
  const [once, twice] = [Math.max(TICK_MS, await timeOf(1)), Math.max(TICK_MS, await timeOf(2))];
  return fourTimes > STEEP * once && fourTimes > (STEEP / 3) * twice;
}

/** Four times as much are all headers of a request. */
const CHARACTERS = 4_000;
/** What the clock of a thread tells apart. */
const TICK_MS = 1;
/** Four times as much takes four times as long, or sixteen if each looks at all others. */
const STEEP = 9;
/** What takes less for the largest input harms nobody, however it grows; two dozen letters take microseconds. */
const LITTLE_MS = 10;

describe('a reader takes time in proportion to what it reads', () => {
  for (const [name, read] of Object.entries(READERS))
    it(name, async () => expect(await slowInput(read)).toBeUndefined());
});

describe('the measurement', () => {
  it.each<[string, Reader]>([
    ['exponential', (text) => /^(?:"|"")*$/.test(text)],
    ['quadratic', (text) => /,+$/.test(text)],
  ])('finds a reader that is %s', async (_, read) => expect(await slowInput(read)).toBeDefined());
});

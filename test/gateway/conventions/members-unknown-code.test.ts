import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordOf } from '../../support/recorded-requests.ts';
import { refusal, type TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { sendOperation, timeOperations } from '../../support/time-operations.ts';
import { schoolIn } from '../../time-tracking/school-in.ts';

/**
 * The answer to a code that no active member has says which it was, so that a terminal's log and the record of the
 * request name the badge.
 */
const system = await TestSystem.start();
const school = await schoolIn(system, null);

const noneHas = (code: string) => `No active member has the code ${code}.`;

describe.each(timeOperations)('$name', (operation) => {
  const unknown = async (naming: object) =>
    sendOperation(school.client, operation, await operation.prepare(await school.newMember()), naming);

  it.each([
    ['as it is', '30', '30'],
    ['trimmed', ' \tBadge 30\u00a0', 'Badge 30'],
    ['64 characters of it', 'x1 👩'.repeat(17), `${'x1 👩'.repeat(16)}…`],
    ['no word of 43 characters or more', `a ${'b'.repeat(42)} ${'0'.repeat(43)}`, `a ${'b'.repeat(42)} …`],
  ])('404: names a code that nobody has: %s', async (_, code, shown) => {
    const answer = await unknown({ code });
    expect([refusal(answer), answer.body.detail]).toEqual(['404 resource_not_found', noneHas(shown)]);
  });

  it('404: names nothing else than a code', async () => {
    for (const naming of [{ userId: '30' }, { email: 'nobody@x.example' }])
      expect((await unknown(naming)).body.detail).toBe('No active member has this identity.');
  });
});

it('the record of a refused punch names the badge', async () => {
  const answer = await school.client.post('/time-tracking/sessions/start', { code: '30' });
  expect(await recordOf(school.client, answer)).toMatchObject({ status: 404, detail: noneHas('30') });
});

it('404: an item of a bulk names its code', async () => {
  const times = { startTime: '2026-10-05T06:00:00Z', endTime: '2026-10-05T07:00:00Z' };
  const items = [
    { code: ' 30', ...times },
    { email: 'nobody@x.example', ...times },
    { code: '31', ...times },
  ];
  const send = (key: string) => school.client.post('/time-tracking/logs/bulk', { items }, { key });
  const details = ({ body }: TestAnswer) => body.data.failed.map(({ detail }: { detail: string }) => detail);
  const key = randomUUID();
  const first = details(await send(key));
  expect(first).toEqual([noneHas('30'), 'No active member has this identity.', noneHas('31')]);
  expect(details(await send(key))).toEqual(first);
});

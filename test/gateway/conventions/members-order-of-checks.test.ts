import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../support/test-directory.ts';
import { refusal, type TestRequest } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { sendOperation, timeOperations } from '../../support/time-operations.ts';
import { must } from '../../time-tracking/member.ts';
import { schoolIn } from '../../time-tracking/school-in.ts';

/** An institution without time tracking. */
/**
 * The order of checks in time tracking (decisions 1.4), pair by pair: each request has two or more errors, and the
 * earlier check decides the response.
 */
const system = await TestSystem.start({ platform: 'own' });
const [school, off] = await Promise.all([schoolIn(system, null), schoolIn(system, null)]);
const member = await school.newMember();
await changeSettings(off, { timeTrackingEnabled: false });
system.clock.advance(61_000);
afterAll(() => system.stop());

const unknown = { userId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11' };
const wrong = { headers: { authorization: 'Basic eDp5' } };
type Operation = (typeof timeOperations)[number];
const pathOf = ({ endpoint }: Operation) => endpoint.path.replace('{id}', '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b12');
const isWrite = ({ endpoint }: Operation) => endpoint.kind === 'write';
const writes = timeOperations.filter(isWrite);

describe.each(timeOperations)('$name', (operation) => {
  const naming: readonly (readonly [what: string, naming: object, status: string])[] = [
    ['nobody named', {}, '400 bad_request'],
    ['a blank code', { code: ' ' }, '422 validation_failed'],
  ];

  it.each(naming)('401, 405 and an unknown path before %s', async (_, named) => {
    const request = { path: pathOf(operation) };
    expect(refusal(await sendOperation(school.client, operation, request, named, wrong))).toBe('401 unauthorized');
    const longer = { path: `${pathOf(operation)}/more/nothing` };
    expect(refusal(await sendOperation(school.client, operation, longer, named))).toBe('404 resource_not_found');
    expect(refusal(await school.client.send('PUT', pathOf(operation), { json: named }))).toBe('405 bad_request');
  });

  it.each(naming)('%s before the feature, the member and the resource', async (_, named, expected) => {
    expect(refusal(await sendOperation(off.client, operation, { path: pathOf(operation) }, named))).toBe(expected);
  });

  it('shape before the feature and the member', async () => {
    const path = pathOf(operation);
    const answer = isWrite(operation)
      ? await sendOperation(off.client, operation, { path, body: { unknown: 1 } }, unknown)
      : await sendOperation(off.client, operation, { path }, unknown, { query: { fields: 'nope' } });
    expect(refusal(answer)).toBe(isWrite(operation) ? '422 validation_failed' : '400 bad_request');
  });

  it('403 where time is not tracked, before an unknown member and an unknown resource', async () => {
    const worker = await off.newMember();
    await changeSettings(off, { timeTrackingEnabled: true });
    system.clock.advance(61_000);
    const request = await operation.prepare(worker);
    await changeSettings(off, { timeTrackingEnabled: false });
    system.clock.advance(61_000);
    for (const named of [{ userId: worker.userId }, unknown]) {
      expect(refusal(await sendOperation(off.client, operation, request, named))).toBe('403 forbidden');
    }
  });

  it('404 of the member before 428 and 412', async () => {
    const { path, body } = await operation.prepare(await school.newMember());
    for (const request of [{ ifMatch: '"x"' }, {}] as TestRequest[]) {
      const answer = await sendOperation(
        school.client,
        operation,
        { path, ...(body ? { body } : {}) },
        unknown,
        request,
      );
      expect(refusal(answer)).toBe('404 resource_not_found');
    }
  });
});

describe.each(writes)('$name', (operation) => {
  it('a key that is empty or too long before the member', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const answer = await school.client.send(operation.endpoint.method, pathOf(operation), {
        json: { code: ' ' },
        key,
      });
      expect([refusal(answer), answer.body.errors]).toEqual(['400 bad_request', undefined]);
    }
  });

  it('the member and the shape before the replay and before another use of the key; 403 too', async () => {
    const worker = await off.newMember();
    await changeSettings(off, { timeTrackingEnabled: true });
    system.clock.advance(61_000);
    const key = randomUUID();
    const request = await operation.prepare(worker);
    const named = { userId: worker.userId };
    const first = must(operation.success, await sendOperation(off.client, operation, request, named, { key }));
    for (const [naming, expected] of [
      [{}, '400 bad_request'],
      [{ code: ' ' }, '422 validation_failed'],
      [{ ...named, unknown: 1 }, '422 validation_failed'],
      [unknown, '422 idempotency_key_reused'],
    ] as const) {
      expect(refusal(await sendOperation(off.client, operation, request, naming, { key }))).toBe(expected);
    }
    expect((await sendOperation(off.client, operation, request, named, { key })).text).toBe(first.text);

    await changeSettings(off, { timeTrackingEnabled: false });
    system.clock.advance(61_000);
    expect(refusal(await sendOperation(off.client, operation, request, named, { key }))).toBe('403 forbidden');
    await changeSettings(off, { timeTrackingEnabled: true });
    system.clock.advance(61_000);
    expect((await sendOperation(off.client, operation, request, named, { key })).text).toBe(first.text);

    must(200, await off.client.patch(`/users/${worker.userId}`, { isArchived: true }, { ifMatch: '*' }));
    expect((await sendOperation(off.client, operation, request, named, { key })).text).toBe(first.text);
    expect(refusal(await sendOperation(off.client, operation, request, named))).toBe('404 resource_not_found');
    await changeSettings(off, { timeTrackingEnabled: false });
  });

  it('another use of the key before 409 and before the rules', async () => {
    const worker = await school.newMember();
    const key = randomUUID();
    const request = await operation.prepare(worker);
    must(operation.success, await sendOperation(school.client, operation, request, { userId: worker.userId }, { key }));
    const again = await sendOperation(school.client, operation, request, { email: worker.email }, { key });
    expect(refusal(again)).toBe('422 idempotency_key_reused');
  });
});

it('422 before 409: a punch that is too early and does not fit', async () => {
  must(201, await member.start('2026-10-05T08:00:00Z'));
  must(200, await member.pause('2026-10-05T09:00:00Z'));
  expect(refusal(await member.pause('2026-10-05T08:30:00Z'))).toBe('422 validation_failed');
  must(200, await member.resume('2026-10-05T09:30:00Z'));
  expect(refusal(await member.resume('2026-10-05T09:00:00Z'))).toBe('422 validation_failed');
});

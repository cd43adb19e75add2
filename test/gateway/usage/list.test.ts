import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

let client: TestClient;

const system = await TestSystem.start();
afterAll(() => system.stop());
beforeEach(async () => {
  ({ client } = await system.newInstitution());
});

const idOf = (answer: TestAnswer) => answer.headers.get('x-request-id') ?? '';

/** The record of a request, once there is one. */
async function recordOf(answer: TestAnswer, of: TestClient = client) {
  const found = await until('the record', async () => {
    const record = await of.get(`/requests/${idOf(answer)}`);
    return record.status === 200 && record;
  });
  return found.body.data;
}

describe('GET /usage', () => {
  const day = { from: '2026-10-05T00:00:00Z', to: '2026-10-06T00:00:00Z' };

  it('200: counts what was asked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => client.get(n < 15 ? '/users' : '/users/x y')),
    );
    const last = answers.at(-1) as TestAnswer;
    await recordOf(last);
    const bytesOut = answers.reduce((sum, { headers }) => sum + Number(headers.get('content-length')), 0);
    const usageOfDay = async () => (await client.get('/usage', { query: { ...day, interval: 'day' } })).body.data[0];
    await until('the counts', async () => ((await usageOfDay())?.requests ?? 0) >= answers.length);
    const usage = await usageOfDay();
    expect(usage).toMatchObject({ start: '2026-10-05T00:00:00.000Z', rateLimited: 0, bytesIn: 0, lost: 0 });
    expect(usage.byStatus).toMatchObject({ '3xx': 0, '5xx': 0 });
    expect(usage.byStatus['4xx']).toBeGreaterThanOrEqual(5);
    expect(usage.requests).toBe(usage.byStatus['2xx'] + usage.byStatus['4xx']);
    expect(usage.bytesOut).toBeGreaterThanOrEqual(bytesOut);
    expect(usage.p95Ms).toBeGreaterThanOrEqual(usage.p50Ms);
  });

  it.each([
    ['a period without an end', { from: day.from }],
    ['a period that ends before it begins', { from: day.to, to: day.from }],
    ['more than 32 days', { from: '2026-10-01T00:00:00Z', to: '2026-11-02T00:00:00.001Z' }],
    ['another interval', { ...day, interval: 'week' }],
  ])('400: of %s', async (_, params) => {
    expect(await client.get('/usage', { query: params })).toMatchObject({ status: 400 });
  });

  it('200: of every local month: with 31 days, and an hour that the clocks repeat', async () => {
    const query = { from: '2026-10-01T00:00:00+02:00', to: '2026-11-01T00:00:00+01:00' };
    expect(await client.get('/usage', { query })).toMatchObject({ status: 200 });
  });

  it('200: nothing of a period without requests', async () => {
    const { body } = await client.get('/usage', {
      query: { from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' },
    });
    expect(body.data).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { recordOf } from '../../support/recorded-requests.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

let client: TestClient;

const system = await TestSystem.start();
beforeEach(async () => {
  ({ client } = await system.newInstitution());
});

describe('GET /usage', () => {
  const day = { from: '2026-10-05T00:00:00Z', to: '2026-10-06T00:00:00Z' };

  it('200: counts what was asked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => client.get(n < 15 ? '/users' : '/users/x y')),
    );
    const last = answers.at(-1) as TestAnswer;
    await recordOf(client, last);
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

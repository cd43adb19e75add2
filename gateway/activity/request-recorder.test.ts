import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import type { RecordedRequest, Requester } from './gathered-requests.ts';
import { RequestRecorder } from './request-recorder.ts';

type Batch = Parameters<ConstructorParameters<typeof RequestRecorder>[0]['send']>[0];

const [ADA, BOB] = ['ada', 'bob'].map((integrationId) => ({ institutionId: 'school', integrationId })) as [
  Requester,
  Requester,
];
const AWAY = new Refusal('DEPENDENCY_UNAVAILABLE');
const requestAt = (time: string): RecordedRequest => ({
  ...{ id: systemIds.newId(), time, status: 200, durationMs: 1, bytesIn: 0, bytesOut: 0 },
});
const AT_8 = '2026-10-05T08:59:59.999Z';
/** Of a record, with the comma before it. */
const BYTES = JSON.stringify({ ...ADA, ...requestAt(AT_8) }).length + 1;

/** The batches that were sent; each waits for the answer that the test gives. */
let sent: { readonly batch: Batch; readonly answer: PromiseWithResolvers<void> }[];
let recorder: RequestRecorder;

function newRecorder(maxBytes?: number): RequestRecorder {
  return new RequestRecorder({
    send(batch) {
      const answer = Promise.withResolvers<void>();
      sent.push({ batch, answer });
      return answer.promise;
    },
    ids: systemIds,
    log: silentLogger,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  sent = [];
  recorder = newRecorder();
  recorder.start();
});
afterEach(() => {
  vi.useRealTimers();
});

const tick = async () => {
  vi.advanceTimersByTime(1_250);
  await setImmediate();
};
const ticks = async (count: number) => {
  for (let n = 0; n < count; n++) await tick();
};
async function answer(error?: Error): Promise<void> {
  const { promise, resolve, reject } = sent.at(-1)?.answer ?? Promise.withResolvers<void>();
  if (error) reject(error);
  else resolve();
  await promise.catch(() => undefined);
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}
const note = (count: number, requester = ADA) => {
  for (let n = 0; n < count; n++) recorder.note(requester, requestAt(AT_8));
};
/** Four of them are a batch. */
const noteLong = (count: number) => {
  for (let n = 0; n < count; n++) recorder.note(ADA, { ...requestAt(AT_8), path: 'x'.repeat(1024 * 1024) });
};
const requestsOf = (batch: Batch | undefined): RecordedRequest[] =>
  JSON.parse(Buffer.from(batch?.requests ?? []).toString());
const lostOf = (batch: Batch | undefined) =>
  batch?.usage?.flatMap(({ integrationId, hours = [] }) =>
    hours.flatMap(({ hour, lost }) => (lost ? [[integrationId, hour, lost]] : [])),
  );

describe('records of requests', () => {
  it('are sent together, with their integrations, and not at all while there are none', async () => {
    await tick();
    expect(sent).toEqual([]);
    note(2);
    note(1, BOB);
    await tick();
    expect(requestsOf(sent[0]?.batch)).toEqual([ADA, ADA, BOB].map((owner) => expect.objectContaining(owner)));
    await answer();
    expect(recorder.counts).toEqual({ recorded: 3, lost: 0, bytes: 0 });
  });

  it('are sent in batches of 4 MiB, as soon as there is as much, one at a time', async () => {
    noteLong(9);
    await setImmediate();
    await tick();
    expect(sent.map(({ batch }) => requestsOf(batch).length)).toEqual([4]);
    await answer();
    expect(sent.map(({ batch }) => requestsOf(batch).length)).toEqual([4, 4]);
    await answer();
    expect(sent).toHaveLength(2);
    await tick();
    expect(requestsOf(sent[2]?.batch)).toHaveLength(1);
    await answer();
    expect(new Set(sent.flatMap(({ batch }) => requestsOf(batch)).map(({ id }) => id)).size).toBe(9);
  });

  it('are sent again under the same id after a failure, before any other', async () => {
    note(1);
    await tick();
    noteLong(5);
    await answer(AWAY);
    expect(recorder.counts).toMatchObject({ recorded: 0, lost: 0 });
    await tick();
    expect(sent[1]?.batch).toEqual(sent[0]?.batch);
    await answer();
    expect(sent[2]?.batch.batchId).not.toBe(sent[0]?.batch.batchId);
    expect(requestsOf(sent[2]?.batch)).toHaveLength(4);
  });

  it.each(['REQUEST_INVALID', 'INTERNAL'] as const)(
    'that activity cannot record (%s) are lost, and hold up no others',
    async (code) => {
      note(2);
      await tick();
      await answer(new Refusal(code));
      expect(recorder.counts).toEqual({ recorded: 0, lost: 2, bytes: 0 });
      note(1, BOB);
      await tick();
      expect(requestsOf(sent[1]?.batch)).toHaveLength(1);
    },
  );
});

describe('what is counted', () => {
  const hour = (requests: number) => ({
    hour: '2026-10-05T08:00:00.000Z',
    routes: [{ route: '', statusClass: 2, requests, rateLimited: 0, bytesIn: 0n, bytesOut: 0n }],
    durationsMs: Array.from({ length: requests }, () => 1),
    lost: 0,
  });
  const usages = () => sent.map(({ batch }) => batch.usage).filter((usage) => usage?.length);

  it('is told every five seconds, by integration, also of batches before', async () => {
    note(2);
    await tick();
    await answer();
    note(1, BOB);
    await tick();
    await answer();
    await tick();
    expect(usages()).toEqual([]);
    await tick();
    expect(sent[2]?.batch.usage).toEqual([
      { ...ADA, hours: [hour(2)], uses: [] },
      { ...BOB, hours: [hour(1)], uses: [] },
    ]);
    expect(requestsOf(sent[2]?.batch)).toEqual([]);
    await answer();
    await ticks(8);
    expect(sent).toHaveLength(3);
  });

  it('is told again as it was when the batch that tells it fails', async () => {
    note(1);
    await tick();
    await answer();
    await ticks(3);
    await answer(AWAY);
    note(1);
    await tick();
    expect(sent.slice(1).map(({ batch }) => batch)).toEqual([sent[1]?.batch, sent[1]?.batch]);
    expect(usages()).toHaveLength(2);
  });

  it('turns into what was lost when a batch cannot be recorded', async () => {
    note(2);
    await tick();
    await answer(new Refusal('INTERNAL'));
    await ticks(3);
    expect(usages()).toEqual([[{ ...ADA, hours: [{ ...hour(0), durationsMs: [1, 1], lost: 2 }], uses: [] }]]);
    await answer(new Refusal('INTERNAL'));
    await ticks(4);
    expect(lostOf(sent.at(-1)?.batch)).toEqual([['ada', '2026-10-05T08:00:00.000Z', 2]]);
  });
});

describe('over the limit in bytes', () => {
  beforeEach(() => {
    // Of which an institution alone gets two thirds.
    recorder = newRecorder(7.5 * BYTES);
    recorder.start();
  });

  it('records are lost, and reported by hour and integration with the next batch', async () => {
    note(5);
    recorder.note(ADA, requestAt(AT_8));
    recorder.note(ADA, requestAt('2026-10-05T09:00:00.000Z'));
    recorder.note(BOB, requestAt(AT_8));
    expect(recorder.counts).toEqual({ recorded: 0, lost: 3, bytes: 5 * BYTES });
    await tick();
    expect(requestsOf(sent[0]?.batch)).toHaveLength(5);
    await answer();
    await ticks(3);
    expect(lostOf(sent[1]?.batch)).toEqual([
      ['ada', '2026-10-05T08:00:00.000Z', 1],
      ['ada', '2026-10-05T09:00:00.000Z', 1],
      ['bob', '2026-10-05T08:00:00.000Z', 1],
    ]);
    await answer();
    expect(recorder.counts).toEqual({ recorded: 5, lost: 3, bytes: 0 });
    await ticks(4);
    expect(sent).toHaveLength(2);
  });

  it('those that are being sent count until they are taken', async () => {
    note(5);
    await tick();
    note(1);
    expect(recorder.counts.lost).toBe(1);
    await answer(AWAY);
    note(1);
    expect(recorder.counts.lost).toBe(2);
    await tick();
    await answer();
    note(1);
    expect(recorder.counts).toMatchObject({ recorded: 5, lost: 2 });
  });

  it('an institution that floods leaves room for others, which leave some in their turn', () => {
    recorder = newRecorder(100 * BYTES);
    const kept = ['school', 'second', 'third_'].map((institutionId) => {
      const { lost } = recorder.counts;
      note(100, { ...ADA, institutionId });
      return 100 - (recorder.counts.lost - lost);
    });
    // Two thirds of what is left for the next one.
    expect(kept).toEqual([67, 22, 8]);
  });

  it('what an institution held is free again once it was taken', async () => {
    for (let round = 1; round <= 3; round++) {
      note(5);
      expect(recorder.counts.lost).toBe(0);
      await tick();
      await answer();
      expect(recorder.counts.bytes).toBe(0);
    }
  });

  it('a long record counts more', () => {
    recorder.note(ADA, { ...requestAt(AT_8), path: 'x'.repeat(4 * BYTES) });
    note(1);
    expect(recorder.counts).toMatchObject({ lost: 1 });
  });
});

describe('rejected requests', () => {
  const rejected = (count: number, { time = AT_8, status = 429, requester = ADA } = {}) => {
    for (let n = 0; n < count; n++) recorder.note(requester, { ...requestAt(time), status });
  };
  const sentRequests = () => sent.flatMap(({ batch }) => requestsOf(batch));

  it('of an integration beyond a hundred in a minute are counted, and not kept', async () => {
    rejected(70);
    rejected(70, { status: 401 });
    rejected(5, { requester: BOB });
    note(3);
    for (let n = 0; n < 10; n++) {
      await tick();
      await answer();
    }
    expect(sentRequests()).toHaveLength(100 + 5 + 3);
    const [ofAda] = sent.flatMap(({ batch }) => batch.usage ?? []);
    const { routes = [], durationsMs, lost } = ofAda?.hours?.[0] ?? {};
    expect(routes.map(({ statusClass, requests, rateLimited }) => [statusClass, requests, rateLimited])).toEqual([
      [2, 3, 0],
      [4, 140, 70],
    ]);
    expect([durationsMs?.length, lost]).toEqual([103, 0]);
  });

  it('are kept again in the next minute', async () => {
    for (const time of ['2026-10-05T08:00:59.999Z', '2026-10-05T08:01:00.000Z']) rejected(150, { time });
    await tick();
    await answer();
    expect(sentRequests()).toHaveLength(200);
  });
});

describe('stop', () => {
  it('sends what is left, after what is being sent', async () => {
    note(1);
    await tick();
    noteLong(5);
    const stopped = recorder.stop();
    for (const count of [1, 4, 1]) {
      expect(requestsOf(sent.at(-1)?.batch)).toHaveLength(count);
      await answer();
    }
    await stopped;
    expect(sent).toHaveLength(3);
    expect(recorder.counts).toEqual({ recorded: 6, lost: 0, bytes: 0 });
  });

  it('reports what was lost, even if nothing else is left', async () => {
    recorder = newRecorder(0);
    note(1);
    const stopped = recorder.stop();
    await setImmediate();
    expect(lostOf(sent[0]?.batch)).toEqual([['ada', '2026-10-05T08:00:00.000Z', 1]]);
    await answer();
    await stopped;
  });

  it('does not wait for a service that is unavailable', async () => {
    noteLong(4);
    await setImmediate();
    const stopped = recorder.stop();
    await answer(AWAY);
    await stopped;
    expect(sent).toHaveLength(1);
  });
});

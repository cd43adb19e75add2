import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BatchItem, batchesOf } from './batches.ts';
import type { PunchedLog } from './punched-log.ts';

async function cut(logs: readonly PunchedLog[]): Promise<(readonly BatchItem[])[]> {
  async function* source() {
    yield* logs;
  }
  return Array.fromAsync(batchesOf(source()));
}

function logOf(index: number, pauses = 0, code = `NH-${index}`): PunchedLog {
  const start = Date.UTC(2026, 9, 5) + index * 1000;
  return {
    lines: [index],
    code,
    start,
    end: start + 1000,
    pauses: Array.from({ length: pauses }, (_, at) => ({ start: start + 2 * at, end: start + 2 * at + 1 })),
  };
}

it('an item has the format of the bulk request, with the code as written', async () => {
  const [[first, second] = []] = await cut([logOf(0, 1, '007'), logOf(1)]);
  expect(first?.item).toEqual({
    code: '007',
    startTime: '2026-10-05T00:00:00.000Z',
    endTime: '2026-10-05T00:00:01.000Z',
    pauses: [{ startTime: '2026-10-05T00:00:00.000Z', endTime: '2026-10-05T00:00:00.001Z' }],
  });
  expect(second?.item).not.toHaveProperty('pauses');
});

it.each([
  [0, []],
  [500, [500]],
  [501, [500, 1]],
  [1203, [500, 500, 203]],
])('%i logs form batches of %j', async (count, sizes) => {
  const batches = await cut(Array.from({ length: count }, (_, index) => logOf(index)));
  expect(batches.map(({ length }) => length)).toEqual(sizes);
});

it('a batch fits in a request body, however large its items are, and appended logs do not change it', async () => {
  const log = fc.record({ pauses: fc.nat(200), code: fc.constantFrom('7', 'x'.repeat(9000)) });
  await fc.assert(
    fc.asyncProperty(fc.array(log, { maxLength: 400, size: 'max' }), fc.nat(400), async (list, length) => {
      const logs = list.map(({ pauses, code }, index) => logOf(index, pauses, code));
      const batches = await cut(logs);
      expect(batches.flat().map((each) => each.log)).toEqual(logs);
      for (const batch of batches) {
        expect(Buffer.byteLength(JSON.stringify({ items: batch.map(({ item }) => item) }))).toBeLessThan(250_000);
      }
      // A shorter file has the same batches; only its last one may be smaller.
      const before = (await cut(logs.slice(0, length))).slice(0, -1);
      expect(batches.slice(0, before.length)).toEqual(before);
    }),
    // Shrinking such lists takes too long.
    { numRuns: 20, endOnFailure: true },
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';
import type { Punch, RefusedRows } from './punch.ts';

async function run(rows: readonly { code: string; time: number }[]) {
  const refused: RefusedRows[] = [];
  const passed: Punch[] = [];
  const punches = rows.map((row, index): Punch => ({ line: index + 2, kind: 'start', ...row }));
  async function* source() {
    yield* punches;
  }
  for await (const punch of inOrder(source(), (rows) => refused.push(rows))) passed.push(punch);
  return { passed, refused, punches };
}

it('yields the punches of each member in order of time, and refuses the rest', async () => {
  const row = fc.record({ code: fc.constantFrom('a', 'A', ' a ', 'b'), time: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      const { passed, refused, punches } = await run(rows);
      for (const member of ['a', 'b']) {
        const times = passed.filter(({ code }) => code.trim().toLowerCase() === member).map(({ time }) => time);
        expect(times).toEqual(times.toSorted((x, y) => x - y));
      }
      const lines = [...passed.map(({ line }) => line), ...refused.flatMap((each) => each.lines)];
      expect(lines.toSorted((x, y) => x - y)).toEqual(punches.map(({ line }) => line));
    }),
  );
});

it('names the later row', async () => {
  const { passed, refused } = await run([
    { code: '7', time: 5 },
    { code: '07', time: 3 },
    { code: '7', time: 4 },
    { code: '7', time: 5 },
  ]);
  expect(passed.map(({ line }) => line)).toEqual([2, 3, 5]);
  expect(refused).toEqual([{ lines: [4], reason: "out_of_order: earlier than the member's punch in line 2" }]);
});

import { expect, it } from 'vitest';
import { readTable } from './read-table.ts';

/** Reads a file; returns how many turns of the event loop passed meanwhile, and what came of it. */
async function turnsOf(text: string) {
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns++;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const outcome = await readTable(Buffer.from(text), FORMAT).then(
    ({ rows }) => rows.length,
    ({ violations }) => violations[0].message as string,
  );
  isReading = false;
  return { turns, outcome };
}

const FORMAT = { columns: ['email', 'name'], required: {}, rows: 'rows with people', maxRows: 5_000 };
const SLICE = 4 * 1024;

it('a file is read a slice in each turn of the event loop', async () => {
  const text = `email,name\n${'somebody@x.example,N\n'.repeat(5_000)}`;
  const { turns, outcome } = await turnsOf(text);
  expect(outcome).toBe(5_000);
  expect(turns).toBeGreaterThanOrEqual(text.length / SLICE);
});

it.each([
  ['empty lines', `email\na@x.example${'\n'.repeat(2_000_000)}`, 100_000, /lines/],
  ['blank lines', `email\na@x.example${'\n '.repeat(1_000_000)}`, 200_000, /lines/],
  ['rows', `email\n${'a\n'.repeat(1_000_000)}`, 10_000, /5,000 rows/],
])('too many %s are not read to their end', async (_, text, bytes, message) => {
  const { turns, outcome } = await turnsOf(text);
  expect(outcome).toMatch(message);
  expect(turns).toBeLessThanOrEqual(bytes / SLICE + 10);
});

it('a cell that is larger than a request may be ends what is read', async () => {
  const { broken, rows, faults } = await readTable(
    Buffer.from(`email,name\na@x.example,A\nb@x.example,"${'""'.repeat(900_000)}"`),
    FORMAT,
  );
  expect([rows.length, broken?.row, faults[0]?.column]).toEqual([1, 3, 'name']);
  expect(faults[0]?.message).toMatch(/longer than 256 KiB/);
});

it('a header of a million columns has no more cells than may be', async () => {
  let longest = 0;
  const push = Array.prototype.push;
  Array.prototype.push = function counted(...items) {
    const length = push.apply(this, items);
    longest = Math.max(longest, length);
    return length;
  };
  try {
    expect((await turnsOf(`email${','.repeat(1_000_000)}\na@x.example`)).outcome).toMatch(/1,000 columns/);
  } finally {
    Array.prototype.push = push;
  }
  expect(longest).toBeLessThanOrEqual(1_001);
});

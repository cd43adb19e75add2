import { expect, it } from 'vitest';
import { type Answered, isSameOutcome } from './compare-answers.ts';

const [ADA, BEA] = ['01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c01', '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c02'];
const answered = (data: unknown, second = 0): Answered => ({
  ...{ status: 201, data },
  at: Date.parse(`2026-10-05T08:00:0${second}.000Z`),
});
const same = (one: unknown, other: unknown) => isSameOutcome(answered(one), answered(other, 5));

it('ignores ids that only one answer has, and the time of the answers', () => {
  const one = { id: ADA, owner: ADA, createdAt: '2026-10-05T08:00:00.000Z' };
  expect(same(one, { id: BEA, owner: BEA, createdAt: '2026-10-05T08:00:04.900Z' })).toBe(true);
});

it('compares everything else', () => {
  expect(same({ name: 'Ada' }, { name: 'Bea' })).toBe(false);
  expect(same({ endTime: '2026-10-04T21:59:59.999Z' }, { endTime: '2026-10-04T20:00:00.000Z' })).toBe(false);
  expect(same({ id: ADA, owner: BEA }, { id: BEA, owner: BEA })).toBe(false);
  expect(same({ created: [ADA] }, { created: [] })).toBe(false);
  expect(isSameOutcome(answered({}), { ...answered({}), status: 200 })).toBe(false);
});

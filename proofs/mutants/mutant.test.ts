import { expect, it } from 'vitest';
import { isChosen, mutantsOf, shuffled } from './mutant.ts';
import { instrument } from './stryker.ts';

const SOURCE = `
export async function clear(held: string[], limit: number): Promise<void> {
  if (held.length > limit) return;
  await forget(held);
}
export const statement = (id: string) => \`SELECT a FROM t WHERE id = \${id} LIMIT 1\`;
`;

async function read(source: string) {
  const { mutants } = await instrument([{ name: 'a.ts', content: source }]);
  return mutantsOf('a.ts', source, mutants);
}

it('code is changed by rule, one change at a time', async () => {
  const mutants = await read(SOURCE);
  expect(mutants.map(({ rule, before, after }) => [rule, before, after])).toEqual(
    expect.arrayContaining([
      ['EqualityOperator', 'held.length > limit', 'held.length >= limit'],
      ['ConditionalExpression', 'held.length > limit', 'false'],
      ['AwaitedCall', 'await forget(held);', ';'],
      ['Sql', '`SELECT a FROM t WHERE id = ${id} LIMIT 1`', '`SELECT a FROM t WHERE id = ${id} LIMIT 2`'],
    ]),
  );
  expect(mutants.find(({ rule }) => rule === 'AwaitedCall')).toMatchObject({ line: 4, code: 'await forget(held);' });
});

it('a mutant stays the same one when other lines change', async () => {
  const keys = (await read(SOURCE)).map(({ key }) => key);
  expect((await read(`const added = () => undefined;\n${SOURCE}`)).map(({ key }) => key)).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
});

it('a quarter is chosen, and a seed always gives the same order', async () => {
  const many = await read(Array.from({ length: 400 }, (_, n) => `export const a${n} = ${n};`).join('\n'));
  const chosen = many.filter(isChosen).length;
  expect(chosen).toBeGreaterThan(70);
  expect(chosen).toBeLessThan(130);
  expect(shuffled(many.toReversed(), '1')).toEqual(shuffled(many, '1'));
  expect(shuffled(many, '1')).not.toEqual(shuffled(many, '2'));
});

import { beforeAll, describe, expect, test } from 'vitest';
import { expectNone } from '../project/violations.ts';
import { ACCEPTED, UNREACHED } from './accepted.ts';
import { type Expression, productExpressions } from './expressions.ts';
import { judgeExpressions, shortNameOf, unjudged } from './judged.ts';

const SLOW = '/^(a+)+$/';
let expressions: Expression[];
beforeAll(async () => {
  expressions = await productExpressions();
});

test('every regular expression that reads what a client sends takes time in proportion to it', async () => {
  const left = unjudged(expressions);
  const faults = await judgeExpressions(left.map(({ text }) => text));
  expectNone(
    left
      .filter(({ text }) => faults.has(text))
      .map((each) => ({ location: shortNameOf(each), what: faults.get(each.text) ?? '' })),
    'Write it without the choice that makes it slow, or check the length before. If neither is needed, say why in accepted.ts. After an update of packages, run npm run expressions:judge.',
  );
});

test('what is accepted is there', () => {
  const owners = new Set(expressions.map(({ owner }) => owner));
  const names = new Set(expressions.map(shortNameOf));
  expect(Object.keys(UNREACHED).filter((owner) => !owners.has(owner))).toEqual([]);
  expect(Object.keys(ACCEPTED).filter((name) => !names.has(name))).toEqual([]);
});

describe('the checker', () => {
  test('finds literals, those of packages, those made of texts and those of contracts', () => {
    const texts = (owner: string) => expressions.filter((each) => each.owner === owner).map(({ text }) => text);
    const [literal, built, ofContract] = ['/^\\.[\\w-]{22}$/', '/^[A-Za-z0-9._-]{1,128}$/', '/^[^\\x00]*$/u'];
    expect(texts('lyceum')).toEqual(expect.arrayContaining([literal, built, ofContract]));
    for (const owner of ['csv-parse', 'ipaddr.js']) expect(texts(owner)).not.toEqual([]);
  });

  test('tells slow ones from others', async () => {
    const faults = await judgeExpressions([SLOW, '/^a+$/']);
    expect([...faults]).toEqual([[SLOW, 'exponential']]);
    expect(unjudged([{ owner: 'lyceum', text: SLOW }])).toHaveLength(1);
  });
});

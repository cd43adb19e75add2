import { expect, it } from 'vitest';
import { productStatements } from '../support/postgres/product-statements.ts';

it('no statement sets back the time of a record’s last change', () => {
  const assigning = productStatements.filter(({ text }) => /\bupdated_at = /.test(text));
  const settingBack = assigning.filter(({ text }) => /\bupdated_at = (?!greatest\()/.test(text));
  expect(assigning.length).toBeGreaterThan(20);
  expect(
    settingBack.map(({ name }) => name),
    'Write updated_at = greatest(updated_at, …).',
  ).toEqual([]);
});

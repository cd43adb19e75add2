import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../test/support/process/program.ts';
import { faults, plant, testOf } from './plant.ts';

it.each(Object.entries(faults))('%s: can be planted, and its test is there', (_, fault) => {
  const [testFile = ''] = testOf(fault).split(' ');
  expect(existsSync(join(projectRoot, testFile))).toBe(true);
  expect(() => plant(readFileSync(join(projectRoot, fault.file), 'utf8'), fault)).not.toThrow();
});

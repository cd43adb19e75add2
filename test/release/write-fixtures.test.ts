import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../platform/core/config/config.ts';
import { projectRoot } from '../support/process/program.ts';
import { TestSystem } from '../support/test-system.ts';
import { testVariables } from '../support/test-variables.ts';
import { recordRelease } from './record-release.ts';
import { fixturesPath } from './release-fixtures.ts';

const isWriting = readConfig(testVariables, process.env).WRITE_FIXTURES === '1';
let system: TestSystem | undefined;
afterAll(() => system?.stop());

it.skipIf(!isWriting)('what this version stores and publishes (npm run release:fixtures)', async () => {
  system = await TestSystem.start({ platform: 'own' });
  const fixtures = await recordRelease(system);
  expect(fixtures.events.length).toBeGreaterThan(30);
  const { version } = JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8'));
  writeFileSync(fixturesPath(version), `${JSON.stringify(fixtures)}\n`);
});

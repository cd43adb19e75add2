import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deprecatedFeaturesOf } from '../../gateway/endpoint/deprecated-features.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { readConfig } from '../../platform/core/config/config.ts';
import { projectRoot } from '../support/process/program.ts';
import { testVariables } from '../support/test-variables.ts';
import { CHANGES, changesNow, documentNow, documentPath, readChanges, releasedDocuments } from './changes.ts';
import { apiChanges } from './openapi-changes.ts';

const { version } = JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8'));
const now = documentNow();
const released = releasedDocuments();

it.skipIf(readConfig(testVariables, process.env).WRITE_FIXTURES !== '1')('writes what it compares', () => {
  writeFileSync(documentPath(version), `${JSON.stringify(now)}\n`);
});

it.skipIf(readConfig(testVariables, process.env).WRITE_FIXTURES !== '1')('writes docs/changes.json', () => {
  writeFileSync(CHANGES, `${JSON.stringify(changesNow(version), null, 2)}\n`);
});

it('this version has its document (npm run release:fixtures)', () => {
  expect(released.map(([each]) => each)).toContain(version);
});

it.each(released)(
  'since %s, nothing is gone or narrower but what docs/changes.json names as removed',
  (from, before) => {
    const later = readChanges().slice(
      0,
      Math.max(
        1,
        readChanges().findIndex((each) => each.version === from),
      ),
    );
    const removed = new Set(later.flatMap((each) => each.removed));
    expect(apiChanges(before, now).broken.filter((each) => !removed.has(each))).toEqual([]);
  },
);

it('docs/changes.json is current (npm run docs:changes)', () => {
  expect(readChanges()).toEqual(JSON.parse(JSON.stringify(changesNow(version))));
});

it('the changelog names each new operation', () => {
  const [, section = ''] = readFileSync(`${projectRoot}CHANGELOG.md`, 'utf8').split(`\n## ${version}\n`);
  const news = section.split(/^## /m)[0] ?? '';
  const before = released.at(-1)?.[1] ?? {};
  for (const name of apiChanges(before, now).added)
    if (/^[A-Z]+ [^? ]+$/.test(name)) expect(news).toContain(`\`${name}\``);
});

it('what is deprecated has a heading that says what to use instead', () => {
  const guide = readFileSync(`${projectRoot}docs/guides/changes.md`, 'utf8');
  const anchors = [...guide.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'));
  for (const { feature, anchor } of endpoints.flatMap(deprecatedFeaturesOf)) expect(anchors, feature).toContain(anchor);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, signedIn } from '../../../test/support/console/administrator.ts';
import { download, readHandOver } from '../../../test/support/console/handed-over.ts';
import { expectAccessible, expectToFit } from '../../../test/support/console/page-checks.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

const [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
const folder = await mkdtemp(join(tmpdir(), 'lyceum-hand-over-'));
afterAll(() => Promise.all([browser.close(), rm(folder, { recursive: true })]));

/** A name of the greatest length that has no place to break. */
const LONG = `W${'ö'.repeat(200)}`;

it('the page that a person gets is accessible, fits into every window, and loads nothing', async () => {
  const administrator = await newAdministrator(system, { name: LONG });
  const { institution, userId, email } = administrator;
  const log = { email, startTime: '2026-09-01T08:00:00Z', endTime: '2026-09-01T09:00:00Z', note: LONG };
  expect((await institution.client.post('/time-tracking/logs', log)).status).toBe(201);
  const visitor = await signedIn(system, administrator);
  const answer = await download(system.consoleUrl, visitor, userId);
  const { files } = readHandOver(new Uint8Array(await answer.arrayBuffer()));
  const file = join(folder, 'index.html');
  await writeFile(file, files['index.html'] ?? '');
  const page = await browser.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const { href } = pathToFileURL(file);
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessible(page, [href], colorScheme);
  await expectToFit(page, [href]);
  expect(await page.title()).toBe(`Data of ${LONG}`);
  expect(await page.locator('h2').allTextContents()).toEqual([
    ...['Person', 'Groups', 'Appointments', 'Time records', 'Late punches', 'Hours', 'Breaks and rests', 'Changes'],
    ...['Recipients', 'Webhooks'],
    ...['Calendar feeds', 'Sign-ins', 'Passkeys'],
  ]);
  expect(new Set(requested)).toEqual(new Set([href]));
});

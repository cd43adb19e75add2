import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink, signedIn } from '../../../test/support/console/administrator.ts';
import { newIntegration, record } from '../../../test/support/console/recorded.ts';
import { newWebhook, sentTest } from '../../../test/support/console/webhooks.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

/** Tables with texts as long as those of an ordinary school, in windows of ordinary widths. */
let browser: Browser;
let page: Page;
let paths: readonly string[];
beforeAll(async () => {
  const [launched, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  browser = launched;
  const ada = await newAdministrator(system, { name: 'Ada Charlotte Lindqvist-Wintergarten' });
  const visitor = await signedIn(system, ada);
  const { client } = ada.institution;
  const { id } = await newIntegration(ada.institution, 'Timetable of the mechanical engineers');
  const path = `/api/v4/curricula/${ada.userId}/versions/${ada.userId}/pathways`;
  const problem = { status: 422, code: 'idempotency_key_in_flight', durationMs: 1_234 };
  await record(system, ada.institution, [
    { integrationId: id, method: 'DELETE', path, ...problem },
    { integrationId: id, path: '/api/v4/time-tracking/timestamp-templates?limit=100', requestId: 'one' },
  ]);
  const email = 'bartholomew.featherstonehaugh@students.nordhafen-university.example';
  const name = 'Bartholomew Featherstonehaugh-Cholmondeley';
  const { body } = await client.post('/users', { email, name, code: 'NH-2026-0815-4711' });
  const log = { email, startTime: '2026-10-02T06:00:00Z', endTime: '2026-10-02T14:00:00Z' };
  await client.post('/time-tracking/logs', log);
  await client.post('/time-tracking/sessions/start', { email, at: '2026-10-04T06:00:00Z' });
  await client.post('/time-tracking/sessions/start', { email, at: '2026-10-05T06:00:00Z' });
  const webhook = await newWebhook(visitor, `http://127.0.0.1:9/hooks/${'timetable/'.repeat(6)}`, {
    description: 'Timetable of the mechanical engineers',
  });
  await sentTest(visitor, webhook);
  await visitor.submit(`/console/calendar-feeds/new/user/${body.data.id}`, { name });
  await visitor.submit('/console/integrations/directory-sync', { name: 'Entra ID of the university' });
  paths = [
    ...['', 'integrations', 'integrations/directory-sync', `integrations/${id}`, 'requests', 'requests?status=4xx'],
    ...['webhooks', webhook.replace('/console/', ''), 'events', 'calendar-feeds', 'audit', 'administrators'],
    ...['account', 'people', `people/${body.data.id}`, 'time-records?from=2026-10-01&to=2026-10-31'],
  ].map((each) => `/console/${each}`);
  page = await (await browser.newContext({ baseURL: system.consoleUrl })).newPage();
  await page.goto(await newLink(ada));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});
afterAll(() => browser.close());

/** How far each table goes beyond what is shown of it, in pixels. */
const BEYOND = `[...document.querySelectorAll('.table')].map((it) => [it.getAttribute('aria-label'), it.scrollWidth - it.clientWidth])`;

it.each([1440, 1200, 1024, 768])('no table is wider than its place, %i pixels wide', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  const seen: string[] = [];
  const tooWide: unknown[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const [label = '', beyond = 0] of await page.evaluate<[string?, number?][]>(BEYOND)) {
      seen.push(label);
      if (beyond > 0) tooWide.push([path, label, beyond]);
    }
  }
  expect(tooWide).toEqual([]);
  expect(seen.length).toBeGreaterThanOrEqual(15);
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink, signedIn } from '../../../test/support/console/administrator.ts';
import { newWebhook } from '../../../test/support/console/webhooks.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

let browser: Browser;
let system: TestSystem;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
});
afterAll(() => browser.close());

/** A name of the greatest length that has no place to break. */
const LONG = `W${'ö'.repeat(200)}`;

it('names without blanks make no page wider than its window', async () => {
  const ada = await newAdministrator(system, { name: LONG });
  const visitor = await signedIn(system, ada);
  const { institution } = ada;
  await visitor.submit('/console/administrators/openid', {
    ...{ issuer: `https://id.example.org/${'x'.repeat(200)}`, clientId: LONG, clientSecret: 'secret' },
  });
  const change = { defaultLessonUnitName: LONG, userCodeFormat: `${LONG}[0][0][0][0]` };
  await institution.operator(InstitutionService.method.setInstitutionSettings, { change });
  await institution.client.post('/users', { email: 'b@example.org', name: LONG, code: `${LONG}0001` });
  const created = await visitor.submit('/console/integrations/new', { name: LONG });
  const integration = /href="(\/console\/integrations\/[0-9a-f-]+)">Open integration/.exec(created.text)?.[1] ?? '';
  const webhook = await newWebhook(visitor, `http://127.0.0.1:9/${'x'.repeat(200)}`, { description: LONG });
  await visitor.submit(`/console/calendar-feeds/new/user/${ada.userId}`, { name: LONG });
  const feeds = await visitor.get('/console/calendar-feeds');
  const revoke = /href="([^"]+\/revoke)"/.exec(feeds.text)?.[1] ?? '';

  const page = await (await browser.newContext({ baseURL: system.consoleUrl })).newPage();
  await page.goto(await newLink(ada));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const paths = [
    ...['/console/', '/console/integrations', '/console/webhooks', '/console/calendar-feeds', '/console/settings'],
    ...['/console/audit', '/console/events', '/console/requests', '/console/administrators', '/console/account'],
    ...['', '/rename', '/rotate', '/deactivate'].map((each) => `${integration}${each}`),
    ...['', '/change', '/rotate', '/delete', '/replay', '/test'].map((each) => `${webhook}${each}`),
    ...[revoke, `/console/administrators/${ada.userId}/remove`, `/console/calendar-feeds/new?text=W`],
    ...[`/console/calendar-feeds/new/user/${ada.userId}`, await newLink(ada)],
  ];
  const tooWide: unknown[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (beyond !== 0) tooWide.push([path, width, beyond]);
    }
  }
  expect(tooWide).toEqual([]);
  await page.context().close();
});

import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { screens } from '../../../console/screens/screens.ts';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink, signedIn } from '../../../test/support/console/administrator.ts';
import { expectToBeWalked } from '../../../test/support/console/keyboard.ts';
import { oneOfEach } from '../../../test/support/console/one-of-each.ts';
import { openPage, takeOver } from '../../../test/support/console/open-page.ts';
import { expectAccessible, expectToFit } from '../../../test/support/console/page-checks.ts';
import { changeSettings } from '../../../test/support/test-directory.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

/** A name of the greatest length that has no place to break. */
const LONG = `W${'ö'.repeat(200)}`;
const MONTH = 'from=2026-09-01&to=2026-10-31';
/** Pages that say what is wrong, or that there is nothing. */
const OTHERS = [
  ...['nothing', 'requests?status=9&to=never', 'requests?requestId=none', 'people?search=nobody', 'people?state=x'],
  ...['settings?form-key=x&time_tracking_timezone=Mars&user_code_format=x&example=x', 'audit?kind=unicorn'],
  ...['calendar-feeds/new?text=W', `time-records?${MONTH}`, 'time-records?from=2026-10-01&to=2028-10-31&person=nobody'],
  ...[`time-records?${MONTH}&show=open`, 'time-records/export?from=x&to=y', 'search?q=W'],
].map((each) => `/console/${each}`);
/** Redirects, files, and what needs a mail server. */
const NOT_SHOWN = [
  ...['/time-records/findings/export', '/time-records/closed-months/{id}/export'],
  ...['/time-records/export', '/people/{id}/hand-over', '/settings/your-data/{id}/download'],
  ...['/administrators/openid/try/sign-in', '/account/problem-email'],
];
const own = screens.filter(({ view, isPublic, path }) => view && !isPublic && !NOT_SHOWN.includes(path));

let browser: Browser;
let system: TestSystem;
let page: Page;
/** Every page of an institution with long names. */
let paths: string[];
/** The pages before signing in. */
let before: string[];
/** Browsers have no passkeys for addresses. */
let localUrl: string;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  localUrl = system.consoleUrl.replace('127.0.0.1', 'localhost');
  const ref = `school-${randomBytes(4).toString('hex')}`;
  const ada = await newAdministrator(system, { institution: await system.newInstitution(ref), name: LONG });
  const visitor = await signedIn(system, ada, localUrl);
  const issuer = `https://id.example.org/${'x'.repeat(200)}`;
  await visitor.submit('/console/administrators/openid', { issuer, clientId: LONG, clientSecret: 'secret' });
  const addressOf = await oneOfEach(system, ada, visitor, { name: LONG, code: LONG });
  const change = { defaultLessonUnitName: LONG, userCodeFormat: `${LONG}[0][0][0][0]` };
  await changeSettings(ada.institution, change);
  ({ page } = await openPage(browser, localUrl));
  await takeOver(page, visitor, localUrl);
  paths = [...own.map(({ path }) => addressOf(path)), ...OTHERS];
  before = ['/console/sign-in', `/console/sign-in/${ref}`, '/console/not-signed-in', await newLink(ada)];
}, 300_000);
afterAll(() => browser.close());

it.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)(
  'axe finds nothing on any page, %i pixels wide, %s',
  async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, paths, colorScheme);
    const visitor = await openPage(browser, localUrl, { viewport: { width, height: 900 } });
    await expectAccessible(visitor.page, before, colorScheme);
  },
  600_000,
);

it.each([
  ['en', [320, 390, 768, 1440]],
  ['de', [320, 390, 768, 1440]],
  ['en-XA', [390, 1440]],
] as const)(
  'every page fits into windows, whatever its names are, in %s: %j pixels',
  async (language, widths) => {
    const extraHTTPHeaders = { 'accept-language': language };
    await page.setExtraHTTPHeaders(extraHTTPHeaders);
    await expectToFit(page, paths, widths);
    await expectToFit((await openPage(browser, localUrl, { extraHTTPHeaders })).page, before, widths);
  },
  300_000,
);

it.each([1440, 390])(
  'every page is walked through with the keyboard, %i pixels wide',
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await expectToBeWalked(page, paths);
    await expectToBeWalked((await openPage(browser, localUrl, { viewport: { width, height: 900 } })).page, before);
  },
  600_000,
);

it.each([1440, 390])(
  'help is in the same place of every page, %i pixels wide',
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.setExtraHTTPHeaders({ 'accept-language': 'en' });
    const places = new Set<string>();
    for (const path of paths) {
      await page.goto(path);
      places.add(await page.evaluate<string>(HELP));
    }
    expect([...places]).toEqual([`${width === 1440 ? 'Sign out' : 'the content'}, Guides, Accessibility`]);
  },
  300_000,
);

/** The links to help that are in sight, and what stands before them. */
const HELP = `(() => {
  const links = [...document.querySelectorAll('a, button')].filter((it) => it.checkVisibility());
  const first = links.findIndex((it) => it.textContent === 'Guides');
  const before = links[first - 1].closest('main') ? 'the content' : links[first - 1].textContent;
  return [before, ...links.slice(first, first + 2).map((it) => it.textContent)].join(', ');
})()`;

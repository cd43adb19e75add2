import { readdir, writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../platform/core/config/config.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/core/instant.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { readManuals } from '../../../site/manuals/manual-pages.ts';
import { escapeHtml } from '../../../site/search/escape.ts';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink, type TestAdministrator } from '../../../test/support/console/administrator.ts';
import { newIntegration, type Recorded, record } from '../../../test/support/console/recorded.ts';
import { type TestInstitution, TestSystem } from '../../../test/support/test-system.ts';
import { testVariables } from '../../../test/support/test-variables.ts';
import { must } from '../../../test/time-tracking/member.ts';

/** The pictures in the guide to the console, of an institution on an ordinary day. */
let browser: Browser;
let system: TestSystem;
let ada: TestAdministrator;
let terminals: string;

beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start({ platform: 'own' })]);
  const institution = await system.newInstitution('Nordhafen University');
  ada = await newAdministrator(system, { institution });
  const ids = await Promise.all(
    ['Badge terminals', 'HR export', 'Room displays'].map(async (name) => (await newIntegration(institution, name)).id),
  );
  terminals = ids[0] ?? '';
  await workIn(institution);
  for (let hour = 0; hour < 24; hour++) await record(system, institution, requestsOf(ids, hour));
  await record(system, institution, lastHourOf(terminals));
});
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const NAMES = 'Amina Yılmaz,Ben Okafor,Chloé Martin,Daan de Vries,Elif Şahin,Fritz Lang,Greta Nowak'.split(',');

/** People, of whom some are clocked in and one has forgotten to clock out. */
async function workIn({ client, operator }: TestInstitution): Promise<void> {
  await operator(InstitutionService.method.setInstitutionSettings, {
    change: { timeTrackingTimezone: 'Europe/Berlin', userCodeFormat: 'NH-[0][0][0][0]' },
  });
  const today = Math.floor(system.clock.now() / DAY_MS) * DAY_MS;
  const at = (day: number, hour: number, minute: number) =>
    new Date(today + day * DAY_MS + hour * HOUR_MS + minute * 60_000).toISOString();
  for (const [n, name] of NAMES.entries()) {
    const [first = ''] = name.split(' ');
    const code = `NH-${String(1001 + n)}`;
    must(201, await client.post('/users', { name, code, email: `${first.toLowerCase()}@nordhafen.example` }));
    for (const day of [-3, -2])
      must(
        201,
        await client.post('/time-tracking/logs', {
          code,
          startTime: at(day, 7, n * 7),
          endTime: at(day, 15 + (n % 3), n * 5),
          pauses: [{ startTime: at(day, 11, n), endTime: at(day, 11, 30 + n) }],
        }),
      );
    if (n === 3) must(201, await client.post('/time-tracking/sessions/start', { code, at: at(-1, 12, 5) }));
  }
}

/** Few at night, many by day, some of them rejected. */
function requestsOf(ids: readonly string[], hoursAgo: number): Recorded[] {
  const load = [6, 3, 2, 2, 2, 3, 4, 6, 9, 12, 14, 15][Math.floor(hoursAgo / 2)] ?? 1;
  return ids.flatMap((integrationId, n) =>
    Array.from({ length: load * (3 - n) * 30 }, (_, at) => ({
      ...{ integrationId, durationMs: 6 + ((at * 7) % 23), ago: hoursAgo * HOUR_MS + ((at * 7) % 59) * 60_000 },
      ...(at % 53 === 11 ? NOT_FOUND : { status: at % 9 === 4 ? 304 : 200 }),
    })),
  );
}

/** People who come to work. */
function lastHourOf(integrationId: string): Recorded[] {
  return Array.from({ length: 60 }, (_, minute) => minute).flatMap((minute) =>
    Array.from({ length: Math.round(160 * Math.exp(-(((minute - 22) / 9) ** 2))) }, (_, at) => ({
      ...{ integrationId, ...PUNCH, durationMs: 14 + (at % 9), ago: minute * 60_000 + at * 100 },
      ...(at % 89 === 5 ? CONFLICT : { status: 201 }),
    })),
  );
}

const PUNCH = {
  method: 'POST',
  route: '/api/v4/time-tracking/sessions/start',
  path: '/api/v4/time-tracking/sessions/start',
};
const CONFLICT = { status: 409, code: 'conflict', detail: 'The member is clocked in already.' };
const NOT_FOUND = { status: 404, code: 'resource_not_found', detail: 'The user does not exist.' };

const PICTURES: readonly (readonly [name: string, path: () => string, heading: string])[] = [
  ['overview', () => '/console/', 'Overview'],
  ['integration', () => `/console/integrations/${terminals}`, 'Badge terminals'],
  ['people', () => '/console/people', 'People'],
  ['time-records', () => '/console/time-records', 'Time records'],
  ['requests', () => '/console/requests?status=4xx', 'Requests'],
  ['settings', () => '/console/settings', 'Settings'],
];
const FOLDER = new URL('../../../docs/guides/', import.meta.url);
const SCHEMES = ['light', 'dark'] as const;

it.each(PICTURES)('console-%s.png is in the guide, light and dark', async (name, path, heading) => {
  const [manual] = await readManuals();
  expect(manual?.guides.find(({ slug }) => slug === 'console')?.render(escapeHtml)).toContain(
    `src="/docs/guides/console-${name}.png"`,
  );
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({
      ...{ baseURL: system.consoleUrl, colorScheme, viewport: { width: 1200, height: 760 } },
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(await newLink(ada));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(path());
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    const picture = await page.screenshot();
    const file = `console-${name}${colorScheme === 'dark' ? '-dark' : ''}.png`;
    if (readConfig(testVariables, process.env).WRITE_PICTURES === '1') await writeFile(new URL(file, FOLDER), picture);
    expect(picture.length).toBeLessThan(200_000);
    expect(await readdir(FOLDER)).toContain(file);
  }
});

import { access, writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { messages as de } from '../../../languages/de/console/index.ts';
import { messages as en, type Messages } from '../../../languages/en/console/index.ts';
import { readConfig } from '../../../platform/core/config/config.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { readManuals } from '../../../site/manuals/manual-pages.ts';
import { escapeHtml } from '../../../site/search/escape.ts';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink, type TestAdministrator } from '../../../test/support/console/administrator.ts';
import { newIntegration, type Recorded, record } from '../../../test/support/console/recorded.ts';
import { type TestInstitution, TestSystem } from '../../../test/support/test-system.ts';
import { testVariables } from '../../../test/support/test-variables.ts';
import { must } from '../../../test/time-tracking/member.ts';

/** The pictures in the guide to the console, of an institution on an ordinary day, in each language of the guide. */
const SCHOOLS = {
  en: { messages: en, name: 'Nordhafen University', systems: ['Badge terminals', 'HR export', 'Room displays'] },
  de: {
    messages: de,
    name: 'Gymnasium Nordhafen',
    systems: ['Stempelterminals', 'Personalabteilung', 'Raumanzeigen'],
  },
} as const;

interface School {
  readonly browser: Browser;
  readonly ada: TestAdministrator;
  /** The ID of the integration that is shown. */
  readonly terminals: string;
}

let system: TestSystem;
const schools = new Map<string, School>();

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  for (const [language, { name, systems }] of Object.entries(SCHOOLS)) {
    const institution = await system.newInstitution(name);
    const ada = await newAdministrator(system, { institution });
    const ids = await Promise.all(systems.map(async (each) => (await newIntegration(institution, each)).id));
    const [terminals = ''] = ids;
    await workIn(institution);
    for (let hour = 0; hour < 24; hour++) await record(system, institution, requestsOf(ids, hour));
    await record(system, institution, lastHourOf(terminals));
    schools.set(language, { browser: await launchChromium(language), ada, terminals });
  }
});
afterAll(async () => {
  for (const { browser } of schools.values()) await browser.close();
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

/** Each with its address and its heading. */
const PICTURES: Readonly<Record<string, (school: School, t: Messages) => readonly [path: string, heading: string]>> = {
  overview: (_, { frame }) => ['', frame.overview],
  integration: ({ terminals }) => [`integrations/${terminals}`, 'terminals'],
  people: (_, { frame }) => ['people', frame.people],
  'time-records': (_, { frame }) => ['time-records', frame.timeRecords],
  requests: (_, { frame }) => ['requests?status=4xx', frame.requests],
  settings: (_, { frame }) => ['settings', frame.settings],
};
const SCHEMES = ['light', 'dark'] as const;
const manuals = await readManuals();

describe.each(manuals.filter(({ manual }) => manual.path.endsWith('/guides')))(
  'the guide in $manual.language',
  ({ manual: { language, path: address, folder }, guides }) => {
    it.each(Object.entries(PICTURES))('console-%s.png is in it, light and dark', async (name, pictured) => {
      expect(guides.find(({ slug }) => slug === 'console')?.render(escapeHtml)).toContain(
        `src="${address}/console-${name}.png"`,
      );
      const { messages } = SCHOOLS[language];
      const school = present(schools.get(language), language);
      const [path, heading] = pictured(school, messages);
      for (const colorScheme of SCHEMES) {
        const context = await school.browser.newContext({
          ...{ baseURL: system.consoleUrl, colorScheme, locale: language, viewport: { width: 1200, height: 760 } },
        });
        onTestFinished(() => context.close());
        const page = await context.newPage();
        await page.goto(await newLink(school.ada));
        await page.locator('main').getByRole('button').click();
        await page.goto(`/console/${path}`);
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
        const picture = await page.screenshot();
        const file = new URL(
          `../../../${folder}console-${name}${colorScheme === 'dark' ? '-dark' : ''}.png`,
          import.meta.url,
        );
        if (readConfig(testVariables, process.env).WRITE_PICTURES === '1') await writeFile(file, picture);
        expect(picture.length).toBeLessThan(200_000);
        await access(file);
      }
    });
  },
);

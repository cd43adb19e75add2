import { beforeAll, expect, it } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { newIntegration, record } from '../support/console/recorded.ts';
import { TestSystem } from '../support/test-system.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});

/** What the overview says of an institution with these requests, and with the one that created its administrator. */
async function shownWith(
  ...requests: readonly { readonly status: number; readonly ago: number; readonly count: number }[]
) {
  const ada = await newAdministrator(system);
  const { id } = await newIntegration(ada.institution, 'Export');
  await record(
    system,
    ada.institution,
    requests.flatMap(({ status, ago, count }) =>
      Array.from({ length: count }, () => ({ integrationId: id, status, ago })),
    ),
  );
  const { text } = await (await signedIn(system, ada)).get('/console/');
  return /Availability: ([^<]+)/.exec(text)?.[1];
}

it('of the last 30 days, by the institution’s own requests: rejections are answers', async () => {
  expect(
    await shownWith(
      { status: 200, ago: 0, count: 60 },
      { status: 422, ago: 10 * DAY_MS, count: 36 },
      { status: 503, ago: 29 * DAY_MS, count: 4 },
      { status: 503, ago: 31 * DAY_MS, count: 50 },
    ),
  ).toMatch(/^(96\.00|96\.03) % of 10[01] requests in 30 days were answered without a server error\.$/);
});

it('is not rounded up to 100 %', async () => {
  const shown = await shownWith({ status: 200, ago: 0, count: 999 }, { status: 500, ago: 0, count: 1 });
  expect(shown).toMatch(/^99\.90 % of /);
});

it('is 100 % without a failure', async () => {
  expect(await shownWith({ status: 200, ago: 0, count: 3 })).toMatch(/^100 % of /);
});

import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../console/components/testing/english.ts';
import { attention, type Known } from '../../console/screens/overview/attention.ts';
import { GetRetentionResponseSchema } from '../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { AdministratorSchema } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { CountFindingsResponseSchema } from '../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { EndpointSchema } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { newAdministrator, newLink, signedIn } from '../support/console/administrator.ts';
import { words } from '../support/console/read-page.ts';
import { newIntegration, record } from '../support/console/recorded.ts';
import { TestSystem } from '../support/test-system.ts';
import { newDelivery, newEndpoint } from '../support/test-webhooks.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

const system = await TestSystem.start();
const ada = await newAdministrator(system);

describe('the last day', () => {
  it('is told in figures, and by hours in a chart and its table', async () => {
    const bob = await newAdministrator(system);
    const { id } = await newIntegration(bob.institution, 'Export');
    const visitor = await signedIn(system, bob);
    const all = async () => /<dt>All<\/dt><dd>(.*?)<\/dd>/.exec((await visitor.get('/console/')).text)?.[1];
    await until('the count of the own request', async () => (await all())?.replaceAll(/<[^>]+>/g, '') === '1');
    const some = (count: number, status: number, ago = HOUR_MS) =>
      Array.from({ length: count }, () => ({ integrationId: id, status, ago, durationMs: 40 }));
    await record(system, bob.institution, [
      ...some(90, 200),
      ...some(5, 304),
      ...some(6, 429),
      ...some(20, 404, 23 * HOUR_MS),
      ...some(3, 503, 23 * HOUR_MS),
      ...some(50, 200, 24 * HOUR_MS),
      { integrationId: id, ago: HOUR_MS, isLost: true },
    ]);
    const { text } = await visitor.get('/console/');
    const figures = [...text.matchAll(/<dt>([^<]+)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value = '']) => [
      name,
      value.replaceAll(/<[^>]+>/g, ''),
    ]);
    // With the request that has created the administrator.
    expect(figures).toEqual([
      ['All', '125'],
      ['Rejected', '26 20.8 %'],
      ['Rate-limited', '6 4.8 %'],
      ['Server errors', '3 2.4 %'],
      ['Median', expect.stringMatching(/^\d\d ms$/)],
      ['95th percentile', expect.stringMatching(/^\d\d ms$/)],
      ['Lost', '1 not recorded'],
    ]);
    expect(text).toContain('href="/console/requests?status=4xx&amp;from=2026-10-04T09%3A00"');
    const hours = [...text.matchAll(/<tr><th scope="row">([^<]+)<\/th>((?:<td[^>]*>\d+<\/td>){4})<\/tr>/g)].map(
      ([, hour, cells = '']) => `${hour}:${cells.replaceAll(/<[^>]+>/g, ' ').replaceAll('  ', ' ')}`,
    );
    expect(hours).toHaveLength(24);
    expect([hours[0], hours[1], hours[22], hours[23]]).toEqual([
      'Sun 09:00: 0 0 20 3 ',
      'Sun 10:00: 0 0 0 0 ',
      'Mon 07:00: 90 5 6 0 ',
      'Mon 08:00: 1 0 0 0 ',
    ]);
  });
});

it.each([
  // Of the last 30 days, by the institution’s own requests: rejections are answers.
  [
    [
      [200, 0, 60],
      [422, 10, 36],
      [503, 29, 4],
      [503, 31, 50],
    ],
    /^(96\.00|96\.03) % of 10[01] requests in 30 days were answered without a server error\.$/,
  ],
  [
    [
      [200, 0, 999],
      [500, 0, 1],
    ],
    /^99\.90 % of /,
  ],
  [[[200, 0, 3]], /^100 % of /],
] as const)('the availability of %j (status, days ago, requests) is not rounded up to 100 %', async (counts, shown) => {
  const bob = await newAdministrator(system);
  const { id } = await newIntegration(bob.institution, 'Export');
  const all = counts.flatMap(([status, days, count]) =>
    Array.from({ length: count }, () => ({ integrationId: id, status, ago: days * DAY_MS })),
  );
  await record(system, bob.institution, all);
  const { text } = await (await signedIn(system, bob)).get('/console/');
  expect(/Availability: ([^<]+)/.exec(text)?.[1]).toMatch(shown);
});

describe('what needs attention', () => {
  it('is told with its links', async () => {
    const { institution } = ada;
    const names = ['Over', 'Near', 'Quick', 'Rotated', 'Unused', 'Old but used', 'Off'];
    const [over, near, quick, rotated, unused, used, off] = await Promise.all(
      names.map((name) => newIntegration(institution, name)),
    );
    if (!over || !near || !quick || !rotated || !unused || !used || !off) throw new Error('too few');
    const many = (integrationId: string, rateLimitRemaining: number) =>
      Array.from({ length: 500 }, () => ({ integrationId, rateLimitRemaining, ago: 60_000 }));
    await record(system, institution, [
      { integrationId: over.id, status: 429, ago: HOUR_MS },
      ...many(near.id, 150),
      ...many(quick.id, 201),
      { integrationId: rotated.id, hint: rotated.hint, ago: 5 * 60_000 },
      { integrationId: unused.id, hint: unused.hint, ago: 91 * DAY_MS },
      { integrationId: used.id, hint: used.hint, ago: 89 * DAY_MS },
      { integrationId: off.id, hint: off.hint, ago: 91 * DAY_MS },
    ]);
    const { rotateIntegrationSecret, deactivateIntegration } = IntegrationService.method;
    await institution.operator(rotateIntegrationSecret, { clientId: rotated.clientId, keepFormerSeconds: 3_600 });
    await institution.operator(deactivateIntegration, { clientId: off.clientId });
    const endpoint = await newEndpoint(institution.client);
    await newDelivery(institution.client, endpoint);

    const visitor = await signedIn(system, ada);
    const alone = await visitor.get('/console/');
    expect(alone.text).toContain('href="/console/account">Register a passkey</a>');
    await newLink(ada);
    const { text } = await visitor.get('/console/');
    const [, list = ''] = /<ul class="list">(.*?)<\/ul>/s.exec(text) ?? [];
    expect(
      list.split('</li>').map((item) =>
        item
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/[ \n]+/g, ' ')
          .trim(),
      ),
    ).toEqual([
      'Failing http://127.0.0.1:9/hooks has accepted no events since 5 Oct 2026, 08:00 just now',
      'Over limit Over exceeded its rate limit 1 rejected in 24 hours',
      'Near limit Near has reached 850 of 1,000 requests a minute in the last hour',
      'Old secret Rotated has an old secret that is valid until 5 Oct 2026, 09:00 used 5 minutes ago',
      'Unused Unused has made no request for 91 days since 6 Jul 2026',
      '',
    ]);
    for (const path of [
      `/console/webhooks/${endpoint.split('/').at(-1)}`,
      ...[over, near, rotated, unused].map(({ id }) => `/console/integrations/${id}`),
      `/console/requests?integration=${over.id}&amp;status=429`,
    ])
      expect(list).toContain(`href="${path}"`);
  });

  const none: Known = {
    integrations: [],
    usages: new Map(),
    deprecated: [],
    uses: new Map(),
    endpoints: [],
    health: [],
    guards: [],
    administrators: [create(AdministratorSchema, { canSignIn: true })],
    retention: create(GetRetentionResponseSchema),
    institution: {},
    notices: [],
    findings: create(CountFindingsResponseSchema),
    endedErasures: [],
    auditStream: null,
  };
  const present = { now: Date.parse('2026-10-05T08:00:00.000Z'), timeZone: 'UTC' };
  const endpoints = (count: number, disabledReason?: string) =>
    Array.from({ length: count }, (_, n) =>
      create(EndpointSchema, { id: `e${n}`, url: `https://a.example/${n}`, ...(disabledReason && { disabledReason }) }),
    );

  it('is what an integration has used that will end, with what to use instead on its page', async () => {
    const { institution } = await newAdministrator(system);
    const visitor = await signedIn(system, await newAdministrator(system, { institution }));
    expect((await institution.client.get('/appointments?fields=id,roomId')).status).toBe(200);
    const page = await until('the use', async () => {
      const { text } = await visitor.get('/console/');
      return text.includes('Will end') && words(text);
    });
    expect(page).toContain('Will end test still uses GET /appointments?fields=roomId , which will end 1 request in 24');
    const listed = await visitor.get('/console/integrations');
    const [, own = ''] = /href="(\/console\/integrations\/[0-9a-f-]{36})"/.exec(listed.text) ?? [];
    expect((await visitor.get(own)).text).toContain(
      `/docs/guides/changes#what-is-deprecated-today">GET /appointments?fields=roomId</a>`,
    );
  });

  it('are endpoints that the platform has disabled, not those that people have', () => {
    const items = (reason?: string) =>
      inEnglish(() => String(attention({ ...none, endpoints: endpoints(1, reason) }, present)));
    expect(items('gone')).toContain('has answered that it is gone');
    expect(items('failures')).toContain('has failed for too long');
    expect(items()).toContain('Nothing: all webhooks are disabled, and');
    const one = create(EndpointSchema, { id: 'on', url: 'https://a.example/on', isEnabled: true });
    const some = inEnglish(() => String(attention({ ...none, endpoints: [one, ...endpoints(1)] }, present)));
    expect(some).toContain('Nothing: webhooks arrive (1 is disabled), and');
    // Whoever looks for their events is led to them.
    expect(some).toContain('<a href="/console/webhooks/e0">https://a.example/0</a> was disabled');
    expect(some).not.toContain('href="/console/webhooks/on"');
  });

  it('are people whom retention could not erase, and that it does not run', () => {
    const left = ['held', 'clocked_in', 'held', 'held', 'held', 'held'].map((reason, n) => ({
      ...{ userId: `u${n}`, name: `Person ${n}`, reason },
    }));
    const retention = create(GetRetentionResponseSchema, {
      ...{ dueAt: '2026-10-03T00:00:00.000Z', isLate: true, left, leftCount: 312 },
    });
    const items = inEnglish(() => String(attention({ ...none, retention }, present)));
    expect(items).toMatch(/Retention<\/a> has not run since .*3 Oct 2026/);
    expect(items).toContain('<a href="/console/people/u0">Person 0</a> is on hold, and would go by age');
    expect(items).toContain('<a href="/console/people/u1">Person 1</a> is clocked in, and would go by age');
    expect(items).toContain('307 more people would go by age');
  });

  it('is bounded, and says what it cannot read', () => {
    const many = inEnglish(() => String(attention({ ...none, endpoints: endpoints(25, 'gone') }, present)));
    expect(many.match(/<li>/g)).toHaveLength(20);
    expect(many).toContain('5 more.');
    const away = inEnglish(() => String(attention({ ...none, usages: undefined }, present)));
    expect(away).toContain('unavailable right now');
    expect(away).not.toContain('Nothing: ');
  });
});

import { describe, expect, it } from 'vitest';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { walk, words } from '../support/console/read-page.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { query } from '../support/postgres/query.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);
await importOneOfEachRecord(ada.institution);

const idsIn = (text: string) => [...text.matchAll(/audit\?record=([\w-]+)"/g)].map(([, id = '']) => id);

async function idOfIntegration(name: string): Promise<string> {
  const { integrations } = await ada.institution.operator(IntegrationService.method.listIntegrations, {});
  return integrations.find((each) => each.name === name)?.id ?? '';
}

describe('the list', () => {
  it('names who has changed what, with the fields before and after', async () => {
    const change = { userCodeFormat: 'A-[0][0][0][0]', schedulingEnabled: false };
    await changeSettings(ada.institution, change);
    await visitor.submit('/console/integrations/new', { name: 'Room displays' });
    const id = await idOfIntegration('Room displays');
    await visitor.submit(`/console/integrations/${id}/rename`, { name: 'Displays' });

    const settings = words((await visitor.get('/console/audit?kind=institution')).text);
    expect(settings).toMatch(/Operator .*changed the settings .*Scheduling before none after no/);
    expect(settings).toContain('Code format before none after A-[0][0][0][0]');
    const { text } = await visitor.get(`/console/audit?record=${id}`);
    expect(words(text)).toMatch(
      /Ada Lindqvist Administrator · Owner renamed Displays Name before Room displays after Displays Details Integration [\w-]+ .* Request /,
    );
    expect(words(text)).toMatch(
      /created the integration Displays Name after Room displays Created by after Ada Lindqvist Active after yes/,
    );
    expect(idsIn(text)).toEqual([id, id]);
  });

  it('names integrations, and tells no values of people', async () => {
    const { body } = await ada.institution.client.post('/users', { email: 'secret@example.org', name: 'Very Private' });
    const { text } = await visitor.get(`/console/audit?record=${body.data.id}`);
    // The name is the present one, as on the person’s page; the audit has none.
    expect(words(text)).toContain('test Integration added Very Private ');
    expect(text).not.toMatch(/secret@example/);
  });

  it('has pages that together show each change of all services once', async () => {
    const first = await visitor.get('/console/audit');
    expect(idsIn(first.text)).toHaveLength(50);
    const rows = new Set<string>();
    const kinds = new Set<string>();
    let count = 0;
    for (const { text } of await walk(visitor, '/console/audit')) {
      const [, ...found] = text.split('<li><time');
      count += found.length;
      for (const row of found) {
        rows.add(row.split('</li>')[0] ?? '');
        kinds.add(
          /<b>(?:created|added) (?:the|an?) (room|user|appointment|program|time record)\b/.exec(row)?.[1] ?? '',
        );
      }
    }
    expect(rows.size).toBe(count);
    expect([...kinds]).toEqual(expect.arrayContaining(['room', 'user', 'appointment', 'program', 'time record']));
  });
});

describe('a change', () => {
  const sentencesOf = async (filter: string) =>
    (await visitor.get(`/console/audit?${filter}`)).text
      .split('<li><time')
      .slice(1)
      .map((row) => /<b>(.*?)<\/b>/.exec(row)?.[1]);

  it('is told as what somebody has done, by the names of records and people', async () => {
    const { client } = ada.institution;
    await visitor.submit('/console/integrations/new', { name: 'HR export' });
    const id = await idOfIntegration('HR export');
    await visitor.submit(`/console/integrations/${id}/rotate`, { keepFormerSeconds: '3600' });
    await visitor.submit(`/console/integrations/${id}/end-old-secret`);
    await visitor.submit(`/console/integrations/${id}/deactivate`);
    expect(await sentencesOf(`record=${id}`)).toEqual([
      ...['deactivated HR export', 'ended the old secret of HR export', 'rotated the secret of HR export'],
      'created the integration HR export',
    ]);
    await signedIn(system, ada);
    const [signIn, link] = await sentencesOf(`record=${ada.userId}&kind=administrator`);
    expect([signIn, link]).toEqual(['signed in with a link', 'created a sign-in link for Ada Lindqvist']);
    const bee = (await client.post('/users', { email: 'bee@example.org', name: 'Busy Bee' })).body.data;
    const log = { email: bee.email, startTime: '2026-09-01T08:00:00Z', endTime: '2026-09-01T09:00:00Z' };
    const { id: logId } = (await client.post('/time-tracking/logs', log)).body.data;
    expect(await sentencesOf(`record=${logId}`)).toEqual(['added a time record of Busy Bee']);
    await visitor.submit(`/console/calendar-feeds/new/user/${bee.id}`, { name: 'Bee’s week', role: '' });
    const feed = words((await visitor.get('/console/audit?kind=calendar_feed')).text);
    expect(feed).toContain('created the calendar feed Bee’s week Name after Bee’s week Calendar of after User');
    expect(feed).toContain('Calendar after Busy Bee');
  });

  it('of an endpoint for all types says so, and an automatic close is no clocking in', async () => {
    const { client } = ada.institution;
    const url = 'https://all.example/hooks';
    const created = await client.post('/webhook-endpoints', { url, types: ['user.created'] });
    const { id } = created.body.data;
    await client.patch(`/webhook-endpoints/${id}`, { types: [] }, { ifMatch: '*' });
    expect(words((await visitor.get(`/console/audit?record=${id}`)).text)).toMatch(
      /Types before user\.created after all/,
    );
    const { email } = (await client.post('/users', { email: 'owl@example.org', name: 'Night Owl' })).body.data;
    const start = async (at: string) =>
      (await client.post('/time-tracking/sessions/start', { email, at })).body.data.id;
    const [first, second] = [await start('2026-10-03T20:00:00Z'), await start('2026-10-05T07:00:00Z')];
    expect(await sentencesOf(`record=${first}`)).toEqual([
      'closed the session of Night Owl automatically at the end of its day',
      'clocked Night Owl in',
    ]);
    expect(await sentencesOf(`record=${second}`)).toEqual(['clocked Night Owl in']);
  });

  it('leads to its request if that is recorded, and names no method', async () => {
    const { client } = ada.institution;
    const answer = await client.post('/users', { email: 'recorded@example.org', name: 'Recorded' });
    const requestId = answer.headers.get('x-request-id') ?? '';
    const path = `/console/audit?record=${answer.body.data.id}`;
    await until('the record', async () =>
      (await visitor.get(path)).text.includes(`href="/console/requests/${requestId}`),
    );
    const all = (await visitor.get('/console/audit')).text;
    expect(all).not.toMatch(/\b(Create|Update|Import|Rotate|Set)[A-Z]\w+/);
    const own = (await visitor.get('/console/audit?kind=administrator')).text;
    expect(own).not.toContain('href="/console/requests/');
  });
});

describe('the filters', () => {
  it.each([
    ['an administrator', () => ({ who: `administrator:${ada.userId}` }), 'Ada Lindqvist Administrator'],
    ['a kind of actor', () => ({ who: 'operator' }), 'tester Operator'],
    ['a kind of record', () => ({ kind: 'room' }), 'created the room '],
    ['a period', () => ({ from: '2026-10-05T08:00', to: '2026-10-05T08:01' }), '08:00:00'],
  ])('select %s, and stay in the form', async (_, filter, each) => {
    await visitor.submit('/console/integrations/new', { name: 'Filtered' });
    const query = new URLSearchParams(filter());
    const { text } = await visitor.get(`/console/audit?${query}`);
    const [, ...rows] = text.split('<li><time').map(words);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.includes(each))).toEqual([]);
    for (const [name, value] of query)
      expect(
        text.includes(`<option value="${value}" selected`) || text.includes(`name="${name}" value="${value}"`),
      ).toBe(true);
  });

  it.each([
    { from: '2026-10-05T08:01' },
    { to: '2026-10-05T08:00' },
    { who: 'integration:0198a000-0000-7000-8000-000000000000' },
    { kind: 'unicorn' },
    { kind: 'toString' },
    { record: '0198a000-0000-7000-8000-000000000000' },
    { record: 'x' },
  ])('that match nothing say so: %o', async (filter) => {
    const { status, text } = await visitor.get(`/console/audit?${new URLSearchParams(filter)}`);
    expect([status, text.includes('No change matches')]).toEqual([200, true]);
  });
});

describe('a period', () => {
  it('means the same in every season: from the first of two equal times to the second', async () => {
    const own = await newAdministrator(system);
    await changeSettings(own.institution, { timeTrackingTimezone: 'Europe/Berlin' });
    const berliner = await signedIn(system, own);
    const record = '0198a000-0000-7000-8000-000000000000';
    // 02:30 in Berlin, before the clocks went back.
    const recorded = [own.institution.id, '2025-10-26T00:30:00.000Z', 'anonymous', 'x', 'user', record, record, 'x'];
    await query(
      system.databases.url('directory'),
      `INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, version_after, request_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      recorded,
    );
    const shown = async (period: Record<string, string>) =>
      idsIn((await berliner.get(`/console/audit?${new URLSearchParams({ record, ...period })}`)).text).length > 0;
    expect(await shown({ from: '2025-10-26T02:30' })).toBe(true);
    expect(await shown({ from: '2025-10-26T02:45' })).toBe(false);
    expect(await shown({ to: '2025-10-26T02:15' })).toBe(true);
    expect(await shown({ to: '2025-10-26T01:59' })).toBe(false);
    const none = await berliner.get('/console/audit?from=2026-03-29T02:30');
    expect([
      none.status,
      none.text.includes('This time doesn’t exist: the clocks go forward from 01:59 to 03:00.'),
    ]).toEqual([422, true]);
  });
});

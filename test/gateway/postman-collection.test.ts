import { afterAll, beforeAll, expect, it } from 'vitest';
import { importBundle } from '../../cli/import/import-bundle.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { demoAs } from '../support/cli/bundles.ts';
import { type Collection, type Item, runCollection } from '../support/run-collection.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let collection: Collection;
let items: readonly Item[];
let client: TestClient;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  system.clock.set(new Date().toISOString());
  const { institutionId } = await importBundle({ bundle: demoAs('collection'), call: (actor) => system.call(actor) });
  client = await system.newClient(institutionId);
  collection = (await (await fetch(`${system.url}/docs/lyceum.postman_collection.json`)).json()) as Collection;
  items = collection.item.flatMap(({ item }) => item);
});
afterAll(() => system?.stop());

it('has every operation once, at the gateway that serves it', () => {
  const requested = items.map(({ request: { method, url } }) => `${method} ${url.host}/${url.path.join('/')}`);
  const expected = endpoints.map(
    ({ method, path }) =>
      `${method} {{LYCEUM_URL}}/api/v4${path.replaceAll(/\{(\w+)\}(?=\/|$)/g, ':$1').replace('{token}', '{{token}}')}`,
  );
  expect(requested.sort()).toEqual(expected.sort());
  expect(collection.variable.find(({ key }) => key === 'LYCEUM_URL')?.value).toMatch(/^http:\/\/localhost:\d+$/);
});

it('sends the example of each body, with what is collected before in place of ids', () => {
  for (const endpoint of endpoints) {
    if (endpoint.kind !== 'write' || !endpoint.body) continue;
    const { request } = items.find(({ name }) => name === endpoint.summary) ?? {};
    const sent = request?.body?.raw.replace('{{sequence}}', '4711') ?? 'null';
    const withoutValues = (value: unknown) => JSON.stringify(value).replaceAll(VARIABLE_VALUES, '$1');
    expect(withoutValues(JSON.parse(sent))).toBe(withoutValues(endpoint.bodyExample));
    expect(sent).not.toMatch(/"[0-9a-f]{8}-[0-9a-f-]{27}"/);
  }
});

const VARIABLE_VALUES = /("(?:code|email|courseId|courseIds|roomId)":\[?)"[^"]*"/g;

it.each(['the first', 'the second'])('run as it stands at the demo, %s time, each request succeeds', async () => {
  const results = await runCollection(collection, client, () => system.clock.advance(1000));
  expect(results.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(results).toHaveLength(endpoints.length);
  // Nothing receives what the example's endpoint would be sent, and a replay needs a receiver.
  expect(results.filter(({ status }) => status >= 300)).toEqual([
    { name: 'Send events of the feed again', status: 409, faults: [] },
  ]);
});

it('gives the parameters that are required, and no others', () => {
  const variablesOf = (path: string) => {
    const { raw = '', query = [] } =
      items.find(({ request: { url } }) => url.path.join('/') === `api/v4/${path}`)?.request.url ?? {};
    return [raw, query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value])];
  };
  const [from, to] = ['2026-10-01T08:00:00.000Z', '2026-10-01T09:30:00.000Z'];
  expect(variablesOf('rooms/free')).toEqual([
    `{{LYCEUM_URL}}/api/v4/rooms/free?from=${from}&to=${to}`,
    [
      ['from', from],
      ['to', to],
    ],
  ]);
  expect(variablesOf('rooms')).toEqual(['{{LYCEUM_URL}}/api/v4/rooms', []]);
  const member = [['code', '{{memberCode}}']];
  expect(variablesOf('time-tracking/logs')).toEqual([
    '{{LYCEUM_URL}}/api/v4/time-tracking/logs?code={{memberCode}}',
    member,
  ]);
});

it('uses no variable without a value', () => {
  const scripts = items.flatMap(({ event }) => event.flatMap(({ script }) => script.exec)).join('\n');
  const given = [
    ...collection.variable.map(({ key }) => key),
    ...[...scripts.matchAll(/collectionVariables\.set\('(\w+)'/g)].map(([, name]) => name),
  ];
  const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  expect(used.filter((name) => !given.includes(name))).toEqual([]);
  expect(new Set(used).size).toBeGreaterThan(5);
});

it('has scripts that are JavaScript', () => {
  for (const { event } of items)
    for (const { script } of event) expect(() => new Function(script.exec.join('\n'))).not.toThrow();
});

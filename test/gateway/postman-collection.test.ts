import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { TestSystem } from '../support/test-system.ts';

interface Item {
  readonly request: {
    readonly method: string;
    readonly url: {
      readonly raw: string;
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query: readonly { readonly key: string; readonly value: string; readonly disabled: boolean }[];
    };
    readonly body?: { readonly raw: string };
  };
  readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[];
}

interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

let system: TestSystem;
let collection: Collection;
let items: readonly Item[];

beforeAll(async () => {
  system = await TestSystem.start();
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

it('sends the example of each body', () => {
  for (const endpoint of endpoints) {
    if (endpoint.kind !== 'write' || !endpoint.body) continue;
    const { request } = items[endpoints.indexOf(endpoint)] ?? {};
    expect(JSON.parse(request?.body?.raw ?? 'null')).toEqual(JSON.parse(JSON.stringify(endpoint.bodyExample)));
  }
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

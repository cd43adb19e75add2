import { describe, expect, test } from 'vitest';
import type { Endpoint, ListEndpoint } from '../../gateway/endpoint/endpoint.ts';
import { projectFiles } from './project/project.ts';
import { routeFiles } from './project/routes.ts';
import { expectNone } from './project/violations.ts';
import { findUntestedFilters, findUntestedRoutes } from './rules/operation-tests.ts';

const FOLDER = 'test/gateway/';
const routes = await routeFiles();
const files = projectFiles();
const tests = files.filter(({ path }) => path.startsWith(FOLDER));
const paths = tests.map(({ path }) => path.slice(FOLDER.length));

test('every operation has its tests at the path of its route', () => {
  expectNone(
    findUntestedRoutes(routes, paths),
    'Put the tests of gateway/routes/users/create.ts into test/gateway/users/create.test.ts.',
  );
});

test('every filter of a list is named in a test of the list', () => {
  expectNone(
    findUntestedFilters(routes, files),
    'Add a case that filters by it to the tests of the operation: what it finds, and what it leaves out.',
  );
});

describe('the checker', () => {
  const routed = ['users/create.ts', 'users/list.ts', 'users/list-groups.ts'].map((path) => ({
    path,
    endpoints: [{ operationId: path } as Endpoint],
  }));
  const withShared = [...routed, { path: 'users/refusals.ts', endpoints: [] }];
  const own = ['users/create.test.ts', 'users/list.test.ts', 'users/list-groups.test.ts'];

  test('finds a route without tests, and none where a file declares no operation', () => {
    expect(findUntestedRoutes(withShared, own)).toEqual([]);
    expect(findUntestedRoutes(withShared, own.slice(1))).toEqual([
      { location: 'gateway/routes/users/create.ts', what: 'has no tests in test/gateway/users/create.test.ts' },
    ]);
  });

  test('finds a filter that no test of the list names', () => {
    const list = { kind: 'list', path: '/users/{id}/groups', filters: { properties: { code: {}, ids: {} } } };
    const filtered = [{ path: 'users/list-groups.ts', endpoints: [list as unknown as ListEndpoint] }];
    const ownTest = { path: 'test/gateway/users/list-groups.test.ts', text: "get({ code: 'A' })" };
    const others = { path: 'test/gateway/conventions/ids.test.ts', text: "get('/users', { ids })" };
    const common = { ...others, text: "get('GET /users/{id}/groups', { ids })" };
    expect(findUntestedFilters(filtered, [ownTest, common])).toEqual([]);
    expect(findUntestedFilters(filtered, [ownTest, others]).map(({ what }) => what)).toEqual([
      'has the filter ids, which no test in test/gateway/users/list-groups.test.ts names',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { projectFiles } from './project/project.ts';
import { routeFiles } from './project/routes.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findCasesWithoutStatus, findMisplacedTests, findUntestedRoutes, isCommon } from './rules/operation-tests.ts';

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

test('every test of the gateway is at the path of a route, or in a folder of what is common', () => {
  expectNone(
    findMisplacedTests(routes, paths),
    'Name the file after the route, with more words behind it for a second file: users/create-races.test.ts. What is ' +
      'about every operation stands in test/gateway/conventions.',
  );
});

test('the cases of an operation are titled by status', () => {
  // What several operations share are functions that declare cases: `describeList`.
  const shared = files.filter(({ path }) => path.startsWith('test/support/describe-'));
  expectNone(
    [...tests.filter(({ path }) => !isCommon(path.slice(FOLDER.length))), ...shared].flatMap(findCasesWithoutStatus),
    'Begin the title of the case, or of a describe around it, with the status that it expects: ' +
      '“404: a course of another institution”.',
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

  test.each(['users/create-races.test.ts', 'users/list-groups-races.test.ts', 'conventions/cursors.test.ts'])(
    'lets %s pass',
    (path) => {
      expect(findMisplacedTests(withShared, [...own, path])).toEqual([]);
    },
  );

  test.each([
    'users.test.ts',
    'users-create.test.ts',
    'users/refusals.test.ts',
    'users/created.test.ts',
    'people/create.test.ts',
    'conventions/users/create.test.ts',
    'others/cursors.test.ts',
  ])('finds %s', (path) => {
    expect(findMisplacedTests(withShared, [...own, path])).toHaveLength(1);
  });

  const cases = (text: string) => findCasesWithoutStatus(new SourceFile('x.test.ts', text)).map(({ line }) => line);

  test.each([
    "it('404: an unknown id', async () => {});",
    "it('GET /users/{id}: 404: an unknown id', () => {});",
    "it.each([1])('409: %s', (one) => {});",
    "describe('422', () => { it('an empty name', () => {}); });",
    "describe('GET /users: 200', () => { describe('a page', () => { it.each(all)('%s', (one) => {}); }); });",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source file.
    'describe(`GET ${path}: 200`, () => { it(`in ${order}`, () => {}); });',
    "describeInOneProcess('counts statements', '200: the cost', () => { it('of one row', () => {}); });",
    "it('304 while it is the same', async () => {}, 60_000);",
  ])('lets %s pass', (text) => {
    expect(cases(text)).toEqual([]);
  });

  test.each([
    "it('an unknown id', async () => {});",
    "it('an unknown id is a 404', async () => {});",
    "it('500: of us', async () => {});",
    "it.each([1])('%s', (one) => {});",
    "describe('GET /users', () => { it('all of them', () => {}); });",
    "describe('404', () => {}); it('all of them', () => {});",
  ])('finds %s', (text) => {
    expect(cases(text)).toEqual([1]);
  });
});

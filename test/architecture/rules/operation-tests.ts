import type { Violation } from '../project/violations.ts';
import type { RouteFile } from './endpoints.ts';

/** The folders of `test/gateway` that are of no route, each with what its tests are about. */
export const COMMON_FOLDERS: Readonly<Record<string, string>> = {
  conventions: 'what holds for every operation, or for all of a kind',
  admission: 'who is let in, and how much at a time',
  http: 'messages, connections and clients that go',
  site: 'pages and the OpenAPI document',
};

/** Operations without a test file at their route’s path: `users/create.ts` has `test/gateway/users/create.test.ts`. */
export function findUntestedRoutes(routes: readonly RouteFile[], tests: readonly string[]): Violation[] {
  return operationsOf(routes)
    .filter((name) => !tests.includes(`${name}.test.ts`))
    .map((name) => ({ location: `gateway/routes/${name}.ts`, what: `has no tests in test/gateway/${name}.test.ts` }));
}

/**
 * Test files that are neither in a common folder nor called after a route. A second file of an operation begins with
 * the name of the first: `users/create-races.test.ts`.
 */
export function findMisplacedTests(routes: readonly RouteFile[], tests: readonly string[]): Violation[] {
  const operations = operationsOf(routes);
  return tests
    .filter((path) => !isCommon(path))
    .filter((path) => !operations.some((name) => path === `${name}.test.ts` || path.startsWith(`${name}-`)))
    .map((path) => ({
      location: `test/gateway/${path}`,
      what: `is called after no route: move it to the path of its route, or to ${Object.keys(COMMON_FOLDERS).join(', ')}`,
    }));
}

/** Whether a test is about more than one operation. */
function isCommon(path: string): boolean {
  const [folder = '', ...names] = path.split('/');
  return names.length === 1 && Object.hasOwn(COMMON_FOLDERS, folder);
}

function operationsOf(routes: readonly RouteFile[]): string[] {
  return routes.filter(({ endpoints }) => endpoints.length > 0).map(({ path }) => path.slice(0, -'.ts'.length));
}

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

/** A file of tests: its path, and what it says. */
interface TestFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Filters of lists that no test names: neither the tests of the operation with what they share
 * (`test/support/describe-…`), nor a common one that names its path, too.
 */
export function findUntestedFilters(routes: readonly RouteFile[], files: readonly TestFile[]): Violation[] {
  const shared = files.filter(({ path }) => /^test\/support\/describe-/.test(path));
  const common = files.filter(({ path }) => path.startsWith('test/gateway/conventions/'));
  return routes.flatMap(({ path: route, endpoints }) =>
    endpoints.flatMap((endpoint) => {
      if (endpoint.kind !== 'list') return [];
      const name = route.slice(0, -'.ts'.length);
      const url = endpoint.path.replaceAll(/\{\w+\}/g, '{}');
      const own = files.filter(({ path }) => path.startsWith(`test/gateway/${name}`));
      const texts = [
        ...own,
        ...shared.filter(({ path }) => own.some(({ text }) => text.includes(path.slice('test/'.length)))),
        ...common.filter(({ text }) =>
          new RegExp(`${RegExp.escape(url)}['\`]`).test(text.replaceAll(/\$?\{[^}']*\}/g, '{}')),
        ),
      ].map(({ text }) => text.replaceAll(/\bfrom '.*';/g, ''));
      return Object.keys(endpoint.filters.properties)
        .filter((filter) => !texts.some((text) => new RegExp(`\\b${filter}\\b`).test(text)))
        .map((filter) => ({
          location: `gateway/routes/${route}`,
          what: `has the filter ${filter}, which no test in test/gateway/${name}.test.ts names`,
        }));
    }),
  );
}

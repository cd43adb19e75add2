import type { RouteFile } from '../project/routes.ts';
import type { Violation } from '../project/violations.ts';

/** Operations without a test file at their route’s path: `users/create.ts` has `test/gateway/users/create.test.ts`. */
export function findUntestedRoutes(routes: readonly RouteFile[], tests: readonly string[]): Violation[] {
  return operationsOf(routes)
    .filter((name) => !tests.includes(`${name}.test.ts`))
    .map((name) => ({ location: `gateway/routes/${name}.ts`, what: `has no tests in test/gateway/${name}.test.ts` }));
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

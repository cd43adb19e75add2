import { isNode, type Node, type SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';
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
export function isCommon(path: string): boolean {
  const [folder = '', ...names] = path.split('/');
  return names.length === 1 && Object.hasOwn(COMMON_FOLDERS, folder);
}

/** Cases whose full name says no status. Write it before what is sent: `404: a course of another institution`. */
export function findCasesWithoutStatus(file: SourceFile): Violation[] {
  const calls = file.nodesOf('CallExpression').flatMap(titledCall);
  return calls
    .filter(({ isCase }) => isCase)
    .filter(
      ({ start, end }) => !calls.some((call) => call.start <= start && end <= call.end && STATUS.test(call.title)),
    )
    .map(({ start, title }) => violation(file, start, `“${title}” and what is around it say no status`));
}

/** 500 is no outcome of a test. */
const STATUS = /(^|: )(20[0124]|304|40[013459]|41[235]|42[289]|503)\b/;

interface TitledCall {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly isCase: boolean;
}

/** `describe('title', () => …)`, `it.each(…)('title', …)`, `describeInOneProcess('reason', 'title', () => …)`. */
function titledCall(node: Node): TitledCall[] {
  const { callee, arguments: given, end } = node as unknown as { callee: Node; arguments: Node[]; end: number };
  const name = rootOf(callee);
  const isCase = name === 'it' || name === 'test';
  const at = given.findIndex(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression');
  const title = at > 0 ? titleIn(given[at - 1]) : null;
  return title !== null && (isCase || name.startsWith('describe')) ? [{ start: node.start, end, title, isCase }] : [];
}

/** `it` of `it.each(…)(…)`. */
function rootOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name as string;
  const inner = callee.callee ?? callee.object ?? callee.tag;
  return isNode(inner) ? rootOf(inner) : '';
}

/** The text of a title; what a template inserts is left out. */
function titleIn(node: Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('');
}

function operationsOf(routes: readonly RouteFile[]): string[] {
  return routes.filter(({ endpoints }) => endpoints.length > 0).map(({ path }) => path.slice(0, -'.ts'.length));
}

import { expect, test } from 'vitest';
import { hasDryRun } from '../../gateway/endpoint/dry-run.ts';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { isProduction, projectFiles, root } from './project/project.ts';

test('every route is served, once, and each file below gateway/routes declares one at most', async () => {
  const paths = projectFiles()
    .filter(isProduction)
    .map(({ path }) => path)
    .filter((path) => path.startsWith('gateway/routes/') && path !== 'gateway/routes/endpoints.ts');
  const modules: Record<string, unknown>[] = await Promise.all(paths.map((path) => import(`${root}/${path}`)));
  const declared = modules.map((module) => Object.values(module).filter(isEndpoint));
  expect(paths.filter((_, index) => (declared[index]?.length ?? 0) > 1)).toEqual([]);
  const idsOf = (of: readonly Endpoint[]) => of.map(({ operationId }) => operationId).sort();
  expect(idsOf(declared.flat()), 'List it, once, in gateway/routes/endpoints.ts.').toEqual(idsOf([...endpoints]));
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
});

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'path' in value;
}

test('every write can be tried, but for those that do more than one transaction or give out a secret', () => {
  const untried = endpoints.filter((each) => each.kind === 'write' && !hasDryRun(each));
  expect(new Map(untried.map(({ operationId }) => [operationId, WITHOUT_DRY_RUN.get(operationId)]))).toEqual(
    WITHOUT_DRY_RUN,
  );
});

/** The writes without a dry run, each with its reason. */
const WITHOUT_DRY_RUN = new Map([
  ['createCalendarFeed', 'its answer is a secret URL, which would not work'],
  ['revokeCalendarFeed', 'it has one outcome: the URL ends'],
  ['createWebhookEndpoint', 'its answer is a secret, which would verify nothing'],
  ['updateWebhookEndpoint', 'what it changes is the sending, which nothing can try'],
  ['deleteWebhookEndpoint', 'it has one outcome: the sending ends'],
  ['rotateWebhookSecret', 'its answer is a secret, which would verify nothing'],
  ['testWebhookEndpoint', 'it is a trial itself: what matters of it is sent'],
  ['redeliverWebhook', 'what matters of it is sent'],
  ['replayWebhookEvents', 'what matters of it is sent'],
]);

import { describe, expect, test } from 'vitest';
import { hasDryRun } from '../../gateway/endpoint/dry-run.ts';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { routeFiles } from './project/routes.ts';
import { expectNone } from './project/violations.ts';
import { findMisplacedRoutes, findUnlistedRoutes } from './rules/endpoints.ts';

const files = await routeFiles();

test('the folders of the routes mirror their URLs', () => {
  expectNone(
    findMisplacedRoutes(files),
    'Put one endpoint into each file, and name the file after the URL: /users/{id} is users/get.ts.',
  );
});

test('every route is served, once', () => {
  expectNone(findUnlistedRoutes(files, endpoints), 'List it, once, in gateway/routes/endpoints.ts.');
  expect(endpoints).toHaveLength(files.flatMap((file) => file.endpoints).length);
});

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

describe('the checker', () => {
  const endpoint = (method: string, path: string) => ({ kind: 'read', method, path, operationId: path }) as Endpoint;
  const misplaced = (path: string, method: string, url: string) =>
    findMisplacedRoutes([{ path, endpoints: [endpoint(method, url)] }]).length;

  test.each([
    ['users/get.ts', 'GET', '/users/{id}'],
    ['users/create.ts', 'POST', '/users'],
    ['locations/list-rooms.ts', 'GET', '/locations/{id}/rooms'],
    ['locations/rooms/list.ts', 'GET', '/locations/{id}/rooms'],
    ['time-tracking/sessions/start.ts', 'POST', '/time-tracking/sessions/start'],
    ['courses/create-appointment.ts', 'POST', '/courses/{id}/appointments'],
    ['appointments/get-ics.ts', 'GET', '/appointments.ics'],
    ['courses/get-appointments-ics.ts', 'GET', '/courses/{id}/appointments.ics'],
    ['time-tracking/sessions/get-active.ts', 'GET', '/time-tracking/sessions/active'],
    ['curricula/versions/pathways/create.ts', 'POST', '/curricula/{id}/versions/{versionId}/pathways'],
  ])('lets %s be %s %s', (path, method, url) => {
    expect(misplaced(path, method, url)).toBe(0);
  });

  test.each([
    ['users/get.ts', 'GET', '/courses/{id}'],
    ['get-users.ts', 'GET', '/users/{id}'],
    ['users/get.ts', 'PATCH', '/users/{id}'],
    ['users/start.ts', 'GET', '/users/start'],
    ['locations/list.ts', 'GET', '/locations/{id}/rooms'],
    ['users/list-all.ts', 'GET', '/users'],
    ['appointments/get.ts', 'GET', '/appointments.ics'],
  ])('finds %s for %s %s', (path, method, url) => {
    expect(misplaced(path, method, url)).toBe(1);
  });

  test('finds files with two endpoints, and lets routes share what declares none', () => {
    const get = endpoint('GET', '/users/{id}');
    expect(findMisplacedRoutes([{ path: 'users/refusals.ts', endpoints: [] }])).toEqual([]);
    expect(findMisplacedRoutes([{ path: 'users/get.ts', endpoints: [get, get] }])).toHaveLength(1);
  });

  test('finds what is not listed, and what is listed twice', () => {
    const get = endpoint('GET', '/users/{id}');
    const routes = [{ path: 'users/get.ts', endpoints: [get] }];
    expect(findUnlistedRoutes(routes, [])).toHaveLength(1);
    expect(findUnlistedRoutes(routes, [get, get])).toHaveLength(2);
    expect(findUnlistedRoutes(routes, [get])).toEqual([]);
  });
});

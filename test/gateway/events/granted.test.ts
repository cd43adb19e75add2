import { expect, it } from 'vitest';
import { areaNames } from '../../../platform/core/grant.ts';
import { feedTypes } from '../../../services/webhooks/domain/event-types.ts';
import { limit, limitedClient } from '../../support/limited-client.ts';
import { importCourses, newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

/** The feed of an integration that may see events of some areas. */
const system = await TestSystem.start();

/** An institution whose feed has an event of a course and then one of a user. */
async function newSchool() {
  const school = await system.newInstitution();
  const [course] = await importCourses(school, [{}]);
  const user = await newUser(school.client);
  const feed = await until('the events', async () => {
    const { data } = (await school.client.get('/events')).body;
    return data.length === 2 && data;
  });
  return { school, course, user, feed };
}

it('shows events of its areas, one by one too', async () => {
  const { school, course, user, feed } = await newSchool();
  const client = await limitedClient(system, school, { access: 'read', areas: ['events', 'users'] });
  const [ofCourse, ofUser] = [
    feed.find(({ type }: { type: string }) => type === 'course.created'),
    feed.find(({ type }: { type: string }) => type === 'user.created'),
  ];
  for (const query of [{}, { types: 'user.created' }, { resourceType: 'user' }, { resourceId: user.id }])
    expect((await client.get('/events', { query })).body.data).toEqual([ofUser]);
  expect((await client.get('/events', { query: { resourceId: course?.id ?? '' } })).body.data).toEqual([]);
  expect((await client.get(`/events/${ofUser.id}`)).body.data).toEqual(ofUser);
  const hidden = await client.get(`/events/${ofCourse.id}`);
  expect([hidden.status, hidden.body.code]).toEqual([404, 'resource_not_found']);
});

it('403: a filter that names what it may not see', async () => {
  const { school } = await newSchool();
  const client = await limitedClient(system, school, { areas: ['events', 'users'] });
  for (const query of [{ types: 'user.created,course.created' }, { resourceType: 'course' }]) {
    const { status, body } = await client.get('/events', { query });
    expect([status, body.code, body.detail, body.area]).toEqual([
      403,
      'forbidden',
      'This integration has no access to courses.',
      'courses',
    ]);
  }
  expect((await client.get('/events', { query: { types: 'course.exploded' } })).status).toBe(400);
});

it('goes on from its cursor when its areas change: what was passed over is not given later', async () => {
  const { school, feed } = await newSchool();
  const client = await limitedClient(system, school, { areas: ['events', 'courses'] });
  const { data, pagination } = (await client.get('/events')).body;
  expect(data).toEqual(feed.filter(({ type }: { type: string }) => type === 'course.created'));
  await limit(school, client, { areas: null });
  const cursor = pagination.next_cursor;
  expect((await client.get('/events', { query: { cursor } })).body.data).toEqual([]);
  const { id } = await newUser(school.client);
  const later = await until('the event', async () => {
    const answer = (await client.get('/events', { query: { cursor } })).body.data;
    return answer.length > 0 && answer;
  });
  expect(later).toMatchObject([{ type: 'user.created', resource: { id } }]);
  await limit(school, client, { areas: ['events', 'courses'] });
  expect((await client.get('/events', { query: { cursor } })).body.data).toEqual([]);
});

it('has types of every area', () => {
  expect(new Set(Object.values(feedTypes).map(({ area }) => area))).toEqual(new Set(areaNames));
});

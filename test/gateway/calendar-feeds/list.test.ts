import { afterAll, describe, expect, it } from 'vitest';
import { importRecords } from '../../support/import-records.ts';
import { newCalendarFeed } from '../../support/test-calendar-feeds.ts';
import { TestSystem } from '../../support/test-system.ts';

/** The resource; its addresses have tests of their own. */
const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

const PATH = '/calendar-feeds';

describe('GET /calendar-feeds', () => {
  it('200: those of all integrations, by creation, page by page', async () => {
    const { client, institution, ids } = await newSchool();
    const made: string[] = [];
    for (const maker of [client, await system.newClient(institution.id), client]) {
      system.clock.advance(1_000);
      made.push((await newCalendarFeed(maker, { courseId: ids.course })).data.id);
    }
    expect((await client.walk(PATH, { limit: '1' })).map(({ id }) => id)).toEqual(made);
    expect((await client.get(PATH)).text).not.toContain('/calendars/');
  });
});

async function newSchool() {
  const institution = await system.newInstitution();
  const records = [{ ref: 'c', name: 'C' }];
  const imported = await importRecords(institution.operator, 'courses', records);
  return { institution, client: institution.client, ids: { course: imported[0]?.id } };
}

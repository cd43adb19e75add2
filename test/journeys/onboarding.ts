import { expect, it } from 'vitest';
import { demoAs } from '../support/cli/bundles.ts';
import { summaryOf } from '../support/cli/import-cli.ts';
import { TestClient } from '../support/test-client.ts';
import type { TestSystem } from '../support/test-system.ts';
import type { Campus } from './campus.ts';

/**
 * A new institution: an operator imports it, creates credentials, and corrects errors; an integrator reads everything.
 */
export function onboarding(campus: () => Campus, system: () => TestSystem): void {
  const run = (...args: string[]) => campus().cli.run(args);

  it('is listed, and importing the same again changes nothing', async () => {
    const { institutionId, cli } = campus();
    const { json: institutions } = await run('institutions', 'list', '--json');
    expect(institutions).toContainEqual(expect.objectContaining({ id: institutionId, ref: 'onboarding' }));
    const again = await cli.importBundle(demoAs('onboarding'));
    expect(again).toMatchObject({ code: 0, stderr: '' });
    for (const [created, updated] of Object.values(summaryOf(again))) expect([created, updated]).toEqual([0, 0]);
  });

  it('gets credentials, which read everything that was imported, page by page', async () => {
    const { institutionId } = campus();
    const { json } = await run('integrations', 'create', '--institution', institutionId, '--name', 'Portal', '--json');
    const client = new TestClient(system().url, json.clientId, json.clientSecret);
    for (const [path, count] of [
      ['/users', 60],
      ['/courses', 14],
      ['/locations', 3],
      ['/rooms', 5],
      ['/curricula', 2],
      ['/continuing-education', 2],
    ] as const) {
      expect([path, (await client.walk(path, { limit: '2' })).length]).toEqual([path, count]);
    }
    const { data: program } = (await client.get(`/continuing-education/${campus().id('programs', 'wound-care')}`)).body;
    expect(program.responsibleUsers).toHaveLength(3);
  });

  it('a corrected bundle updates existing records', async () => {
    const bundle = demoAs('onboarding');
    bundle.users[0].firstName = 'Adele';
    const corrected = await campus().cli.importBundle(bundle);
    expect(summaryOf(corrected).users).toEqual([0, 1, 59]);
    const { body } = await campus().client.get(`/users/${campus().id('users', 'u01')}`);
    expect(body.data.firstName).toBe('Adele');
  });
}

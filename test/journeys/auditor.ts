import { expect, it } from 'vitest';
import { DAY_MS } from '../../platform/core/instant.ts';
import { AuditService } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { TestSync } from '../support/test-sync.ts';
import type { TestSystem } from '../support/test-system.ts';
import type { Campus } from './campus.ts';

/**
 * An auditor asks who has changed a person over a year. Each change by API, console, import and directory sync has its
 * author and its request; what changed nothing is not there.
 */
export function auditor(campus: () => Campus, system: () => TestSystem): void {
  it('every change of a person over a year has its author and request, and nothing else is there', async () => {
    const { client, institutionId: id } = campus();
    const operator = system().operator(id);
    const institution = { id, client, operator, actor: { kind: 'operator', institutionId: id } } as const;
    const sync = await TestSync.create(system(), institution);
    const ada = await newAdministrator(system(), { institution });
    const expected: (readonly [actor: string, name: string, request: string | undefined])[] = [];
    const later = () => system().clock.advance(60 * DAY_MS);

    const path = `/users/${campus().id('users', 'u05')}`;
    const { email, code } = (await client.get(path)).body.data;
    const integration = (await client.get('/integration')).body.data.id;
    const changed = await client.patch(path, { name: 'Grace Hopper', firstName: 'Grace' }, { ifMatch: '*' });
    expected.push(['integration', integration, changed.headers.get('x-request-id') ?? '']);
    expect((await client.patch(path, { name: 'Grace Hopper', firstName: 'Grace' }, { ifMatch: '*' })).status).toBe(200);

    later();
    const visitor = await signedIn(system(), ada);
    const form = `/console/people/${campus().id('users', 'u05')}`;
    const typed = { email, code, image: '', firstName: 'Grace', name: 'Grace Hopper' };
    expect((await visitor.submit(form, { ...typed, lastName: 'Murray' })).status).toBe(303);
    expected.push(['administrator', ada.userId, undefined]);
    expect((await visitor.submit(form, { ...typed, lastName: 'Murray' })).status).toBe(303);

    later();
    const roster = {
      institution: { ref: 'an auditor', name: 'an auditor' },
      users: [{ ref: 'u05', email, code: 'NH-7300' }],
    };
    for (let night = 0; night < 2; night++) expect((await campus().cli.importBundle(roster)).code).toBe(0);
    expected.push(['operator', '', undefined]);

    later();
    const found = await sync.get(`/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
    const [{ id: scimId }] = found.body.Resources;
    for (let cycle = 0; cycle < 2; cycle++) {
      const Operations = [{ op: 'Replace', path: 'name.familyName', value: 'Hopper' }];
      const answer = await sync.send('PATCH', `/Users/${scimId}`, { Operations });
      expect(answer.status).toBe(200);
      if (cycle === 0) expected.push(['integration', sync.integrationId, answer.headers.get('x-request-id') ?? '']);
    }

    const { records } = await operator(AuditService.method.listAuditRecords, {
      page: { size: 50 },
      resourceKind: 'user',
      resourceId: campus().id('users', 'u05'),
    });
    const written = records.toReversed().slice(1);
    expect(written.map(({ actorKind }) => actorKind)).toEqual(expected.map(([kind]) => kind));
    for (const [index, [, actorId, request]] of expected.entries()) {
      const record = written[index];
      if (actorId !== '') expect(record?.actorId).toBe(actorId);
      if (request === undefined) expect(record?.requestId).toMatch(/\S/);
      else expect(record?.requestId).toBe(request);
    }
    const spans = written.map(({ recordedAt }) => Date.parse(recordedAt));
    expect((spans.at(-1) ?? 0) - (spans[0] ?? 0)).toBeGreaterThanOrEqual(180 * DAY_MS);
    expect(written.map(({ versionBefore }) => versionBefore)).toEqual([
      records.at(-1)?.versionAfter,
      ...written.slice(0, -1).map(({ versionAfter }) => versionAfter),
    ]);
  });
}

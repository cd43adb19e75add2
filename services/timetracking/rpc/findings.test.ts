import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { present } from '../../../platform/core/present.ts';
import { workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import {
  type Finding,
  FindingRule,
  FindingService,
  FindingState,
} from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { recordsOf } from '../../../test/support/timetracking/judged.ts';
import { directory } from '../../directory/service.ts';
import { identity } from '../../identity/service.ts';
import { ruleNames } from '../domain/working-time/finding.ts';
import { timetracking } from '../service.ts';

const { listFindings, getFindings, countFindings, acknowledgeFindings, reopenFindings } = FindingService.method;
const { ALL, OPEN, ACKNOWLEDGED } = FindingState;
const OCTOBER = { from: '2026-10-01', to: '2026-11-01', page: { size: 100 }, state: ALL };

let service: TestService;
beforeAll(async () => {
  service = await startTestService(timetracking, { peers: [directory, identity] });
});

/** An institution that is judged, with an administrator and an integration. */
async function newInstitution(rules: Parameters<typeof workingTimeRules.from>[0] | null = 'de-arbzg') {
  const ada = await newAdministrator(service);
  const call = service.call(ada);
  await setRules(call, rules);
  const grant = { integrationId: NOWHERE, createdBy: null, grant: FULL };
  return { ada, call, integrate: service.call({ kind: 'integration', institutionId: ada.institutionId, ...grant }) };
}

async function setRules(call: Call, rules: Parameters<typeof workingTimeRules.from>[0] | null) {
  const change = rules ? { workingTimeRules: workingTimeRules.from(rules) } : { unset: ['working_time_rules'] };
  const settings = { timeTrackingTimezone: 'Europe/Berlin', ...change };
  await call(InstitutionService.method.setInstitutionSettings, { change: settings });
}

let people = 0;
/** A person with records, written as for the rules. */
async function newPerson({ ada, call }: { ada: AdministratorActor; call: Call }, text: string) {
  const name = `P ${++people}`;
  const { user } = await call(UserService.method.createUser, { user: { email: `p${people}@x.example`, name } });
  const { id: userId } = present(user, 'user');
  return { userId, logs: await addLogs({ ada, call }, userId, text) };
}

async function addLogs({ call }: { ada: AdministratorActor; call: Call }, userId: string, text: string) {
  const member = { identity: { case: 'userId', value: userId } } as const;
  const logs = [];
  for (const { start, end, pauses } of recordsOf(text, 'Europe/Berlin')) {
    const spans = pauses.map((p) => ({ startTime: textOf(p.start), endTime: textOf(p.end) }));
    const log = { startTime: textOf(start), endTime: textOf(end), pauses: spans };
    logs.push(present((await call(LogService.method.createLog, { member, log })).log, 'log'));
  }
  return logs;
}

const textOf = (at: number | null) => new Date(at ?? 0).toISOString();

function change(call: Call, userId: string, id: string, log: object, ...paths: string[]) {
  const member = { identity: { case: 'userId', value: userId } } as const;
  const precondition = { any: true };
  return call(LogService.method.updateLog, { member, id, log, updateMask: { paths }, precondition });
}

const short = ({ rule, date, minutes, acknowledged }: Finding) =>
  `${date} ${ruleNames.of(rule)} ${minutes?.actual}/${minutes?.limit}${acknowledged ? ' seen' : ''}`;
const seenOf = (findings: readonly Finding[]) => findings.map(({ id, revision }) => ({ id, revision }));

describe('the list', () => {
  it('has what the rule set of a person does not allow, also of one who is archived', async () => {
    const of = await newInstitution();
    const { userId } = await newPerson(of, '05 08:00-15:00, 06 01:00-02:00');
    await of.call(UserService.method.updateUser, {
      id: userId,
      ...{ user: { isArchived: true }, updateMask: { paths: ['is_archived'] } },
      precondition: { any: true },
    });
    const { findings, hasMore } = await of.integrate(listFindings, OCTOBER);
    expect([findings.map(short), hasMore]).toEqual([
      ['2026-10-05 break_too_short 0/30', '2026-10-05 stretch_too_long 420/360', '2026-10-06 rest_too_short 600/660'],
      false,
    ]);
    const member = { identity: { case: 'userId', value: userId } } as const;
    expect((await of.call(listFindings, { ...OCTOBER, member })).findings).toEqual(findings);
    await expect(of.integrate(listFindings, { ...OCTOBER, member })).rejects.toMatchObject({
      code: 'MEMBER_NOT_FOUND',
    });
    expect((await of.integrate(listFindings, { ...OCTOBER, from: '2026-10-06' })).findings).toEqual(findings.slice(2));
    expect((await of.integrate(listFindings, { ...OCTOBER, rule: FindingRule.REST_TOO_SHORT })).findings).toEqual(
      findings.slice(2),
    );
    expect(await of.call(countFindings, { from: '2026-10-01', to: '2026-11-01' })).toMatchObject({
      open: 3,
      hasMore: false,
    });
    expect(
      (await of.call(getFindings, { ids: [...findings.map(({ id }) => id), 'none', 'A'.repeat(50)] })).findings,
    ).toEqual(findings);
    const other = await newInstitution();
    expect((await other.call(getFindings, { ids: findings.map(({ id }) => id) })).findings).toEqual([]);
    expect((await other.call(listFindings, OCTOBER)).findings).toEqual([]);
  });

  it('follows the choice of now, and has nothing without one', async () => {
    const of = await newInstitution(null);
    await newPerson(of, '05 08:00-14:30 -10:00-10:10 -12:00-12:10 -13:00-13:10');
    expect((await of.integrate(listFindings, OCTOBER)).findings).toEqual([]);
    await setRules(of.call, 'nl-atw');
    expect((await of.integrate(listFindings, OCTOBER)).findings.map(short)).toEqual([
      '2026-10-05 break_too_short 0/30',
    ]);
    await setRules(of.call, 'at-azg');
    expect((await of.integrate(listFindings, OCTOBER)).findings).toEqual([]);
  });

  it('has a page for every size, of the same findings in one order', async () => {
    const of = await newInstitution();
    const texts = [
      '05 08:00-15:00',
      '05 08:00-15:00, 06 01:00-09:00',
      '04 10:00-11:00, 09 08:00-20:00',
      '20 08:00-15:00',
    ];
    for (const text of texts) await newPerson(of, text);
    const all = (await of.call(listFindings, OCTOBER)).findings;
    const keys = all.map(({ date, userId, rule, id }) => `${date} ${userId} ${ruleNames.of(rule)} ${id}`);
    expect(keys).toEqual(keys.toSorted());
    expect(all).toHaveLength(13);
    for (const size of [1, 2, 3, 5, 12, 13]) {
      const found: Finding[] = [];
      let after: { sort: string; id: string } | undefined;
      for (let hasMore = true; hasMore; ) {
        const page = await of.call(listFindings, { ...OCTOBER, page: { size, ...(after && { after }) } });
        found.push(...page.findings);
        ({ hasMore, end: after } = page);
        if (hasMore) expect(page.findings).toHaveLength(size);
      }
      expect(found).toEqual(all);
    }
  });

  it('refuses days and places that are none', async () => {
    const { call } = await newInstitution();
    const refused = { code: 'REQUEST_INVALID' };
    await expect(call(listFindings, { ...OCTOBER, to: '2026-10-01' })).rejects.toMatchObject(refused);
    await expect(call(listFindings, { ...OCTOBER, to: '2027-10-03' })).rejects.toMatchObject(refused);
    for (const sort of ['', 'x y z', '2026-10-05 x', '2026-13-05 019a0000-0000-7000-8000-000000000000 x']) {
      const page = { size: 1, after: { sort, id: 'x' } };
      await expect(call(listFindings, { ...OCTOBER, page })).rejects.toMatchObject(refused);
    }
  });

  it('is refused to integrations while time tracking is switched off, and not to administrators', async () => {
    const of = await newInstitution();
    await newPerson(of, '05 08:00-15:00');
    await of.call(InstitutionService.method.setInstitutionSettings, { change: { timeTrackingEnabled: false } });
    await expect(of.integrate(listFindings, OCTOBER)).rejects.toMatchObject({ code: 'TIME_TRACKING_DISABLED' });
    expect((await of.call(listFindings, OCTOBER)).findings).toHaveLength(2);
    const member = { identity: { case: 'email', value: 'nobody@x.example' } } as const;
    await expect(of.call(listFindings, { ...OCTOBER, member })).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
  });

  it('finds the average of weeks, and the end of a working day after the period', async () => {
    const of = await newInstitution();
    const { userId } = await newPerson(of, '31 20:00-31 23:00');
    const member = { identity: { case: 'userId', value: userId } } as const;
    for (let week = 0; week < 24; week++) {
      const start = Date.parse('2026-04-20T06:00:00.000Z') + week * 7 * 86_400_000;
      const log = { startTime: textOf(start), endTime: textOf(start + 49 * 3_600_000) };
      await of.call(LogService.method.createLog, { member, log });
    }
    const averages = { ...OCTOBER, rule: FindingRule.AVERAGE_TOO_LONG };
    expect((await of.call(listFindings, averages)).findings.map(short)).toEqual([
      '2026-10-04 average_too_long 2940/2880',
    ]);
    const chain = Array.from({ length: 40 }, (_, index) => Date.parse('2026-10-31T22:00:00.000Z') + index * 14_400_000);
    for (const start of chain)
      await of.call(LogService.method.createLog, {
        member,
        log: { startTime: textOf(start), endTime: textOf(start + 14_400_000) },
      });
    const days = (await of.call(listFindings, { ...OCTOBER, from: '2026-10-31', rule: FindingRule.DAY_TOO_LONG }))
      .findings;
    expect(days.map(short)).toEqual(['2026-10-31 day_too_long 9780/600']);
    expect(days[0]?.timeRecordIds).toHaveLength(41);
  });
});

describe('acknowledging', () => {
  it('keeps who, when and why, until somebody opens it again', async () => {
    const of = await newInstitution();
    const { userId } = await newPerson(of, '05 08:00-15:00');
    const { findings } = await of.call(listFindings, OCTOBER);
    expect(await of.call(acknowledgeFindings, { findings: seenOf(findings), reason: 'Emergency' })).toMatchObject({
      acknowledged: 2,
    });
    const after = await of.integrate(listFindings, OCTOBER);
    expect(after.findings.map(({ acknowledged }) => acknowledged)).toMatchObject([
      { byUserId: of.ada.userId, reason: 'Emergency' },
      { byUserId: of.ada.userId, reason: 'Emergency' },
    ]);
    expect((await of.call(listFindings, { ...OCTOBER, state: OPEN })).findings).toEqual([]);
    expect((await of.call(listFindings, { ...OCTOBER, state: ACKNOWLEDGED })).findings).toHaveLength(2);
    expect(await of.call(countFindings, { from: '2026-10-01', to: '2026-11-01' })).toMatchObject({ open: 0 });

    const stored = [];
    for (let after: { sort: string; id: string } | undefined, hasMore = true; hasMore; ) {
      const page = { size: 1, ...(after && { after }) };
      const listed = await of.call(FindingService.method.listAcknowledgements, { page, userId });
      for (const { findingId, date, acknowledged } of listed.acknowledgements) {
        stored.push([findingId, acknowledged?.reason]);
        after = { sort: date, id: findingId };
      }
      ({ hasMore } = listed);
    }
    expect(stored.toSorted()).toEqual(findings.map(({ id }) => [id, 'Emergency']).toSorted());

    const ids = [findings[0]?.id ?? '', 'none'];
    expect(await of.call(reopenFindings, { ids })).toMatchObject({ reopened: 1 });
    expect(await of.call(reopenFindings, { ids })).toMatchObject({ reopened: 0 });
    expect((await of.call(listFindings, { ...OCTOBER, state: OPEN })).findings).toEqual(findings.slice(0, 1));
  });

  it.each(['', '  ', 'x'.repeat(501)])('refuses the reason %j', async (reason) => {
    const of = await newInstitution();
    await newPerson(of, '05 08:00-15:00');
    const { findings } = await of.call(listFindings, OCTOBER);
    const acknowledging = of.call(acknowledgeFindings, { findings: seenOf(findings), reason });
    await expect(acknowledging).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    expect((await of.call(listFindings, { ...OCTOBER, state: OPEN })).findings).toEqual(findings);
  });

  it('refuses all if one of them has changed, or is of another institution', async () => {
    const of = await newInstitution();
    const other = await newInstitution();
    await newPerson(other, '05 08:00-15:00');
    const { userId, logs } = await newPerson(of, '05 08:00-15:00, 07 08:00-15:00');
    const { findings } = await of.call(listFindings, OCTOBER);
    await change(of.call, userId, logs[1]?.id ?? '', { endTime: '2026-10-07T13:01:00.000Z' }, 'end_time');
    const foreign = (await other.call(listFindings, OCTOBER)).findings;
    for (const named of [findings, foreign, [...findings.slice(0, 1), ...foreign.slice(0, 1)]]) {
      const acknowledging = of.call(acknowledgeFindings, { findings: seenOf(named), reason: 'x' });
      await expect(acknowledging).rejects.toMatchObject({ code: 'FINDING_CHANGED' });
    }
    expect((await of.call(listFindings, { ...OCTOBER, state: ACKNOWLEDGED })).findings).toEqual([]);
  });

  const start = { startTime: '2026-10-05T06:01:00.000Z' };
  const back = { startTime: '2026-10-05T06:00:00.000Z' };
  const pauses = { pauses: [{ startTime: '2026-10-05T07:00:00.000Z', endTime: '2026-10-05T07:01:00.000Z' }] };
  type Made = { of: Awaited<ReturnType<typeof newInstitution>>; userId: string; id: string };
  it.each<[title: string, isOpen: boolean, act: (made: Made) => Promise<unknown>]>([
    ['a note', false, ({ of, userId, id }) => change(of.call, userId, id, { note: 'why' }, 'note')],
    ['a time', true, ({ of, userId, id }) => change(of.call, userId, id, start, 'start_time')],
    ['pauses', true, ({ of, userId, id }) => change(of.call, userId, id, pauses, 'pauses')],
    ['another record', true, ({ of, userId }) => addLogs(of, userId, '05 15:10-15:20')],
    ['a record of another day', false, ({ of, userId }) => addLogs(of, userId, '08 15:10-15:20')],
    ['another rule set', true, ({ of }) => setRules(of.call, 'ch-arg')],
    [
      'a time that is changed back',
      true,
      async ({ of, userId, id }) => {
        await change(of.call, userId, id, start, 'start_time');
        await change(of.call, userId, id, back, 'start_time');
      },
    ],
  ])('after %s it is open again: %s', async (_, isOpen, act) => {
    const of = await newInstitution();
    const { userId, logs } = await newPerson(of, '05 08:00-15:00');
    const { findings } = await of.call(listFindings, OCTOBER);
    await of.call(acknowledgeFindings, { findings: seenOf(findings), reason: 'x' });
    await act({ of, userId, id: logs[0]?.id ?? '' });
    const open = (await of.call(listFindings, { ...OCTOBER, state: OPEN })).findings;
    expect(open.map(({ id }) => id)).toEqual(isOpen ? findings.map(({ id }) => id) : []);
    // What is seen anew takes the place of what was seen.
    await of.call(acknowledgeFindings, { findings: seenOf(open.length > 0 ? open : findings), reason: 'again' });
    expect((await of.call(listFindings, { ...OCTOBER, state: OPEN })).findings).toEqual([]);
  });

  it('of two at once, the first stays', async () => {
    const of = await newInstitution();
    await newPerson(of, '05 08:00-15:00');
    const { findings } = await of.call(listFindings, OCTOBER);
    const reasons = Array.from({ length: 8 }, (_, index) => `reason ${index}`);
    const answers = await Promise.all(
      reasons.map((reason) => of.call(acknowledgeFindings, { findings: seenOf(findings), reason })),
    );
    expect(answers.map(({ acknowledged }) => acknowledged).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 2]);
    const first = reasons[answers.findIndex(({ acknowledged }) => acknowledged === 2)];
    const after = (await of.call(listFindings, OCTOBER)).findings;
    expect(after.map(({ acknowledged }) => acknowledged?.reason)).toEqual([first, first]);
  });

  it('notes each in the audit, and makes no event', async () => {
    const of = await newInstitution();
    const { userId, logs } = await newPerson(of, '05 08:00-15:00');
    const { findings } = await of.call(listFindings, OCTOBER);
    await of.call(acknowledgeFindings, { findings: seenOf(findings), reason: 'x' });
    await of.call(reopenFindings, { ids: findings.slice(0, 1).map(({ id }) => id) });
    await change(of.call, userId, logs[0]?.id ?? '', start, 'start_time');
    const records = await service.sql<{ done: string }>(
      `SELECT regexp_replace(operation, '.*/', '') || CASE WHEN version_after IS NULL THEN ' -' ELSE ' +' END AS done
       FROM audit_log WHERE institution_id = $1 AND resource = 'finding_acknowledgement' ORDER BY recorded_at, sequence`,
      [of.ada.institutionId],
    );
    const [acknowledged, reopened, corrected] = ['AcknowledgeFindings +', 'ReopenFindings -', 'UpdateLog -'];
    expect(records.map(({ done }) => done)).toEqual([acknowledged, acknowledged, reopened, corrected]);
    const events = await service.sql<{ type: string }>(
      `SELECT regexp_replace(type, '.*\\.', '') AS type FROM outbox WHERE institution_id = $1 ORDER BY id`,
      [of.ada.institutionId],
    );
    expect(events.map(({ type }) => type)).toEqual(['LogCreated', 'LogUpdated']);
  });
});

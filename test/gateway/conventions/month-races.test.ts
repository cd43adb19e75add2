import { beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { newAdministratorActor } from '../../support/probe/call-operation.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { type Member, must } from '../../time-tracking/member.ts';
import { type School, schoolIn } from '../../time-tracking/school-in.ts';

const { closeMonth, compareClosedMonth, listClosedMonths, listLateRecords } = MonthService.method;

let school: School;
let members: readonly Member[];
let call: Call;

/** A month is closed while its records are written: each is in its figures, or was refused. */
const system = await TestSystem.start();
beforeEach(async () => {
  school = await schoolIn(system, null);
  members = await Promise.all(Array.from({ length: 8 }, () => school.newMember()));
  call = system.call(newAdministratorActor(school.id));
});

const SEPTEMBER = { month: '2026-09' };
const day = (date: number, time: string) => `2026-09-${String(date).padStart(2, '0')}T${time}:00.000Z`;
const close = async () => present((await call(closeMonth, SEPTEMBER)).closedMonth, 'closed month');

/** Sends writes and, among them, the closing. */
async function among(writes: readonly (() => Promise<TestAnswer>)[]) {
  const before = writes.slice(0, writes.length / 2).map((write) => write());
  const closing = close();
  const answers = await Promise.all([...before, ...writes.slice(writes.length / 2).map((write) => write())]);
  return { closing: await closing, answers };
}

async function expectFigures({ id, digest, records }: Awaited<ReturnType<typeof close>>, written: number) {
  expect(records).toBe(written);
  expect(await call(compareClosedMonth, { id })).toMatchObject({ digest });
}

const isClosed = ({ status, body }: TestAnswer) => status === 409 && body.closedThrough === '2026-09-30';

describe('at the moment of a closing', () => {
  it('logs are in the figures, or refused', async () => {
    const writes = members.flatMap((member) =>
      [1, 2, 3, 4].map((date) => () => member.log(day(date, '08:00'), day(date, '09:00'))),
    );
    const { closing, answers } = await among(writes);
    const created = answers.filter(({ status }) => status === 201);
    expect(answers.filter(isClosed)).toHaveLength(answers.length - created.length);
    await expectFigures(closing, created.length);
  });

  it('items of bulks are in the figures, or fail', async () => {
    const items = [1, 2, 3].map((date) => ({ startTime: day(date, '08:00'), endTime: day(date, '09:00') }));
    const { closing, answers } = await among(members.map((member) => () => member.bulk(items)));
    const results = answers.map((answer) => must(200, answer).body.data);
    const failed = results.flatMap((each) => each.failed);
    for (const each of failed)
      expect(each).toMatchObject({ status: 409, code: 'conflict', closedThrough: '2026-09-30' });
    const created = results.flatMap((each) => each.created);
    expect(created.length + failed.length).toBe(24);
    await expectFigures(closing, created.length);
  });

  it('corrections are in the figures, or refused', async () => {
    const logs = await Promise.all(
      members.map(async (member) => {
        const { id } = must(201, await member.log(day(1, '08:00'), day(1, '09:00'))).body.data;
        return { member, id };
      }),
    );
    const { closing, answers } = await among(
      logs.map(
        ({ member, id }) =>
          () =>
            member.change(id, { endTime: day(1, '10:00') }),
      ),
    );
    for (const answer of answers) expect(answer.status === 200 || isClosed(answer), answer.text).toBe(true);
    await expectFigures(closing, members.length);
  });

  it('punches of the month are refused and kept, and those of today pass', async () => {
    const now = members.slice(4);
    const late = members.slice(0, 4);
    await close();
    const answers = await Promise.all([
      ...late.map(async (member) => [await member.start(day(30, '08:00')), await member.stop(day(30, '16:00'))]),
      ...now.map(async (member) => [await member.start(), await member.pause()]),
    ]);
    for (const answer of answers.slice(0, 4).flat()) expect(isClosed(answer), answer.text).toBe(true);
    for (const [start, pause] of answers.slice(4)) expect([start?.status, pause?.status]).toEqual([201, 200]);
    const { lateRecords } = await call(listLateRecords, { page: { size: 50 } });
    expect(lateRecords.map(({ record }) => record?.workedMinutes)).toEqual([480, 480, 480, 480]);
  });

  it('starts of the month keep it from being closed, or are refused', async () => {
    const writes = members.map((member) => () => member.start(day(30, '08:00')));
    const before = writes.map((write) => write());
    const closing = await close().catch((error) => error);
    const answers = await Promise.all(before);
    const started = answers.filter(({ status }) => status === 201);
    expect(answers.filter(isClosed)).toHaveLength(answers.length - started.length);
    // Of a session that is open, there are no figures yet.
    if (started.length > 0) expect(closing).toMatchObject({ code: 'MONTH_UNFINISHED' });
    else expect(closing).toMatchObject({ records: 0 });
  });

  it('another closing is refused', async () => {
    const closings = await Promise.allSettled(Array.from({ length: 10 }, close));
    expect(closings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await call(listClosedMonths, { page: { size: 10 } })).closedMonths).toHaveLength(1);
  });
});

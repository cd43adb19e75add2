import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { toldEvents } from '../../../dev/testing/told-events.ts';
import { type ImportedRecord, ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';
import { type RecordInit, recordOf } from '../testing/import-appointments.ts';
import { School } from '../testing/school.ts';
import { walkAppointments } from '../testing/walk-appointments.ts';

let service: TestService;
let school: School;
let other: School;
const { updateAppointment, deleteAppointment } = AppointmentService.method;
const { CREATED, UPDATED, UNCHANGED } = ImportOutcome;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  other = await School.open(service);
});
beforeEach(async () => {
  school = await School.open(service);
});
afterAll(() => service.stop());

async function importRecords(...records: RecordInit[]): Promise<ImportedRecord[]> {
  return (await school.operator(ImportService.method.importAppointments, { records })).records;
}

const record = (ref: string, fields: RecordInit = {}) => recordOf(school, ref, fields);
const outcomes = (records: readonly ImportedRecord[]) => records.map(({ ref, outcome }) => [ref, outcome]);
const hall = () => ({ rooms: [{ roomId: school.id('rooms/hall') }] });

describe('ImportAppointments', () => {
  it('creates as POST would', async () => {
    const all = {
      ...hall(),
      organizerIds: [school.id('users/ada')],
      userIds: [school.id('users/ben')],
      userGroupIds: [school.id('userGroups/choir')],
      onlineAddress: 'https://meet.google.com/x',
    };
    const imported = await importRecords(record('a', { ...all, creatorUserId: school.id('users/old') }), record('b'));
    expect(imported.map(({ section }) => section)).toEqual(['appointments', 'appointments']);
    expect(outcomes(imported)).toEqual([
      ['a', CREATED],
      ['b', CREATED],
    ]);
    const [a, b] = await Promise.all(imported.map(({ id }) => school.get(id)));
    const posted = await school.create(all);
    const { id: _, revision: __, ...same } = posted;
    expect(a).toEqual({ ...same, id: a?.id, revision: a?.revision, creatorUserId: school.id('users/old') });
    expect(b?.creatorUserId).toBeUndefined();
    expect(await toldEvents(service, 'resource_id', a?.id ?? '')).toEqual([['AppointmentCreated', a?.id, null]]);
  });

  it('writes what has changed, by ref, and nothing else', async () => {
    const [a, b] = await importRecords(record('a', hall()), record('b'));
    const before = await school.get(b?.id ?? '');
    service.clock.advance(1_000);
    const again = await importRecords(record('c'), record('b'), record('a', { title: 'Lecture' }));
    expect(outcomes(again)).toEqual([
      ['c', CREATED],
      ['b', UNCHANGED],
      ['a', UPDATED],
    ]);
    expect(again[2]?.id).toBe(a?.id);
    expect(await school.get(b?.id ?? '')).toEqual(before);
    expect(await school.get(a?.id ?? '')).toMatchObject({ title: 'Lecture', rooms: [], sequence: 1 });
    expect(await walkAppointments(school, { roomId: school.id('rooms/hall') })).toEqual([[]]);
    expect((await toldEvents(service, 'resource_id', a?.id ?? ''))[1]).toEqual([
      'AppointmentUpdated',
      a?.id,
      ['title', 'address', 'roomId', 'appointmentRooms'],
    ]);
    expect(await toldEvents(service, 'resource_id', b?.id ?? '')).toHaveLength(1);
  });

  it('makes a deleted appointment anew', async () => {
    const [first] = await importRecords(record('a'));
    await school.call(deleteAppointment, { id: first?.id ?? '', precondition: { any: true } });
    const [second] = await importRecords(record('a'));
    expect(second?.outcome).toBe(CREATED);
    expect(second?.id).not.toBe(first?.id);
  });

  it('takes somebody archived who is there already, and nobody archived anew', async () => {
    const old = school.id('users/old');
    await expect(importRecords(record('a', { userIds: [old] }))).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    const [a] = await importRecords(record('a'));
    await service.sql('UPDATE appointments SET user_ids = ARRAY[$2::uuid] WHERE id = $1', [a?.id, old]);
    expect(outcomes(await importRecords(record('a', { userIds: [old] })))).toEqual([['a', UNCHANGED]]);
  });

  it('refuses a batch whole, with a pointer to each fault', async () => {
    const refused = importRecords(
      record('a', { courseIds: [school.id('layers/algebra'), other.id('layers/algebra')] }),
      record('b', { rooms: [{ roomId: school.id('rooms/hall'), setupId: school.id('setups/hay') }] }),
      record('a', { creatorUserId: randomUUID(), onlineAddress: 'https://' }),
    );
    const pointers = ['/records/2/ref', '/records/0/courseIds/1', '/records/1/rooms/0/setupId'];
    const last = ['/records/2/onlineAddress', '/records/2/creatorUserId'];
    await expect(refused).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [...pointers, ...last].map((pointer) => ({ pointer })),
    });
    expect(await walkAppointments(school)).toEqual([[]]);
  });

  it.each([
    ['2026-02-30T00:00:00.000Z', 'invalid_string'],
    ['9999-01-01T00:00:00.000Z', 'too_big'],
  ])('refuses the instant %s', async (dateTime, code) => {
    await expect(importRecords(record('a'), record('b', { dateTime }))).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/records/1/dateTime', code }],
    });
  });

  it('is not for integrations, and for no institution that has closed its scheduling to them alone', async () => {
    const called = school.call(ImportService.method.importAppointments, { records: [record('a')] });
    await expect(called).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
    await school.set({ schedulingEnabled: false });
    await importRecords(record('a'));
  });

  it('lets parallel imports and changes of one appointment wait for each other', async () => {
    const [a] = await importRecords(record('a'));
    const id = a?.id ?? '';
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => importRecords(record('a', { title: `Title ${n}` }), record(`b${n}`))),
      school.call(updateAppointment, { id, precondition: { any: true }, notes: 'Chalk' }),
    ]);
    const all = (await walkAppointments(school)).flat();
    expect(all).toHaveLength(7);
    expect(await toldEvents(service, 'resource_id', id)).toHaveLength(1 + (await school.get(id)).sequence);
  });
});

describe('an import into an institution that rejects conflicts', () => {
  beforeEach(() => school.set({ rejectRoomConflicts: true }));
  const at = (time: string) => ({ ...hall(), dateTime: `2026-10-12T${time}:00.000Z`, duration: 60 });

  it('is refused where one record is in the way of another, or of what is there', async () => {
    const [a] = await importRecords(record('a', at('08:00')));
    await expect(importRecords(record('b', at('10:00')), record('c', at('08:59')))).rejects.toMatchObject({
      code: 'ROOM_BOOKED',
      violations: [{ pointer: '/records/1/rooms/0/roomId' }],
      facts: { conflictingAppointment: { id: a?.id, roomId: school.id('rooms/hall'), duration: 60 } },
    });
    await expect(importRecords(record('b', at('10:59')), record('c', at('10:00')))).rejects.toMatchObject({
      code: 'ROOM_BOOKED',
      violations: [{ pointer: '/records/0/rooms/0/roomId' }],
    });
    await importRecords(record('b', at('10:00')), record('c', at('11:00')));
  });

  it('lets records of a batch change places, and what overlaps from before stay', async () => {
    await importRecords(record('a', at('08:00')), record('b', at('09:00')));
    expect(outcomes(await importRecords(record('a', at('09:00')), record('b', at('08:00'))))).toEqual([
      ['a', UPDATED],
      ['b', UPDATED],
    ]);
    await school.set({ rejectRoomConflicts: false });
    await importRecords(record('c', at('08:30')));
    await school.set({ rejectRoomConflicts: true });
    await importRecords(record('c', { ...at('08:30'), title: 'Lecture' }));
  });
});

describe('appointment types', () => {
  const send = (...records: { ref: string; name: string; color?: string }[]) =>
    school.operator(ImportService.method.importAppointmentTypes, { records }).then((answer) => answer.records);

  it('are created, renamed, and left as they are, and appointments show their names', async () => {
    const first = await send({ ref: 'exam', name: 'Exam', color: '#1c4e80' }, { ref: 'lab', name: 'Lab' });
    expect(outcomes(first)).toEqual([
      ['exam', CREATED],
      ['lab', CREATED],
    ]);
    const id = first[0]?.id ?? '';
    const created = await school.create({ appointmentTypeId: id.toUpperCase() });
    expect(created.appointmentType).toMatchObject({ id, name: 'Exam', color: '#1c4e80' });
    expect(outcomes(await send({ ref: 'lab', name: 'Lab' }, { ref: 'exam', name: 'Test' }))).toEqual([
      ['lab', UNCHANGED],
      ['exam', UPDATED],
    ]);
    const now = await school.get(created.id);
    expect(now.appointmentType).toEqual({ $typeName: 'lyceum.scheduling.v1.AppointmentType', id, name: 'Test' });
    expect(now.revision).toBe(created.revision);
    await expect(other.create({ appointmentTypeId: id })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('have refs of their own', async () => {
    const refused = send({ ref: 'exam', name: 'Exam' }, { ref: 'exam', name: 'Test' });
    await expect(refused).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/records/1/ref' }],
    });
  });
});

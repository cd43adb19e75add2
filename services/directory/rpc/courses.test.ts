import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { directory } from '../service.ts';

const { getCourse, batchGetCourseLayers } = CourseService.method;
const { CREATED, UPDATED, UNCHANGED } = ImportOutcome;

let service: TestService;
let call: Call;
let institutionId: string;
let elsewhere: Call;
beforeAll(async () => {
  service = await startTestService(directory, { service: 'own' });
  elsewhere = service.call(await newInstitution(service));
});
afterAll(() => service.stop());
beforeEach(async () => {
  const operator = await newInstitution(service);
  ({ institutionId } = operator);
  call = service.call(operator);
});

function imported(...records: object[]) {
  return importRecords(call, 'courses', records);
}

const analysis = { ref: 'a', code: 'MATH', name: 'Analysis' };
const algebra = { ref: 'b', code: 'MATH', name: 'Algebra', layerName: 'Algebra, group 1' };
const logic = { ref: 'c', name: 'Logic' };

describe('an import of courses', () => {
  it('creates courses with their layers, and changes only those that differ', async () => {
    const first = await imported(analysis, algebra);
    expect(first.map(({ outcome }) => outcome)).toEqual([CREATED, CREATED]);
    const { course } = await call(getCourse, { id: first[0]?.id ?? '' });
    expect(course).toMatchObject({ layerId: first[0]?.layerId, code: 'MATH', name: 'Analysis', isArchived: false });

    service.clock.advance(1000);
    const second = await imported(analysis, algebra);
    expect(second).toEqual(first.map((record) => ({ ...record, outcome: UNCHANGED })));
    expect((await call(getCourse, { id: first[0]?.id ?? '' })).course).toEqual(course);

    const third = await imported({ ref: 'a', name: 'Analysis I' }, algebra, logic);
    expect(third.map(({ outcome }) => outcome)).toEqual([UPDATED, UNCHANGED, CREATED]);
    expect(third[0]).toMatchObject({ id: first[0]?.id, layerId: first[0]?.layerId });
    const { course: changed } = await call(getCourse, { id: first[0]?.id ?? '' });
    expect(changed).toMatchObject({ name: 'Analysis I', createdAt: course?.createdAt });
    expect(changed?.code).toBe(course?.code);
    expect(changed?.revision).not.toBe(course?.revision);

    // A change only visible in the layer changes the course, but none of its fields.
    await imported({ ...algebra, layerName: 'Algebra' });
    expect(await publishedEvents(service, 'institution_id', institutionId)).toEqual([
      ['CourseCreated', first[0]?.id, null],
      ['CourseCreated', first[1]?.id, null],
      ['CourseUpdated', first[0]?.id, ['name']],
      ['CourseCreated', third[2]?.id, null],
      ['CourseUpdated', first[1]?.id, null],
    ]);
  });
});

describe('reads', () => {
  it('return layers with their own name, or their course’s', async () => {
    const [one, two] = await imported(analysis, algebra);
    const ids = [two?.layerId ?? '', two?.layerId ?? '', one?.id ?? '', NOWHERE, 'no-uuid'];
    const { layers } = await call(batchGetCourseLayers, { ids, courseIds: [one?.id ?? '', two?.layerId ?? ''] });
    expect(layers.map(({ id, name, course }) => [id, name, course?.id]).sort()).toEqual(
      [
        [one?.layerId, 'Analysis', one?.id],
        [two?.layerId, 'Algebra, group 1', two?.id],
      ].sort(),
    );
    expect((await elsewhere(batchGetCourseLayers, { ids })).layers).toEqual([]);
    expect((await call(batchGetCourseLayers, { ids: ['no-uuid'] })).layers).toEqual([]);
  });
});

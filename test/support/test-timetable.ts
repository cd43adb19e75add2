import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AppointmentSchema } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { createAppointments } from './create-appointments.ts';
import { importRecords } from './import-records.ts';
import { bundle } from './locations/bundle.ts';
import type { TestClient } from './test-client.ts';
import { importInto } from './test-locations.ts';
import type { TestAnswer } from './test-messages.ts';
import { type TestInstitution, TestSystem, type TestSystemOptions } from './test-system.ts';

/** The fields of an appointment that has all of them, in the order of responses. */
export const appointmentFields = [
  'id',
  'title',
  'dateTime',
  'duration',
  'isOnline',
  'isHybrid',
  'location',
  'roomId',
  'appointmentRooms',
  'appointmentLayers',
  'organizerUsers',
  'appointmentUsers',
  'appointmentCreator',
  'appointmentUserGroups',
  'appointmentType',
  'series',
  'notes',
  'onlineAddress',
  'address',
  'provider',
];

/** An appointment created or read by a client. */
export interface TestAppointment {
  readonly id: string;
  readonly path: string;
  readonly etag: string;
  // biome-ignore lint/suspicious/noExplicitAny: the response's untyped JSON.
  readonly data: any;
}

/** An institution with records of every kind that appointments refer to. Ada created its client's integration. */
export class Timetable {
  readonly institution: TestInstitution;
  readonly client: TestClient;
  readonly #ids: Readonly<Record<string, string>>;

  private constructor(institution: TestInstitution, client: TestClient, ids: Readonly<Record<string, string>>) {
    this.institution = institution;
    this.client = client;
    this.#ids = ids;
  }

  static async in(system: TestSystem): Promise<Timetable> {
    const institution = await system.newInstitution();
    const ids = await importEverything(institution);
    return new Timetable(institution, await system.newClient(institution.id, ids['users/ada']), ids);
  }

  /**
   * The id of a record: `users/ada`, `layers/algebra`, `courses/algebra`, `rooms/hall`, `setups/rows`,
   * `userGroups/choir`.
   */
  id(name: string): string {
    const id = this.#ids[name];
    if (id === undefined) throw new Error(`no record ${name}`);
    return id;
  }

  /** The body of a create: the required fields, and the given ones. */
  body(fields: object = {}): object {
    return {
      title: 'Seminar',
      dateTime: '2026-10-12T08:00:00Z',
      duration: 90,
      courseIds: [this.id('layers/algebra')],
      ...fields,
    };
  }

  /** The body of a create with every field. */
  fullBody(): Record<string, unknown> {
    return {
      ...this.body(),
      isOnline: false,
      isHybrid: false,
      address: 'Gate 1',
      onlineAddress: 'https://zoom.us/j/1',
      location: 'Main entrance',
      rooms: [{ roomId: this.id('rooms/hall'), setupId: this.id('setups/circle') }, { roomId: this.id('rooms/attic') }],
      organizerIds: [this.id('users/ben'), this.id('users/ada')],
      userIds: [this.id('users/cleo'), this.id('users/ben')],
      userGroupIds: [this.id('userGroups/choir')],
      appointmentTypeId: this.id('appointmentTypes/lecture'),
      notes: 'Bring paper.',
    };
  }

  /** Imports a group of its people; returns the id. */
  async group(ref: string, members: readonly string[]): Promise<string> {
    const [group] = await importRecords(this.institution.operator, 'userGroups', [{ ref, name: ref, members }]);
    return group?.id ?? '';
  }

  post(fields: object = {}): Promise<TestAnswer> {
    return this.client.post('/appointments', this.body(fields));
  }

  async create(fields: object = {}): Promise<TestAppointment> {
    const answer = await this.post(fields);
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return appointmentOf(answer);
  }

  patch({ path, etag }: Pick<TestAppointment, 'path' | 'etag'>, change: unknown): Promise<TestAnswer> {
    return this.client.patch(path, change, { ifMatch: etag });
  }

  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.client.get(path, { query });
  }

  delete({ path, etag }: Pick<TestAppointment, 'path' | 'etag'>): Promise<TestAnswer> {
    return this.client.send('DELETE', path, { ifMatch: etag });
  }

  /** Creates appointments with the required and the given fields, without an author; returns their ids. */
  fill(appointments: readonly StoredAppointment[]): Promise<string[]> {
    const required = {
      title: 'Stored',
      dateTime: '2026-10-12T08:00:00.000Z',
      duration: 90,
      courseIds: [this.id('layers/algebra')],
    };
    return createAppointments(
      this.institution.operator,
      appointments.map((fields) => ({ ...required, ...fields })),
    );
  }
}

type StoredAppointment = Pick<
  MessageInitShape<typeof AppointmentSchema>,
  'title' | 'dateTime' | 'courseIds' | 'rooms' | 'organizerIds' | 'userIds' | 'userGroupIds'
>;

/** The appointment in a response. */
export function appointmentOf(answer: TestAnswer): TestAppointment {
  const { data } = answer.body;
  return { id: data.id, path: `/appointments/${data.id}`, etag: answer.headers.get('etag') ?? '', data };
}

/** Creates an appointment with the required and the given fields, for tests that need only one; returns its id. */
export async function newAppointment(client: TestClient, layerId: string, fields: object = {}): Promise<string> {
  const required = { title: 'Seminar', dateTime: '2026-10-12T08:00:00Z', duration: 90, courseIds: [layerId] };
  const answer = await client.post('/appointments', { ...required, ...fields });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return appointmentOf(answer).id;
}

/** A system with two such institutions. */
export async function startTimetables(
  options: TestSystemOptions = {},
): Promise<{ system: TestSystem; school: Timetable; other: Timetable }> {
  const system = await TestSystem.start(options);
  const [school, other] = await Promise.all([Timetable.in(system), Timetable.in(system)]);
  return { system, school, other };
}

async function importEverything(institution: TestInstitution): Promise<Record<string, string>> {
  const { operator } = institution;
  const ids: Record<string, string> = {};
  const note = (records: readonly { section: string; ref: string; id: string; layerId: string }[]) => {
    for (const { section, ref, id, layerId } of records) {
      ids[`${section}/${ref}`] = id;
      if (layerId !== '') ids[`layers/${ref}`] = layerId;
    }
  };
  const users = ['ada', 'ben', 'cleo', 'old'].map((ref) => ({
    ref,
    email: `${ref}@school.example`,
    name: ref.toUpperCase(),
    isArchived: ref === 'old',
  }));
  const courses = ['algebra', 'botany', 'chemistry'].map((ref) => ({ ref, name: ref, code: ref.slice(0, 1) }));
  note(await importRecords(operator, 'users', users));
  note(await importRecords(operator, 'courses', courses));
  const groups = [{ ref: 'choir', name: 'Choir', members: ['ben'] }];
  note(await importRecords(operator, 'userGroups', groups));
  const types = [{ ref: 'lecture', name: 'Lecture', color: '#1c4e80' }];
  note(await importRecords(operator, 'appointmentTypes', types));
  return { ...ids, ...(await importInto(institution, bundle)) };
}

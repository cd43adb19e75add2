import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Call } from '../../../platform/calls/caller.ts';
import type { IntegrationActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { present } from '../../../platform/core/present.ts';
import type { ImportedRecord } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import {
  InstitutionService,
  type SettingsChangeSchema,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import {
  type Appointment,
  AppointmentSchema,
  AppointmentService,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { TestService } from '../calls/start-test-service.ts';
import { importRecords } from '../import-records.ts';
import { changeMaker, type ResourceJson } from '../resource-change.ts';

type Callable = Pick<TestService, 'call'>;

export type CreateInit = MessageInitShape<typeof AppointmentSchema> & { readonly courseId?: string };

export type AppointmentJson = ResourceJson<Appointment>;

/** What a PATCH with these fields asks for. */
export const changeOf = changeMaker('appointment', AppointmentSchema);

/**
 * An institution with a few records of every kind that appointments refer to, and one of its integrations, created by
 * ada.
 */
export class School {
  readonly institutionId: string;
  readonly actor: IntegrationActor;
  readonly call: Call;
  readonly operator: Call;
  readonly #ids: ReadonlyMap<string, string>;

  private constructor(service: Callable, institutionId: string, ids: ReadonlyMap<string, string>) {
    this.institutionId = institutionId;
    this.#ids = ids;
    this.actor = {
      kind: 'integration',
      institutionId,
      integrationId: systemIds.newId(),
      createdBy: this.id('users/ada'),
      grant: FULL,
    };
    this.call = service.call(this.actor);
    this.operator = service.call({ kind: 'operator', institutionId });
  }

  static async open(service: Callable, settings: MessageInitShape<typeof SettingsChangeSchema> = {}): Promise<School> {
    const ref = systemIds.newId();
    const { institution } = await service.call({ kind: 'operator', institutionId: null })(
      InstitutionService.method.importInstitution,
      { ref, name: ref, settings },
    );
    const institutionId = present(institution, 'institution').id;
    return new School(service, institutionId, await importSchool(service.call({ kind: 'operator', institutionId })));
  }

  /** The id of an imported record: `users/ada`, `layers/algebra`, `courses/algebra`, `rooms/hall`. */
  id(name: string): string {
    return present(this.#ids.get(name), name);
  }

  /** A request with the required fields only, without a room. */
  request({ courseId, ...fields }: CreateInit = {}) {
    const appointment = {
      title: 'Seminar',
      dateTime: '2026-10-12T08:00:00.000Z',
      duration: 90,
      courseIds: [this.id('layers/algebra')],
      ...fields,
    };
    return { appointment, ...(courseId === undefined ? {} : { courseId }) };
  }

  async create(fields: CreateInit = {}): Promise<Appointment> {
    const created = await this.call(AppointmentService.method.createAppointment, this.request(fields));
    return present(created.appointment, 'appointment');
  }

  async get(id: string): Promise<Appointment> {
    return present((await this.call(AppointmentService.method.getAppointment, { id })).appointment, 'appointment');
  }

  async set(change: MessageInitShape<typeof SettingsChangeSchema>): Promise<void> {
    await this.operator(InstitutionService.method.setInstitutionSettings, { change });
  }
}

async function importSchool(call: Call): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const note = (records: readonly ImportedRecord[]) => {
    for (const { section, ref, id, layerId } of records) {
      ids.set(`${section}/${ref}`, id);
      if (layerId !== '') ids.set(`layers/${ref}`, layerId);
    }
  };
  const users = ['ada', 'ben', 'cleo'].map((ref) => ({ ref, email: `${ref}@school.example`, name: ref }));
  const old = { ref: 'old', email: 'old@school.example', name: 'Old', isArchived: true };
  note(await importRecords(call, 'users', [...users, old]));
  const courses = ['algebra', 'botany'].map((ref) => ({ ref, name: ref }));
  note(await importRecords(call, 'courses', courses));
  const group = { ref: 'choir', name: 'Choir', members: ['ben'] };
  note(await importRecords(call, 'userGroups', [group]));
  note(await importRecords(call, 'locations', locationRecords));
  return ids;
}

const locationRecords = [
  {
    ref: 'harbour',
    name: 'Harbour',
    address: 'Street 1',
    rooms: [
      {
        ref: 'hall',
        name: 'Hall',
        setups: [
          { ref: 'rows', name: 'Rows', isDefault: true },
          { ref: 'circle', name: 'Circle' },
        ],
      },
      { ref: 'attic', name: 'Attic' },
    ],
  },
  {
    ref: 'hill',
    name: 'Hill',
    address: 'Street 2',
    rooms: [{ ref: 'barn', name: 'Barn', setups: [{ ref: 'hay', name: 'Hay', isDefault: true }] }],
  },
];

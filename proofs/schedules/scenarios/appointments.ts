import type { MessageInitShape } from '@bufbuild/protobuf';
import { type AppointmentSchema, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { School } from '../../../test/support/scheduling/school.ts';
import { type Command, type Plan, replaysOf, type Scenario, type Send, type Subject, someOf } from '../scenario.ts';

type Appointment = MessageInitShape<typeof AppointmentSchema>;

const { createAppointment, updateAppointment, deleteAppointment } = AppointmentService.method;

const at = (time: string) => `2026-10-12T${time}:00.000Z`;
const rooms = (...ids: (string | undefined)[]) => ids.map((roomId = '') => ({ roomId }));

const create =
  (fields: (names: Subject['names']) => Appointment) =>
  (send: Send, { names }: Subject) =>
    send(createAppointment, {
      appointment: { duration: 60, courseIds: [names.layer ?? ''], ...fields(names) },
    });

const change =
  (fields: (names: Subject['names']) => Appointment, paths: readonly string[], isConditional: boolean) =>
  (send: Send, { names }: Subject) =>
    send(updateAppointment, {
      ...target(names, isConditional),
      appointment: fields(names),
      updateMask: { paths: [...paths] },
    });

const target = (names: Subject['names'], isConditional: boolean) => ({
  id: names.appointment ?? '',
  precondition: isConditional ? { revisions: [names.revision ?? ''] } : { any: true },
});

/** Of two rooms, the hall is wanted most, and the appointment that is there has it at ten. */
const creates: readonly Omit<Command, 'key'>[] = [
  { name: 'create', send: create(({ hall }) => ({ title: 'A', dateTime: at('08:00'), rooms: rooms(hall) })) },
  { name: 'create later', send: create(({ hall }) => ({ title: 'B', dateTime: at('08:30'), rooms: rooms(hall) })) },
  {
    name: 'create in both',
    send: create(({ hall, attic }) => ({ title: 'C', dateTime: at('08:45'), rooms: rooms(attic, hall) })),
  },
  {
    name: 'create in both, the other way round',
    send: create(({ hall, attic }) => ({ title: 'D', dateTime: at('08:45'), rooms: rooms(hall, attic) })),
  },
  { name: 'create at ten', send: create(({ hall }) => ({ title: 'E', dateTime: at('10:00'), rooms: rooms(hall) })) },
];

const changes: readonly Omit<Command, 'key'>[] = [
  { name: 'PATCH time', send: change(() => ({ dateTime: at('08:15') }), ['date_time'], true) },
  { name: 'PATCH time of all', send: change(() => ({ dateTime: at('10:30') }), ['date_time'], false) },
  { name: 'PATCH rooms', send: change(({ attic }) => ({ rooms: rooms(attic) }), ['rooms'], true) },
  { name: 'PATCH title of all', send: change(() => ({ title: 'Z' }), ['title'], false) },
  { name: 'DELETE', send: (send, { names }) => send(deleteAppointment, target(names, true)) },
  { name: 'DELETE of all', send: (send, { names }) => send(deleteAppointment, target(names, false)) },
];

function planOf(commands: readonly Command[]): Plan {
  return {
    name: commands.map(({ name, key }) => `${name} (${key})`).join(', '),
    service: 'scheduling',
    async prepare(call) {
      const school = await School.open({ call }, { rejectRoomConflicts: true });
      const [hall, attic, layer] = ['rooms/hall', 'rooms/attic', 'layers/algebra'].map((name) => school.id(name));
      const fields = { title: 'Y', dateTime: at('10:00'), duration: 60, rooms: rooms(hall) };
      const { id, revision } = await school.create(fields);
      return {
        actor: school.actor,
        names: { hall: hall ?? '', attic: attic ?? '', layer: layer ?? '', appointment: id, revision },
      };
    },
    commands,
    isRepeatable: true,
  };
}

export const appointments: readonly Scenario[] = [
  { name: 'rooms', plan: (random) => planOf(someOf(random, 2 + random.below(2), [...creates, ...changes])) },
  { name: 'bookings-of-a-room', plan: (random) => planOf(someOf(random, 3, creates)) },
  { name: 'changes-of-an-appointment', plan: (random) => planOf(someOf(random, 2 + random.below(2), changes)) },
  { name: 'replays-of-a-booking', plan: (random) => planOf(replaysOf(random, [...creates, ...changes])) },
];

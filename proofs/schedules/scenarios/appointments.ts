import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { type CreateInit, changeOf, School } from '../../../test/support/scheduling/school.ts';
import {
  type Command,
  commandsOf,
  match,
  type Plan,
  replaysOf,
  type Scenario,
  someOf,
  subjectOf,
} from '../scenario.ts';

const { createAppointment, updateAppointment, deleteAppointment } = AppointmentService.method;

const at = (time: string) => `2026-10-12T${time}:00.000Z`;

const create =
  (title: string, time: string, ...rooms: string[]): Command['send'] =>
  (call, { id }) =>
    call(createAppointment, {
      appointment: {
        title,
        dateTime: at(time),
        duration: 60,
        courseIds: [id('layer')],
        rooms: rooms.map((room) => ({ roomId: id(room) })),
      },
    });

const patch =
  (fields: Parameters<typeof changeOf>[0], isConditional: boolean): Command['send'] =>
  (call, subject) =>
    call(updateAppointment, { id: subject.id('appointment'), ...match(subject, isConditional), ...changeOf(fields) });

const remove =
  (isConditional: boolean): Command['send'] =>
  (call, subject) =>
    call(deleteAppointment, { id: subject.id('appointment'), ...match(subject, isConditional) });

/** Of two rooms, the hall is wanted most, and the appointment that is there has it at ten. */
const creates = commandsOf({
  create: create('A', '08:00', 'hall'),
  'create later': create('B', '08:30', 'hall'),
  'create in both': create('C', '08:45', 'attic', 'hall'),
  'create in both, the other way round': create('D', '08:45', 'hall', 'attic'),
  'create at ten': create('E', '10:00', 'hall'),
});

const changes = commandsOf({
  'PATCH time': patch({ dateTime: at('08:15') }, true),
  'PATCH time of all': patch({ dateTime: at('10:30') }, false),
  'PATCH rooms': (call, subject) => patch({ rooms: [{ roomId: subject.id('attic') }] }, true)(call, subject),
  'PATCH title of all': patch({ title: 'Z' }, false),
  DELETE: remove(true),
  'DELETE of all': remove(false),
});

function planOf(commands: readonly Command[]): Plan {
  return {
    service: 'scheduling',
    async prepare(call, newId) {
      const school = await School.open({ call }, { rejectRoomConflicts: true });
      const [hall, attic, layer] = [school.id('rooms/hall'), school.id('rooms/attic'), school.id('layers/algebra')];
      const fields: CreateInit = { title: 'Y', dateTime: at('10:00'), duration: 60, rooms: [{ roomId: hall }] };
      const { id, revision } = await school.create(fields);
      return subjectOf(school.institutionId, newId, { hall, attic, layer, appointment: id, revision });
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

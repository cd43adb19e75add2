import type { Call } from '../../platform/calls/caller.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { present } from '../../platform/core/present.ts';
import { CourseService } from '../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { UserGroupService } from '../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RoomService } from '../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { AppointmentService } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { LogService } from '../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { SessionService } from '../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { CommandFailure } from '../failure.ts';
import { demoDay } from './local-time.ts';
import { type TimeRecords, timeRecordsBefore } from './time-records.ts';
import { type Lesson, timetableOf } from './timetable.ts';

/**
 * Gives the imported demo institution two weeks of lessons, from the Monday of this week on, and a month of time
 * records up to yesterday: one evening that was closed automatically, and one correction. An operator's calls: they use
 * up no integration's rate limit and are no requests of one. If it was interrupted, repeat it with the same day: what
 * is there stays, and what is missing is added.
 * @param call of an operator, for the institution
 * @param at an instant of today, in epoch milliseconds
 */
export async function fillDemo(call: Call, at: number): Promise<void> {
  const today = demoDay(at);
  await addLessons(call, timetableOf(today));
  await addTimeRecords(call, timeRecordsBefore(today));
}

async function addLessons(call: Call, lessons: readonly Lesson[]): Promise<void> {
  const page = { size: 500 };
  const [{ courses }, { rooms }, { users }, { userGroups }, { appointments }] = await Promise.all([
    call(CourseService.method.listCourses, { page }),
    call(RoomService.method.listRooms, { page }),
    call(UserService.method.listUsers, { page }),
    call(UserGroupService.method.listUserGroups, { page }),
    call(AppointmentService.method.listAppointments, { page }),
  ]);
  const slot = (roomId: string | undefined, dateTime: string) => `${roomId} ${dateTime}`;
  const taken = new Set(appointments.map((each) => slot(each.rooms[0]?.roomId, each.dateTime)));
  for (const { course, room, teacher, group, ...appointment } of lessons) {
    const { id: courseId } = present(
      courses.find(({ code }) => code === course),
      course,
    );
    const { id: roomId } = present(
      rooms.find(({ name }) => name === room),
      room,
    );
    const { id: organizerId } = present(
      users.find(({ code }) => code === teacher),
      teacher,
    );
    const userGroupIds = userGroups.flatMap(({ id, name }) => (name === group ? [id] : []));
    if (taken.has(slot(roomId, appointment.dateTime))) continue;
    await call(AppointmentService.method.createAppointment, {
      courseId,
      appointment: { ...appointment, rooms: [{ roomId }], organizerIds: [organizerId], userGroupIds },
    });
  }
}

async function addTimeRecords(call: Call, { logs, correction, forgetful }: TimeRecords): Promise<void> {
  const items = logs.map(({ code, ...log }) => ({
    member: memberOf(code),
    content: { case: 'log', value: log } as const,
  }));
  const { failed } = await call(LogService.method.bulkCreateLogs, { items });
  const fault = failed.find(({ refusal }) => !THERE.has(refusal?.code ?? ''))?.refusal;
  if (fault) throw new CommandFailure(`The time records of the demo were refused: ${fault.code}.`);
  await correct(call, correction);

  const member = memberOf(forgetful.code);
  const { startSession, stopSession } = SessionService.method;
  await call(startSession, { member, at: forgetful.forgotten }).catch(unlessThere);
  await call(startSession, { member, at: forgetful.start }).catch(unlessThere);
  await call(stopSession, { member, at: forgetful.stop }).catch(unlessThere);
}

async function correct(call: Call, { code, startTime, endTime }: TimeRecords['correction']): Promise<void> {
  const member = memberOf(code);
  const page = { size: 1 };
  const found = await call(LogService.method.listLogs, { member, page, from: startTime });
  const log = present(found.logs[0], startTime);
  if (log.endTime === endTime) return;
  await call(LogService.method.updateLog, {
    member,
    id: log.id,
    precondition: { any: true },
    log: { endTime, note: 'Left early' },
    updateMask: { paths: ['end_time', 'note'] },
  });
}

function memberOf(code: string) {
  return { identity: { case: 'code', value: code } } as const;
}

/** Lets a refusal pass that says that an earlier, interrupted call has already done it. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Refusal) || !THERE.has(error.code)) throw error;
}

const THERE = new Set(['LOG_OVERLAPPING', 'SESSION_OPEN', 'SESSION_NOT_OPEN']);

import type { Endpoint } from '../endpoint/endpoint.ts';
import { createAppointment } from './appointments/create.ts';
import { deleteAppointment } from './appointments/delete.ts';
import { getAppointment } from './appointments/get.ts';
import { getAppointmentCalendar } from './appointments/get-ics.ts';
import { listAppointments } from './appointments/list.ts';
import { updateAppointment } from './appointments/update.ts';
import { listCalendarDays } from './calendar-days/list.ts';
import { createCalendarFeed } from './calendar-feeds/create.ts';
import { revokeCalendarFeed } from './calendar-feeds/delete.ts';
import { getCalendarFeed } from './calendar-feeds/get.ts';
import { listCalendarFeeds } from './calendar-feeds/list.ts';
import { readCalendarFeed } from './calendars/get-ics.ts';
import { createProgram } from './continuing-education/create.ts';
import { getProgram } from './continuing-education/get.ts';
import { listPrograms } from './continuing-education/list.ts';
import { createProgramVersion } from './continuing-education/versions/create.ts';
import { getProgramVersion } from './continuing-education/versions/get.ts';
import { listProgramVersions } from './continuing-education/versions/list.ts';
import { updateProgramVersion } from './continuing-education/versions/update.ts';
import { createCourseAppointment } from './courses/create-appointment.ts';
import { getCourse } from './courses/get.ts';
import { getCourseCalendar } from './courses/get-appointments-ics.ts';
import { listCourses } from './courses/list.ts';
import { listCourseAppointments } from './courses/list-appointments.ts';
import { getCurriculum } from './curricula/get.ts';
import { listCurricula } from './curricula/list.ts';
import { getCurriculumVersion } from './curricula/versions/get.ts';
import { listCurriculumVersions } from './curricula/versions/list.ts';
import { createPathway } from './curricula/versions/pathways/create.ts';
import { listPathways } from './curricula/versions/pathways/list.ts';
import { getEvent } from './events/get.ts';
import { listEvents } from './events/list.ts';
import { getIntegration } from './integration/get.ts';
import { getLocation } from './locations/get.ts';
import { listLocations } from './locations/list.ts';
import { listLocationRooms } from './locations/list-rooms.ts';
import { getRequest } from './requests/get.ts';
import { listRequests } from './requests/list.ts';
import { listFreeRooms } from './rooms/free/list.ts';
import { getRoom } from './rooms/get.ts';
import { listRooms } from './rooms/list.ts';
import { getTotals } from './time-tracking/get-totals.ts';
import { listFindings } from './time-tracking/list-findings.ts';
import { listMemberLogs } from './time-tracking/list-member-logs.ts';
import { listMemberTotals } from './time-tracking/list-member-totals.ts';
import { bulkCreateLogs } from './time-tracking/logs/bulk.ts';
import { createLog } from './time-tracking/logs/create.ts';
import { getLog } from './time-tracking/logs/get.ts';
import { listLogs } from './time-tracking/logs/list.ts';
import { updateLog } from './time-tracking/logs/update.ts';
import { getActiveSession } from './time-tracking/sessions/get-active.ts';
import { pauseSession } from './time-tracking/sessions/pause.ts';
import { resumeSession } from './time-tracking/sessions/resume.ts';
import { startSession } from './time-tracking/sessions/start.ts';
import { stopSession } from './time-tracking/sessions/stop.ts';
import { listTimestampTemplates } from './time-tracking/timestamp-templates/list.ts';
import { createTimestamp } from './time-tracking/timestamps/create.ts';
import { listUsage } from './usage/list.ts';
import { getUserGroup } from './user-groups/get.ts';
import { listUserGroups } from './user-groups/list.ts';
import { listUserGroupMembers } from './user-groups/list-members.ts';
import { createUser } from './users/create.ts';
import { getUser } from './users/get.ts';
import { listUsers } from './users/list.ts';
import { updateUser } from './users/update.ts';
import { createWebhookEndpoint } from './webhook-endpoints/create.ts';
import { deleteWebhookEndpoint } from './webhook-endpoints/delete.ts';
import { getWebhookDelivery } from './webhook-endpoints/deliveries/get.ts';
import { listWebhookDeliveries } from './webhook-endpoints/deliveries/list.ts';
import { redeliverWebhook } from './webhook-endpoints/deliveries/redeliver.ts';
import { getWebhookEndpoint } from './webhook-endpoints/get.ts';
import { listWebhookEndpoints } from './webhook-endpoints/list.ts';
import { replayWebhookEvents } from './webhook-endpoints/replay.ts';
import { rotateWebhookSecret } from './webhook-endpoints/rotate-secret.ts';
import { testWebhookEndpoint } from './webhook-endpoints/test.ts';
import { updateWebhookEndpoint } from './webhook-endpoints/update.ts';

/** Every operation below `/api/v4`, in the order of the OpenAPI document. */
export const endpoints: readonly Endpoint[] = [
  listUsers,
  createUser,
  getUser,
  updateUser,
  listUserGroups,
  getUserGroup,
  listUserGroupMembers,
  listCourses,
  getCourse,
  listCourseAppointments,
  createCourseAppointment,
  getCourseCalendar,
  listAppointments,
  createAppointment,
  getAppointment,
  updateAppointment,
  deleteAppointment,
  getAppointmentCalendar,
  listCalendarFeeds,
  createCalendarFeed,
  getCalendarFeed,
  revokeCalendarFeed,
  readCalendarFeed,
  listCurricula,
  getCurriculum,
  listCurriculumVersions,
  getCurriculumVersion,
  listPathways,
  createPathway,
  listPrograms,
  createProgram,
  getProgram,
  listProgramVersions,
  createProgramVersion,
  getProgramVersion,
  updateProgramVersion,
  listLocations,
  getLocation,
  listLocationRooms,
  listRooms,
  listFreeRooms,
  getRoom,
  listTimestampTemplates,
  listCalendarDays,
  startSession,
  pauseSession,
  resumeSession,
  createTimestamp,
  stopSession,
  getActiveSession,
  listLogs,
  createLog,
  bulkCreateLogs,
  getLog,
  updateLog,
  getTotals,
  listMemberTotals,
  listMemberLogs,
  listFindings,
  listEvents,
  getEvent,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhook,
  replayWebhookEvents,
  getIntegration,
  listRequests,
  getRequest,
  listUsage,
];

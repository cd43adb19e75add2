import { Type } from 'typebox';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Appointment, appointmentExample } from '../../schema/appointment.ts';
import { Ids } from '../../schema/types.ts';
import { appointmentFilters, listAppointments as listPage } from './list-appointments.ts';

export const listAppointments = listEndpoint({
  path: '/appointments',
  operationId: 'listAppointments',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'List appointments',
  description: 'Ordered by `dateTime`.',
  filters: Type.Object({ ids: Ids('appointments'), ...appointmentFilters.properties }),
  item: Appointment,
  example: appointmentExample,
  position: ({ dateTime, id }) => ({ sort: dateTime, id }),
  run: ({ filters, page, call, wants }) => listPage({ filters, page, call, wants }),
});

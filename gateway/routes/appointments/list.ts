import { appointmentFilters, listAppointments as listPage } from '../../appointments/list-appointments.ts';
import { listEndpoint } from '../../endpoint/endpoint.ts';
import { Appointment, appointmentExample } from '../../schema/appointment.ts';
import { appointmentView } from './appointment-view.ts';

export const listAppointments = listEndpoint({
  path: '/appointments',
  operationId: 'listAppointments',
  tag: 'Appointments',
  summary: 'List appointments',
  description: 'In the order of `dateTime`.',
  filters: appointmentFilters,
  item: Appointment,
  example: appointmentExample,
  position: ({ dateTime, id }) => ({ sort: dateTime, id }),
  async run({ filters, page, call }) {
    const { appointments, surroundings, hasMore } = await listPage({ filters, page, call });
    return { items: appointments.map((each) => appointmentView(each, surroundings)), hasMore };
  },
});

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type Appointment,
  AppointmentService,
  type ListAppointmentsRequestSchema,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { School } from './school.ts';

type Filters = Omit<MessageInitShape<typeof ListAppointmentsRequestSchema>, 'page' | '$typeName'>;

/** The pages of a list, one after another. */
export async function* pagesOf(
  school: School,
  { size = 100, ...filters }: Filters & { readonly size?: number } = {},
): AsyncGenerator<Appointment[]> {
  let after: { sort: string; id: string } | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = { size, ...(after ? { after } : {}) };
    const answer = await school.call(AppointmentService.method.listAppointments, { page, ...filters });
    yield answer.appointments;
    const last = answer.appointments.at(-1);
    after = { sort: last?.dateTime ?? '', id: last?.id ?? '' };
    hasMore = answer.hasMore;
  }
}

/** All pages of a list. */
export function walkAppointments(...list: Parameters<typeof pagesOf>): Promise<Appointment[][]> {
  return Array.fromAsync(pagesOf(...list));
}

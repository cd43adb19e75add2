import { describeAppointmentList } from '../../support/describe-appointment-list.ts';

describeAppointmentList('GET /appointments', () => '/appointments');

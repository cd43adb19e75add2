import { eraseUser } from '../../../platform/core/erased-person.ts';
import { erasedMessage } from '../../../platform/data/erasure/kept-answers.ts';
import type { Erasing } from '../../../platform/process/erasure/erasing.ts';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AppointmentSchema } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { eraseNotes, NOTES_PER_STEP } from '../store/erased-notes.ts';
import { appointmentLinks, appointments } from '../store/tables.ts';

/** How scheduling forgets a person: the notes of what they alone organize go, and appointments stay as figures. */
export const erasing: Erasing = {
  tables: [appointments, appointmentLinks],
  messages: [
    erasedMessage(UserSchema, (user, id) => {
      if (user.id === id) eraseUser(user, id);
    }),
    erasedMessage(AppointmentSchema, (appointment, id) => {
      if (appointment.organizerIds.length === 1 && appointment.organizerIds[0] === id) delete appointment.notes;
    }),
  ],
  async step(tx, person, { newId }) {
    return { isDone: (await eraseNotes(tx, person, newId)) < NOTES_PER_STEP };
  },
};

import type { StateOf } from '../../../platform/core/resource.ts';
import type { Appointment } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentType } from '../../../proto/gen/lyceum/scheduling/v1/appointment_type_pb.ts';

/** Fields of the contract that are stored as something else, or not at all. */
type Composed = 'rooms' | 'layers' | 'courseIds' | 'appointmentType' | 'appointmentTypeId' | 'series';

/**
 * An appointment as stored, with the names of its table's columns. Instants are text (see platform/core/instant.ts).
 */
export interface AppointmentState extends StateOf<Appointment, Composed> {
  /** Whether a request has set the address; until then, it is the address of the first room's location. */
  readonly addressIsOwn: boolean;
  readonly layerIds: readonly string[];
  /** The course of each layer. */
  readonly courseIds: readonly string[];
  readonly roomIds: readonly string[];
  /** The requested setup of each room; null for the default one. */
  readonly setupIds: readonly (string | null)[];
  readonly appointmentType: AppointmentTypeState | null;
}

export type AppointmentTypeState = StateOf<AppointmentType>;

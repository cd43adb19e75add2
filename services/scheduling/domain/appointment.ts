/** An appointment as stored, with the names of its table's columns. Instants are text (see platform/core/instant.ts). */
export interface AppointmentState {
  readonly id: string;
  readonly title: string;
  readonly notes: string | null;
  readonly dateTime: string;
  /** In minutes. */
  readonly duration: number;
  readonly isOnline: boolean;
  readonly isHybrid: boolean;
  readonly onlineAddress: string | null;
  readonly address: string | null;
  /** Whether a request has set the address; until then, the address is that of the first room's location. */
  readonly addressIsOwn: boolean;
  readonly location: string | null;
  readonly provider: string | null;
  readonly layerIds: readonly string[];
  /** The course of each layer. */
  readonly courseIds: readonly string[];
  readonly roomIds: readonly string[];
  /** The requested setup of each room; null for the default one. */
  readonly setupIds: readonly (string | null)[];
  readonly organizerIds: readonly string[];
  readonly userIds: readonly string[];
  readonly userGroupIds: readonly string[];
  readonly creatorUserId: string | null;
  readonly appointmentType: AppointmentTypeState | null;
  /** 0 at creation; each change and the deletion add one. */
  readonly sequence: number;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Optional fields that are stored as given. Nothing else depends on them. */
const PLAIN_FIELDS = ['notes', 'location'] as const satisfies readonly (keyof AppointmentState)[];

type PlainField = (typeof PLAIN_FIELDS)[number];

/** Their values in a request. */
export type PlainFields = { readonly [Name in PlainField]?: NonNullable<AppointmentState[Name]> | undefined };

/** Their values in an appointment. */
export function plainFields(
  readField: (name: PlainField) => AppointmentState[PlainField],
): Pick<AppointmentState, PlainField> {
  return Object.fromEntries(PLAIN_FIELDS.map((name) => [name, readField(name)])) as Pick<AppointmentState, PlainField>;
}

export interface AppointmentTypeState {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
}

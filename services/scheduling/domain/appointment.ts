/** An appointment as it is stored, under the names of its table. Instants are text (see platform/core/instant.ts). */
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
  /** Whether a request has given the address; until then it follows the first room. */
  readonly addressIsOwn: boolean;
  readonly location: string | null;
  readonly provider: string | null;
  readonly layerIds: readonly string[];
  /** The course of each layer. */
  readonly courseIds: readonly string[];
  readonly roomIds: readonly string[];
  /** The setup that was asked for of each room; null for the default one. */
  readonly setupIds: readonly (string | null)[];
  readonly organizerIds: readonly string[];
  readonly userIds: readonly string[];
  readonly userGroupIds: readonly string[];
  readonly creatorUserId: string | null;
  readonly appointmentType: AppointmentTypeState | null;
  /** 0 at creation, one more at every change and at deletion. */
  readonly sequence: number;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Optional fields that are kept as requests give them. Nothing else follows from them. */
const PLAIN_FIELDS = ['notes', 'location'] as const satisfies readonly (keyof AppointmentState)[];

type PlainField = (typeof PLAIN_FIELDS)[number];

/** What a request says of them. */
export type PlainFields = { readonly [Name in PlainField]?: NonNullable<AppointmentState[Name]> | undefined };

/** What an appointment has of them. */
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

/** An appointment as it is stored: column names are those of the table. Instants are text (see chassis/instant.ts). */
export interface AppointmentState {
  readonly id: string;
  readonly title: string;
  readonly notes: string | null;
  readonly date_time: string;
  /** In minutes. */
  readonly duration: number;
  readonly is_online: boolean;
  readonly is_hybrid: boolean;
  readonly online_address: string | null;
  readonly address: string | null;
  /** Whether a request has given the address; until then it follows the first room. */
  readonly address_is_own: boolean;
  readonly location: string | null;
  readonly provider: string | null;
  readonly layer_ids: readonly string[];
  /** The course of each layer. */
  readonly course_ids: readonly string[];
  readonly room_ids: readonly string[];
  /** The setup that was asked for of each room; null for the default one. */
  readonly setup_ids: readonly (string | null)[];
  readonly organizer_ids: readonly string[];
  readonly user_ids: readonly string[];
  readonly user_group_ids: readonly string[];
  readonly creator_user_id: string | null;
  readonly appointment_type: AppointmentTypeState | null;
  /** 0 at creation, one more at every change and at deletion. */
  readonly sequence: number;
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface AppointmentTypeState {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
}

/** Names by language. */
export type Translations = Readonly<Record<string, string>>;

export interface ExaminationRequirement {
  readonly name: string;
  readonly weight: number | null;
}

export interface TimePlanItem {
  readonly name: string;
  readonly units: number;
  readonly requiresAppointments: boolean;
}

/** The numbers of rows in the tables of a year, over all institutions. */
export interface YearSize {
  readonly users: number;
  readonly appointments: number;
  readonly logs: number;
  readonly curriculumItems: number;
  readonly programs: number;
  readonly rooms: number;
  readonly events: number;
  readonly deliveries: number;
  /** Audit records of a year in timetracking; other services have a tenth. */
  readonly auditRecords: number;
  /** Likewise: keys of a day, events of three days in the outbox, a month of the inbox. */
  readonly keys: number;
  readonly outbox: number;
  readonly inbox: number;
}

/** The reference of every ratio. */
export const SMALL_YEAR: YearSize = {
  users: 10_000,
  appointments: 10_000,
  logs: 10_000,
  curriculumItems: 10_000,
  programs: 1_000,
  rooms: 1_000,
  events: 10_000,
  deliveries: 10_000,
  auditRecords: 10_000,
  keys: 10_000,
  outbox: 10_000,
  inbox: 10_000,
};

/** One large institution and a thousand small ones. */
export const FULL_YEAR: YearSize = {
  users: 1_000_000,
  appointments: 1_000_000,
  logs: 10_000_000,
  curriculumItems: 100_000,
  programs: 100_000,
  rooms: 10_000,
  events: 2_000_000,
  deliveries: 1_000_000,
  auditRecords: 2_000_000,
  keys: 1_000_000,
  outbox: 1_000_000,
  inbox: 1_000_000,
};

/** A size relative to the full one: `share` of it, but at least the small one. */
export function shareOfYear(share: number): YearSize {
  const entries = Object.entries(FULL_YEAR).map(([name, count]) => [
    name,
    Math.max(SMALL_YEAR[name as keyof YearSize], Math.round((count * share) / 10_000) * 10_000),
  ]);
  return Object.fromEntries(entries);
}

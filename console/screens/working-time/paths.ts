/** The page of the rules of working time. */
export const WORKING_TIME = '/console/settings/working-time';

/** The page of the calendar's days. */
export const CALENDAR = `${WORKING_TIME}/calendar`;

/** The page that previews the import of a file. */
export function importPathOf(id: string): string {
  return `${CALENDAR}/imports/${id}`;
}

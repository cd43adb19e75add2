/** People from a spreadsheet. */
export const peopleImport = {};

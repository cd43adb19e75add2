/** A row of a CSV file (RFC 4180). */
export function csvRow(cells: readonly (string | number | boolean | undefined)[]): string {
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`;
}

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A text that a spreadsheet would take for a formula gets an apostrophe in front, and so stays a text. */
function csvCell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Also behind invisible characters: some programs take blanks and format characters off before they read a cell. */
const FORMULA = /^(?:[\t\r]|[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@])/u;

/** A cell; a date (`2026-10-05`), also with a time of a local clock (`2026-10-05 08:00:00`), stands in an object. */
export type CsvCell = string | number | boolean | undefined | { readonly local: string };

/** The language of the Excel for which a file is written; empty for all programs. */
export const EXCEL_LANGUAGES = ['', 'de'] as const;
export type ExcelLanguage = (typeof EXCEL_LANGUAGES)[number];

/** A row of a CSV file (RFC 4180); for Excel in German, which reads no other, with semicolons. */
export function csvRow(cells: readonly CsvCell[], excel: ExcelLanguage = ''): string {
  const { separator, special, textOf } = FORMATS[excel];
  return `${cells.map((cell) => csvCell(textOf(cell), special)).join(separator)}\r\n`;
}

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

const FORMATS = {
  '': { separator: ',', special: /[",\r\n]/, textOf: plainText },
  de: { separator: ';', special: /[";\r\n]/, textOf: germanText },
};

function plainText(cell: CsvCell): string {
  return typeof cell === 'object' ? cell.local : String(cell ?? '');
}

/** Decimal commas, and the day first. */
function germanText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return typeof cell === 'object' ? cell.local.replace(/^(\d+)-(\d\d)-(\d\d)/, '$3.$2.$1') : plainText(cell);
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front, and so stays a text. */
function csvCell(text: string, special: RegExp): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return special.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Also behind invisible characters: some programs take blanks and format characters off before they read a cell. */
const FORMULA = /^(?:[\t\r]|[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@])/u;

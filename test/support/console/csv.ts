/** The cells of a CSV file, read as a spreadsheet does: quoted cells may have separators, quotes and line breaks. */
export function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const chars = [...text.replace(/^\uFEFF/, '')];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? '';
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (chars[at + 1] === '"') cell += chars[++at];
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\r' && chars[at + 1] === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      at++;
    } else cell += char;
  }
  if (isQuoted || cell !== '' || row.length > 0) throw new Error('the file ends within a row');
  return rows;
}

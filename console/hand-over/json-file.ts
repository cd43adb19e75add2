import { type Cell, isLocalTime, type Section } from './section.ts';

/** All sections as one JSON object, after what it is about. */
export async function* jsonFile(
  about: Readonly<Record<string, unknown>>,
  sections: readonly Section[],
): AsyncGenerator<string> {
  yield `{\n${Object.entries(about)
    .map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
    .join(',\n')}`;
  for (const { name, columns, isOne, rows } of sections) {
    yield `,\n"${name}": ${isOne ? '' : '['}`;
    let separator = '\n';
    for await (const page of rows()) {
      const objects = page.map((row) =>
        JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, jsonOf(row[index])]))),
      );
      if (objects.length > 0) yield `${separator}${objects.join(',\n')}`;
      separator = objects.length > 0 ? ',\n' : separator;
    }
    yield isOne ? '' : '\n]';
  }
  yield '\n}\n';
}

function jsonOf(cell: Cell): unknown {
  return isLocalTime(cell) ? cell.local : (cell ?? null);
}

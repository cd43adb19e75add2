import { unzipSync } from 'fflate';
import { parseCsv } from './csv.ts';
import type { Visitor } from './visitor.ts';

/** What was handed over of a person. */
export interface HandedOver {
  /** The texts of all files by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** All files as one text. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of any shape.
  readonly data: any;
  /** The rows of a CSV file by the names of its columns. */
  rows(file: string): Readonly<Record<string, string>>[];
}

/** Reads an archive. Throws if a file of it is damaged. */
export function readHandOver(archive: Uint8Array): HandedOver {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const files = Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, decoder.decode(bytes)]),
  );
  return {
    files,
    text: Object.values(files).join('\n'),
    data: JSON.parse(files['data.json'] ?? ''),
    rows(file) {
      const [head = [], ...rows] = parseCsv(files[file] ?? '');
      return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
    },
  };
}

/** Downloads the data of a person from the console. */
export async function download(consoleUrl: string, visitor: Visitor, id: string, language = 'en'): Promise<Response> {
  const cookie = `lyceum-console=${visitor.cookies.get('lyceum-console')}`;
  const headers = { cookie, 'accept-language': language };
  return fetch(`${consoleUrl}/console/people/${id}/hand-over`, { headers, redirect: 'manual' });
}

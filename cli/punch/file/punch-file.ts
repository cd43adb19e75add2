import { type FileHandle, open } from 'node:fs/promises';
import { CommandFailure } from '../../failure.ts';
import type { Fault } from '../../import/fault.ts';
import { printable } from '../../terminal/printable.ts';
import { unreadable } from '../../unreadable.ts';
import type { Punch } from '../punch.ts';
import { readHeader } from './columns.ts';
import { CsvSyntaxError, csvRows } from './csv-rows.ts';
import { faultAt, PunchFileFaults } from './punch-file-faults.ts';
import { toPunch } from './to-punch.ts';

/** A CSV file of punches, read row by row: once to check it completely, and again to send it. Ignores rows appended in the meantime. */
export class PunchFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #size: number;

  private constructor(path: string, handle: FileHandle, size: number) {
    this.#path = path;
    this.#handle = handle;
    this.#size = size;
  }

  /** Throws a CommandFailure if the path is not a regular file, which can be read twice. */
  static async open(path: string): Promise<PunchFile> {
    const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
      throw unreadable(path, error);
    });
    const stats = await handle.stat();
    if (stats.isFile()) return new PunchFile(path, handle, stats.size);
    await handle.close();
    const reason = stats.isDirectory() ? 'it is a folder' : 'it is not a regular file';
    throw new CommandFailure(`${printable(path)} cannot be read: ${reason}.`);
  }

  /** Reads the whole file and returns the number of rows. Throws PunchFileFaults with the first faults if there are any. */
  async check(): Promise<number> {
    let rows = 0;
    let total = 0;
    const first: Fault[] = [];
    for await (const row of this.#rows()) {
      rows++;
      if (!('faults' in row)) continue;
      total += row.faults.length;
      first.push(...row.faults.slice(0, FAULTS_SHOWN - first.length));
    }
    if (total > 0) throw new PunchFileFaults(this.#path, first, total);
    return rows;
  }

  /** The punches of a checked file. */
  async *punches(): AsyncGenerator<Punch> {
    for await (const row of this.#rows()) {
      if ('faults' in row) throw new CommandFailure(`${printable(this.#path)} changed while it was being read.`);
      yield row.punch;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async *#rows(): AsyncGenerator<{ readonly punch: Punch } | { readonly faults: readonly Fault[] }> {
    const rows = csvRows(this.#bytes());
    try {
      const first = await rows.next();
      if (first.done) return yield { faults: [faultAt(1, null, 'has no header')] };
      const header = readHeader(first.value);
      // Without known columns, rows cannot be checked.
      if ('faults' in header) return yield header;
      for await (const row of rows) yield toPunch(row, header.columns);
    } catch (error) {
      if (!(error instanceof CsvSyntaxError)) throw error;
      yield { faults: [error.fault] };
    }
  }

  async *#bytes(): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < this.#size; ) {
      const length = Math.min(BYTES_AT_ONCE, this.#size - position);
      const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, position);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  }
}

const FAULTS_SHOWN = 100;
const BYTES_AT_ONCE = 65_536;

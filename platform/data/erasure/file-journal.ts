import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { StartError } from '../../core/start-error.ts';
import { Appending } from './appending.ts';
import { type Erasure, type ErasureJournal, JournalFault } from './journal.ts';
import { KnownErasures } from './known-erasures.ts';

/** The variable that names the journal. */
export const JOURNAL_VARIABLE = 'ERASURE_JOURNAL';

/** A journal in a file: one JSON object on each line, in the order of their sequences. */
export class FileJournal implements ErasureJournal {
  readonly #path: string;
  #state = '';
  #inode: number | undefined;
  /** The bytes of the whole lines that were read. */
  #end = 0;
  #known = new KnownErasures();
  #reading: Promise<unknown> = Promise.resolve();
  readonly #appending = new Appending((erasure) => this.#append(erasure));

  private constructor(path: string) {
    this.#path = path;
  }

  /** @throws {StartError} if the file can neither be made nor written */
  static async open(path: string): Promise<FileJournal> {
    try {
      await (await open(path, 'a', 0o600)).close();
    } catch (error) {
      throw new StartError(`${JOURNAL_VARIABLE}: ${path} cannot be written: ${(error as Error).message}`, {
        exitCode: UNWRITABLE,
      });
    }
    return new FileJournal(path);
  }

  /** One that must be there: it is not made. */
  static existing(path: string): FileJournal {
    return new FileJournal(path);
  }

  async after(sequence: number): Promise<readonly Erasure[]> {
    const { entries } = await this.#read();
    if (entries.length < sequence)
      throw new JournalFault(`${this.#path} has ${entries.length} entries, and the database has applied ${sequence}`);
    return entries.slice(sequence);
  }

  append(erasure: Omit<Erasure, 'sequence'>): Promise<Erasure> {
    return this.#appending.append(erasure);
  }

  onAppended(listener: () => void): void {
    this.#appending.onAppended(listener);
  }

  async requireWritable(): Promise<void> {
    await access(this.#path, constants.W_OK).catch(fail);
  }

  async #append({ at, institutionId, userId, kind }: Omit<Erasure, 'sequence'>): Promise<Erasure> {
    const known = await this.#read();
    const same = known.covering({ at, institutionId, userId, kind });
    if (same) return same;
    const entry = { sequence: known.entries.length + 1, at, institutionId, userId, kind };
    // Never made anew: a journal that is lost must be noticed.
    const file = await open(this.#path, 'r+').catch(fail);
    try {
      // Behind the last whole line: what a killed process had begun to write does not count.
      await file.truncate(this.#end);
      await file.write(`${JSON.stringify(entry)}\n`, this.#end);
      await file.sync();
    } catch (error) {
      fail(error);
    } finally {
      await file.close();
    }
    return entry;
  }

  /** Reads what is new, one reader after the other: several services of a process share the journal. */
  #read(): Promise<KnownErasures> {
    const read = this.#reading.then(() => this.#readNew());
    this.#reading = read.catch(() => undefined);
    return read;
  }

  /** All of a file that is another one, or was cut. */
  async #readNew(): Promise<KnownErasures> {
    const { ino, size, mtimeMs } = await stat(this.#path).catch(fail);
    const state = `${ino} ${size} ${mtimeMs}`;
    if (state === this.#state) return this.#known;
    if (ino !== this.#inode || size < this.#end) {
      this.#known = new KnownErasures();
      this.#end = 0;
    }
    const text = await this.#textFrom(this.#end);
    const lines = text.toString().split('\n').slice(0, -1);
    const first = this.#known.entries.length + 1;
    for (const entry of lines.map((line, index) => this.#parse(line, first + index))) this.#known.add(entry);
    this.#end += text.lastIndexOf('\n') + 1;
    this.#inode = ino;
    this.#state = state;
    return this.#known;
  }

  async #textFrom(start: number): Promise<Buffer> {
    const file = await open(this.#path).catch(fail);
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.max(0, size - start));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      return fail(error);
    } finally {
      await file.close();
    }
  }

  #parse(line: string, sequence: number): Erasure {
    try {
      const entry: Erasure = JSON.parse(line);
      if (entry.sequence === sequence) return entry;
    } catch {
      // The line is as unreadable as one that is out of order.
    }
    throw new JournalFault(`${this.#path} cannot be read: line ${sequence} is not its entry ${sequence}`);
  }
}

const UNWRITABLE = 2;

function fail(error: unknown): never {
  throw new JournalFault((error as Error).message);
}

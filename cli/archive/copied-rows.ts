import { hash } from 'node:crypto';
import type { ArchivedTable } from '../../platform/data/archive/lines.ts';
import type { RegisteredTable } from '../../platform/data/register.ts';
import { Masks } from './masks.ts';
import { readTables } from './read-archive.ts';

/**
 * The tables that a copy of an institution has no rows of: those with credentials, what integrations asked and were
 * answered, copies of several people's data, and what says nothing without such rows. A masked one has no bytes either
 * that say something of people.
 */
export function leftOutOfCopies(tables: readonly RegisteredTable[], isMasked: boolean): ReadonlySet<string> {
  const leftOut = new Set<string>();
  const isLeftOut = ({ columns, isOfReads, whose, refersTo }: RegisteredTable) =>
    isOfReads ||
    whose === 'many' ||
    columns.some(({ says, type }) => says === 'credential' || (isMasked && says !== 'nothing' && type === 'bytea')) ||
    refersTo.some((each) => leftOut.has(each));
  for (let before = -1; before < leftOut.size; ) {
    before = leftOut.size;
    for (const table of tables) if (isLeftOut(table)) leftOut.add(table.name);
  }
  return leftOut;
}

/** The ids of a copy: of each id always the same one, so that an import that was ended can go on. */
export class NewIds {
  readonly #seed: string;

  /** @param seed differs for each copy */
  constructor(seed: string) {
    this.#seed = seed;
  }

  /** The copy's id for a UUID: of the same time, as UUIDv7 has it, so that the order of ids stays. */
  of(id: string): string {
    const hex = hash('sha256', `${this.#seed} ${id}`, 'hex');
    return `${id.slice(0, 13)}-7${hex.slice(0, 3)}-${'89ab'[Number.parseInt(hex.slice(3, 4), 16) % 4]}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
  }

  /** A row's line with the copy's ids wherever there is an id, also within texts and bytes. */
  inLine(line: string, { columns }: ArchivedTable): string {
    const text = line.replaceAll(UUID, (id) => this.of(id));
    const bytes = columns.filter(({ type }) => type === 'bytea');
    if (bytes.length === 0) return text;
    const row = JSON.parse(text);
    for (const { name } of bytes) {
      if (row[name] === null) continue;
      const replaced = Buffer.from(row[name], 'base64')
        .toString('latin1')
        .replaceAll(UUID, (id) => this.of(id));
      row[name] = Buffer.from(replaced, 'latin1').toString('base64');
    }
    return JSON.stringify(row);
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface Copied {
  /** Of the archive. */
  readonly digest: string;
  readonly id: string;
  readonly ref: string;
  readonly isMasked: boolean;
}

/** A copy of an institution, with ids and a ref of its own. */
export class Copy {
  readonly institutionId: string;
  readonly isMasked: boolean;
  readonly #ids: NewIds;
  readonly #ref: string;
  readonly #masks: Masks | undefined;

  constructor({ digest, id, ref, isMasked }: Copied) {
    // A masked one is another copy: it is not there because one that shows people is.
    const seed = `${digest} ${ref}${isMasked ? ' masked' : ''}`;
    this.#ids = new NewIds(seed);
    this.#masks = isMasked ? new Masks(seed) : undefined;
    this.#ref = ref;
    this.isMasked = isMasked;
    this.institutionId = this.#ids.of(id);
  }

  lineOf(line: string, table: ArchivedTable): string {
    const copied = this.#ids.inLine(line, table);
    const own = table.institution === 'id' ? JSON.stringify({ ...JSON.parse(copied), ref: this.#ref }) : copied;
    return this.#masks?.inLine(own, table) ?? own;
  }

  idOf(id: string): string {
    return this.#ids.of(id);
  }
}

/** Lines about all rows with an id in an archive: `{ service, table, id, newId }`. */
export async function* newIds(path: string, copy: Copy): AsyncGenerator<string> {
  for await (const { service, table, lines } of readTables(path))
    for await (const some of lines)
      for (const line of some) {
        const { id } = JSON.parse(line);
        if (typeof id === 'string') yield `${JSON.stringify({ service, table, id, newId: copy.idOf(id) })}\n`;
      }
}

import { createHash, hash } from 'node:crypto';
import { mapInChunks } from '../../../platform/core/event-loop.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { GROUPS, PERSON_FIELDS } from './person-columns.ts';

/** The fields of a person that a file can change, as the API spells them. */
export const FIELDS: readonly string[] = [...PERSON_FIELDS, GROUPS];

/** A person or a group that a preview depends on, as it is stored. */
export interface Seen {
  readonly id: string;
  readonly revision: string;
  /** Those of {@link FIELDS} that are known. */
  readonly values: Readonly<Partial<Record<string, string>>>;
}

/** What a file depends on. */
export interface SeenState {
  /** In the order of the rows; null where nobody has the email. */
  readonly people: readonly (Seen | null)[];
  /** By id. */
  readonly groups: readonly Seen[];
}

/** A record as an earlier preview has seen it: of its values only what tells whether they are the same. */
export interface Remembered {
  readonly id: string;
  readonly revision: string;
  /** Whether a field has the same value; of a value that is not known, too. */
  isSame(name: string, value: string | undefined): boolean;
}

/** What an earlier preview has seen. */
interface RememberedState {
  /** In the order of the rows; null where nobody had the email. */
  readonly people: readonly (Remembered | null)[];
  readonly groups: readonly Remembered[];
  /** Whether there were more groups than it remembers. */
  readonly isCut: boolean;
}

/**
 * A state as text, in an alphabet that forms send unchanged: a digest of everything, then what shows later which
 * records have changed. 5,000 people take 370 kB.
 * @param others what else the file depends on
 */
export async function writeState({ people, groups }: SeenState, others: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  await mapInChunks([...people, null, ...groups], (each) =>
    digest.update(each ? `${each.id} ${each.revision}\n` : '\n'),
  );
  await mapInChunks(others, (each) => digest.update(`${each}\n`));
  const listed = [await mapInChunks(people, written), await mapInChunks(groups.slice(0, MAX_GROUPS), written)];
  return [digest.digest('base64url'), ...listed.map((each) => each.join('.'))].join('*');
}

/** What {@link writeState} has written; undefined if it has not. */
export function readState(text: string): RememberedState | undefined {
  const [, people, groups] = text.split('*');
  if (people === undefined || groups === undefined) return undefined;
  const listOf = (part: string) => (part === '' ? [] : part.split('.').map(remembered));
  const ofGroups = listOf(groups).filter((each) => each !== null);
  return { people: listOf(people), groups: ofGroups, isCut: ofGroups.length >= MAX_GROUPS };
}

/** More than a file of people names. Changes of further groups are not named. */
const MAX_GROUPS = 1_000;
/** Of a UUID in base64url. */
const ID_LENGTH = 22;
/** Two values share a print once in 16 million cases: the change of that field is then not named. */
const PRINT_LENGTH = 4;

function written(seen: Seen | null): string {
  if (!seen) return '';
  const ids = [seen.id, seen.revision].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'));
  return [...ids, ...FIELDS.map((name) => printOf(seen.values[name]))].join('');
}

function remembered(text: string): Remembered | null {
  const [id, revision] = [0, ID_LENGTH].map((at) => uuidOf(text.slice(at, at + ID_LENGTH)));
  if (id === undefined || revision === undefined) return null;
  return {
    id,
    revision,
    isSame(name, value) {
      if (value === undefined) return true;
      const at = 2 * ID_LENGTH + PRINT_LENGTH * FIELDS.indexOf(name);
      return text.slice(at, at + PRINT_LENGTH) === printOf(value);
    },
  };
}

function uuidOf(text: string): string | undefined {
  const id = Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return isUuid(id) ? id : undefined;
}

function printOf(value = ''): string {
  return hash('sha256', value, 'base64url').slice(0, PRINT_LENGTH);
}

import { inWords, type Remark } from '../components/elements.ts';
import type { FormState } from '../components/form.ts';
import { t } from '../components/language.ts';
import { dateTimeText, type Present } from '../components/time.ts';

/** A change of a record. */
export interface Change {
  /** Who made it. */
  readonly by: string;
  /** When: RFC 3339. */
  readonly at: string;
}

interface Difference {
  /** The record's name in sentences. */
  readonly name: string;
  /** The latest first; undefined if nobody can tell. */
  readonly changes: readonly Change[] | undefined;
  /** What the form showed that has another value now. */
  readonly remarks: readonly Remark[];
}

/** Says who has changed a record while its form was open, and what it holds now. */
export function conflictOf(
  { name, changes = [], remarks }: Difference,
  present: Present,
): NonNullable<FormState['conflict']> {
  const [last] = changes;
  const title = last
    ? t.failures.changedBy(namesIn(changes), name, dateTimeText(last.at, present))
    : t.failures.maybeChanged(name);
  return { title, remarks: [...remarks, { text: t.failures.checkAndSave }] };
}

/** Who has made some changes. */
export function namesIn(changes: readonly Change[]): string {
  return inWords([...new Set(changes.map(({ by }) => by))].slice(0, MAX_NAMES), 'and');
}

const MAX_NAMES = 5;

import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { t } from '../../components/language.ts';
import { nameOfKind } from './kinds.ts';

type Change = Pick<AuditRecord, 'operation' | 'resourceKind' | 'versionBefore' | 'versionAfter'> &
  Partial<Pick<AuditRecord, 'changes'>>;

/** Whether a session of an earlier day was closed at the end of that day, whatever has come later and found it open. */
export function isAutomaticClose({ operation, resourceKind, versionBefore, changes = [] }: Change): boolean {
  if (resourceKind !== 'time_record' || versionBefore === undefined) return false;
  if (changes.some(({ name, before, after }) => name === 'autoClosed' && before === 'false' && after === 'true'))
    return true;
  // Before times were recorded. A clocking in makes a session: the one that it changes is of an earlier day.
  return changes.length === 0 && operation.endsWith('/StartSession');
}

/** Whether the record's own person has done it without a session: by signing in, or by a link. */
export function isWithoutSession({ operation, resourceKind }: Change): boolean {
  return resourceKind === 'administrator' && WITHOUT_SESSION.test(operation);
}

const WITHOUT_SESSION = /\/(SignInWithLink|FinishPasskeySignIn|FinishOpenIdSignIn|UnsubscribeWithLink)$/;

/**
 * A change in words, such as “rotated the secret of HR export”.
 * @param subject the record's name; of a time record, its member's; undefined if it is no longer known
 * @param count of how many such records it tells
 */
export function sentenceOf(change: Change, subject: string | undefined, count = 1): string {
  const { resourceKind: kind, versionBefore, versionAfter } = change;
  const name = nameOfKind(kind);
  const isOwned = OWNED.has(kind);
  const own = sentenceFor(change);
  if (own !== undefined)
    return typeof own === 'string' ? own : own(subject ?? (isOwned ? t.audit.somebody : t.audit.one(name)), count);
  const { created, changed, deleted } = t.audit;
  const done = versionBefore === undefined ? created : versionAfter === undefined ? deleted : changed;
  return done({ kind, name, subject, isOwned, count });
}

/** Kinds of records that are named after their owner. */
const OWNED = new Set(['time_record', 'late_record', 'finding_acknowledgement']);

/** A sentence about a record of a name, or about some. */
type Sentence = string | ((of: string, count: number) => string);

function sentenceFor(change: Change): Sentence | undefined {
  const { operation, resourceKind, versionAfter } = change;
  const name = operation.replace(/^.*\//, '');
  if (isAutomaticClose(change)) return t.audit.closedAutomatically;
  // Who is archived is no administrator any more.
  if (name === 'lyceum.directory.v1.UserUpdated' && resourceKind === 'administrator' && versionAfter !== undefined)
    return t.audit.newAddress;
  const sentences: Readonly<Record<string, Readonly<Record<string, Sentence>>>> = t.audit.sentences;
  return sentences[name]?.[resourceKind];
}

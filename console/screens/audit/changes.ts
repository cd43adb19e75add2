import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { diff } from '../../components/diff.ts';
import { copyable, english, link, section } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { dayOf, type Present, timeAndDate, timeOfDay } from '../../components/time.ts';
import { mayOpen } from '../../components/viewer.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { type Actors, actorsOf, isFiltered, keyOf, nameOf, wordOfKind } from './actors.ts';
import { folded } from './folded.ts';
import { nameOfKind } from './kinds.ts';
import { readAudit } from './read-audit.ts';
import { isAutomaticClose, isWithoutSession, sentenceOf } from './sentences.ts';
import type { Subjects } from './subjects.ts';
import { timesInWords } from './time-values.ts';

/** The names that changes are shown with. */
interface Known {
  readonly actors: Actors;
  readonly subjects: Subjects;
  /** The pages of requests by id. */
  readonly requests: ReadonlyMap<string, string>;
  readonly present: Present;
}

/** Changes, a list for each day. */
export function changesByDay(records: readonly AuditRecord[], known: Known): Html {
  const days = Map.groupBy(records, ({ recordedAt }) => dayOf(recordedAt, known.present));
  return html`${[...days].map(([day, ofDay], index) => {
    const entries = folded(ofDay, (each, count) => sentenceOf(each, known.subjects.of(each), count));
    return section(`day-${index}`, day, html`<ol class="log">${entries.map((each) => entry(each, known))}</ol>`);
  })}`;
}

function entry({ sentence, records }: ReturnType<typeof folded>[number], known: Known): Html {
  const { actors, subjects, requests, present } = known;
  const [first] = records;
  const { recordedAt, requestId, reason } = first;
  const who = isWithoutSession(first) ? oneself(subjects.of(first), first) : actor(first, actors);
  const changes = records.map((each) => each.changes.length > 0 && differences(each, subjects, present));
  const ids = records.map(
    ({ resourceId }, index) =>
      html`<div class="meta"><span>${nameOfKind(first.resourceKind)} ${copyable(t.audit.thisRecordId, resourceId)} ${link(addressOf({ record: resourceId }), t.audit.itsChanges)}</span></div>${records.length > 1 && changes[index]}`,
  );
  return html`
<li>${timeOfDay(recordedAt, present)}<div>${who}</div><div><b>${sentence}</b>${records.length === 1 && changes}${reasonOf(reason)}<details><summary>${t.parts.details}</summary>${ids}<div class="meta"><span>${t.audit.request(copyable(t.audit.thisRequestId, requestId, requests.get(requestId)))}</span></div></details></div></li>`;
}

function differences(record: AuditRecord, subjects: Pick<Subjects, 'ofId'>, present: Present): Html {
  return diff(
    record.changes.filter((change) => !isNothingYet(record, change)),
    (value, name) =>
      timesInWords(value, name, present) ??
      (isOfAllTypes(record, name, value) ? t.audit.all : wordsOf(value, name, subjects)),
  );
}

function reasonOf(reason: string | undefined): Fragment {
  return reason !== undefined && html`<p class="small">${t.audit.reason(reason)}</p>`;
}

/** What a new time record does not have. */
function isNothingYet({ resourceKind }: AuditRecord, { before, after }: AuditRecord['changes'][number]): boolean {
  return resourceKind === 'time_record' && before === undefined && (after === '[]' || after === 'false');
}

/** An endpoint that names no type gets events of all. */
function isOfAllTypes({ resourceKind }: AuditRecord, name: string, value: unknown): boolean {
  return resourceKind === 'webhook_endpoint' && name === 'types' && Array.isArray(value) && value.length === 0;
}

/** A value in words: the name for an id, and no codes. Values are in English in every language. */
function wordsOf(value: unknown, name: string, subjects: Pick<Subjects, 'ofId'>): Fragment {
  if (typeof value === 'boolean') return english(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.length === 0 ? t.parts.none : english(value.join(', '));
  if (typeof value !== 'string') return JSON.stringify(value);
  if (OF_WORDS.has(name)) return english(`${value.charAt(0).toUpperCase()}${value.slice(1)}`);
  return OF_CODES.has(name) ? english(value) : (subjects.ofId(value) ?? value);
}

/** Fields with words of the contract's own. */
const OF_WORDS = new Set(['calendarOf', 'disabledReason']);
const OF_CODES = new Set(['access', 'workingTimeRules']);

function actor(record: AuditRecord, actors: Actors): Html {
  const name = nameOf(record, actors);
  const linked = isFiltered(record) ? link(addressOf({ who: keyOf(record) }), name) : name;
  if (isAutomaticClose(record))
    return html`Lyceum<br><span class="muted small">${t.audit.automatically(linked)}</span>`;
  return html`${linked}<br><span class="muted small">${wordOfKind(record)}${record.role !== undefined && ` · ${roleWord(record.role)}`}</span>`;
}

/** The role with which somebody did it, of those that an administrator has. */
function roleWord(role: string): string {
  const words: Readonly<Record<string, string>> = t.roles;
  return words[role] ?? role;
}

/** A person who signs in, or opens the link in an email, has no session yet. */
function oneself(name: Fragment, record: AuditRecord): Html {
  const how = record.operation.endsWith('/UnsubscribeWithLink') ? t.audit.withLink : wordOfKind(record);
  return html`${name ?? t.audit.formerAdministrator}<br><span class="muted small">${how}</span>`;
}

function addressOf(filter: Readonly<Record<string, string>>): string {
  return `/console/audit?${new URLSearchParams(filter)}`;
}

/**
 * The latest changes of a record, with the way to all of them.
 * @param subject its name; of a time record, its member's
 */
export async function changesSection(
  { call, callIfAvailable, present }: SessionVisit,
  filter: { readonly resourceKind: string; readonly resourceId: string },
  subject?: string,
): Promise<Html> {
  const [actors, { records, isIncomplete, cursor }] = await Promise.all([
    actorsOf(call),
    readAudit(callIfAvailable, filter, undefined),
  ]);
  const audit = addressOf({ record: filter.resourceId });
  const list = table<AuditRecord>({
    label: t.audit.changes,
    rows: records,
    columns: [
      { head: t.audit.when, cell: ({ recordedAt }) => timeAndDate(recordedAt, present) },
      {
        head: t.audit.what,
        kind: 'wrap',
        cell: (record) =>
          html`${sentenceOf(record, subject)}${record.changes.length > 0 && differences(record, { ofId: () => undefined }, present)}${reasonOf(record.reason)}`,
      },
      { head: t.words.who, kind: 'wrap', cell: (record) => actor(record, actors) },
    ],
    empty: isIncomplete
      ? {
          title: t.audit.unavailable,
          text: t.audit.unavailableText,
        }
      : { title: t.audit.none, text: t.audit.noneText },
  });
  const more = cursor !== undefined && html`<p class="muted">${t.audit.newest}</p>`;
  return section('changes', t.audit.changes, html`${list}${more}`, mayOpen(audit) && link(audit, t.frame.audit));
}

import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { diff } from '../../components/diff.ts';
import { copyable, link, section } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { sentenceCase } from '../../components/labels.ts';
import { table } from '../../components/table.ts';
import { dayOf, type Present, timeAndDate, timeOfDay } from '../../components/time.ts';
import { mayOpen } from '../../components/viewer.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { type Actors, actorsOf, isFiltered, keyOf, nameOf, wordOfKind } from './actors.ts';
import { readAudit } from './read-audit.ts';
import { isWithoutSession, sentenceOf } from './sentences.ts';
import type { Subjects } from './subjects.ts';

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
  return html`${[...days].map(([day, ofDay], index) =>
    section(`day-${index}`, day, html`<ol class="log">${ofDay.map((each) => entry(each, known))}</ol>`),
  )}`;
}

function entry(record: AuditRecord, { actors, subjects, requests, present }: Known): Html {
  const { recordedAt, resourceId, requestId, changes } = record;
  const subject = subjects.of(record);
  const sentence = sentenceOf(record, subject);
  const who = isWithoutSession(record) ? oneself(subject, record) : actor(record, actors);
  const inWords = (value: unknown, name: string) =>
    isOfAllTypes(record, name, value) ? 'all' : wordsOf(value, subjects);
  return html`
<li>${timeOfDay(recordedAt, present)}<div>${who}</div><div><b>${sentence}</b>${
    changes.length > 0 && diff(changes, inWords)
  }<div class="meta"><span>${link(addressOf({ record: resourceId }), resourceId, 'mono')}</span><span>Request ${copyable('request ID', requestId, requests.get(requestId))}</span></div></div></li>`;
}

/** An endpoint that names no type gets events of all. */
function isOfAllTypes({ resourceKind }: AuditRecord, name: string, value: unknown): boolean {
  return resourceKind === 'webhook_endpoint' && name === 'types' && Array.isArray(value) && value.length === 0;
}

/** A value in words: the name for an id, and no codes. */
function wordsOf(value: unknown, subjects: Subjects): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return subjects.ofId(value) ?? WORDS[value] ?? value;
}

const WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['course', 'room', 'organizer', 'user', 'failures', 'gone'].map((word) => [word, sentenceCase(word)]),
);

function actor(record: AuditRecord, actors: Actors): Html {
  const name = nameOf(record, actors);
  return html`${isFiltered(record) ? link(addressOf({ who: keyOf(record) }), name) : name}<br><span class="muted small">${wordOfKind(record)}${record.role !== undefined && ` · ${sentenceCase(record.role)}`}</span>`;
}

/** A person who signs in, or opens the link in an email, has no session yet. */
function oneself(name: Fragment, record: AuditRecord): Html {
  const how = record.operation.endsWith('/UnsubscribeWithLink') ? 'With a link' : wordOfKind(record);
  return html`${name ?? 'A former administrator'}<br><span class="muted small">${how}</span>`;
}

function addressOf(filter: Readonly<Record<string, string>>): string {
  return `/console/audit?${new URLSearchParams(filter)}`;
}

/** The latest changes of a record, with the way to all of them. */
export async function changesSection(
  { call, callIfAvailable, present }: SessionVisit,
  filter: { readonly resourceKind: string; readonly resourceId: string },
): Promise<Html> {
  const [actors, { records, isIncomplete }] = await Promise.all([
    actorsOf(call),
    readAudit(callIfAvailable, filter, undefined),
  ]);
  const list = table<AuditRecord>({
    label: 'Changes',
    rows: records.slice(0, SHOWN),
    columns: [
      { head: 'When', cell: ({ recordedAt }) => timeAndDate(recordedAt, present) },
      { head: 'What', kind: 'wrap', cell: (record) => sentenceOf(record, undefined) },
      {
        head: 'Who',
        kind: 'wrap',
        cell: (record) => html`${nameOf(record, actors)} <span class="muted small">${wordOfKind(record)}</span>`,
      },
    ],
    empty: isIncomplete
      ? {
          title: 'Unavailable right now',
          text: 'Part of Lyceum is temporarily unavailable. Try again in a few seconds.',
        }
      : { title: 'No changes', text: 'Changes appear here, along with who made them.' },
  });
  const audit = `/console/audit?${new URLSearchParams({ record: filter.resourceId })}`;
  return section('changes', 'Changes', list, mayOpen(audit) && link(audit, 'Audit'));
}

const SHOWN = 10;

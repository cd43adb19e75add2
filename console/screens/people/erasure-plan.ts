import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { copyable, section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { type ErasurePlan, erasurePlan, type Held, isFigure } from '../../erasure/plan.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { nameOfKind } from '../audit/kinds.ts';

/** What goes with a person who is erased, what stays and why, and other records that may name them. */
export async function planSections({ call }: Pick<SessionVisit, 'call'>, user: User): Promise<Html> {
  const plan = await erasurePlan(call, user, LOOKING_MS);
  return html`${section('plan', 'What goes and what stays', html`${tables(plan.tables)}${ALSO}`)}${section('mentions', 'Other records that may name the person', mentions(plan))}`;
}

/** Well within the time of a page. */
const LOOKING_MS = 4_000;

function tables(all: readonly Held[]): Html {
  return table<Held>({
    label: 'What goes and what stays',
    rows: all.filter((each) => each.says.length > 0 || each.table in RELATIONS),
    columns: [
      { head: 'What', cell: (each) => NAMES[each.table] ?? each.table.replaceAll('_', ' ') },
      { head: 'Entries', kind: 'num', cell: ({ rows }) => (rows > MOST ? `more than ${MOST}` : String(rows)) },
      { head: 'Goes', kind: 'wrap', cell: (each) => RELATIONS[each.table]?.goes ?? wordsOf(each, false) },
      { head: 'Stays', kind: 'wrap', cell: (each) => RELATIONS[each.table]?.stays ?? wordsOf(each, true) },
    ],
    empty: { title: 'Nothing', text: 'Nothing is stored of this person.' },
  });
}

function wordsOf(held: Held, isStaying: boolean): string {
  const words = held.says.filter((word) => isFigure(word, held, false) === isStaying);
  return words.map((word) => WORDS[word] ?? word).join(', ') || '–';
}

const MOST = 10_000;
const WORDS: Readonly<Record<string, string>> = {
  name: 'names and codes',
  contact: 'email address',
  image: 'picture',
  text: 'notes and other texts',
  work: 'hours and dates, without a name',
  credential: 'secrets',
  trace: 'traces of requests',
};
const NAMES: Readonly<Record<string, string>> = {
  users: 'The person’s record',
  user_group_members: 'Memberships in groups',
  audit_log: 'Audit records of changes by the person',
  calendar_feeds: 'Calendar feeds of the person',
  appointments: 'Appointments',
  appointment_links: 'Places in appointments',
  program_responsible_users: 'Programs the person is responsible for',
  time_records: 'Time records',
};
/** What only relates the person to something. */
const RELATIONS: Readonly<Record<string, { readonly goes: string; readonly stays: string }>> = {
  user_group_members: { goes: 'the membership', stays: '–' },
  program_responsible_users: { goes: '–', stays: 'the program, with “Erased person”' },
  calendar_feeds: { goes: 'the feed and its address', stays: '–' },
};

const ALSO = html`<p>Names, the email address and the code also go from records of requests, kept answers and the audit.</p>
<p>Hours and appointments stay as figures of “Erased person”, under the same ID: sums, payroll and timetables of others depend on them. Notes of appointments stay if somebody else organizes them, too. Backups hold everything until they expire; files, emails and copies outside Lyceum are not reached.</p>`;

function mentions({ mentions: all, isComplete }: ErasurePlan): Html {
  const rest = !isComplete && html`<p class="message warn">There may be more: not all records were looked through.</p>`;
  if (all.length === 0) return html`<p class="muted">No record was found.</p>${rest}`;
  return html`<p>Their text has the name, email address or code. They are not changed: look through them yourself.</p><ul class="list">${all.map(
    ({ resourceKind: kind, resourceId: id }) =>
      html`<li><span>${nameOfKind(kind)}</span>${copyable('ID', id, PAGES[kind]?.(id))}</li>`,
  )}</ul>${rest}`;
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  integration: (id) => `/console/integrations/${id}`,
  calendar_feed: () => '/console/calendar-feeds',
  time_record: (id) => `/console/time-records/${id}`,
  webhook_endpoint: (id) => `/console/webhooks/${id}`,
};

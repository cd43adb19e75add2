import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { copyable, section } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { numberText, t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { type ErasurePlan, erasurePlan, type Held, isFigure } from '../../erasure/plan.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { nameOfKind } from '../audit/kinds.ts';

/** What goes with a person who is erased, what stays and why, and other records that may name them. */
export async function planSections({ call }: Pick<SessionVisit, 'call'>, user: User): Promise<Html> {
  const plan = await erasurePlan(call, user, LOOKING_MS);
  return html`${section('plan', t.peopleErasure.plan, html`${tables(plan.tables)}<p>${t.peopleErasure.also}</p><p>${t.peopleErasure.whatStays}</p>`)}${section('mentions', t.peopleErasure.mentions, mentions(plan))}`;
}

/** Well within the time of a page. */
const LOOKING_MS = 4_000;

function tables(all: readonly Held[]): Html {
  const relations = relationsIn();
  return table<Held>({
    label: t.peopleErasure.plan,
    rows: all.filter((each) => each.says.length > 0 || each.table in relations),
    columns: [
      { head: t.peopleImport.what, cell: (each) => nameOf(each) },
      {
        head: t.peopleErasure.entries,
        kind: 'num',
        cell: ({ rows }) => (rows > MOST ? t.peopleErasure.moreThan(MOST) : numberText(rows)),
      },
      {
        head: t.peopleErasure.goes,
        kind: 'wrap',
        cell: (each) => relations[each.table]?.goes ?? wordsOf(each, false),
      },
      {
        head: t.peopleErasure.stays,
        kind: 'wrap',
        cell: (each) => relations[each.table]?.stays ?? wordsOf(each, true),
      },
    ],
    empty: { title: t.peopleErasure.nothing, text: t.peopleErasure.nothingStored },
  });
}

function nameOf({ table: name }: Held): Fragment {
  const names: Readonly<Record<string, string>> = t.peopleErasure.tables;
  return names[name] ?? html`<span lang="en">${name.replaceAll('_', ' ')}</span>`;
}

function wordsOf(held: Held, isStaying: boolean): string {
  const says: Readonly<Record<string, string>> = t.peopleErasure.says;
  const words = held.says.filter((word) => isFigure(word, held, false) === isStaying);
  return words.map((word) => says[word] ?? word).join(', ') || NOTHING;
}

const MOST = 10_000;
const NOTHING = '–';

/** What only relates the person to something. */
function relationsIn(): Readonly<Record<string, { readonly goes: string; readonly stays: string }>> {
  return {
    user_group_members: { goes: t.peopleErasure.membershipGoes, stays: NOTHING },
    program_responsible_users: { goes: NOTHING, stays: t.peopleErasure.programStays },
    calendar_feeds: { goes: t.peopleErasure.feedGoes, stays: NOTHING },
  };
}

function mentions({ mentions: all, isComplete }: ErasurePlan): Html {
  const rest = !isComplete && html`<p class="message warn">${t.peopleErasure.mayBeMore}</p>`;
  if (all.length === 0) return html`<p class="muted">${t.peopleErasure.noMentions}</p>${rest}`;
  return html`<p>${t.peopleErasure.aboutMentions}</p><ul class="list">${all.map(
    ({ resourceKind: kind, resourceId: id }) =>
      html`<li><span>${nameOfKind(kind)}</span>${copyable(t.peopleErasure.id, id, PAGES[kind]?.(id))}</li>`,
  )}</ul>${rest}`;
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  integration: (id) => `/console/integrations/${id}`,
  calendar_feed: () => '/console/calendar-feeds',
  time_record: (id) => `/console/time-records/${id}`,
  webhook_endpoint: (id) => `/console/webhooks/${id}`,
};

import {
  type PeopleImportDifference,
  type PeopleImportPerson,
  PersonChange,
  type PreviewPeopleImportResponse,
} from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { diff } from '../../components/diff.ts';
import { badge, link, section } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import type { Values } from '../../route/opened-form.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { pathOf } from './person-of.ts';

/** The parameter that chooses which people are shown. */
const SHOWN = 'change';

interface Kind {
  /** In addresses. */
  readonly name: string;
  readonly label: string;
  /** After the number of those with whom it was done: “3 added”. */
  readonly done: string;
  count(numbers: PreviewPeopleImportResponse): number;
  readonly badge?: Html;
}

const KINDS: ReadonlyMap<PersonChange, Kind> = new Map([
  [
    PersonChange.CREATED,
    { name: 'added', label: 'New', done: 'added', count: ({ created }) => created, badge: badge('good', 'New') },
  ],
  [
    PersonChange.CHANGED,
    {
      ...{ name: 'changed', label: 'Changed', done: 'changed', badge: badge('plain', 'Changed') },
      count: ({ changed, archived, broughtBack }) => changed - archived - broughtBack,
    },
  ],
  [
    PersonChange.ARCHIVED,
    {
      ...{ name: 'archived', label: 'Archived', done: 'archived', badge: badge('warn', 'Archived') },
      count: ({ archived }) => archived,
    },
  ],
  [
    PersonChange.BROUGHT_BACK,
    {
      ...{ name: 'back', label: 'Back', done: 'brought back', badge: badge('good', 'Back') },
      count: ({ broughtBack }) => broughtBack,
    },
  ],
  [
    PersonChange.UNCHANGED,
    { name: 'unchanged', label: 'Unchanged', done: 'unchanged', count: ({ unchanged }) => unchanged },
  ],
]);

/** Which people an address asks for, and where their page begins. */
export function shownIn({ [SHOWN]: name, cursor = '' }: Values): {
  readonly change: PersonChange;
  readonly after: number;
} {
  const [change = PersonChange.UNSPECIFIED] = [...KINDS].find(([, each]) => each.name === name) ?? [];
  return { change, after: /^\d{1,6}$/.test(cursor) ? Number(cursor) : 0 };
}

/** The numbers of a preview, each a link to the people whom it counts. */
export function numbersOf(preview: PreviewPeopleImportResponse, to: (query: Values) => string): Html {
  const numbers = [...KINDS.values()].map(({ label, name, count }): [string, Fragment] => {
    const value = count(preview);
    return [label, value === 0 ? '0' : link(to({ [SHOWN]: name }), String(value))];
  });
  const faults = preview.faultCount;
  const all = [...numbers, ['Faults', faults === 0 ? '0' : html`<a href="#faults">${faults}</a>`] as const];
  return html`<dl class="figures">${all.map(
    ([label, value], at) =>
      html`<div><dt id="preview-${at}">${label}</dt><dd><output aria-labelledby="preview-${at}">${value}</output></dd></div>`,
  )}</dl>`;
}

/** What an import has done: “3 added, 2 changed, 1 archived”, each a link to the people. */
export function outcomeOf(preview: PreviewPeopleImportResponse, to: (query: Values) => string): Html {
  const done = [...KINDS.values()].filter(({ count }) => count(preview) > 0);
  const parts = done.map(({ name, done: word, count }) => link(to({ [SHOWN]: name }), `${count(preview)} ${word}`));
  return html`<p class="message" role="status"><span>${
    parts.length === 0
      ? 'Everybody was as the file says already.'
      : parts.map((each, at) => html`${at > 0 && ', '}${each}`)
  }</span></p>`;
}

/** The people on the page that an address asks for, with what changes. */
export async function peopleOf(visit: SessionVisit, path: string, preview: PreviewPeopleImportResponse): Promise<Html> {
  const { query } = visit;
  const [people, administrators] = await Promise.all([
    preview.isImported ? named(visit, preview.people) : preview.people,
    preview.people.some(({ userId }) => userId !== '')
      ? visit.callIfAvailable(AdministratorService.method.listAdministrators, {})
      : { administrators: [] },
  ]);
  const ids = new Set(administrators?.administrators.map(({ userId }) => userId));
  const { change } = shownIn(query);
  const list = table<PeopleImportPerson>({
    label: 'People in the file',
    rows: people,
    columns: [
      {
        head: 'Person',
        kind: 'wrap',
        cell: ({ name, email, userId }) =>
          html`${userId === '' ? name : link(pathOf({ id: userId }), name)}${name !== email && html` <span class="muted">${email}</span>`}`,
      },
      {
        head: 'What',
        cell: (each) =>
          html`${KINDS.get(each.change)?.badge}${ids.has(each.userId) && html` ${badge('bad', 'Administrator')}`}`,
      },
      ...(preview.isImported
        ? []
        : [
            { head: 'Changes', kind: 'wrap' as const, cell: differencesOf },
            { head: 'Row', kind: 'num' as const, cell: ({ row }: PeopleImportPerson) => String(row) },
          ]),
    ],
    empty: { title: 'Nobody', text: change === 0 ? 'The file changes nobody.' : 'Choose another number above.' },
  });
  const shown = KINDS.get(change)?.done ?? 'changed by the file';
  return section(
    'people',
    'People',
    html`${!administrators && html`<p class="muted">We can’t tell right now who of them is an administrator.</p>`}${list}${pages(
      {
        path,
        query,
        cursor: preview.nextAfter === undefined ? undefined : String(preview.nextAfter),
        top: '0',
        summary: `${people.length} shown, ${shown}`,
      },
    )}`,
  );
}

function differencesOf({ differences }: PeopleImportPerson): Html | false {
  const told = differences.map(({ column, before, after }: PeopleImportDifference) => ({
    name: column,
    ...(before !== '' && { before: JSON.stringify(before) }),
    after: JSON.stringify(after),
  }));
  return told.length > 0 && diff(told, String);
}

/** The people whom an import has changed, as they are now. */
async function named(
  { call }: SessionVisit,
  people: readonly PeopleImportPerson[],
): Promise<readonly PeopleImportPerson[]> {
  if (people.length === 0) return people;
  const ids = people.map(({ userId }) => userId);
  const { users } = await call(UserService.method.batchGetUsers, { ids, isSummary: true });
  const found = new Map(users.map((user) => [user.id, user]));
  return people.map((each) => {
    const { name = 'Erased', email = '' } = found.get(each.userId) ?? {};
    return { ...each, name, email };
  });
}

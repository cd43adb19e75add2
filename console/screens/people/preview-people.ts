import type { Messages } from '../../../languages/en/console/index.ts';
import {
  type PeopleImportDifference,
  type PeopleImportPerson,
  PersonChange,
  type PreviewPeopleImportResponse,
} from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { diff } from '../../components/diff.ts';
import { badge, link, section, type Tone } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { numberText, t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import type { Values } from '../../route/opened-form.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { pathOf } from './person-of.ts';

/** The parameter that chooses which people are shown. */
const SHOWN = 'change';

interface Kind {
  /** In addresses. */
  readonly name: keyof Messages['peopleImport']['kinds'];
  /** Of its badge. */
  readonly tone?: Tone;
  count(numbers: PreviewPeopleImportResponse): number;
}

const KINDS: ReadonlyMap<PersonChange, Kind> = new Map<PersonChange, Kind>([
  [PersonChange.CREATED, { name: 'added', tone: 'good', count: ({ created }) => created }],
  [
    PersonChange.CHANGED,
    { name: 'changed', tone: 'plain', count: ({ changed, archived, broughtBack }) => changed - archived - broughtBack },
  ],
  [PersonChange.ARCHIVED, { name: 'archived', tone: 'warn', count: ({ archived }) => archived }],
  [PersonChange.BROUGHT_BACK, { name: 'back', tone: 'good', count: ({ broughtBack }) => broughtBack }],
  [PersonChange.UNCHANGED, { name: 'unchanged', count: ({ unchanged }) => unchanged }],
]);

function wordsOf({ name }: Kind) {
  return t.peopleImport.kinds[name];
}

function badgeOf(change: PersonChange): Html | undefined {
  const kind = KINDS.get(change);
  return kind?.tone && badge(kind.tone, wordsOf(kind).label);
}

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
  const numbers = [...KINDS.values()].map((kind): [string, Fragment] => {
    const value = kind.count(preview);
    return [wordsOf(kind).label, value === 0 ? '0' : link(to({ [SHOWN]: kind.name }), numberText(value))];
  });
  const faults = preview.faultCount;
  const all = [
    ...numbers,
    [t.parts.faultList, faults === 0 ? '0' : html`<a href="#faults">${numberText(faults)}</a>`] as const,
  ];
  return html`<dl class="figures">${all.map(
    ([label, value], at) =>
      html`<div><dt id="preview-${at}">${label}</dt><dd><output aria-labelledby="preview-${at}">${value}</output></dd></div>`,
  )}</dl>`;
}

/** What an import has done: “3 added, 2 changed, 1 archived”, each a link to the people. */
export function outcomeOf(preview: PreviewPeopleImportResponse, to: (query: Values) => string): Html {
  const done = [...KINDS.values()].filter(({ count }) => count(preview) > 0);
  const parts = done.map((kind) => link(to({ [SHOWN]: kind.name }), wordsOf(kind).done(kind.count(preview))));
  return html`<p class="message" role="status"><span>${
    parts.length === 0 ? t.peopleImport.nothingToDo : parts.map((each, at) => html`${at > 0 && ', '}${each}`)
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
    label: t.peopleImport.inTheFile,
    rows: people,
    columns: [
      {
        head: t.words.person,
        kind: 'wrap',
        cell: ({ name, email, userId }) =>
          html`${userId === '' ? name : link(pathOf({ id: userId }), name)}${name !== email && html` <span class="muted">${email}</span>`}`,
      },
      {
        head: t.peopleImport.what,
        cell: (each) =>
          html`${badgeOf(each.change)}${ids.has(each.userId) && html` ${badge('bad', t.peopleImport.administrator)}`}`,
      },
      ...(preview.isImported
        ? []
        : [
            { head: t.peopleImport.changes, kind: 'wrap' as const, cell: differencesOf },
            { head: t.parts.row, kind: 'num' as const, cell: ({ row }: PeopleImportPerson) => String(row) },
          ]),
    ],
    empty: {
      title: t.peopleImport.nobody,
      text: change === 0 ? t.peopleImport.changesNobody : t.peopleImport.chooseNumber,
    },
  });
  const kind = KINDS.get(change);
  const shown = kind ? wordsOf(kind).shown : t.peopleImport.shownChanged;
  return section(
    'people',
    t.frame.people,
    html`${!administrators && html`<p class="muted">${t.peopleImport.rolesUnknown}</p>`}${list}${pages({
      path,
      query,
      cursor: preview.nextAfter === undefined ? undefined : String(preview.nextAfter),
      top: '0',
      summary: shown(people.length),
    })}`,
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
    const { name = t.peopleImport.erased, email = '' } = found.get(each.userId) ?? {};
    return { ...each, name, email };
  });
}

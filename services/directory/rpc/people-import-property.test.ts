import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { emailKey } from '../../../platform/core/text-keys.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { PeopleImporter } from '../../../test/support/directory/people-import.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';

let service: TestService;
beforeAll(async () => {
  service = await startDirectory();
});

interface Row {
  readonly email: string;
  readonly cells: readonly string[];
}

const COLUMNS = ['firstName', 'lastName', 'name', 'code', 'archived', 'groups'] as const;
/** Faults are rare, so that most files are imported. */
const VALUES: Readonly<Record<(typeof COLUMNS)[number], readonly string[]>> = {
  firstName: ['', '', 'Ann', 'Bo "B" Lee', 'Ann\r\nMarie'],
  lastName: ['', '', 'Lee', ' Li'],
  name: ['Ann Lee', 'Someone, else', 'Lee', 'Ann Li', 'Bo', ''],
  code: ['', '', '', '', 'C-1', ' c-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6'],
  archived: ['', '', 'yes', 'No '],
  groups: ['', '', 'One', 'One | Two', 'Three|One'],
};
const EMAILS = ['a@x.example', 'B@x.example', 'c@x.example', 'é@x.example'];
const OTHER_EMAILS = ['A@X.example', ' b@x.example', 'c@x.example', 'D@x.example', 'e\u0301@X.example'];

const rows = fc.uniqueArray(
  fc.record<Row>({
    email: fc.constantFrom(...EMAILS, ...OTHER_EMAILS),
    cells: fc.tuple(...COLUMNS.map((column) => fc.constantFrom(...VALUES[column]))),
  }),
  { selector: ({ email }) => emailKey(email.trim()), minLength: 1, maxLength: EMAILS.length },
);
const files = fc.record({ separator: fc.constantFrom(',', ';'), rows });
const quoted = (cell: string, separator: string) =>
  /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
const textOf = ({ separator, rows: all }: { readonly separator: string; readonly rows: readonly Row[] }) =>
  [['email', ...COLUMNS], ...all.map(({ email, cells }) => [email, ...cells])].map((cells) =>
    cells.map((cell) => quoted(cell, separator)).join(separator),
  );

/** Everything that an import can change, by id: people with their groups, groups with their members. */
async function stateOf({ institutionId }: AdministratorActor) {
  const people = await service.sql<{ id: string; revision: string; text: string; groups: string | null }>(
    `SELECT id, revision, row(email, name, first_name, last_name, image, code, is_archived)::text AS text,
       (SELECT string_agg(m.user_group_id::text, ' ' ORDER BY m.user_group_id) FROM user_group_members m
        WHERE m.institution_id = u.institution_id AND m.user_id = u.id) AS groups
     FROM users u WHERE institution_id = $1`,
    [institutionId],
  );
  const groups = await service.sql<{ id: string; members: string | null; counted: boolean }>(
    `SELECT g.id, string_agg(m.user_id::text, ' ' ORDER BY m.user_id) AS members, g.member_count = count(m.user_id) AS counted
     FROM user_groups g LEFT JOIN user_group_members m ON m.institution_id = g.institution_id AND m.user_group_id = g.id
     WHERE g.institution_id = $1 GROUP BY g.institution_id, g.id`,
    [institutionId],
  );
  const [audit] = await service.sql<{ records: number }>(
    'SELECT count(*)::int AS records FROM audit_log WHERE institution_id = $1',
    [institutionId],
  );
  return {
    people: new Map(people.map((each) => [each.id, each])),
    groups: new Map(groups.map(({ id, members }) => [id, members])),
    isCounted: groups.every(({ counted }) => counted),
    audit: audit?.records ?? 0,
  };
}

it('does what the preview has said, publishes what has changed, and changes nothing the second time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(files, { minLength: 2, maxLength: 5 }), async (all) => {
      const actor = await newAdministrator(service);
      await importRecords(
        service.call({ kind: 'operator', institutionId: actor.institutionId }),
        'userGroups',
        ['One', 'Two', 'Three'].map((name) => ({ ref: name, name })),
      );
      const importer = new PeopleImporter(service.call(actor), {
        administrators: [{ userId: actor.userId, canSignIn: true }],
      });
      for (const file of all) await importOnce(actor, importer, textOf(file));
    }),
    { numRuns: 40 },
  );
}, 240_000);

async function importOnce(actor: AdministratorActor, importer: PeopleImporter, lines: readonly string[]) {
  const events = () => publishedEvents(service, 'institution_id', actor.institutionId);
  const [before, published] = [await stateOf(actor), (await events()).length];
  const id = await importer.keep(...lines);
  const preview = await importer.preview(id);
  expect(await stateOf(actor)).toEqual(before);
  if (preview.faultCount > 0) {
    await expect(importer.import(id, preview.state)).rejects.toMatchObject({ code: 'PEOPLE_IMPORT_STALE' });
    expect([await stateOf(actor), (await events()).length]).toEqual([before, published]);
    return;
  }
  await importer.import(id, preview.state);
  const after = await stateOf(actor);
  const created = [...after.people.keys()].filter((each) => !before.people.has(each));
  const written = [...after.people.values()].filter((each) => {
    const old = before.people.get(each.id);
    return old && (old.text !== each.text || old.groups !== each.groups);
  });
  const updated = written.filter((each) => before.people.get(each.id)?.text !== each.text);
  const regrouped = [...after.groups].filter(([group, members]) => before.groups.get(group) !== members);
  expect([preview.created, preview.changed, preview.unchanged]).toEqual([
    created.length,
    written.length,
    lines.length - 1 - created.length - written.length,
  ]);
  // Whoever is not changed keeps the revision.
  for (const [each, { revision }] of before.people)
    expect(after.people.get(each)?.revision === revision).toBe(!updated.some((one) => one.id === each));
  const news = (await events()).slice(published);
  const expected = [
    ...created.map((each) => `UserCreated ${each}`),
    ...updated.map((each) => `UserUpdated ${each.id}`),
    ...regrouped.map(([each]) => `UserGroupUpdated ${each}`),
  ];
  expect(news.map(([type, resource]) => `${type} ${resource}`).sort()).toEqual(expected.sort());
  expect(news.every(([type, , changed]) => type === 'UserCreated' || (changed ?? []).length > 0)).toBe(true);
  expect([after.audit - before.audit, after.isCounted]).toEqual([news.length, true]);
  const second = await importer.preview(await importer.keep(...lines));
  expect([second.created, second.changed, second.unchanged]).toEqual([0, 0, lines.length - 1]);
}

it('reads whatever is in a file, or says what is wrong with it', async () => {
  const actor = await newAdministrator(service);
  const importer = new PeopleImporter(service.call(actor));
  const pieces = fc.constantFrom(
    'email',
    'name',
    'groups',
    'archived',
    ',',
    ';',
    '"',
    '\r',
    '\n',
    '|',
    ' ',
    'a@x',
    '\u0085',
    'yes',
    '\0',
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(pieces, { maxLength: 60 }).map((all) => Buffer.from(all.join(''))),
    fc.array(pieces, { maxLength: 60 }).map((all) => Buffer.from(`email,name,groups,archived,${all.join('')}`)),
    fc.tuple(rows, fc.nat(400), fc.nat(255)).map(([all, at, byte]) => {
      const file = Buffer.from(textOf({ separator: ',', rows: all }).join('\n'));
      file[at % file.length] = byte;
      return file;
    }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (file) => {
      const kept = await importer.keepBytes(file).catch((error) => error as { code: string; violations: unknown[] });
      if (typeof kept !== 'string') {
        expect([kept.code, kept.violations.length]).toEqual(['REQUEST_INVALID', 1]);
        return;
      }
      const { faults, faultCount } = await importer.preview(kept);
      expect(faults.length).toBe(Math.min(faultCount, 100));
      expect(faults.every(({ row, message }) => row >= 1 && message !== '')).toBe(true);
    }),
    { numRuns: 400 },
  );
}, 120_000);

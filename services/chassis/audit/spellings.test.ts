import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { command } from '../command.ts';
import { statement } from '../db/statement.ts';
import { systemIds } from '../ids.ts';
import type { RunningService } from '../service.ts';
import { callOperation, newActor } from '../testing/probe/call-operation.ts';
import { type Probe, startProbe } from '../testing/probe/start-probe.ts';

/** However a write is spelt: PostgreSQL runs it with its audit record, or it is refused and changes nothing. */
let probe: Probe;
let service: RunningService;
let names = 0;
beforeAll(async () => {
  probe = await startProbe();
  await probe.sql(`CREATE TABLE things (institution_id uuid NOT NULL, id uuid NOT NULL, revision uuid NOT NULL, note text,
    PRIMARY KEY (institution_id, id))`);
  service = probe.service({ audited: { things: { resource: 'thing' } } });
});
afterAll(() => probe.stop());

const table = fc.constantFrom(
  ...['things', 'THINGS', 'Things', '"things"', 'public.things', '"public" . "things"', 'PUBLIC."things"'],
  ...['only things', 'ONLY ("things")', 'things *', 'U&"\\0074hings"', 'U&"things"', 'pg_temp.things', '"Things"'],
);
const gap = fc.constantFrom(' ', '\n', '\t ', '/**/', ' /* a /* UPDATE */ c */ ', ' -- WHERE\n');
const alias = fc.constantFrom('', ' t', ' AS t', ' "set"', ' AS "T ""x"');
const mine = 'institution_id = $1';
/** Writes with `~` for a gap, `@` for the table and `#` for its alias. */
const shape = fc.constantFrom(
  `DELETE~FROM~@# WHERE~${mine}`,
  `delete~from~@# using (SELECT 1) AS s where~${mine}`,
  `UPDATE~@#~SET~revision~=~gen_random_uuid() WHERE ${mine}`,
  `Update~@#~Set note = 'FROM',~"revision"~=~gen_random_uuid() FROM (SELECT 1) AS s WHERE ${mine}`,
  `UPDATE~@#~SET note = 'revision = 1' WHERE ${mine}`,
  `UPDATE~@#~SET (note, revision) = ROW('a', gen_random_uuid()) WHERE ${mine}`,
  'INSERT~INTO~@~(institution_id, id, revision) VALUES ($1, gen_random_uuid(), gen_random_uuid())',
  'insert~into~@ AS t SELECT $1::uuid, gen_random_uuid(), gen_random_uuid()',
  'INSERT~INTO~@ SELECT $1::uuid, gen_random_uuid(), gen_random_uuid() ON CONFLICT DO NOTHING',
  `WITH a AS (DELETE~FROM~@# WHERE ${mine} RETURNING 1) SELECT 1`,
  `WITH~a AS MATERIALIZED (UPDATE~@#~SET note = 'a' WHERE ${mine} RETURNING 1) SELECT 1`,
  `WITH a AS (SELECT 1) DELETE~FROM~@# WHERE ${mine}`,
  `WITH RECURSIVE a AS (SELECT 1 AS k UNION ALL SELECT k FROM a WHERE false)
   SEARCH DEPTH FIRST BY k SET key UPDATE~@# SET note = 'a' WHERE ${mine}`,
  `MERGE~INTO~@# USING (SELECT 1) AS s ON ${mine} WHEN MATCHED THEN DELETE`,
  `MERGE~INTO~@# USING (SELECT 1) AS s ON ${mine} WHEN MATCHED THEN UPDATE SET note = 'a'`,
  'TRUNCATE~@',
  'DO~$$ BEGIN DELETE FROM things; END $$',
);

interface Stored {
  readonly id: string;
  readonly state: string;
}

it('a write of an audited table leaves its records, or does not happen', async () => {
  let refused = 0;
  let recorded = 0;
  const property = async (text: string, inTransaction: boolean) => {
    const actor = newActor();
    const { institutionId } = actor;
    const ids = [systemIds.newId(), systemIds.newId()];
    await probe.sql('INSERT INTO things SELECT $1, id, gen_random_uuid() FROM unnest($2::uuid[]) AS id', [
      institutionId,
      ids,
    ]);
    const read = () =>
      probe.sql<Stored>('SELECT id, t::text AS state FROM things t WHERE institution_id = $1', [institutionId]);
    const before = await read();
    const write = statement(`spelling_${names++}`, text);
    const values = text.includes('$1') ? [institutionId] : [];
    const operation = command(UserService.method.createUser, {
      run: async (tx) => {
        if (inTransaction) tx.write(write, values);
        else await service.runtime.db.rows(write, values);
        return { response: {} };
      },
    });
    const done = await callOperation(service, operation, { email: 'a@x.example' }, { actor }).then(
      () => true,
      () => false,
    );
    const after = await read();
    const [old, now] = [before, after].map((rows) => new Set(rows.map(({ state }) => state)));
    const changed = [...before, ...after].filter(({ state }) => !old?.has(state) || !now?.has(state));
    const records = await probe.sql<{ id: string }>(
      'SELECT resource_id AS id FROM audit_log WHERE institution_id = $1 ORDER BY 1',
      [institutionId],
    );
    const changedIds = [...new Set(changed.map(({ id }) => id))].sort();
    expect({ text, records: records.map(({ id }) => id) }).toEqual({ text, records: changedIds });
    if (done && changedIds.length > 0) recorded++;
    if (!done) refused++;
  };
  const texts = fc.tuple(shape, table, alias, gap).map(([form, name, as, space]) =>
    form
      .replaceAll('~', space)
      .replaceAll('@', () => name)
      .replaceAll('#', () => as),
  );
  await fc.assert(fc.asyncProperty(texts, fc.boolean(), property), { numRuns: 300 });
  expect(recorded).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(20);
});

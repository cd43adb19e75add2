import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { Database, type Prepared, type PreparedPointRead } from './index.ts';

const probe = await startProbe();
await probe.sql('ALTER TABLE notes ALTER COLUMN institution_id SET DEFAULT uuidv7()');
afterAll(() => probe.stop());

const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };

it('the example of the README writes a row and finds it', async () => {
  const url = probe.databaseUrl;
  const [id, other] = [randomUUID(), randomUUID()];
  // The example begins.
  const database = new Database({
    url,
    maxConnections: 8,
    statementTimeoutMs: 10_000,
    applicationName: 'example',
    log,
  });

  const byId: PreparedPointRead<{ id: string }, { title: string }> = {
    name: 'notes_by_id',
    text: `SELECT k.n, t.title FROM unnest($1::uuid[]) WITH ORDINALITY AS k(id, n) JOIN notes t ON t.id = k.id`,
    parameters: [{ name: 'id', type: 'uuid[]', isOfRows: false }],
    isRead: true,
  };
  const insert: Prepared<{ id: string; title: string }, never> = {
    name: 'notes_insert',
    text: 'INSERT INTO notes (id, title) VALUES ($1, $2)',
    parameters: ['id', 'title'].map((name) => ({ name, type: 'text', isOfRows: false })),
    isRead: false,
  };

  await database.transaction(async (tx) => tx.write(insert, { id, title: 'first' }), { client: 'anna' });
  const found = await Promise.all([database.point(byId, { id }), database.point(byId, { id: other })]);
  // The example ends.
  expect(found).toEqual([{ title: 'first' }, null]);
  await database.close();
});

it('the README has the example as it is here', () => {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const [, here = ''] = /The example begins\.\n(.*?)\n *\/\/ The example ends/s.exec(read('./readme.test.ts')) ?? [];
  expect(read('./README.md')).toContain(here.replace(/^ {2}/gm, ''));
});

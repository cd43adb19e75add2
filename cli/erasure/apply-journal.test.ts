import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { FileJournal } from '../../platform/data/erasure/file-journal.ts';
import { query } from '../../test/support/postgres/query.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { withDatabases } from '../service-databases.ts';
import { PLACEABLE, SERVICES } from '../service-names.ts';
import { applyJournal } from './apply-journal.ts';

it('is applied to the databases of all servers', async () => {
  const [first, b] = await Promise.all(
    [SERVICES, PLACEABLE].map((names) =>
      TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), names),
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  onTestFinished(async () => {
    await Promise.all([first?.drop(), b?.drop(), rm(folder, { recursive: true })]);
  });
  const urls = [
    ...SERVICES.map((name) => [name, first?.url(name) ?? ''] as const),
    ...PLACEABLE.map((name) => [`${name}@b`, b?.url(name) ?? ''] as const),
  ];
  const journal = await FileJournal.open(join(folder, 'erasures.jsonl'));
  const at = '2026-10-05T08:00:00.000Z';
  const institutionId = randomUUID();
  await journal.append({ at, institutionId: randomUUID(), userId: randomUUID(), kind: 'person_with_hours' });
  await journal.append({ at, institutionId, userId: null, kind: 'institution' });
  const behind = await withDatabases(urls, (databases) => applyJournal(databases, journal));
  expect(behind).toEqual(new Map(urls.map(([name]) => [name, 2])));
  for (const [name, url] of urls)
    expect([name, await query(url, 'SELECT institution_id, state FROM standstills')]).toEqual([
      name,
      [{ institution_id: institutionId, state: 'deleting' }],
    ]);
  const again = await withDatabases(urls, (databases) => applyJournal(databases, journal));
  expect(new Set(again.values())).toEqual(new Set([0]));
});

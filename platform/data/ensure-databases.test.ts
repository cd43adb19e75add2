import { expect, inject, it } from 'vitest';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { ensureDatabases } from './ensure-databases.ts';

it('creates what is missing, whoever creates it at the same time', async () => {
  const url = inject('databaseServer').replace(/[^/]*$/, 'postgres');
  const names = [`ensured ${process.pid} "a"`, `ensured_${process.pid}_b`];
  await Promise.all([ensureDatabases(url, names), ensureDatabases(url, names), ensureDatabases(url, names.slice(1))]);
  await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query('SELECT datname FROM pg_database WHERE datname = ANY ($1) ORDER BY 1', [names]);
    expect(rows.map(({ datname }) => datname)).toEqual(names);
    for (const name of names) await client.query(`DROP DATABASE ${client.escapeIdentifier(name)}`);
  });
});

import { deleteRows, insertRow, updateRow, uuid } from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';
import type { Probe } from './start-probe.ts';

const things = table('things', {
  columns: { institutionId: uuid().says('nothing'), id: uuid().says('nothing'), revision: uuid().says('nothing') },
  primaryKey: ['institutionId', 'id'],
  audited: { resource: 'thing' },
});

/** Statements on an audited table. */
export const INSERT_THING = insertRow(things);
export const UPDATE_THING = updateRow(things);
export const DELETE_THINGS = deleteRows(things);

export async function createThings(probe: Probe): Promise<void> {
  await probe.sql(`CREATE TABLE things (institution_id uuid NOT NULL, id uuid NOT NULL, revision uuid NOT NULL,
    PRIMARY KEY (institution_id, id))`);
}

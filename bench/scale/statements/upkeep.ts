import { declaredStatements } from '../../../platform/data/statements/prepared.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import '../../../platform/process/janitor.ts';
import '../../../platform/events/outbox/relay.ts';
import { readBacklog } from '../../../platform/data/outbox/backlog.ts';
import '../../../services/scheduling/store/tombstones.ts';
import '../../../services/webhooks/store/remove-deliveries.ts';
import { type Case, type CaseParams, casesOf } from './case.ts';

const DAYS = { idempotency_keys: 0, outbox: 3, inbox: 30, appointments: 30, deliveries: 30 } as const;
type RetainedTable = keyof typeof DAYS;

/** Of a table, by the purpose of the statement: what a round of the janitor finds that begins at an instant. `days` later there is more to be removed. */
const remove =
  (table: RetainedTable, purpose: string, days: number) =>
  (db: Tx, { at }: CaseParams) => {
    const statement = declaredStatements().find(({ name }) => name === `${table}_${purpose}`);
    if (!statement) throw new Error(`there is no ${table}_${purpose}`);
    db.write(statement as never, { before: at(1, days - DAYS[table]), limit: 1_000 });
  };

const BY_TABLE: readonly [service: string, table: RetainedTable, purpose: string][] = [
  ['timetracking', 'idempotency_keys', 'remove_expired'],
  ['timetracking', 'outbox', 'remove_expired'],
  ['timetracking', 'inbox', 'remove_expired'],
  ['scheduling', 'appointments', 'remove_tombstones'],
  ['webhooks', 'deliveries', 'remove_expired'],
];

const janitor: Case[] = BY_TABLE.flatMap(([service, table, purpose]) =>
  casesOf(service, {
    [`janitor, ${table}: nothing is due`]: remove(table, purpose, -20),
    [`janitor, ${table}: 1,000 are`]: remove(table, purpose, 10),
  }),
);

export const upkeepCases: readonly Case[] = [
  ...janitor,
  ...casesOf('webhooks', {
    'janitor, deliveries of deleted endpoints': [remove('deliveries', 'remove_orphans', 40), 'looks at what waits'],
  }),
  ...casesOf('timetracking', {
    'relay: events to publish': (db) => {
      const take = declaredStatements().find(({ name }) => name === 'outbox_take');
      db.write(take as never, { held: [], limit: 500 });
    },
    'backlog of the outbox': (db) => readBacklog(db),
  }),
];

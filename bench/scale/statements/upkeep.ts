import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { declaredStatements } from '../../../libraries/typed-sql/index.ts';
import '../../../platform/process/janitor.ts';
import '../../../platform/events/outbox/relay.ts';
import { readBacklog } from '../../../platform/data/outbox/backlog.ts';
import '../../../services/scheduling/store/appointments.ts';
import '../../../services/webhooks/store/deliveries.ts';
import type { CaseParams } from '../year/case-params.ts';
import { type Case, casesOf } from './case.ts';

const DAYS = { idempotency_keys: 0, outbox: 3, inbox: 30, appointments: 30, deliveries: 30 } as const;
type RetainedTable = keyof typeof DAYS;

/** The product's is 1,000: the small year has fewer deleted appointments. */
const LIMIT = 100;

/** The statement of a janitor's round on a table, by purpose; `days` later there is more to remove. */
const remove =
  (table: RetainedTable, purpose: string, days: number) =>
  (db: Tx, { at }: CaseParams) => {
    const statement = declaredStatements().find(({ name }) => name === `${table}_${purpose}`);
    if (!statement) throw new Error(`there is no ${table}_${purpose}`);
    db.write(statement as never, { before: at(1, days - DAYS[table]), limit: LIMIT });
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
    [`janitor, ${table}: ${LIMIT} are`]: remove(table, purpose, 10),
  }),
);

export const upkeepCases: readonly Case[] = [
  ...janitor,
  ...casesOf('webhooks', {
    'janitor, deliveries of deleted endpoints': remove('deliveries', 'remove_orphans', 40),
  }),
  ...casesOf('timetracking', {
    'relay: events to publish': (db) => {
      const take = declaredStatements().find(({ name }) => name === 'outbox_take');
      db.write(take as never, { held: [], limit: 500 });
    },
    'backlog of the outbox': (db) => readBacklog(db),
  }),
];

import { services } from '../../../deploy/installation/services.ts';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { declaredStatements } from '../../../libraries/typed-sql/index.ts';
import '../../../platform/events/outbox/relay.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { readBacklog } from '../../../platform/data/outbox/backlog.ts';
import { type Expiry, platformExpiries } from '../../../platform/process/janitor.ts';
import { removeOrphans } from '../../../services/webhooks/store/deliveries.ts';
import type { CaseParams } from '../year/case-params.ts';
import { type Case, casesOf } from './case.ts';

/** The product's is 1,000: the small year has fewer deleted appointments. */
const LIMIT = 100;

/** A round of the janitor on a table; `days` later there is more to remove. */
const removing =
  ({ remove, retentionMs }: Expiry, days: number) =>
  (db: Tx, { at }: CaseParams) =>
    db.write(remove, { before: at(1, days - retentionMs / DAY_MS), limit: LIMIT });

/** A table that a year fills: its expiry is the first that its service has of it. */
const janitor: Case[] = [
  ['timetracking', 'idempotency_keys'],
  ['timetracking', 'outbox'],
  ['timetracking', 'inbox'],
  ['scheduling', 'appointments'],
  ['webhooks', 'deliveries'],
].flatMap(([service = '', table = '']) => {
  const { expiries = [] } = services.find(({ name }) => name === service) ?? {};
  const expiry = [...platformExpiries, ...expiries].find(({ remove }) => remove.name.startsWith(`${table}_`));
  if (!expiry) throw new Error(`${service} removes nothing of ${table}`);
  return casesOf(service, {
    [`janitor, ${table}: nothing is due`]: removing(expiry, -20),
    [`janitor, ${table}: ${LIMIT} are`]: removing(expiry, 10),
  });
});

export const upkeepCases: readonly Case[] = [
  ...janitor,
  ...casesOf('webhooks', {
    'janitor, deliveries of deleted endpoints': removing({ remove: removeOrphans, retentionMs: 0 }, 40),
  }),
  ...casesOf('timetracking', {
    'relay: events to publish': (db) => {
      const take = declaredStatements().find(({ name }) => name === 'outbox_take');
      db.write(take as never, { held: [], limit: 500 });
    },
    'backlog of the outbox': (db) => readBacklog(db),
  }),
];

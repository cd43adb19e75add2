import { bytes, identity, instant, integer, plainText, text, uuid } from './column.ts';
import { type Table, table } from './table.ts';

export const idempotencyKeys = table('idempotency_keys', {
  columns: {
    institution_id: uuid(),
    holder: text(),
    key: text(),
    fingerprint: text(),
    response: bytes(),
    request_id: text(),
    created_at: instant(),
    expires_at: instant(),
  },
  primaryKey: ['institution_id', 'holder', 'key'],
  indexes: [{ name: 'idempotency_keys_expiry', columns: ['expires_at'], using: 'brin', with: "autosummarize='on'" }],
});

export const outbox = table('outbox', {
  columns: {
    sequence: identity(),
    id: uuid(),
    institution_id: uuid().nullable(),
    type: text(),
    aggregate_id: text(),
    request_id: text(),
    occurred_at: instant(),
    payload: bytes(),
    published_at: instant().nullable(),
    traceparent: text().nullable(),
  },
  primaryKey: ['sequence'],
  indexes: [
    { name: 'outbox_occurred', columns: ['occurred_at'], using: 'brin', with: "autosummarize='on'" },
    { name: 'outbox_unpublished', columns: ['sequence'], where: 'published_at IS NULL' },
  ],
});

export const inbox = table('inbox', {
  columns: {
    consumer: text(),
    event_id: uuid(),
    handled_at: instant(),
  },
  primaryKey: ['consumer', 'event_id'],
  indexes: [{ name: 'inbox_handled', columns: ['handled_at'], using: 'brin', with: "autosummarize='on'" }],
});

export const parkedEvents = table('parked_events', {
  columns: {
    sequence: identity(),
    consumer: text(),
    event_id: uuid(),
    institution_id: uuid().nullable(),
    type: text(),
    aggregate_id: text(),
    occurred_at: instant(),
    envelope: bytes(),
    attempts: integer(),
    error: text(),
    failed_at: instant(),
    parked_at: instant().nullable(),
    replay_at: instant().nullable(),
  },
  primaryKey: ['consumer', 'event_id'],
  indexes: [
    { name: 'parked_events_aggregate', columns: ['consumer', 'aggregate_id'], where: 'parked_at IS NOT NULL' },
    { name: 'parked_events_replay', columns: ['sequence'], where: 'replay_at IS NOT NULL' },
  ],
});

export const auditLog = table('audit_log', {
  columns: {
    institution_id: uuid(),
    recorded_at: instant(),
    sequence: identity(),
    actor: text(),
    actor_id: plainText().nullable(),
    on_behalf_of: uuid().nullable(),
    operation: plainText(),
    resource: plainText(),
    resource_id: uuid(),
    version_before: uuid().nullable(),
    version_after: uuid().nullable(),
    request_id: text(),
    cause: uuid().nullable(),
    actor_name: plainText().nullable(),
  },
  primaryKey: ['institution_id', 'recorded_at', 'sequence'],
  indexes: [
    { name: 'audit_log_actor', columns: ['institution_id', 'actor_id', 'recorded_at', 'sequence'] },
    { name: 'audit_log_resource', columns: ['institution_id', 'resource_id', 'recorded_at', 'sequence'] },
  ],
  checks: [
    {
      name: 'audit_log_actor_check',
      expression: "actor = ANY (ARRAY['integration'::text, 'operator'::text, 'gateway'::text, 'consumer'::text])",
    },
  ],
  triggers: [
    {
      name: 'audit_log_append_only',
      definition: 'BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()',
    },
    {
      name: 'audit_log_not_emptied',
      definition: 'BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()',
    },
  ],
  isPartitioned: true,
});

/** What every service’s database holds beside its own tables. */
export const platformTables: readonly Table[] = [idempotencyKeys, outbox, inbox, parkedEvents, auditLog];

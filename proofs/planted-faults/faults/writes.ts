import type { Fault } from '../fault.ts';

/** Idempotency keys and conditional writes. */
export const writes: readonly Fault[] = [
  {
    name: 'A key is not claimed while its request runs',
    file: 'platform/handler/command.ts',
    find: 'if (key) claimKey(tx, key);',
    replace: '',
  },
  {
    name: 'The answer to a write without events is not replayed',
    file: 'platform/handler/command.ts',
    find: 'if (key) rememberReply(',
    replace: 'if (key && events.length > 0) rememberReply(',
  },
  {
    name: 'The path is not part of a request’s fingerprint',
    file: 'gateway/endpoint/idempotency-key.ts',
    find: '`${method} ${path}\\n',
    replace: '`${method}\\n',
  },
  {
    name: 'Fingerprints have another form than those that the release before has stored',
    file: 'gateway/endpoint/idempotency-key.ts',
    find: "'base64url');",
    replace: "'hex');",
  },
  {
    name: 'A key is accepted with another body',
    file: 'platform/data/idempotency/idempotency.ts',
    find: "if (record.fingerprint !== key.fingerprint) refuse('KEY_REUSED');",
    replace: '',
  },
  {
    name: 'A replay shows the secret again',
    file: 'platform/data/idempotency/idempotency.ts',
    find: 'const shown = withoutSecrets(schema, message);',
    replace: 'const shown = message;',
  },
  {
    name: 'Answers are replayed for half a day only',
    file: 'platform/data/idempotency/idempotency.ts',
    find: 'const RETENTION_MS = DAY_MS;',
    replace: 'const RETENTION_MS = DAY_MS / 2;',
  },
  {
    name: 'A change ignores its key',
    file: 'gateway/endpoint/handle-write.ts',
    find: 'if (header === undefined && !idempotencyKey) return undefined;',
    replace: 'if (!idempotencyKey) return undefined;',
  },
  {
    name: 'A replay does not say that it is one',
    file: 'gateway/endpoint/handle-write.ts',
    find: "if (metadata?.replayed) reply.header('idempotency-replayed', 'true');",
    replace: '',
  },
  {
    name: 'A replay names its own request id instead of the first one',
    file: 'gateway/endpoint/handle-write.ts',
    find: 'metaJson(requestId,',
    replace: 'metaJson(request.id,',
  },
  {
    name: 'Two integrations of an institution share their keys',
    file: 'platform/core/actor.ts',
    find: 'return actor.integrationId;',
    replace: 'return actor.institutionId;',
  },
  {
    name: 'A weak tag in If-Match matches',
    file: 'gateway/endpoint/etag.ts',
    find: 'revisionsOf(entityTags(header).filter(({ weak }) => !weak))',
    replace: 'revisionsOf(entityTags(header))',
  },
  {
    name: 'Only the first tag of If-Match counts',
    file: 'gateway/endpoint/etag.ts',
    find: '.filter((revision) => revision !== undefined);',
    replace: '.filter((revision) => revision !== undefined).slice(0, 1);',
  },
  {
    name: 'If-Match of an appointment is compared before its lock only',
    file: 'services/scheduling/rpc/update-appointment.ts',
    find: '    requireRevision(request.precondition, current.revision);\n',
    replace: '',
  },
  {
    name: 'If-Match of a log is not compared',
    file: 'services/timetracking/rpc/update-log.ts',
    find: '    requireRevision(request.precondition, log.revision);\n',
    replace: '',
  },
  {
    name: 'A dry run commits',
    file: 'libraries/pg-batch/database.ts',
    find: 'options.isTrial ? tx.tryCommit() : tx.commit()',
    replace: 'tx.commit()',
  },
  {
    name: 'A dry run looks its key up, and is a replay',
    file: 'gateway/endpoint/handle-write.ts',
    find: 'key === undefined || own.context.isDryRun ?',
    replace: 'key === undefined ?',
  },
  {
    name: 'A dry run publishes its events',
    file: 'platform/handler/command.ts',
    find: 'if (!isDryRun) runtime.committed(events);',
    replace: 'runtime.committed(events);',
  },
  {
    name: 'A dry run does not check what the commit would check',
    file: 'libraries/pg-batch/transaction.ts',
    find: '[CONSTRAINTS_NOW, ROLLBACK]',
    replace: '[ROLLBACK]',
  },
  {
    name: 'Who may write no more today gets no dry run either',
    file: 'gateway/http/request-hooks.ts',
    find: 'routeOptions.config.isDryRun ? tries : writes',
    replace: 'writes',
  },
  {
    name: 'An operator’s dry run is a write',
    file: 'platform/handler/handle-call.ts',
    find: "if (isDryRun && actor.kind !== 'integration') refuse('CALLER_FORBIDDEN');",
    replace: '',
  },
];

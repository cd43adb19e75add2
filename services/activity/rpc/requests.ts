import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { DAY_MS, fromInstantText, HOUR_MS, isInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { cutPage, newestFirst } from '../../../platform/core/paging.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { RequestService, UsageInterval } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type Owner, type StoredRequest, secondOf } from '../domain/chunks.ts';
import { refuse } from '../domain/refusals.ts';
import { usageOf } from '../domain/usage.ts';
import { recordBatch } from '../store/record-batch.ts';
import { findRequest, listRequests as list, requestMessage } from '../store/request-chunks.ts';
import { listSecretUses as listUses } from '../store/secret-uses.ts';
import { listUsage } from '../store/usage.ts';
import { requestRowsOf } from '../store/write-requests.ts';
import { ownerOf } from './owner-of.ts';

/** GET /requests/{requestId}. */
export const getRequest = query(RequestService.method.getRequest, async (db, { requestId }, { actor }) => ({
  request: requestMessage((await findRequest(db, ownerOf(actor, undefined), requestId)) ?? refuse('REQUEST_NOT_FOUND')),
}));

/** GET /requests: the latest first. A page ends where the scan for matching requests does. */
export const listRequests = query(RequestService.method.listRequests, async (db, request, { actor }) => {
  const owner = ownerOf(actor, request.integrationId);
  const keyset = newestFirst(request.page);
  const { statusFrom = 0, statusTo = 999, method = null, route = null, requestId = null } = request;
  const { from = '-infinity', to = 'infinity' } = request;
  const filter = { statusFrom, statusTo, method, route, requestId, from, to };
  const { rows, end } = await list(db, owner, filter, keyset);
  const page = cutPage(rows, keyset);
  const requests = page.rows.map(requestMessage);
  return end ? { requests, hasMore: true, end } : { requests, hasMore: page.hasMore };
});

const MAX_DAYS = 32;

/** GET /usage. */
export const getUsage = query(RequestService.method.getUsage, async (db, request, { actor }) => {
  const [from, to] = [fromInstantText(request.from), fromInstantText(request.to)];
  if (to <= from) refuseField('/to', 'invalid_value', 'must be later than from');
  if (to - from > MAX_DAYS * DAY_MS) refuseField('/to', 'too_big', 'must be at most 32 days after from');
  const isDaily = request.interval === UsageInterval.DAY;
  const step = isDaily ? DAY_MS : HOUR_MS;
  const period = {
    from: toInstantText(from - (from % step)),
    to: toInstantText(to),
    unit: isDaily ? ('day' as const) : ('hour' as const),
  };
  return usageOf(await listUsage(db, ownerOf(actor, request.integrationId), period));
});

/** Records the requests that a gateway has answered. */
export const recordRequests = command(RequestService.method.recordRequests, {
  of: 'trace',
  async prepare({ requests }) {
    return requestRowsOf(requests.length === 0 ? [] : recordsIn(requests));
  },
  async run(tx, { batchId, usage }, { now, prepared }) {
    await recordBatch(tx, { batchId, requests: prepared, usage }, now);
    return { response: {} };
  },
});

/**
 * @throws REQUEST_INVALID unless it is a JSON array of records with their times: without mutual TLS, others than
 * gateways reach the port.
 */
function recordsIn(json: Uint8Array): (Owner & StoredRequest)[] {
  try {
    const records: unknown = JSON.parse(Buffer.from(json).toString());
    if (Array.isArray(records) && records.every((each) => typeof each?.time === 'string')) {
      const seconds = new Set<string>(records.map(({ time }) => secondOf(time)));
      if ([...seconds].every(isInstantText)) return records;
    }
  } catch {}
  refuse('REQUEST_INVALID', {
    violations: [{ pointer: '/requests', code: 'invalid_type', message: 'must be a JSON array of records' }],
  });
}

/** When the secrets of integrations were last used. */
export const listSecretUses = query(RequestService.method.listSecretUses, async (db, _, { actor }) => ({
  uses: await listUses(db, ownerOf(actor, undefined)),
}));

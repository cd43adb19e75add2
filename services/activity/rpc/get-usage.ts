import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { DAY_MS, fromInstantText, HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../../platform/handler/query.ts';
import { RequestService, UsageInterval } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { usageOf } from '../domain/usage.ts';
import { listUsage } from '../store/usage.ts';
import { ownerOf } from './owner-of.ts';

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

import { present } from '../../../../platform/core/present.ts';
import { LogService } from '../../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import { bulkResultExample, LogBulk, LogBulkResult } from '../../../schema/time-log-bulk.ts';
import { acceptLogBulk, type Item } from '../accept-log-bulk.ts';
import { refusals } from '../refusals.ts';
import { timeRecordView } from '../time-record-view.ts';
import { failedItemView } from './failed-item-view.ts';

export const bulkCreateLogs = writeEndpoint({
  path: '/time-tracking/logs/bulk',
  method: 'POST',
  operationId: 'bulkCreateLogs',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'Create many logs',
  description:
    'Use it to send the logs of an offline day. Returns 200 even if items fail: each item is in one of the two lists, a failed one with the problem that a single create would have returned. An item that overlaps an earlier item of the request fails with that one as `conflictingLog`.',
  member: 'items',
  idempotencyKey: 'required',
  body: LogBulk,
  bodyExample: {
    code: 'NH-0001',
    items: [
      { startTime: '2026-10-05T08:00:00+02:00', endTime: '2026-10-05T16:30:00+02:00' },
      { startTime: '2026-10-05T12:00:00+02:00', endTime: '2026-10-05T18:00:00+02:00', note: 'Replayed' },
    ],
  },
  accept: acceptLogBulk,
  refusals: [refusals.disabled],
  success: 200,
  data: LogBulkResult,
  example: bulkResultExample,
  hasEtag: false,
  async run({ body, send }) {
    const { message, metadata } = await send(LogService.method.bulkCreateLogs, body);
    return {
      data: {
        created: message.created.map(({ index, log }) => ({ index, log: timeRecordView(present(log, 'log')) })),
        failed: message.failed.map((failed) => failedItemView(failed, codeOf(body.items[failed.index]))),
      },
      metadata,
    };
  },
});

function codeOf(item: Item | undefined): string | undefined {
  const identity = item?.member?.identity;
  return identity?.case === 'code' ? identity.value : undefined;
}

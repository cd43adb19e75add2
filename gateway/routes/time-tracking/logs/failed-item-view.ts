import { refusalOf } from '../../../../platform/core/errors/status.ts';
import { present } from '../../../../platform/core/present.ts';
import type { BulkFailedLog } from '../../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { problemErrors } from '../../../problem/problem-errors.ts';
import { problemOf } from '../../../problem/problems.ts';
import type { LogBulkResultView } from '../../../schema/time-log-bulk.ts';

/** A failed item of a bulk: what a single create would have answered (decisions 10.8). */
export function failedItemView(failed: BulkFailedLog): LogBulkResultView['failed'][number] {
  const refusal = present(failed.refusal, 'refusal');
  const problem = problemOf(refusalOf(refusal), 422);
  return {
    index: failed.index,
    status: problem.status,
    code: problem.code,
    detail: refusal.message,
    ...problemErrors(problem.violations),
    ...problem.extensions,
  };
}

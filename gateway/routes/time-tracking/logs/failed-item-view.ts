import { refusalOf } from '../../../../platform/core/errors/status.ts';
import { present } from '../../../../platform/core/present.ts';
import type { BulkFailedLog } from '../../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { namingCode } from '../../../endpoint/named-member.ts';
import { problemErrors } from '../../../problem/problem-errors.ts';
import { problemOf } from '../../../problem/problems.ts';
import type { LogBulkResultView } from '../../../schema/time-log-bulk.ts';

/**
 * A failed item of a bulk: the answer that a single create would have given (decisions 10.8).
 * @param code the code by which the item names its member
 */
export function failedItemView(failed: BulkFailedLog, code: string | undefined): LogBulkResultView['failed'][number] {
  const problem = problemOf(namingCode(refusalOf(present(failed.refusal, 'refusal')), code), 422);
  return {
    index: failed.index,
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    ...problemErrors(problem.violations),
    ...problem.extensions,
  };
}

import { isUuid } from '../../platform/core/ids.ts';
import type { Request } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { CommandFailure } from '../failure.ts';

/** Whose requests a command shows, and which. */
export interface RequestOptions {
  readonly institution: string;
  readonly integration?: string;
  readonly status?: string;
  readonly json?: true;
}

/** The filters of a list of requests. Throws a CommandFailure for those that are invalid. */
export function requestFilter({ integration, status }: Pick<RequestOptions, 'integration' | 'status'>) {
  if (integration !== undefined && !isUuid(integration))
    throw new CommandFailure(`--integration must be an id of \`lyceum integrations list\`, not "${integration}".`);
  if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status))
    throw new CommandFailure('--status must be a status or a class of them: 404, 4xx.');
  return {
    ...(integration === undefined ? {} : { integrationId: integration.toLowerCase() }),
    ...(status === undefined
      ? {}
      : { statusFrom: Number(status.replace('xx', '00')), statusTo: Number(status.replace('xx', '99')) }),
  };
}

export const REQUEST_HEADER = ['TIME', 'STATUS', 'MS', 'METHOD', 'PATH', 'CODE', 'INTEGRATION', 'REQUEST'];

export function requestRow(request: Request): string[] {
  const { time, status, durationMs, method, path, code, integrationId, requestId } = request;
  return [time, String(status), durationMs.toFixed(1), method, path, code ?? '-', integrationId, requestId];
}

/** A request as `--json` prints it. */
export function requestJson({ $typeName, $unknown, errors, ...request }: Request) {
  return { ...request, errors: errors === undefined ? null : (JSON.parse(errors) as unknown) };
}

import type { Call } from '../../platform/calls/caller.ts';
import type { Request } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { CommandFailure } from '../failure.ts';
import { integrationIdOf } from '../of-integration.ts';

/** Whose requests a command shows, and which. */
export interface RequestOptions {
  readonly institution: string;
  readonly integration?: string;
  readonly status?: string;
  readonly json?: true;
}

/** The filters of a list of requests. Throws a CommandFailure for those that are invalid. */
export async function requestFilter(
  call: Call,
  { integration, status }: Pick<RequestOptions, 'integration' | 'status'>,
) {
  if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status))
    throw new CommandFailure('--status must be a status or a class of them: 404, 4xx.');
  return {
    ...(integration === undefined ? {} : { integrationId: await integrationIdOf(call, integration) }),
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
export function requestJson({ $typeName, $unknown, errors, access, areas, ...request }: Request) {
  const allowed = { access: access ?? null, areas: areas.length === 0 ? null : areas };
  return { ...request, ...allowed, errors: errors === undefined ? null : (JSON.parse(errors) as unknown) };
}

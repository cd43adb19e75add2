import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { type Refusal as RefusalMessage, RefusalSchema } from '../../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import type { PlatformCode } from './catalogue.ts';
import { Refusal, type Violation, type ViolationCode } from './refusal.ts';

/** The one translation at the edge of a service: anything thrown becomes a status with a refusal as its detail. What is no refusal is INTERNAL and says nothing of its cause. */
export function toStatus(error: unknown): ConnectError {
  const refusal = error instanceof Refusal ? error : new Refusal('INTERNAL', { cause: error });
  const detail = refusalDetail(refusal);
  return new ConnectError(
    refusal.message,
    refusal.status,
    undefined,
    [{ desc: RefusalSchema, value: detail }],
    refusal.cause,
  );
}

/** A gRPC status as gRPC writes it: `NOT_FOUND`; 0 is success. */
export function statusName(code: number): string {
  if (code === 0) return 'OK';
  if (code === Code.Canceled) return 'CANCELLED';
  return (Code[code] ?? 'Unknown').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

/** A refusal as the contracts' message of it: the detail of a status, or what a response says of an item that failed alone. */
export function refusalDetail(refusal: Refusal): MessageInitShape<typeof RefusalSchema> {
  return { code: refusal.code, message: refusal.message, ...withinTrailers(refusal) };
}

/**
 * A status travels in the trailers of its call: more than 64 KiB of them, as base64, break the connection under all its calls. Facts that
 * are too large are left out; of many faults the first are told.
 */
function withinTrailers({ violations, extensions }: Refusal): { violations: Violation[]; factsJson: string } {
  const json = JSON.stringify(extensions);
  const listed: Violation[] = [];
  let bytes = 0;
  for (const { pointer, code, message } of violations.slice(0, VIOLATIONS_AT_MOST)) {
    bytes += Buffer.byteLength(pointer) + Buffer.byteLength(message) + VIOLATION_FRAME_BYTES;
    if (bytes > VIOLATIONS_BYTES_AT_MOST) break;
    listed.push({ pointer, code, message });
  }
  return { violations: listed, factsJson: Buffer.byteLength(json) <= EXTENSIONS_BYTES_AT_MOST ? json : '{}' };
}

const VIOLATIONS_AT_MOST = 100;
const VIOLATIONS_BYTES_AT_MOST = 20 * 1024;
const EXTENSIONS_BYTES_AT_MOST = 24 * 1024;
/** What stands around a violation's texts, its code included. */
const VIOLATION_FRAME_BYTES = 32;

/** The way back, at the caller's edge: a status as the refusal it carries, or the refusal that its code alone stands for. */
export function fromStatus(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = ConnectError.from(error);
  const detail = status.findDetails(RefusalSchema)[0];
  return detail ? refusalOf(detail, status) : new Refusal(codeOfStatus(status.code), { cause: status });
}

/** The refusal that a message tells of, whether or not this process knows its code. @param status what it came with; without one an item of a response */
export function refusalOf({ code, message, violations, factsJson }: RefusalMessage, status?: ConnectError): Refusal {
  const kind = { code, message, status: status?.code ?? Code.Unknown };
  return new Refusal(kind, {
    violations: violations.map(toViolation),
    extensions: factsJson === '' ? {} : (JSON.parse(factsJson) as Record<string, unknown>),
    cause: status,
  });
}

/** What a status alone stands for: one without a refusal, or with one that the reader does not know. */
export function codeOfStatus(status: Code): PlatformCode {
  return bareCodes.get(status) ?? 'INTERNAL';
}

const bareCodes = new Map<Code, PlatformCode>([
  [Code.Unavailable, 'DEPENDENCY_UNAVAILABLE'],
  [Code.ResourceExhausted, 'DEPENDENCY_UNAVAILABLE'],
  [Code.Canceled, 'DEADLINE_EXCEEDED'],
  [Code.DeadlineExceeded, 'DEADLINE_EXCEEDED'],
  [Code.Unimplemented, 'OPERATION_UNIMPLEMENTED'],
  [Code.Unauthenticated, 'CALLER_UNAUTHENTICATED'],
  [Code.PermissionDenied, 'CALLER_FORBIDDEN'],
]);

function toViolation(violation: { pointer: string; code: string; message: string }): Violation {
  return { pointer: violation.pointer, code: violation.code as ViolationCode, message: violation.message };
}

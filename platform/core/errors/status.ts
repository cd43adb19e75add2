import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { type Refusal as RefusalMessage, RefusalSchema } from '../../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import type { PlatformCode } from './catalogue.ts';
import { Refusal, type Violation, type ViolationCode } from './refusal.ts';

/**
 * The only translation of errors at the edge of a service: anything thrown becomes a status with a refusal as its
 * detail. Anything that is not a refusal becomes INTERNAL, without its cause.
 */
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

/** The gRPC name of a status: `NOT_FOUND`; 0 is success. */
export function statusName(code: number): string {
  if (code === 0) return 'OK';
  if (code === Code.Canceled) return 'CANCELLED';
  return (Code[code] ?? 'Unknown').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

/** A refusal as a message of the contracts: the detail of a status, or the error of a single item in a response. */
export function refusalDetail(refusal: Refusal): MessageInitShape<typeof RefusalSchema> {
  return { code: refusal.code, message: refusal.message, ...withinTrailers(refusal) };
}

/**
 * A status is sent in the trailers of its call. More than 64 KiB of base64 there break the connection and all its
 * calls. So extension members that are too large are left out, and only the first violations are sent.
 */
function withinTrailers({ violations, extensions }: Refusal): { violations: Violation[]; factsJson: string } {
  const json = JSON.stringify(extensions);
  const listed: Violation[] = [];
  let bytes = 0;
  for (const { pointer, code, message } of violations.slice(0, MAX_VIOLATIONS)) {
    bytes += Buffer.byteLength(pointer) + Buffer.byteLength(message) + VIOLATION_FRAME_BYTES;
    if (bytes > MAX_VIOLATIONS_BYTES) break;
    listed.push({ pointer, code, message });
  }
  return { violations: listed, factsJson: Buffer.byteLength(json) <= MAX_EXTENSIONS_BYTES ? json : '{}' };
}

const MAX_VIOLATIONS = 100;
const MAX_VIOLATIONS_BYTES = 20 * 1024;
const MAX_EXTENSIONS_BYTES = 24 * 1024;
/** The overhead of a violation besides its texts, including its code. */
const VIOLATION_FRAME_BYTES = 32;

/**
 * The inverse of {@link toStatus}, at the caller: the refusal in a status's detail, or the one that its status code
 * stands for.
 */
export function fromStatus(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = ConnectError.from(error);
  const detail = status.findDetails(RefusalSchema)[0];
  return detail ? refusalOf(detail, status) : new Refusal(codeOfStatus(status.code), { cause: status });
}

/**
 * The refusal of a message, even if this process does not know its code.
 * @param status the status that carried it; absent for an item of a response
 */
export function refusalOf({ code, message, violations, factsJson }: RefusalMessage, status?: ConnectError): Refusal {
  const kind = { code, message, status: status?.code ?? Code.Unknown };
  return new Refusal(kind, {
    violations: violations.map(toViolation),
    extensions: factsJson === '' ? {} : (JSON.parse(factsJson) as Record<string, unknown>),
    cause: status,
  });
}

/** The code for a status without a refusal, or with one that the reader does not know. */
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

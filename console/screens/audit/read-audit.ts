import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { AuditService as Curricula } from '../../../proto/gen/lyceum/curricula/v1/audit_pb.ts';
import { AuditService as Directory } from '../../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { AuditService as Identity } from '../../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { AuditService as Locations } from '../../../proto/gen/lyceum/locations/v1/audit_pb.ts';
import { AuditService as Scheduling } from '../../../proto/gen/lyceum/scheduling/v1/audit_pb.ts';
import { AuditService as Timetracking } from '../../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { AuditService as Webhooks } from '../../../proto/gen/lyceum/webhooks/v1/audit_pb.ts';
import { PAGE_SIZE } from '../../route/cursor.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { KINDS } from './kinds.ts';

/** Selects records; all by default. Fields as in ListAuditRecordsRequest. */
export type AuditFilter = Readonly<
  Partial<Record<'actorKind' | 'actorId' | 'resourceKind' | 'resourceId' | 'from' | 'to', string>>
>;

/** A page of records. */
export interface AuditPage {
  /** The newest first. */
  readonly records: readonly AuditRecord[];
  /** Where the next page begins; absent at the end. */
  readonly cursor: string | undefined;
  /** Where a page begins that begins with the first of these; absent if there is none. */
  readonly top: string | undefined;
  /** Whether records are missing because a service is away. */
  readonly isIncomplete: boolean;
}

/** The records of all services as one list. Within one instant, services are in the order of {@link SERVICES}. */
export async function readAudit(
  call: OptionalCall,
  filter: AuditFilter,
  cursor: string | undefined,
): Promise<AuditPage> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const { resourceKind: kind } = filter;
  const asked = SERVICES.flatMap(({ kinds, method }, service) =>
    kind === undefined || (kinds as readonly string[]).includes(kind) ? [{ service, method }] : [],
  );
  const answers = await Promise.all(
    asked.map(async ({ service, method }) => {
      const page = { size: PAGE_SIZE, ...(after && { after: positionIn(service, after) }) };
      return { service, answer: await call(method, { ...filter, page }) };
    }),
  );
  const found = answers.flatMap(({ service, answer }) =>
    (answer?.records ?? []).map((record) => ({ ...record, service, record })),
  );
  // Beyond where the first service has stopped, its records would be missing.
  const [end] = answers
    .flatMap(({ service, answer }) => (answer?.next ? [placeIn(service, answer.next)] : []))
    .sort(inOrder);
  const whole = found.sort(inOrder).filter((each) => !end || inOrder(each, end) <= 0);
  const shown = whole.slice(0, PAGE_SIZE);
  const next = whole.length > shown.length ? shown.at(-1) : end;
  return {
    records: shown.map(({ record }) => record),
    cursor: next && cursorOf(next),
    top: shown[0] && cursorOf({ ...shown[0], sequence: shown[0].sequence + 1n }),
    isIncomplete: answers.some(({ answer }) => !answer),
  };
}

const SERVICES = [
  { kinds: KINDS.directory, method: Directory.method.listAuditRecords },
  { kinds: KINDS.identity, method: Identity.method.listAuditRecords },
  { kinds: KINDS.locations, method: Locations.method.listAuditRecords },
  { kinds: KINDS.scheduling, method: Scheduling.method.listAuditRecords },
  { kinds: KINDS.timetracking, method: Timetracking.method.listAuditRecords },
  { kinds: KINDS.curricula, method: Curricula.method.listAuditRecords },
  { kinds: KINDS.webhooks, method: Webhooks.method.listAuditRecords },
] as const;

/** A place in the list of all services. */
interface Place {
  readonly recordedAt: string;
  readonly service: number;
  readonly sequence: bigint;
}

function inOrder(a: Place, b: Place): number {
  if (a.recordedAt !== b.recordedAt) return a.recordedAt > b.recordedAt ? -1 : 1;
  if (a.service !== b.service) return a.service - b.service;
  return a.sequence === b.sequence ? 0 : a.sequence > b.sequence ? -1 : 1;
}

function placeIn(service: number, { sort, id }: { readonly sort: string; readonly id: string }): Place {
  return { recordedAt: sort, service, sequence: BigInt(id) };
}

/** Where a service goes on after a place: within the same instant all of it is shown already, or none. */
function positionIn(service: number, { recordedAt, service: last, sequence }: Place) {
  const id = service < last ? 0n : service > last ? GREATEST_SEQUENCE : sequence;
  return { sort: recordedAt, id: `${id}` };
}

function cursorOf({ recordedAt, service, sequence }: Place): string {
  return `${recordedAt}_${service}_${sequence}`;
}

function placeOf(cursor: string): Place {
  const [, recordedAt = '', service = '', sequence = ''] = /^([^_]+)_(\d)_(\d{1,16})$/.exec(cursor) ?? [];
  return { recordedAt, service: Number(service), sequence: BigInt(sequence) };
}

const GREATEST_SEQUENCE = BigInt(Number.MAX_SAFE_INTEGER);

import type { Call } from '../../../platform/calls/caller.ts';
import { ArchivePartService as Activity } from '../../../proto/gen/lyceum/activity/v1/archive_part_pb.ts';
import { ArchivePartService as Curricula } from '../../../proto/gen/lyceum/curricula/v1/archive_part_pb.ts';
import { ArchivePartService as Directory } from '../../../proto/gen/lyceum/directory/v1/archive_part_pb.ts';
import { ArchivePartService as Identity } from '../../../proto/gen/lyceum/identity/v1/archive_part_pb.ts';
import { ArchivePartService as Locations } from '../../../proto/gen/lyceum/locations/v1/archive_part_pb.ts';
import { ArchivePartService as Scheduling } from '../../../proto/gen/lyceum/scheduling/v1/archive_part_pb.ts';
import { ArchivePartService as Timetracking } from '../../../proto/gen/lyceum/timetracking/v1/archive_part_pb.ts';
import { ArchivePartService as Webhooks } from '../../../proto/gen/lyceum/webhooks/v1/archive_part_pb.ts';

/** The RPCs about the part that each service has of an archive, in the order of the parts. */
export const PARTS = [
  {
    service: 'directory',
    order: Directory.method.orderArchivePart,
    find: Directory.method.getArchivePart,
    read: Directory.method.readArchiveChunk,
  },
  {
    service: 'identity',
    order: Identity.method.orderArchivePart,
    find: Identity.method.getArchivePart,
    read: Identity.method.readArchiveChunk,
  },
  {
    service: 'scheduling',
    order: Scheduling.method.orderArchivePart,
    find: Scheduling.method.getArchivePart,
    read: Scheduling.method.readArchiveChunk,
  },
  {
    service: 'curricula',
    order: Curricula.method.orderArchivePart,
    find: Curricula.method.getArchivePart,
    read: Curricula.method.readArchiveChunk,
  },
  {
    service: 'locations',
    order: Locations.method.orderArchivePart,
    find: Locations.method.getArchivePart,
    read: Locations.method.readArchiveChunk,
  },
  {
    service: 'timetracking',
    order: Timetracking.method.orderArchivePart,
    find: Timetracking.method.getArchivePart,
    read: Timetracking.method.readArchiveChunk,
  },
  {
    service: 'webhooks',
    order: Webhooks.method.orderArchivePart,
    find: Webhooks.method.getArchivePart,
    read: Webhooks.method.readArchiveChunk,
  },
  {
    service: 'activity',
    order: Activity.method.orderArchivePart,
    find: Activity.method.getArchivePart,
    read: Activity.method.readArchiveChunk,
  },
] as const;

/** A member of an archive, and the service that has its pieces. */
export interface KeptMember {
  readonly service: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** The pieces of a member, one after the other. */
export async function* piecesOf(
  call: Call,
  archiveId: string,
  { service, name }: KeptMember,
): AsyncGenerator<Uint8Array> {
  const { read } = PARTS.find((each) => each.service === service) ?? PARTS[0];
  for (let position = 0; ; position++) {
    const { content } = await call(read, { archiveId, member: name, position });
    if (!content) return;
    yield content;
  }
}
